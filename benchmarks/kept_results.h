#pragma once

#include <filesystem>
#include <optional>

#include "benchmarks/case_result.h"
#include "benchmarks/run_identity.h"
#include "results/results_directory.h"

namespace attn {

/// The folder of --out, or none. The run's facts go into it with the first case that is kept, so that a refused request
/// leaves nothing.
class KeptResults {
 public:
  /// Throws BadRequest, naming the option, for a folder that can't be made, written or appended to.
  KeptResults(const std::optional<std::filesystem::path>& folder, RunIdentity identity, Facts facts);

  /// Appends the case. A failure to write is the request's: throws BadRequest.
  void keep(const Case& benchmark_case, const CaseResult& result);

  /// Appends what the observation of a case that is already kept adds to it: rows of metrics, or one that says why
  /// there are none.
  void keep_observation(const Case& benchmark_case, const CaseResult& result);

 private:
  template <typename Write>
  void write(Write write);

  std::optional<ResultsDirectory> folder_;
  RunIdentity identity_;
  Facts facts_;
  bool run_is_kept_ = false;
};

/// The folder of --out, checked. Throws BadRequest, naming the option, for one that can't be made, written or appended
/// to.
ResultsDirectory open_results_folder(const std::filesystem::path& folder);

}  // namespace attn
