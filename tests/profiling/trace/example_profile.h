#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "profiling/trace/chrome_trace.h"

namespace attn {

inline constexpr int64_t kExampleBegin = 1'790'000'000'123'456'789;  // ns of Unix time
inline constexpr int64_t kExampleThread = 4711;

inline RecordedOp example_op(const std::string& name, int64_t begin, int64_t end, int64_t parent = -1) {
  return {.name = name,
          .parent = parent,
          .depth = parent < 0 ? 0 : 1,
          .thread = kExampleThread,
          .span = {kExampleBegin + begin, kExampleBegin + end}};
}

/// Adds a call and the launch that it made; times are nanoseconds from kExampleBegin on.
inline Launch& add_launch(Profile& profile, std::string_view call, const TimeSpan& called, const TimeSpan& ran) {
  const auto correlation = static_cast<int64_t>(profile.calls.size()) + 11;
  profile.calls.push_back({.name = call,
                           .thread = kExampleThread,
                           .span = {kExampleBegin + called.begin_ns, kExampleBegin + called.end_ns},
                           .correlation = correlation});
  Launch launch;
  launch.name = "void a_kernel<float>(float*)";
  launch.call = profile.calls.size() - 1;
  launch.context = 1;
  launch.stream = 7;
  launch.correlation = correlation;
  launch.span = {kExampleBegin + ran.begin_ns, kExampleBegin + ran.end_ns};
  profile.launches.push_back(launch);
  return profile.launches.back();
}

/// A forward of three ops that launches a kernel, a copy, a call into a library and a set.
inline Profile example_profile() {
  Profile profile;
  profile.iterations = {{kExampleBegin, kExampleBegin + 90'000}};
  profile.thread = kExampleThread;
  profile.ops = {example_op("aten::matmul", 1'000, 40'000), example_op("aten::bmm", 2'001, 39'999, 0),
                 example_op("aten::copy_", 41'000, 80'000)};
  profile.inputs = {{{.type = "float", .sizes = {{4, 32, 16}}}, {.type = "float", .sizes = {{4, 16, 32}}}}};
  profile.ops[1].inputs = 0;
  Launch& kernel = add_launch(profile, "cudaLaunchKernel", {3'000, 4'500}, {6'000, 9'250});
  kernel.grid = {108, 2, 1};
  kernel.block = {128, 1, 1};
  kernel.registers = 32;
  kernel.static_shared_bytes = 16;
  kernel.dynamic_shared_bytes = 1024;
  Launch& library = add_launch(profile, "cuLaunchKernelEx", {10'000, 11'000}, {12'000, 20'000});
  library.kind = LaunchKind::kLibrary;
  library.name = "cublasGemmEx";
  profile.calls.back().of_driver = true;
  Launch& copy = add_launch(profile, "cudaMemcpyAsync", {42'000, 43'000}, {44'000, 44'500});
  copy.kind = LaunchKind::kMemcpy;
  copy.name = "Memcpy DtoD";
  copy.bytes = 4'096;
  Launch& set = add_launch(profile, "cudaMemsetAsync", {50'000, 51'000}, {52'000, 52'100});
  set.kind = LaunchKind::kMemset;
  set.name = "Memset";
  set.bytes = 100;
  for (size_t i = 0; i < profile.launches.size(); ++i)
    profile.calls[i].op = profile.launches[i].op = i < 2 ? size_t{1} : size_t{2};
  profile.facts = {{"cupti_version", "130001"}};
  return profile;
}

/// On an A100.
inline TraceInfo example_info() {
  TraceInfo info;
  info.name = "Naive/cuda/cold/bf16/causal/batch:1";
  info.process = "attn_bench";
  info.pid = 4700;
  info.first_step = 2;
  info.devices = {{.id = 0,
                   .name = "NVIDIA A100-SXM4-80GB",
                   .memory_bytes = 85'100'068'864,
                   .sm_count = 108,
                   .limits = {.major = 8,
                              .minor = 0,
                              .registers_per_sm = 65'536,
                              .shared_bytes_per_sm = 167'936,
                              .shared_bytes_per_block_optin = 166'912,
                              .reserved_shared_bytes_per_block = 1'024,
                              .max_threads_per_sm = 2'048}}};
  info.fitting_blocks = [](const Launch&) { return 16; };
  return info;
}

inline std::string trace_text(const Profile& profile, const TraceInfo& info = example_info()) {
  std::string text;
  write_chrome_trace([&](std::string_view piece) { text += piece; }, profile, info);
  return text;
}

}  // namespace attn
