// Seconds that the profiler's table, its text and the rest that is read out of a profile take over a million events:
// ops, API calls and launches of a forward like naive attention's, over and over.
#include <fmt/format.h>

#include <chrono>
#include <string>
#include <vector>

#include "profiling/kernel_times.h"
#include "profiling/op_table_text.h"
#include "profiling/op_times.h"
#include "profiling/profile_summary.h"

namespace attn {
namespace {

constexpr int64_t kEvents = 1'000'000;
constexpr int64_t kForwards = 3;
constexpr int64_t kStepNs = 10'000;

/// An op with an op below it that calls CUDA once, which launches one kernel: four events.
void add_step(Profile& profile, int64_t iteration, int64_t step) {
  static const std::vector<std::string> kOps = {"aten::matmul", "aten::mul", "aten::masked_fill", "aten::softmax"};
  static const std::vector<std::string> kBelow = {"aten::bmm", "aten::copy_", "aten::masked_fill_", "aten::_softmax"};
  const int64_t begin = 1'800'000'000'000'000'000 + step * kStepNs;
  const auto kind = static_cast<size_t>(step % 4), op = profile.ops.size();
  const auto span = [&](int64_t from, int64_t to) { return TimeSpan{begin + from, begin + to}; };
  profile.ops.push_back({kOps[kind], -1, 0, iteration, 100, span(0, 9'000)});
  profile.ops.push_back({kBelow[kind], static_cast<int64_t>(op), 1, iteration, 100, span(1'000, 8'000)});
  profile.calls.push_back({.name = "cudaLaunchKernel",
                           .thread = 100,
                           .span = span(2'000, 7'000),
                           .correlation = step + 1,
                           .op = op + 1,
                           .iteration = iteration});
  Launch launch;
  launch.name = fmt::format(
      "void at::native::vectorized_elementwise_kernel<4, at::native::AUnaryFunctor<c10::BFloat16, c10::BFloat16, "
      "c10::BFloat16, at::native::binary_internal::MulFunctor<float> >, std::array<char*, 2ul> >(int, {})",
      step % 40);
  launch.mangled_name = launch.name;
  launch.call = profile.calls.size() - 1;
  launch.op = op + 1;
  launch.iteration = iteration;
  launch.span = span(5'000, 12'000);
  profile.launches.push_back(launch);
}

Profile profile_of_a_million_events() {
  Profile profile{.thread = 100};
  const int64_t steps = kEvents / 4 / kForwards * kForwards;
  for (int64_t step = 0; step < steps; ++step) add_step(profile, step * kForwards / steps, step);
  for (int64_t i = 0; i < kForwards; ++i) {
    const int64_t begin = 1'800'000'000'000'000'000 + i * (steps / kForwards) * kStepNs;
    profile.iterations.push_back({begin, begin + steps / kForwards * kStepNs});
  }
  return profile;
}

template <typename Work>
void print_seconds(const char* what, const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  const size_t size = work();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  fmt::print("{:<16} {:.3f} s ({})\n", what, seconds.count(), size);
}

void print_all() {
  const Profile profile = profile_of_a_million_events();
  fmt::print("{} ops, {} calls, {} launches in {} forwards\n", profile.ops.size(), profile.calls.size(),
             profile.launches.size(), profile.iterations.size());
  print_seconds("table", [&] { return table_text(op_table_of(profile, DeviceTimes::kReal), {}).size(); });
  print_seconds("kernel times", [&] { return kernel_times_of(profile, DeviceTimes::kReal).size(); });
  print_seconds("summary", [&] { return summary_text(summary_of(profile, DeviceTimes::kReal)).size(); });
  print_seconds("rows of ops.csv", [&] { return op_rows_of(profile, DeviceTimes::kReal).size(); });
}

}  // namespace
}  // namespace attn

int main() {
  attn::print_all();
}
