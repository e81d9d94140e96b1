#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "results/comparing/case_key.h"
#include "results/run_set.h"
#include "results/text_map.h"
#include "results/verdict.h"

namespace attn {

/// A case as one process of a side kept it.
struct ProcessCase {
  const KeptRun* run;
  const KeptCase* kept;
};

/// All that a side of a comparison has of a case, at least one process.
struct SideCase {
  std::string key;  ///< case_key
  std::vector<ProcessCase> processes;
};

/// The runs that are compared with others, by case. They are to outlive it.
class Side {
 public:
  explicit Side(std::span<const KeptRun> runs, DeviceKey device = DeviceKey::kClass);
  explicit Side(std::vector<const KeptRun*> runs, DeviceKey device = DeviceKey::kClass);

  /// In order of appearance.
  const std::vector<SideCase>& cases() const { return cases_; }
  /// Null where the side lacks it.
  const SideCase* find(std::string_view key) const;
  const std::vector<const KeptRun*>& runs() const { return runs_; }
  DeviceKey device_key() const { return device_; }

 private:
  /// Of the case, which is added where it is missing.
  size_t index_of(const CaseRow& row);

  std::vector<const KeptRun*> runs_;
  DeviceKey device_;
  std::vector<SideCase> cases_;
  TextMap<size_t> indices_;
};

/// By name where the runs of a side are of several GPUs, whose cases are then kept apart; all sides of a comparison
/// need the same.
DeviceKey device_key_for(std::span<const KeptRun* const> runs_of_a_side);
std::vector<const KeptRun*> pointers_to(std::span<const KeptRun> runs);

/// "ok" where the case is so in every process; else the first other status, and its reason.
struct SideStatus {
  std::string_view status;
  std::string_view reason;
};
SideStatus status_of(const SideCase& side_case);

/// Of the processes that measured; those of a plan have no times.
std::vector<ProcessTimes> times_of(const SideCase& side_case);

}  // namespace attn
