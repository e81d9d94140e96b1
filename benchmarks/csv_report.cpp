#include <fmt/format.h>

#include "benchmarks/report_writer.h"
#include "results/clean_text.h"

namespace attn {
namespace {

std::string quoted(std::string_view text) {
  std::string cell = "\"";
  for (const char c : clean_text(text)) {
    if (c == '"') cell += '"';
    cell += c;
  }
  return cell + "\"";
}

std::string quoted_or_empty(std::string_view text) {
  return text.empty() ? "" : quoted(text);
}

/// Google Benchmark's columns, then ours; the same for every line, whatever it lacks (its own writer fixes the columns
/// by the first line and aborts when another has a counter more).
class CsvReport : public ReportWriter {
 public:
  CsvReport(std::ostream& out, const ReportFrame& frame) : out_(out), unit_(time_unit_named(frame.time_unit)) {}

  void begin() override {
    out_ << "name,iterations,real_time,cpu_time,time_unit,bytes_per_second,items_per_second,label,error_occurred,"
            "error_message";
    for (size_t i = kGoogles; i < kFigureNames.size(); ++i) out_ << ',' << kFigureNames[i].name;
    out_ << ",status,backend,flags\n" << std::flush;
  }

  void line(const ReportLine& line) override {
    const bool ok = line.status == Status::kOk;
    const std::string error = ok ? "" : fmt::format("{}: {}", name_of(line.status), line.reason);
    // No number goes through the stream: its locale would group the digits.
    out_ << fmt::format("{},{},{},{},{},,,,{},{}", quoted(name_of(line)), line.iterations, cell(line, 0), cell(line, 1),
                        unit_.name, ok ? "" : "true", quoted_or_empty(error));
    for (size_t i = kGoogles; i < kFigureNames.size(); ++i) out_ << ',' << cell(line, i);
    out_ << ',' << name_of(line.status) << ',' << quoted_or_empty(line.backend) << ',' << quoted_or_empty(line.flags)
         << '\n'
         << std::flush;
  }

  void end(const std::string&) override {}

 private:
  static constexpr size_t kGoogles = 2;  ///< real_time and cpu_time have their place among Google Benchmark's columns

  std::string cell(const ReportLine& line, size_t figure) const {
    const auto value = written_value(line, kFigureNames[figure], unit_);
    return value ? fmt::to_string(*value) : "";
  }

  std::ostream& out_;
  TimeUnit unit_;
};

}  // namespace

std::unique_ptr<ReportWriter> make_csv_report(std::ostream& out, ReportFrame frame) {
  return std::make_unique<CsvReport>(out, frame);
}

}  // namespace attn
