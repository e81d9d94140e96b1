#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <vector>

#include "benchmarks/progress.h"
#include "benchmarks/shape_run.h"

namespace attn {

/// All cases of a run on one device, one shape in memory at a time.
class SweepRun {
 public:
  using Keep = std::function<void(const Case&, const CaseResult&)>;

  /// `keep` is called once for each finished case; what it throws ends the run, see error(). Cases of one shape are
  /// neighbours in `cases`.
  SweepRun(Device& device, std::vector<Case> cases, RunSettings settings, Keep keep);

  /// For the reporters, in the order of the cases. The sweep must outlive them.
  std::vector<CaseToReport> cases_to_report();

  /// Has the next report begin its shape anew: inputs, reference and samples.
  void begin_again();

  /// Whether no more work is to be begun: interrupted, or keeping a result failed.
  bool stopped() const;
  /// Throws what `keep` threw, if it did.
  void rethrow_error() const;

 private:
  std::optional<ReportedCase> report(size_t index, size_t round);
  void begin_shape_of(size_t index);

  Device* device_;
  std::vector<Case> cases_;
  RunSettings settings_;
  Keep keep_;
  ShapeListener listener_;
  std::function<bool()> interrupted_;
  std::exception_ptr error_;
  Progress progress_;
  std::unique_ptr<ShapeRun> shape_run_;
  size_t shape_begin_ = 0;  ///< cases_[shape_begin_ … shape_end_) are those of shape_run_
  size_t shape_end_ = 0;
};

}  // namespace attn
