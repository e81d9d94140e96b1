#include "results/comparing/side.h"

#include <algorithm>

namespace attn {
std::vector<const KeptRun*> pointers_to(std::span<const KeptRun> runs) {
  std::vector<const KeptRun*> pointers;
  for (const KeptRun& run : runs) pointers.push_back(&run);
  return pointers;
}

DeviceKey device_key_for(std::span<const KeptRun* const> runs_of_a_side) {
  const std::string* gpu = nullptr;
  for (const KeptRun* run : runs_of_a_side) {
    const std::string& device = run->cases.front().row.device;
    if (device == "cpu") continue;
    if (gpu != nullptr && *gpu != device) return DeviceKey::kName;
    gpu = &device;
  }
  return DeviceKey::kClass;
}

Side::Side(std::span<const KeptRun> runs, DeviceKey device) : Side(pointers_to(runs), device) {}

Side::Side(std::vector<const KeptRun*> runs, DeviceKey device) : runs_(std::move(runs)), device_(device) {
  for (const KeptRun* run : runs_) {
    size_t next = 0;  // most runs have the same cases in the same order
    for (const KeptCase& kept : run->cases) {
      if (next >= cases_.size() || !is_same_case(cases_[next].processes.front().kept->row, kept.row, device_)) {
        next = index_of(kept.row);
      }
      cases_[next].processes.push_back({run, &kept});
      ++next;
    }
  }
}

size_t Side::index_of(const CaseRow& row) {
  std::string key = case_key(row, device_);
  const auto [found, is_new] = indices_.try_emplace(key, cases_.size());
  if (is_new) cases_.push_back({.key = std::move(key), .processes = {}});
  return found->second;
}

const SideCase* Side::find(std::string_view key) const {
  const auto found = indices_.find(key);
  return found == indices_.end() ? nullptr : &cases_[found->second];
}

SideStatus status_of(const SideCase& side_case) {
  const auto bad = std::ranges::find_if(side_case.processes,
                                        [](const ProcessCase& process) { return process.kept->row.status != "ok"; });
  const CaseRow& row = bad == side_case.processes.end() ? side_case.processes.front().kept->row : bad->kept->row;
  return {row.status, row.reason};
}

std::vector<ProcessTimes> times_of(const SideCase& side_case) {
  std::vector<ProcessTimes> times;
  for (const auto& [run, kept] : side_case.processes) {
    if (kept->row.source != "measured") continue;
    ProcessTimes process{.run_id = run->run_id, .samples_s = {}, .median_s = metric_of(*kept, "time_s")};
    process.samples_s.reserve(kept->samples.size());
    for (const SampleRow& sample : kept->samples) process.samples_s.push_back(sample.time_s);
    times.push_back(std::move(process));
  }
  return times;
}

}  // namespace attn
