#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "standin/gate.h"

namespace attn::standin {

/// Nanoseconds of CLOCK_REALTIME, as everywhere here.
int64_t now_ns();

/// When an activity runs, and on which stream by CUPTI's number.
struct Interval {
  int64_t start_ns = 0;
  int64_t end_ns = 0;
  uint32_t stream_id = 0;
};

/// A stream's or an event's name for the caller: the pointer that the API hands out. Null is the default stream.
using Handle = const void*;

/// Whether it names the default stream: null, cudaStreamLegacy and cudaStreamPerThread, which is one for all threads
/// here.
bool is_default_stream(Handle stream);

enum class Readiness { kUnknownHandle, kNotRecorded, kNotReady, kReady };

/// The GPU's time: a virtual clock a stream. An activity takes a fixed time. On a stream that isn't held it starts at
/// the stream's clock or now, whatever is later; on one that is held activities pile up back to back from the time of
/// the hold on, however slow the host is, so that the events between them are exactly so many activities apart.
///
/// What was queued is done when no gate holds it and the real time has come to its end.
class Timeline {
 public:
  /// A call that queues an activity on a held stream blocks while `queue_limit` are queued there.
  Timeline(int64_t activity_ns, std::optional<uint64_t> queue_limit);

  Handle create_stream(bool blocking, int priority);
  bool destroy_stream(Handle stream);  ///< false for an unknown one
  bool knows_stream(Handle stream) const;
  uint32_t stream_id(Handle stream) const;
  int priority(Handle stream) const;
  bool blocking(Handle stream) const;

  /// Nothing for an unknown stream.
  std::optional<Interval> queue_activity(Handle stream);
  bool hold(Handle stream, const AwaitedWord& word);

  Handle create_event(bool timed);
  bool destroy_event(Handle event);
  bool record(Handle event, Handle stream);
  bool wait(Handle stream, Handle event);  ///< what is queued from now on comes after the event

  Readiness stream_readiness(Handle stream) const;
  Readiness event_readiness(Handle event) const;
  bool all_ready() const;
  /// Returns when all that was queued on the stream by now is done; so on for the others.
  void synchronize_stream(Handle stream) const;
  void synchronize_event(Handle event) const;
  void synchronize_all() const;

  /// The time of a recorded event that has timing; nothing otherwise.
  std::optional<int64_t> event_time_ns(Handle event) const;

 private:
  struct Stream {
    uint32_t id = 0;
    bool blocking = true;
    int priority = 0;
    int64_t clock_ns = 0;
    std::shared_ptr<Gate> gate;
    uint64_t queued = 0;  ///< activities since it is held

    bool held() const { return gate && !gate->is_open(); }
    bool done() const { return !held() && now_ns() >= clock_ns; }
  };
  struct Event {
    bool timed = true;
    std::optional<int64_t> time_ns;
    std::shared_ptr<Gate> gate;

    bool done() const { return (!gate || gate->is_open()) && now_ns() >= time_ns.value_or(0); }
  };

  Stream* find_stream(Handle stream) const;
  Event* find_event(Handle event) const;
  void catch_up(Stream& stream);
  static void follow(Stream& stream, int64_t clock_ns, const std::shared_ptr<Gate>& gate);

  const int64_t activity_ns_;
  const std::optional<uint64_t> queue_limit_;
  mutable std::mutex mutex_;
  std::unordered_map<Handle, std::unique_ptr<Stream>> streams_;
  std::unordered_map<Handle, std::unique_ptr<Event>> events_;
  Stream* default_stream_;
  uint32_t next_stream_id_;
};

}  // namespace attn::standin
