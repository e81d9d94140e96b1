#include "profiling/cuda/cold_timer.h"

#include <utility>

namespace attn {

namespace {

class ColdTimer : public ForwardTimer {
 public:
  ColdTimer(std::unique_ptr<TimedStream> stream, EventTools tools, int64_t ops_per_forward)
      : sampler_(std::move(stream), std::move(tools)), ops_per_forward_(ops_per_forward) {}

  TimedSample time(const Forward& forward) override {
    return sampler_.sample(forward, 1, ops_per_forward_, Before::kFlush);
  }

 private:
  EventSampler sampler_;
  int64_t ops_per_forward_;
};

}  // namespace

std::unique_ptr<ForwardTimer> make_cold_timer(std::unique_ptr<TimedStream> stream, EventTools tools,
                                              int64_t ops_per_forward) {
  return std::make_unique<ColdTimer>(std::move(stream), std::move(tools), ops_per_forward);
}

}  // namespace attn
