// trace_writing [FILE]: how long a Chrome trace of a million events (ops, calls, launches) takes, how large it is and
// how much memory is taken while it is written. The names are as long as LibTorch's kernels' names.
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>

#include "profiling/trace/chrome_trace.h"

namespace attn {
namespace {

constexpr size_t kForwards = 10'000;
constexpr size_t kLaunchesPerForward = 25;  // each with a call, and two ops

const char* const kKernelName =
    "void at::native::vectorized_elementwise_kernel<4, at::native::AUnaryFunctor<c10::BFloat16, c10::BFloat16, "
    "c10::BFloat16, at::native::binary_internal::MulFunctor<float> >, std::array<char*, 2ul> >(int, "
    "at::native::AUnaryFunctor<c10::BFloat16, c10::BFloat16, c10::BFloat16, "
    "at::native::binary_internal::MulFunctor<float> >, std::array<char*, 2ul>)";

Launch kernel(const CudaCall& call, size_t call_index) {
  Launch launch;
  launch.name = kKernelName;
  launch.grid = {864, 1, 1};
  launch.block = {128, 1, 1};
  launch.registers = 32;
  launch.static_shared_bytes = launch.dynamic_shared_bytes = 0;
  launch.call = call_index;
  launch.op = call.op;
  launch.iteration = call.iteration;
  launch.context = 1, launch.stream = 7;
  launch.correlation = call.correlation;
  launch.span = {call.span.end_ns, call.span.end_ns + 1'999};
  return launch;
}

/// An op, the op that it calls, the call that this makes and the kernel that that launches.
void add_launching_op(Profile& profile, int64_t begin, size_t forward) {
  const auto iteration = static_cast<int64_t>(forward);
  const auto outer = static_cast<int64_t>(profile.ops.size());
  profile.ops.push_back({.name = "aten::mul", .iteration = iteration, .thread = 4711, .span = {begin, begin + 9'001}});
  profile.ops.push_back({.name = "aten::mul_out",
                         .parent = outer,
                         .depth = 1,
                         .iteration = iteration,
                         .thread = 4711,
                         .span = {begin + 1'000, begin + 9'000}});
  profile.calls.push_back({.name = "cudaLaunchKernel",
                           .thread = 4711,
                           .span = {begin + 3'000, begin + 7'000},
                           .correlation = static_cast<int64_t>(profile.calls.size()) + 1,
                           .op = profile.ops.size() - 1,
                           .iteration = iteration});
  profile.launches.push_back(kernel(profile.calls.back(), profile.calls.size() - 1));
}

Profile a_million_events() {
  Profile profile{.thread = 4711};
  int64_t now = 1'790'000'000'000'000'000;
  for (size_t forward = 0; forward < kForwards; ++forward) {
    const int64_t begin = now;
    for (size_t launch = 0; launch < kLaunchesPerForward; ++launch, now += 10'000)
      add_launching_op(profile, now, forward);
    profile.iterations.push_back({begin, now});
  }
  return profile;
}

/// "VmHWM", the most that the process has had since it was reset; "VmRSS", what it has now; in kB.
int64_t status_kb(const std::string& field) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    if (int64_t kb = 0; word == field + ":" && status >> kb) return kb;
  }
  return -1;
}

void print_cost(const std::filesystem::path& file) {
  const Profile profile = a_million_events();
  const size_t events = profile.ops.size() + profile.calls.size() + profile.launches.size();
  TraceInfo info{.name = "synthetic", .process = "trace_writing", .pid = getpid()};
  info.devices = {{.name = "NVIDIA A100-SXM4-80GB", .sm_count = 108, .limits = {.max_threads_per_sm = 2'048}}};
  info.fitting_blocks = [](const Launch&) { return 16; };
  std::ofstream("/proc/self/clear_refs") << 5;  // so that VmHWM is of what follows
  const int64_t before_kb = status_kb("VmRSS");
  const std::clock_t processor_begin = std::clock();
  const auto begin = std::chrono::steady_clock::now();
  save_chrome_trace(file, profile, info);
  const double processor_s = static_cast<double>(std::clock() - processor_begin) / CLOCKS_PER_SEC;
  const double time_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  fmt::print("{} events: {:.2f} s ({:.2f} s of a processor), {} bytes, {:.1f} MiB of memory above the recording's\n",
             events, time_s, processor_s, std::filesystem::file_size(file),
             static_cast<double>(status_kb("VmHWM") - before_kb) / 1024);
}

}  // namespace
}  // namespace attn

int main(int argc, char** argv) {
  const std::filesystem::path file =
      argc > 1 ? argv[1] : std::filesystem::temp_directory_path() / "trace_writing.pt.trace.json";
  attn::print_cost(file);
  if (argc == 1) std::filesystem::remove(file);
}
