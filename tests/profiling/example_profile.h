#pragma once

#include <string>
#include <string_view>

#include "profiling/profile.h"

namespace attn {

/// Builds a profile by hand; all times in nanoseconds from kStart. What is added belongs to the forward that was begun
/// last. Each add function returns the index of what it added.
class ExampleProfile {
 public:
  static constexpr int64_t kStart = 1'800'000'000'000'000'000;  ///< 2027, in Unix time
  static constexpr int64_t kThread = 100;                       ///< that calls the forwards

  void forward(int64_t begin, int64_t end) { profile.iterations.push_back(span(begin, end)); }

  size_t op(const std::string& name, int64_t begin, int64_t end, int64_t parent = -1, int64_t thread = kThread) {
    const int64_t depth = parent < 0 ? 0 : profile.ops.at(static_cast<size_t>(parent)).depth + 1;
    profile.ops.push_back({.name = name,
                           .parent = parent,
                           .depth = depth,
                           .iteration = iteration(),
                           .thread = thread,
                           .span = span(begin, end)});
    return profile.ops.size() - 1;
  }

  size_t call(std::string_view name, int64_t begin, int64_t end, std::optional<size_t> op = {}) {
    profile.calls.push_back({.name = name,
                             .thread = kThread,
                             .span = span(begin, end),
                             .correlation = static_cast<int64_t>(profile.calls.size()) + 1,
                             .op = op,
                             .iteration = iteration()});
    return profile.calls.size() - 1;
  }

  /// A kernel on stream 7, launched by `call`, so from that call's op.
  Launch& kernel(std::string_view name, int64_t begin, int64_t end, size_t call) {
    Launch launch;
    launch.name = launch.mangled_name = name;
    launch.call = call;
    launch.op = profile.calls.at(call).op;
    launch.iteration = iteration();
    launch.stream = 7;
    launch.correlation = profile.calls.at(call).correlation;
    launch.span = span(begin, end);
    profile.launches.push_back(launch);
    return profile.launches.back();
  }

  static TimeSpan span(int64_t begin, int64_t end) { return {.begin_ns = kStart + begin, .end_ns = kStart + end}; }

  Profile profile{.thread = kThread};

 private:
  int64_t iteration() const { return static_cast<int64_t>(profile.iterations.size()) - 1; }
};

/// One forward of 1,000 ns from `begin` on, a matmul and a mul with its copy:
///   op aten::matmul 100–500: aten::bmm 150–450: cudaLaunchKernel 200–300 → gemm 600–900
///   op aten::mul 500–700: cudaLaunchKernel 550–600 → mul 900–1,000; cudaMemcpyAsync 620–650 → Memcpy DtoD 1,000–1,040
inline void add_example_forward(ExampleProfile& example, int64_t begin) {
  example.forward(begin, begin + 1000);
  const size_t matmul = example.op("aten::matmul", begin + 100, begin + 500);
  const size_t bmm = example.op("aten::bmm", begin + 150, begin + 450, static_cast<int64_t>(matmul));
  const size_t mul = example.op("aten::mul", begin + 500, begin + 700);
  example.kernel("gemm", begin + 600, begin + 900, example.call("cudaLaunchKernel", begin + 200, begin + 300, bmm));
  example.kernel("mul", begin + 900, begin + 1000, example.call("cudaLaunchKernel", begin + 550, begin + 600, mul));
  example
      .kernel("Memcpy DtoD", begin + 1000, begin + 1040, example.call("cudaMemcpyAsync", begin + 620, begin + 650, mul))
      .kind = LaunchKind::kMemcpy;
}

/// Two of those, the second 2,000 ns after the first.
inline ExampleProfile example_of_two_forwards() {
  ExampleProfile example;
  add_example_forward(example, 0);
  add_example_forward(example, 2000);
  return example;
}

}  // namespace attn
