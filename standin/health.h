#pragma once

#include <atomic>
#include <cstdint>

#include "standin/faults.h"

namespace attn::standin {

enum class Condition { kWell, kLaunchFailed, kLost };

/// Whether the GPU still works. It counts launches, and falls ill at the one that the faults name; that is for good.
class Health {
 public:
  explicit Health(const Faults& faults) : faults_(faults) {}

  void count_launch() { ++launches_; }
  Condition condition() const {
    const uint64_t launches = launches_.load();
    if (faults_.device_lost_after && launches >= *faults_.device_lost_after) return Condition::kLost;
    if (faults_.launch_error_after && launches >= *faults_.launch_error_after) return Condition::kLaunchFailed;
    return Condition::kWell;
  }

 private:
  const Faults faults_;
  std::atomic<uint64_t> launches_ = 0;
};

}  // namespace attn::standin
