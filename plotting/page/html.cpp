#include "plotting/page/html.h"

#include <fmt/format.h>

#include <algorithm>

#include "results/clean_text.h"

namespace attn {
namespace {

constexpr size_t kMostRows = 100;  // shown at first; page/script.js has the same
constexpr size_t kLongText = 40;   // wraps
constexpr size_t kWideText = 120;  // and has room

bool is_shown(const std::vector<Column>& columns, const std::vector<std::vector<Cell>>& rows, size_t column) {
  return !columns[column].title.empty() &&
         std::ranges::any_of(rows, [&](const std::vector<Cell>& row) { return !row[column].shown.empty(); });
}

std::string cell_html(const Cell& cell, bool is_number) {
  std::string attributes;
  if (is_number) attributes += " class=\"number\"";
  if (!is_number && cell.shown.size() > kLongText) {
    attributes += cell.shown.size() > kWideText ? " class=\"wide\"" : " class=\"long\"";
  }
  if (const auto* number = std::get_if<double>(&cell.value)) attributes += fmt::format(" data-value=\"{}\"", *number);
  if (const auto* count = std::get_if<int64_t>(&cell.value)) attributes += fmt::format(" data-value=\"{}\"", *count);
  return fmt::format("<td{}>{}</td>", attributes, html(cell.shown));
}

}  // namespace

std::string html(std::string_view text) {
  std::string escaped;
  for (const char c : clean_text(text)) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string html_table(const std::string& caption, const std::vector<Column>& columns,
                       const std::vector<std::vector<Cell>>& rows) {
  std::vector<size_t> shown;
  for (size_t i = 0; i < columns.size(); ++i) {
    if (is_shown(columns, rows, i)) shown.push_back(i);
  }
  std::string text = fmt::format(
      "<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\"><table class=\"sortable\">"
      "<caption>{0}</caption><thead><tr>",
      html(caption));
  for (const size_t i : shown) {
    text += fmt::format("<th scope=\"col\"{}>{}</th>", columns[i].is_number ? " class=\"number\"" : "",
                        html(columns[i].title));
  }
  text += "</tr></thead><tbody>\n";
  for (size_t row = 0; row < rows.size(); ++row) {
    text += row < kMostRows ? "<tr>" : "<tr hidden>";
    for (const size_t i : shown) text += cell_html(rows[row][i], columns[i].is_number);
    text += "</tr>\n";
  }
  return text + "</tbody></table></div>\n";
}

std::string html_list(std::string_view list_class, const std::vector<std::string>& items) {
  if (items.empty()) return "";
  std::string text = fmt::format("<ul class=\"{}\">\n", list_class);
  for (const std::string& item : items) text += fmt::format("<li>{}</li>\n", item);
  return text + "</ul>\n";
}

std::string script_json(std::string json) {
  for (size_t at = json.find('<'); at != std::string::npos; at = json.find('<', at)) json.replace(at, 1, "\\u003c");
  return json;
}

}  // namespace attn
