#include <algorithm>
#include <nlohmann/json.hpp>

#include "results/csv_text.h"
#include "results/program/report.h"
#include "results/program/report_formats.h"

namespace attn {
namespace {

using Json = nlohmann::ordered_json;

struct AsJson {
  Json operator()(std::monostate /*missing*/) const { return nullptr; }
  template <typename Value>
  Json operator()(const Value& value) const {
    return value;
  }
};

struct AsCsv {
  CsvText& text;
  void operator()(std::monostate /*missing*/) const { text.add(""); }
  template <typename Value>
  void operator()(const Value& value) const {
    text.add(value);
  }
};

Json section_json(const Section& section) {
  Json json;
  json["lines"] = section.lines;
  json["rows"] = Json::array();
  for (const auto& row : section.rows) {
    Json& added = json["rows"].emplace_back();
    for (size_t i = 0; i < row.size(); ++i) added[section.columns[i].name] = std::visit(AsJson{}, row[i].value);
  }
  return json;
}

}  // namespace

std::string csv_text(const Report& report) {
  CsvText text;
  const auto section = std::ranges::find(report.sections, report.main_section, &Section::name);
  if (section == report.sections.end()) return "";
  for (const Column& column : section->columns) text.add(column.name);
  text.end_line();
  for (const auto& row : section->rows) {
    for (const Cell& cell : row) std::visit(AsCsv{text}, cell.value);
    text.end_line();
  }
  return text.text();
}

std::string json_text(const Report& report) {
  Json json = Json::object();
  for (const Section& section : report.sections) json[section.name] = section_json(section);
  json["notes"] = report.notes;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string report_text(const Report& report, ReportFormat format) {
  switch (format) {
    case ReportFormat::kMarkdown:
      return markdown_text(report);
    case ReportFormat::kCsv:
      return csv_text(report);
    case ReportFormat::kJson:
      return json_text(report);
    case ReportFormat::kTable:
      break;
  }
  return table_text(report);
}

}  // namespace attn
