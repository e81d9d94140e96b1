#include "profiling/cpu/cpu_device.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "profiling/cpu/available_memory.h"
#include "profiling/cpu/counting_allocator.h"
#include "profiling/cpu/freed_memory.h"
#include "profiling/cpu/wall_clock_timer.h"
#include "profiling/match_inputs.h"
#include "profiling/op_recorder.h"
#include "profiling/warm_up.h"
#include "results/bad_request.h"

namespace attn {
namespace {

class CpuDevice final : public Device {
 public:
  explicit CpuDevice(bool keep_memory) : keep_memory_(keep_memory) {}

  std::string kind() const override { return "cpu"; }
  std::string name() const override { return "cpu"; }
  std::string arch() const override {
    utsname system{};
    return uname(&system) == 0 ? system.machine : "unknown";
  }
  at::Device torch_device() const override { return at::kCPU; }
  Facts facts() const override {
    return {{"device", name()}, {"arch", arch()}, {"keep_memory", keep_memory_ ? "on" : "off"}};
  }

  int64_t available_memory_bytes() const override { return attn::available_memory_bytes(); }

  std::unique_ptr<ForwardTimer> make_timer(Cache cache, int64_t) override {
    if (cache != Cache::kUncontrolled) {
      throw BadRequest("--cache: a CPU's caches can't be flushed or filled between forwards; leave it out on a CPU");
    }
    return std::make_unique<WallClockTimer<std::chrono::steady_clock>>();
  }

  int64_t forward_peak_bytes(const Forward& forward) override { return peak_cpu_bytes(forward); }

  CapturedForward capture(const Forward&) override {
    throw BadRequest("a CPU has no CUDA graphs: --launch=graph is for a GPU, or for --plan");
  }
  Profile profile(const Forward& forward, const Schedule& schedule) override {
    for (int64_t i = 0; i < schedule.wait; ++i) forward();
    OpsWithInputs warm_up = record_warm_up(forward, schedule);
    RecordedForwards recorded = record_forwards(forward, schedule.active);
    Profile profile{.iterations = std::move(recorded.iterations), .thread = gettid(), .ops = std::move(recorded.ops)};
    match_inputs(profile, warm_up.ops, std::move(warm_up.inputs));
    return profile;
  }
  std::optional<SmLimits> sm_limits() const override { return std::nullopt; }

  void reserve_memory(int64_t bytes) override {
    if (keep_memory_) touch_memory(std::min(bytes, attn::available_memory_bytes() / 2));
  }

  void synchronize() override {}  // a CPU forward is done when it returns
  void release_memory() override { give_back_freed_memory(); }

 private:
  bool keep_memory_;
};

}  // namespace

std::unique_ptr<Device> make_cpu_device(bool keep_memory) {
  return std::make_unique<CpuDevice>(keep_memory);
}

}  // namespace attn
