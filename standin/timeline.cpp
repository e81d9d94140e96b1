#include "standin/timeline.h"

#include <time.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace attn::standin {

namespace {

// As CUPTI numbers them on a GPU.
constexpr uint32_t kDefaultStreamId = 7;
constexpr uint32_t kFirstStreamId = 13;

void nap() {
  std::this_thread::sleep_for(std::chrono::microseconds(20));
}

}  // namespace

bool is_default_stream(Handle stream) {
  return reinterpret_cast<uintptr_t>(stream) <= 2;
}

int64_t now_ns() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec * 1'000'000'000 + now.tv_nsec;
}

Timeline::Timeline(int64_t activity_ns, std::optional<uint64_t> queue_limit)
    : activity_ns_(activity_ns), queue_limit_(queue_limit), next_stream_id_(kFirstStreamId) {
  auto stream = std::make_unique<Stream>();
  stream->id = kDefaultStreamId;
  default_stream_ = stream.get();
  streams_.emplace(default_stream_, std::move(stream));
}

Timeline::Stream* Timeline::find_stream(Handle stream) const {
  if (is_default_stream(stream)) return default_stream_;
  const auto found = streams_.find(stream);
  return found == streams_.end() ? nullptr : found->second.get();
}

Timeline::Event* Timeline::find_event(Handle event) const {
  const auto found = events_.find(event);
  return found == events_.end() ? nullptr : found->second.get();
}

Handle Timeline::create_stream(bool blocking, int priority) {
  const std::lock_guard lock(mutex_);
  auto stream = std::make_unique<Stream>();
  stream->id = next_stream_id_++;
  stream->blocking = blocking;
  stream->priority = priority;
  const Handle handle = stream.get();
  streams_.emplace(handle, std::move(stream));
  return handle;
}

bool Timeline::destroy_stream(Handle stream) {
  const std::lock_guard lock(mutex_);
  return !is_default_stream(stream) && streams_.erase(stream) == 1;
}

bool Timeline::knows_stream(Handle stream) const {
  const std::lock_guard lock(mutex_);
  return find_stream(stream) != nullptr;
}

uint32_t Timeline::stream_id(Handle stream) const {
  const std::lock_guard lock(mutex_);
  const Stream* found = find_stream(stream);
  return found == nullptr ? 0 : found->id;
}

int Timeline::priority(Handle stream) const {
  const std::lock_guard lock(mutex_);
  const Stream* found = find_stream(stream);
  return found == nullptr ? 0 : found->priority;
}

bool Timeline::blocking(Handle stream) const {
  const std::lock_guard lock(mutex_);
  const Stream* found = find_stream(stream);
  return found == nullptr || found->blocking;
}

void Timeline::follow(Stream& stream, int64_t clock_ns, const std::shared_ptr<Gate>& gate) {
  stream.clock_ns = std::max(stream.clock_ns, clock_ns);
  if (!gate || gate->is_open() || (stream.gate && stream.gate->comes_after(*gate))) return;
  stream.gate = std::make_shared<Gate>(stream.gate, gate);
}

// Before anything new is queued: what it comes after, and the present unless the stream is held. The default stream and
// the blocking ones come after each other (CUDA's "legacy default stream").
void Timeline::catch_up(Stream& stream) {
  if (&stream == default_stream_) {
    for (const auto& [handle, other] : streams_) {
      if (other->blocking && other.get() != &stream) follow(stream, other->clock_ns, other->gate);
    }
  } else if (stream.blocking) {
    follow(stream, default_stream_->clock_ns, default_stream_->gate);
  }
  if (stream.held()) return;
  stream.gate.reset();
  stream.queued = 0;
  stream.clock_ns = std::max(stream.clock_ns, now_ns());
}

std::optional<Interval> Timeline::queue_activity(Handle handle) {
  std::unique_lock lock(mutex_);
  while (Stream* stream = find_stream(handle)) {
    catch_up(*stream);
    if (stream->held() && queue_limit_ && stream->queued >= *queue_limit_) {
      lock.unlock();
      nap();
      lock.lock();
      continue;
    }
    if (stream->held()) ++stream->queued;
    const int64_t start_ns = stream->clock_ns;
    stream->clock_ns += activity_ns_;
    return Interval{.start_ns = start_ns, .end_ns = stream->clock_ns, .stream_id = stream->id};
  }
  return std::nullopt;
}

bool Timeline::hold(Handle handle, const AwaitedWord& word) {
  const std::lock_guard lock(mutex_);
  Stream* stream = find_stream(handle);
  if (stream == nullptr) return false;
  catch_up(*stream);
  stream->gate = std::make_shared<Gate>(stream->gate, word);
  return true;
}

Handle Timeline::create_event(bool timed) {
  const std::lock_guard lock(mutex_);
  auto event = std::make_unique<Event>();
  event->timed = timed;
  const Handle handle = event.get();
  events_.emplace(handle, std::move(event));
  return handle;
}

bool Timeline::destroy_event(Handle event) {
  const std::lock_guard lock(mutex_);
  return events_.erase(event) == 1;
}

bool Timeline::record(Handle event_handle, Handle stream_handle) {
  const std::lock_guard lock(mutex_);
  Event* event = find_event(event_handle);
  Stream* stream = find_stream(stream_handle);
  if (event == nullptr || stream == nullptr) return false;
  catch_up(*stream);
  event->time_ns = stream->clock_ns;
  event->gate = stream->gate;
  return true;
}

bool Timeline::wait(Handle stream_handle, Handle event_handle) {
  const std::lock_guard lock(mutex_);
  Stream* stream = find_stream(stream_handle);
  const Event* event = find_event(event_handle);
  if (event == nullptr || stream == nullptr) return false;
  if (event->time_ns) follow(*stream, *event->time_ns, event->gate);
  return true;
}

Readiness Timeline::stream_readiness(Handle handle) const {
  const std::lock_guard lock(mutex_);
  const Stream* stream = find_stream(handle);
  if (stream == nullptr) return Readiness::kUnknownHandle;
  return stream->done() ? Readiness::kReady : Readiness::kNotReady;
}

Readiness Timeline::event_readiness(Handle handle) const {
  const std::lock_guard lock(mutex_);
  const Event* event = find_event(handle);
  if (event == nullptr) return Readiness::kUnknownHandle;
  if (!event->time_ns) return Readiness::kNotRecorded;
  return event->done() ? Readiness::kReady : Readiness::kNotReady;
}

bool Timeline::all_ready() const {
  const std::lock_guard lock(mutex_);
  return std::ranges::all_of(streams_, [](const auto& entry) { return entry.second->done(); });
}

void Timeline::synchronize_stream(Handle stream) const {
  while (stream_readiness(stream) == Readiness::kNotReady) nap();
}

void Timeline::synchronize_event(Handle event) const {
  while (event_readiness(event) == Readiness::kNotReady) nap();
}

void Timeline::synchronize_all() const {
  while (!all_ready()) nap();
}

std::optional<int64_t> Timeline::event_time_ns(Handle handle) const {
  const std::lock_guard lock(mutex_);
  const Event* event = find_event(handle);
  return event == nullptr || !event->timed ? std::nullopt : event->time_ns;
}

}  // namespace attn::standin
