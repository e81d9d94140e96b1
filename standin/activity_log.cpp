#include "standin/activity_log.h"

#include <pthread.h>

#include <algorithm>

#include "standin/activity_records.h"

namespace attn::standin {

namespace {

// The externals are kept by thread in a map, not in a thread_local: that would be destroyed before the destructors
// from which a program may still call CUDA.
uint64_t this_thread() {
  return static_cast<uint64_t>(pthread_self());
}

template <typename Record>
void erase_times(Record& record) {
  record.start = 0;
  record.end = 0;
}

}  // namespace

bool ActivityLog::enable(CUpti_ActivityKind kind, bool enabled) {
  if (kind <= CUPTI_ACTIVITY_KIND_INVALID || kind >= CUPTI_ACTIVITY_KIND_COUNT) return false;
  if (enabled_.at(kind).exchange(enabled) != enabled) enabled_count_ += enabled ? 1 : -1;
  return true;
}

void ActivityLog::mute(Api api, CUpti_CallbackId cbid, bool muted) {
  auto& by_cbid = muted_.at(static_cast<size_t>(api));
  if (cbid < by_cbid.size()) by_cbid.at(cbid) = muted;
}

bool ActivityLog::muted(const Call& call) const {
  const auto& by_cbid = muted_.at(static_cast<size_t>(call.api));
  return call.cbid < by_cbid.size() && by_cbid.at(call.cbid).load(std::memory_order_relaxed);
}

void ActivityLog::push_external(CUpti_ExternalCorrelationKind kind, uint64_t id) {
  const std::lock_guard lock(mutex_);
  externals_by_thread_[this_thread()].emplace_back(kind, id);
}

std::optional<uint64_t> ActivityLog::pop_external(CUpti_ExternalCorrelationKind kind) {
  const std::lock_guard lock(mutex_);
  const auto thread = externals_by_thread_.find(this_thread());
  if (thread == externals_by_thread_.end()) return std::nullopt;
  Externals& externals = thread->second;
  const auto last = std::find_if(externals.rbegin(), externals.rend(), [&](auto& one) { return one.first == kind; });
  if (last == externals.rend()) return std::nullopt;
  const uint64_t id = last->second;
  externals.erase(std::next(last).base());
  if (externals.empty()) externals_by_thread_.erase(thread);
  return id;
}

// The top id of each kind, as CUPTI does.
void ActivityLog::record_externals(uint32_t correlation) {
  Externals tops;
  {
    const std::lock_guard lock(mutex_);
    const auto thread = externals_by_thread_.find(this_thread());
    if (thread == externals_by_thread_.end()) return;
    for (auto one = thread->second.rbegin(); one != thread->second.rend(); ++one) {
      if (std::ranges::none_of(tops, [&](const auto& top) { return top.first == one->first; })) tops.push_back(*one);
    }
  }
  std::ranges::sort(tops);
  for (const auto& [kind, id] : tops) buffers_.put(external_record(kind, id, correlation));
}

void ActivityLog::record(const Call& call, uint32_t result) {
  if (!anything_on() || !buffers_.has_callbacks()) return;
  const RecordTime time = clock_.time();
  const CUpti_ActivityKind kind = call.api == Api::kRuntime ? CUPTI_ACTIVITY_KIND_RUNTIME : CUPTI_ACTIVITY_KIND_DRIVER;
  if (is_on(kind) && !muted(call)) {
    if (is_on(CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION)) record_externals(call.correlation);
    buffers_.put(api_record(call, now_ns(), result, time));
  }
  record_activity(call, call.activity, time);
  for (const Activity& node : call.nodes) record_activity(call, node, time);
}

bool ActivityLog::take_zero_time() {
  const std::lock_guard lock(mutex_);
  if (zero_times_ == 0) return false;
  --zero_times_;
  return true;
}

void ActivityLog::record_activity(const Call& call, const Activity& activity, const RecordTime& time) {
  const auto put = [&](auto record) {
    if (take_zero_time()) erase_times(record);
    buffers_.put(record);
  };
  if (const auto* kernel = std::get_if<KernelActivity>(&activity)) {
    auto record = kernel_record(*kernel, call.correlation, time);
    if (!is_on(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL)) {
      if (!is_on(CUPTI_ACTIVITY_KIND_KERNEL)) return;
      record.kind = CUPTI_ACTIVITY_KIND_KERNEL;
    }
    put(record);
  } else if (const auto* copy = std::get_if<CopyActivity>(&activity)) {
    if (is_on(CUPTI_ACTIVITY_KIND_MEMCPY)) put(copy_record(*copy, call, time));
  } else if (const auto* set = std::get_if<SetActivity>(&activity)) {
    if (is_on(CUPTI_ACTIVITY_KIND_MEMSET)) put(set_record(*set, call.correlation, time));
  } else if (const auto* wait = std::get_if<Synchronization>(&activity)) {
    if (is_on(CUPTI_ACTIVITY_KIND_SYNCHRONIZATION)) buffers_.put(synchronization_record(*wait, call.correlation, time));
  }
}

void ActivityLog::flush() {
  const int64_t start_ns = now_ns();
  if (is_on(CUPTI_ACTIVITY_KIND_OVERHEAD) && buffers_.has_callbacks()) {
    buffers_.put(flush_record(start_ns, now_ns(), clock_.time()));
  }
  buffers_.flush();
}

}  // namespace attn::standin
