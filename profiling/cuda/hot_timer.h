#pragma once

#include <cstdint>
#include <memory>

#include "profiling/cuda/event_sample.h"
#include "profiling/forward_timer.h"

namespace attn {

/// How many forwards of `ops_per_forward` dispatched ops may be queued at once: as many as keep to kMostQueued
/// activities, at least one. An op queues one activity at most but for a few (a reduction's memset), while views,
/// allocations and the ops that only call others queue none, so ops bound activities.
int64_t most_forwards_queued(int64_t ops_per_forward);

/// How many forwards of `forward_s` a hot sample holds: enough for about 5 ms, below the 8 ms up to which an event time
/// is exact to the nanosecond and four orders above the events' tick; at least one, at most `most`.
int64_t hot_batch(double forward_s, int64_t most);

/// Times a batch of forwards back to back by one pair of events; a sample is their mean. The size of the batch is
/// chosen at the first call, by a sample of one forward that is not reported.
std::unique_ptr<ForwardTimer> make_hot_timer(std::unique_ptr<TimedStream> stream, EventTools tools,
                                             int64_t ops_per_forward);

}  // namespace attn
