#pragma once

#include <exception>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/case_result.h"
#include "benchmarks/external/kernel_process.h"
#include "benchmarks/google_benchmark.h"
#include "benchmarks/temporary_folder.h"

namespace attn {

/// The kernels of --kernel that have cases in a run, each in its process. A kernel that crashes or hangs costs the case
/// that it was at, which is failed; one that does so while it is loaded costs all of its cases.
class ExternalKernels {
 public:
  /// Is given each case that ends without a process of its own to keep it.
  using KeepFailure = std::function<void(const Case&, const CaseResult&)>;

  /// Starts the processes and has the kernels loaded. `arguments`: this process's own, to which they get theirs added.
  /// Throws BadRequest for a kernel that can't be had.
  ExternalKernels(const Options& options, const std::vector<std::string>& arguments, const std::string& run_id,
                  const std::vector<Case>& cases, KeepFailure keep_failure);

  /// The reports of `cases` in their order: those of external kernels are asked for, the others are taken from `own`,
  /// which has them in the same order. This must outlive them.
  std::vector<CaseToReport> add_to(const std::vector<Case>& cases, std::vector<CaseToReport> own);

  /// All cases of the kernels in --passes.
  void measure_in_passes(RunOutcome& outcome);

  /// What --profile and the like ask for, of the cases that were measured.
  void look_into_cases(RunOutcome& outcome);

  /// The answer for a case of a plan; failed where the process ended.
  KernelAnswer plan(const Case& benchmark_case);

  /// Whether no more work is to be begun: interrupted, or refused.
  bool stopped() const;
  /// Throws what a process refused, if one did.
  void rethrow_error() const;

 private:
  /// One kernel.
  struct Kernel {
    std::unique_ptr<KernelProcess> process;
    std::optional<std::string> never_loaded;    ///< why
    std::map<std::string, std::string> failed;  ///< cases, and why
    std::map<std::string, Case> cases;          ///< by name
    std::map<std::string, double> measured;     ///< those that are ok, and the median time of a forward, in s
  };

  std::optional<ReportedCase> report(const Case& benchmark_case, int64_t round);
  void load(Kernel& kernel);
  KernelAnswer ask(Kernel& kernel, const KernelQuestion& question);
  void fail(Kernel& kernel, const Case& benchmark_case, const std::string& reason);
  void measure_in_passes(Kernel& kernel, RunOutcome& outcome);
  void look_into_cases(Kernel& kernel, RunOutcome& outcome);

  KeepFailure keep_failure_;
  std::optional<TemporaryFolder> folder_;
  std::map<std::string, Kernel> kernels_;  ///< by name
  std::exception_ptr error_;
  bool interrupted_ = false;
};

/// The cases that this process measures itself.
std::vector<Case> without_external(const std::vector<Case>& cases);

}  // namespace attn
