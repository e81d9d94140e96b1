#pragma once

#include <unistd.h>

#include <memory>
#include <stdexcept>
#include <vector>

#include "profiling/device.h"
#include "profiling/op_recorder.h"
#include "tests/benchmarks/clock_in_hand.h"

namespace attn {

/// A device whose tensors are on the CPU and whose clock and memory a test holds.
class DeviceInHand : public Device {
 public:
  explicit DeviceInHand(ClockInHand& clock) : clock_(&clock) {}

  std::string kind() const override { return "cpu"; }
  std::string name() const override { return "in hand"; }
  std::string arch() const override { return "none"; }
  at::Device torch_device() const override { return at::Device(at::kCPU); }
  Facts facts() const override { return {{"device", "in hand"}}; }
  int64_t available_memory_bytes() const override { return available_bytes; }
  std::unique_ptr<ForwardTimer> make_timer(Cache, int64_t) override { return std::make_unique<Timer>(*clock_); }
  int64_t forward_peak_bytes(const Forward& forward) override { return forward(), ++memory_passes, 4096; }
  CapturedForward capture(const Forward& forward) override {
    if (not_capturable) throw NotCapturable(*not_capturable);
    ++captures;
    return {.replay = forward, .traced = record_ops_with_tensors(forward), .node_ops = node_ops, .peak_bytes = 8192};
  }
  Profile profile(const Forward& forward, const Schedule& schedule) override {
    RecordedForwards recorded = record_forwards(forward, schedule.active);
    return {
        .iterations = recorded.iterations, .thread = gettid(), .ops = recorded.ops, .launches = launches, .loss = loss};
  }
  std::optional<SmLimits> sm_limits() const override { return std::nullopt; }
  void reserve_memory(int64_t bytes) override { reserved_bytes = bytes; }
  void synchronize() override {}
  void release_memory() override {
    if (release_throws) throw std::runtime_error("the device is lost");
    ++releases;
    available_bytes += bytes_given_back;
  }

  int64_t available_bytes = int64_t(1) << 34;
  int64_t bytes_given_back = 0;
  int64_t reserved_bytes = 0;
  std::vector<Launch> launches;  ///< that each forward is said to have launched
  LossCount loss;
  std::optional<std::string> not_capturable;
  std::vector<std::optional<size_t>> node_ops;  ///< of each graph
  int captures = 0;
  bool release_throws = false;
  int memory_passes = 0;
  int releases = 0;

 private:
  class Timer : public ForwardTimer {
   public:
    explicit Timer(ClockInHand& clock) : clock_(&clock) {}
    TimedSample time(const Forward& forward) override { return clock_->time(forward); }

   private:
    ClockInHand* clock_;
  };

  ClockInHand* clock_;
};

}  // namespace attn
