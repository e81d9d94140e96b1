#include <nlohmann/json.hpp>

#include "benchmarks/report_writer.h"

namespace attn {
namespace {

using Json = nlohmann::ordered_json;

/// Escapes control bytes; bytes that are no UTF-8 become U+FFFD instead of an exception. Every line but the first is
/// indented: a newline of the dump is never inside a string.
std::string dump(const Json& json, const std::string& indent) {
  std::string text = json.dump(2, ' ', false, Json::error_handler_t::replace);
  for (size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1)) text.insert(at + 1, indent);
  return text;
}

/// An entry of "benchmarks", with Google Benchmark's keys and ours. A case that is not ok has no times, where Google
/// Benchmark writes 0: its own compare.py reads that as 100 % faster.
Json entry_of(const ReportLine& line, const TimeUnit& unit) {
  Json entry;
  entry["name"] = name_of(line);
  entry["family_index"] = line.case_index;
  entry["per_family_instance_index"] = 0;
  entry["run_name"] = line.case_name;
  entry["run_type"] = line.aggregate.empty() ? "iteration" : "aggregate";
  entry["repetitions"] = line.repetitions;
  if (line.round) entry["repetition_index"] = *line.round;
  entry["threads"] = 1;
  if (!line.aggregate.empty()) {
    entry["aggregate_name"] = line.aggregate;
    entry["aggregate_unit"] = line.relative ? "percentage" : "time";
  }
  if (line.status != Status::kOk) {
    entry["error_occurred"] = true;
    entry["error_message"] = std::string(name_of(line.status)) + ": " + line.reason;
  }
  entry["iterations"] = line.iterations;
  for (const FigureName& figure : kFigureNames)
    if (const auto value = written_value(line, figure, unit)) entry[std::string(figure.name)] = *value;
  entry["time_unit"] = unit.name;
  entry["status"] = name_of(line.status);
  entry["backend"] = line.backend;
  entry["flags"] = line.flags;
  return entry;
}

class JsonReport : public ReportWriter {
 public:
  JsonReport(std::ostream& out, ReportFrame frame)
      : out_(out), frame_(std::move(frame)), unit_(time_unit_named(frame_.time_unit)) {}

  void begin() override {
    const Json context = frame_.context == nullptr ? Json::object() : *frame_.context;
    out_ << "{\n  \"context\": " << dump(context, "  ") << ",\n  \"benchmarks\": [" << std::flush;
  }

  void line(const ReportLine& line) override {
    out_ << (first_ ? "\n    " : ",\n    ") << dump(entry_of(line, unit_), "    ") << std::flush;
    first_ = false;
  }

  void end(const std::string&) override { out_ << "\n  ]\n}\n" << std::flush; }

 private:
  std::ostream& out_;
  ReportFrame frame_;
  TimeUnit unit_;
  bool first_ = true;
};

}  // namespace

std::unique_ptr<ReportWriter> make_json_report(std::ostream& out, ReportFrame frame) {
  return std::make_unique<JsonReport>(out, std::move(frame));
}

}  // namespace attn
