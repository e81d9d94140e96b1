#include "benchmarks/report_line.h"

#include <fmt/format.h>

#include <cmath>

namespace attn {
namespace {

std::optional<double> finite(std::optional<double> value) {
  return value && std::isfinite(*value) ? value : std::nullopt;
}

}  // namespace

ReportLine line_of(const ReportedCase& round) {
  ReportLine line;
  line.iterations = round.forwards;
  line.status = round.status;
  line.reason = round.reason;
  line.backend = round.backend;
  line.flags = round.flags;
  line.figures.error_rms = finite(round.error_rms);
  line.figures.peak_memory_bytes = finite(round.peak_memory_bytes);
  if (round.ops) line.figures.ops = static_cast<double>(*round.ops);
  if (round.status != Status::kOk) return line;
  if (!std::isfinite(round.time_s) || round.time_s <= 0) {
    line.status = Status::kFailed;
    line.reason = fmt::format("the clock gave {} s for one forward, which is no time", round.time_s);
    return line;
  }
  line.figures.time_s = round.time_s;
  line.figures.host_time_s = finite(round.host_time_s);
  line.figures.flops_per_s = finite(round.flops_per_s);
  line.figures.bytes_per_s = finite(round.bytes_per_s);
  if (round.time_interval && std::isfinite(round.time_interval->low) && std::isfinite(round.time_interval->high)) {
    line.figures.time_low_s = round.time_interval->low;
    line.figures.time_high_s = round.time_interval->high;
  }
  return line;
}

std::string name_of(const ReportLine& line) {
  return line.aggregate.empty() ? line.case_name : line.case_name + "_" + line.aggregate;
}

std::optional<double> written_value(const ReportLine& line, const FigureName& figure, const TimeUnit& unit) {
  const std::optional<double> value = line.figures.*figure.member;
  if (!value || !figure.is_time || line.relative) return value;
  return *value * unit.per_second;
}

}  // namespace attn
