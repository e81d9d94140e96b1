#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "results/statistics.h"

namespace attn {

/// How a case ended.
enum class Status { kOk, kUnsupported, kOutOfMemory, kIncorrect, kFailed };

/// "ok", "unsupported", "out_of_memory", "incorrect", "failed".
std::string_view name_of(Status status);

/// What one round of a case tells the reporters.
struct ReportedCase {
  Status status = Status::kFailed;
  std::string reason;                     ///< why it is not ok
  std::string flags;                      ///< as in results.csv: "not_converged disturbed"
  std::string backend;                    ///< that ran
  int64_t forwards = 0;                   ///< timed
  double time_s = 0;                      ///< median of one forward; meaningless unless ok
  double host_time_s = 0;                 ///< median of one call on the host
  std::optional<Interval> time_interval;  ///< 95 %, in s
  std::optional<double> flops_per_s;
  std::optional<double> bytes_per_s;
  std::optional<int64_t> ops;
  std::optional<double> error_rms;
  std::optional<double> peak_memory_bytes;
};

/// A case to run, by its name. `run` is called once a round, 0 … repetitions − 1, in order; it does not throw. Nothing
/// when an interruption came before the round had anything to tell.
struct CaseToReport {
  std::string name;
  std::function<std::optional<ReportedCase>(int64_t round)> run;
};

}  // namespace attn
