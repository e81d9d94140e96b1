#pragma once

#include <exception>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "benchmarks/options.h"
#include "benchmarks/reported_case.h"
#include "results/results_directory.h"

namespace attn {

/// --processes=N: the same command in N fresh processes, one after another, when the first case is asked for. Each
/// keeps its results under a run_id of its own in `folder`; what they print is not shown.
class ProcessSweep {
 public:
  ProcessSweep(const Options& options, std::vector<std::string> arguments, std::filesystem::path folder);

  /// For the reporters: each case's figures over all processes. The sweep must outlive them. After an interruption they
  /// have nothing to tell, but what the finished processes kept stays in the folder.
  std::vector<CaseToReport> cases_to_report(const std::vector<std::string>& case_names);

  /// Whether no more work is to be begun: interrupted, or a process could not run.
  bool stopped() const;
  /// Throws BadRequest for what a process refused and std::runtime_error, with its last words, for one that broke off.
  void rethrow_error() const;

 private:
  std::optional<ReportedCase> report(const std::string& case_name);
  void run_all();
  void run_one(int64_t number);

  const Options* options_;
  std::vector<std::string> arguments_;
  std::filesystem::path folder_;
  bool has_run_ = false;
  std::exception_ptr error_;
  std::map<std::string, std::vector<ResultRow>> rows_;  ///< by case name, of all processes
};

/// One case's figures over all processes: the median of the processes' medians and the Student-t interval of their
/// logarithms; the worst status. `rows` are the case's rows of all run_ids, at least one.
ReportedCase combine_processes(const std::vector<ResultRow>& rows);

}  // namespace attn
