// write_example_trace FOLDER: a trace of three forwards for readers to be tried with, under the name of its case.
#include <fmt/format.h>

#include <filesystem>

#include "tests/profiling/trace/example_profile.h"

namespace attn {
namespace {

/// Three forwards 100 µs apart, of the launches of example_profile(); the last one has a second kernel.
Profile three_forwards() {
  Profile all{.thread = kExampleThread};
  for (int64_t forward = 0; forward < 3; ++forward) {
    Profile one = example_profile();
    if (forward == 2) add_launch(one, "cudaLaunchKernel", {60'000, 61'000}, {62'000, 68'000}).name = "another_kernel";
    all.inputs = one.inputs;  // the same ones of each forward
    const int64_t later = forward * 100'000;
    const size_t first_op = all.ops.size(), first_call = all.calls.size();
    const auto move = [&](TimeSpan span) { return TimeSpan{span.begin_ns + later, span.end_ns + later}; };
    for (const TimeSpan& span : one.iterations) all.iterations.push_back(move(span));
    for (RecordedOp op : one.ops) {
      op.span = move(op.span), op.iteration = forward;
      if (op.parent >= 0) op.parent += static_cast<int64_t>(first_op);
      all.ops.push_back(op);
    }
    for (CudaCall call : one.calls) {
      call.span = move(call.span), call.iteration = forward, call.correlation += 100 * forward;
      if (call.op) *call.op += first_op;
      all.calls.push_back(call);
    }
    for (Launch launch : one.launches) {
      launch.span = move(*launch.span), launch.iteration = forward, launch.correlation += 100 * forward;
      *launch.call += first_call;
      if (launch.op) *launch.op += first_op;
      all.launches.push_back(launch);
    }
  }
  return all;
}

}  // namespace
}  // namespace attn

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const attn::TraceInfo info = attn::example_info();
  attn::save_chrome_trace(std::filesystem::path(argv[1]) / attn::trace_file_name(info.name), attn::three_forwards(),
                          info);
}
