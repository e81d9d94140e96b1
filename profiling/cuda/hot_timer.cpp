#include "profiling/cuda/hot_timer.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace attn {

namespace {

constexpr double kBatchSeconds = 5e-3;

class HotTimer : public ForwardTimer {
 public:
  HotTimer(std::unique_ptr<TimedStream> stream, EventTools tools, int64_t ops_per_forward)
      : sampler_(std::move(stream), std::move(tools)), ops_per_forward_(ops_per_forward) {}

  TimedSample time(const Forward& forward) override {
    if (!batch_) {
      const TimedSample single = sampler_.sample(forward, 1, ops_per_forward_, Before::kNothing);
      batch_ = hot_batch(single.time_s, most_forwards_queued(ops_per_forward_));
    }
    return sampler_.sample(forward, *batch_, *batch_ * ops_per_forward_, Before::kNothing);
  }

 private:
  EventSampler sampler_;
  int64_t ops_per_forward_;
  std::optional<int64_t> batch_;
};

}  // namespace

int64_t most_forwards_queued(int64_t ops_per_forward) {
  return std::max<int64_t>(1, kMostQueued / std::max<int64_t>(1, ops_per_forward));
}

int64_t hot_batch(double forward_s, int64_t most) {
  const double wanted = std::ceil(kBatchSeconds / forward_s);
  return wanted < static_cast<double>(most) ? std::max<int64_t>(1, static_cast<int64_t>(wanted)) : most;
}

std::unique_ptr<ForwardTimer> make_hot_timer(std::unique_ptr<TimedStream> stream, EventTools tools,
                                             int64_t ops_per_forward) {
  return std::make_unique<HotTimer>(std::move(stream), std::move(tools), ops_per_forward);
}

}  // namespace attn
