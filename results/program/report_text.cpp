#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "results/clean_text.h"
#include "results/program/report.h"
#include "results/program/report_formats.h"
#include "results/text_width.h"

namespace attn {
namespace {

/// Indices of the columns that a row has a value of.
std::vector<size_t> filled_columns(const Section& section) {
  std::vector<size_t> filled;
  for (size_t column = 0; column < section.columns.size(); ++column) {
    const auto is_filled = [&](const std::vector<Cell>& row) { return !row[column].shown.empty(); };
    if (std::ranges::any_of(section.rows, is_filled)) filled.push_back(column);
  }
  return filled;
}

std::string aligned(std::string_view text, const Column& column, size_t width) {
  return column.is_number ? right_aligned(text, width) : padded(text, width);
}

std::string without_trailing_spaces(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

void add_table(std::string& text, const Section& section) {
  const std::vector<size_t> columns = filled_columns(section);
  std::string head;
  std::vector<std::string> lines(section.rows.size());
  for (const size_t i : columns) {
    const Column& column = section.columns[i];
    size_t width = display_width(column.title);
    for (const auto& row : section.rows) width = std::max(width, display_width(clean_text(row[i].shown)));
    const std::string_view gap = i == columns.front() ? "" : "  ";
    head += fmt::format("{}{}", gap, aligned(column.title, column, width));
    for (size_t row = 0; row < lines.size(); ++row) {
      lines[row] += fmt::format("{}{}", gap, aligned(clean_text(section.rows[row][i].shown), column, width));
    }
  }
  if (columns.empty()) return;
  text += without_trailing_spaces(std::move(head)) + '\n';
  for (std::string& line : lines) text += without_trailing_spaces(std::move(line)) + '\n';
}

/// What Markdown or the HTML in it would take for its own.
std::string escaped_markdown(std::string_view shown) {
  std::string text;
  for (const char c : clean_text(shown)) {
    if (c == '<') {
      text += "&lt;";
    } else {
      if (std::string_view("|*`\\[]").find(c) != std::string_view::npos) text += '\\';
      text += c;
    }
  }
  return text;
}

void add_markdown_table(std::string& text, const Section& section) {
  const std::vector<size_t> columns = filled_columns(section);
  if (columns.empty()) return;
  text += '|';
  for (const size_t i : columns) text += fmt::format(" {} |", escaped_markdown(section.columns[i].title));
  text += "\n|";
  for (const size_t i : columns) text += section.columns[i].is_number ? "---:|" : "---|";
  text += '\n';
  for (const auto& row : section.rows) {
    text += '|';
    for (const size_t i : columns) text += fmt::format(" {} |", escaped_markdown(row[i].shown));
    text += '\n';
  }
}

bool is_shown(const Section& section) {
  return !section.only_for_programs && (!section.lines.empty() || !section.rows.empty());
}

}  // namespace

std::string table_text(const Report& report) {
  std::string text;
  for (const Section& section : report.sections) {
    if (!is_shown(section)) continue;
    if (!text.empty()) text += '\n';
    if (!section.title.empty()) text += section.title + '\n';
    for (const std::string& line : section.lines) text += clean_text(line) + '\n';
    add_table(text, section);
  }
  return text;
}

std::string markdown_text(const Report& report) {
  std::string text;
  for (const Section& section : report.sections) {
    if (!is_shown(section)) continue;
    if (!text.empty()) text += '\n';
    if (!section.title.empty()) text += fmt::format("### {}\n\n", escaped_markdown(section.title));
    if (section.lines_are_listing && !section.lines.empty()) {
      text += fmt::format("```\n{}\n```\n", fmt::join(section.lines, "\n"));
    } else {
      for (const std::string& line : section.lines) text += fmt::format("- {}\n", escaped_markdown(line));
    }
    if (!section.lines.empty() && !section.rows.empty()) text += '\n';
    add_markdown_table(text, section);
  }
  return text;
}

}  // namespace attn
