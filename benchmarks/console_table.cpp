#include <fmt/format.h>

#include <functional>
#include <vector>

#include "benchmarks/paint.h"
#include "benchmarks/report_writer.h"
#include "results/clean_text.h"
#include "results/readable_figures.h"

namespace attn {
namespace {

std::string percent(double fraction) {
  return fmt::format("{} %", significant(100 * fraction, 3));
}

/// A figure's cell: "-" where it is missing, per cent in a relative aggregate.
std::string cell(const ReportLine& line, std::optional<double> value, const std::function<std::string(double)>& show) {
  if (!value) return "-";
  return line.relative ? percent(*value) : show(*value);
}

std::string half_width(const Figures& figures) {
  if (!figures.time_s || !figures.time_low_s || !figures.time_high_s) return "-";
  return fmt::format("±{:.1f} %", 100 * (*figures.time_high_s - *figures.time_low_s) / 2 / *figures.time_s);
}

struct Column {
  std::string_view title;
  size_t width;
  std::function<std::string(const ReportLine&)> show;
};

/// The columns between name and backend, right-aligned.
std::vector<Column> columns(const std::string& time_unit) {
  const auto scaled = [](double unit) { return [=](double value) { return significant(value / unit, 3); }; };
  return {
      {"time", 10,
       [=](const ReportLine& line) {
         return cell(line, line.figures.time_s, [&](double s) { return readable_time(s, time_unit); });
       }},
      {"±95 %", 8, [](const ReportLine& line) { return half_width(line.figures); }},
      {"TFLOP/s", 8, [=](const ReportLine& line) { return cell(line, line.figures.flops_per_s, scaled(1e12)); }},
      {"GB/s", 7, [=](const ReportLine& line) { return cell(line, line.figures.bytes_per_s, scaled(1e9)); }},
      {"ops", 6,
       [](const ReportLine& line) {
         return cell(line, line.figures.ops, [](double ops) { return fmt::format("{:.6g}", ops); });
       }},
      {"error", 8,
       [](const ReportLine& line) {
         return cell(line, line.figures.error_rms, [](double error) { return fmt::format("{:.1e}", error); });
       }},
      {"memory", 9, [](const ReportLine& line) { return cell(line, line.figures.peak_memory_bytes, readable_bytes); }},
  };
}

class ConsoleTable : public ReportWriter {
 public:
  ConsoleTable(std::ostream& out, ReportFrame frame)
      : out_(out), frame_(std::move(frame)), columns_(columns(frame_.time_unit)) {
    frame_.name_width = std::max<size_t>(frame_.name_width, 4);
  }

  void begin() override {
    std::string titles = fmt::format("{:<{}}", "case", frame_.name_width);
    for (const Column& column : columns_) titles += fmt::format("  {:>{}}", column.title, column.width);
    titles += "  backend    flags";
    // One byte of "±" is no column.
    out_ << clean_text(frame_.first_line) << '\n' << titles << '\n' << std::string(titles.size() - 1, '-') << std::endl;
  }

  void line(const ReportLine& line) override {
    out_ << painted(frame_.color, kGreen, fmt::format("{:<{}}", clean_text(name_of(line)), frame_.name_width));
    out_ << (line.status == Status::kOk ? figures(line) : fault_text(frame_.color, line.status, line.reason))
         << std::endl;
  }

  void end(const std::string& summary) override { out_ << summary << std::endl; }

 private:
  std::string figures(const ReportLine& line) const {
    std::string text;
    for (const Column& column : columns_) text += fmt::format("  {:>{}}", column.show(line), column.width);
    text += fmt::format("  {:<9}  {}", clean_text(line.backend), clean_text(line.flags));
    return text.substr(0, text.find_last_not_of(' ') + 1);
  }

  std::ostream& out_;
  ReportFrame frame_;
  std::vector<Column> columns_;
};

}  // namespace

std::unique_ptr<ReportWriter> make_console_table(std::ostream& out, ReportFrame frame) {
  return std::make_unique<ConsoleTable>(out, std::move(frame));
}

}  // namespace attn
