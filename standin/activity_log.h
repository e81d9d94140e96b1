#pragma once

#include <cupti.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "standin/activity.h"
#include "standin/record_buffers.h"
#include "standin/record_clock.h"

namespace attn::standin {

/// What CUPTI's client wants to know, and where it goes.
class ActivityLog {
 public:
  explicit ActivityLog(const Faults& faults) : buffers_(faults), zero_times_(faults.zero_time_records) {}

  /// False for a kind that there is none of.
  bool enable(CUpti_ActivityKind kind, bool enabled);
  void mute(Api api, CUpti_CallbackId cbid, bool muted);

  void push_external(CUpti_ExternalCorrelationKind kind, uint64_t id);
  /// Nothing when this thread has pushed none of that kind.
  std::optional<uint64_t> pop_external(CUpti_ExternalCorrelationKind kind);

  RecordBuffers& buffers() { return buffers_; }
  RecordClock& clock() { return clock_; }

  uint32_t next_correlation() { return ++correlation_; }
  /// Writes the records of a call that ends now: this thread's external correlations, the call, what it had the GPU do.
  void record(const Call& call, uint32_t result);
  void flush();

 private:
  using Externals = std::vector<std::pair<CUpti_ExternalCorrelationKind, uint64_t>>;

  bool is_on(CUpti_ActivityKind kind) const { return enabled_.at(kind).load(std::memory_order_relaxed); }
  bool anything_on() const { return enabled_count_.load(std::memory_order_relaxed) > 0; }
  bool muted(const Call& call) const;
  void record_externals(uint32_t correlation);
  void record_activity(const Call& call, const Activity& activity, const RecordTime& time);
  /// Whether the next device activity is to be written without times, where that fault is asked for; counts it.
  bool take_zero_time();

  std::array<std::atomic<bool>, CUPTI_ACTIVITY_KIND_COUNT> enabled_{};
  std::atomic<int> enabled_count_ = 0;
  std::array<std::array<std::atomic<bool>, 2048>, 2> muted_{};  ///< by Api and cbid
  std::atomic<uint32_t> correlation_ = 0;
  RecordBuffers buffers_;
  RecordClock clock_;
  std::mutex mutex_;
  std::unordered_map<uint64_t, Externals> externals_by_thread_;
  uint64_t zero_times_;
};

}  // namespace attn::standin
