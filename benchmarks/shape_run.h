#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <vector>

#include "benchmarks/case_result.h"
#include "benchmarks/sampling_rule.h"
#include "fixtures/inputs.h"
#include "profiling/device.h"

namespace attn {

/// What holds for every shape of a run.
struct RunSettings {
  SamplingRule sampling;
  uint64_t seed = 0;        ///< of the inputs
  uint64_t order_seed = 0;  ///< of the order in which the cases of a shape are sampled
  size_t rounds = 1;
  SamplerSurroundings surroundings;
};

/// What is told while a shape runs.
struct ShapeListener {
  std::function<void(const Case&, std::string_view doing)> on_progress;  ///< often; "checking", "timing"
  std::function<void(const Case&, const CaseResult&)> on_finished;       ///< once a case, when all its rounds are done
};

/// All cases of one shape on one device: inputs, reference, then each case verified, then all of them sampled in turn,
/// in slices in a seeded order, round by round; after its first round each case's memory is measured. Works only as far
/// as it is asked to: report(case, round) returns as soon as that case has that round.
class ShapeRun {
 public:
  ShapeRun(Device& device, std::vector<Case> cases, const RunSettings& settings, const ShapeListener& listener);
  ~ShapeRun();

  /// Rounds come in order for each case. Never throws for what a case does. After an interruption no new work is begun;
  /// nothing for a round that was not measured then.
  std::optional<ReportedCase> report(size_t index, size_t round);

 private:
  struct Slot;

  void prepare();
  void check_memory();
  void reserve_memory();
  void verify_all();
  void start_round();
  void run_until_sampled(size_t index, size_t round);
  void take_turn(size_t awaited);
  void collect(Slot& slot);
  void finish(Slot& slot);

  Device* device_;
  const RunSettings* settings_;
  const ShapeListener* listener_;
  std::vector<Slot> slots_;
  std::optional<AttentionInputs> inputs_;
  std::mt19937_64 random_;
  bool prepared_ = false;
};

}  // namespace attn
