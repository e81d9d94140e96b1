// How much recording slows a naive forward of 45 ops, [1, 4, 32, 16]: names and times, then tensors too. Medians of
// interleaved pairs in one run; with the argument "cuda" on the first GPU, with CUPTI's records at the end.
// pytorch_profiler_cost.py asks the same of PyTorch's profiler.
#include <ATen/Parallel.h>
#include <ATen/record_function.h>
#include <c10/core/InferenceMode.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "profiling/cpu/cpu_device.h"
#include "profiling/cpu/freed_memory.h"
#include "profiling/cuda/cuda_device.h"
#include "profiling/op_recorder.h"
#include "tests/profiling/forwards.h"

namespace attn {
namespace {

constexpr size_t kPairs = 500;
constexpr int64_t kForwards = 15;

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

/// A forward that notes how long each of its calls took.
struct TimedForward {
  Forward forward;
  std::vector<double>* times_ns;

  at::Tensor operator()() const {
    const auto begin = std::chrono::steady_clock::now();
    at::Tensor output = forward();
    times_ns->push_back(std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count());
    return output;
  }
};

void compare(const char* what, const Forward& forward, const std::function<void(const Forward&)>& record) {
  std::vector<double> bare_ns, recorded_ns, ratios;
  for (size_t pair = 0; pair < kPairs; ++pair) {
    std::vector<double> bare, recorded;
    const TimedForward timed{forward, &bare};
    for (int64_t i = 0; i < kForwards; ++i) timed();
    record(TimedForward{forward, &recorded});
    bare_ns.push_back(median(bare));
    recorded_ns.push_back(median(recorded));
    ratios.push_back(recorded_ns.back() / bare_ns.back());
  }
  fmt::print("{}: {:.2f} µs bare, {:.2f} µs recorded, ratio {:.3f}\n", what, median(bare_ns) / 1e3,
             median(recorded_ns) / 1e3, median(ratios));
}

at::RecordFunctionCallback empty_callback() {
  return at::RecordFunctionCallback(
      [](const at::RecordFunction&) -> std::unique_ptr<at::ObserverContext> { return nullptr; },
      [](const at::RecordFunction&, at::ObserverContext*) {});
}

std::function<void(const Forward&)> run_under(const at::RecordFunctionCallback& callback) {
  return [callback](const Forward& timed) {
    const at::RecordFunctionGuard enabled{true};
    const auto handle = at::addGlobalCallback(callback);
    for (int64_t i = 0; i < kForwards; ++i) timed();
    at::removeCallback(handle);
  };
}

}  // namespace
}  // namespace attn

int main(int argc, char** argv) {
  using namespace attn;
  at::set_num_threads(1);
  keep_freed_memory();  // as attn_bench does
  const c10::InferenceMode inference;
  const bool on_gpu = argc > 1 && std::string_view(argv[1]) == "cuda";
  const std::unique_ptr<Device> device = on_gpu ? make_cuda_device(0) : make_cpu_device(true);
  const Forward forward = naive_forward(4, 32, 16, device->torch_device());
  compare("an empty callback, the least that there is", forward, run_under(empty_callback()));
  compare("the same that asks for inputs", forward, run_under(empty_callback().needsInputs(true)));
  compare("the same that asks for inputs and outputs", forward,
          run_under(empty_callback().needsInputs(true).needsOutputs(true)));
  compare("names and times", forward, [](const Forward& timed) { record_forwards(timed, kForwards); });
  compare("names, times and inputs' shapes", forward,
          [](const Forward& timed) { record_ops_with_inputs(timed, kForwards); });
  compare("names, times and all tensors", forward,
          [](const Forward& timed) { record_ops_with_tensors(timed, kForwards); });
  if (!on_gpu) return 0;
  compare("names, times and CUPTI's records", forward,
          [&](const Forward& timed) { device->profile(timed, {.wait = 0, .warm_up = 0, .active = kForwards}); });
}
