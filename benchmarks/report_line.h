#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "benchmarks/reported_case.h"
#include "results/time_unit.h"

namespace attn {

/// The numbers of a line, SI units; each is finite or missing. In an aggregate that is relative (cv) they are
/// fractions.
struct Figures {
  std::optional<double> time_s;
  std::optional<double> host_time_s;
  std::optional<double> time_low_s;
  std::optional<double> time_high_s;
  std::optional<double> flops_per_s;
  std::optional<double> bytes_per_s;
  std::optional<double> ops;
  std::optional<double> error_rms;
  std::optional<double> peak_memory_bytes;
};

/// A figure's name in JSON and CSV. Times are written in the report's time unit, the rest as they are.
struct FigureName {
  std::string_view name;
  std::optional<double> Figures::*member;
  bool is_time;
};

/// In the order in which they are written; the first two are Google Benchmark's.
inline constexpr std::array<FigureName, 9> kFigureNames = {{
    {"real_time", &Figures::time_s, true},
    {"cpu_time", &Figures::host_time_s, true},
    {"time_low", &Figures::time_low_s, true},
    {"time_high", &Figures::time_high_s, true},
    {"flops_per_s", &Figures::flops_per_s, false},
    {"bytes_per_s", &Figures::bytes_per_s, false},
    {"ops", &Figures::ops, false},
    {"error_rms", &Figures::error_rms, false},
    {"peak_memory_bytes", &Figures::peak_memory_bytes, false},
}};

/// One line of a report: a round of a case, or an aggregate of its rounds.
struct ReportLine {
  std::string case_name;
  int64_t case_index = 0;
  int64_t repetitions = 1;
  std::optional<int64_t> round;  ///< nothing in an aggregate
  std::string aggregate;         ///< "mean", "median", "stddev", "cv"; empty in a round
  bool relative = false;         ///< the figures are fractions of the mean (cv)
  int64_t iterations = 0;        ///< forwards timed in the round; in an aggregate, the rounds that it is of
  Status status = Status::kOk;
  std::string reason;
  std::string backend;
  std::string flags;
  Figures figures;  ///< times only when ok
};

/// The line of one round. A case that claims to be ok without a finite time above 0 is failed: that is no time.
ReportLine line_of(const ReportedCase& round);

/// "Naive/cpu/…", in an aggregate "Naive/cpu/…_mean", as Google Benchmark names it.
std::string name_of(const ReportLine& line);

/// A figure as JSON and CSV give it: times in the unit, unless the line is relative.
std::optional<double> written_value(const ReportLine& line, const FigureName& figure, const TimeUnit& unit);

}  // namespace attn
