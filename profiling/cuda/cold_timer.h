#pragma once

#include <cstdint>
#include <memory>

#include "profiling/cuda/event_sample.h"
#include "profiling/forward_timer.h"

namespace attn {

/// Times one forward a sample, the L2 cache flushed before it and outside the events.
std::unique_ptr<ForwardTimer> make_cold_timer(std::unique_ptr<TimedStream> stream, EventTools tools,
                                              int64_t ops_per_forward);

}  // namespace attn
