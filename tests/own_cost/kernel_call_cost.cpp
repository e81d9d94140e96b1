// What a call through --kernel costs over a direct call of the same function: kernel_call_cost PLUGINS/call_alone.so
//
// Both in turn, a thousand calls a sample; medians of the samples.
#include <c10/core/InferenceMode.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <vector>

#include "benchmarks/external/kernel_variant.h"
#include "results/statistics.h"

namespace attn {
namespace {

constexpr int kSamples = 301;
constexpr int kCalls = 1000;

template <typename Call>
double time_of_a_call_s(Call call) {
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < kCalls; ++i) call();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / kCalls;
}

int main_of(const char* library) {
  using Direct = at::Tensor(const at::Tensor&, const at::Tensor&, const at::Tensor&, bool, double);
  KernelWatch watch{};
  const auto kernel = std::make_shared<const LoadedKernel>(
      load_kernel({.name = "K", .path = library, .op = {}, .layout = {}, .arguments = {}}, false));
  auto* const direct = reinterpret_cast<Direct*>(dlsym(dlopen(library, RTLD_NOW | RTLD_NOLOAD), "nothing"));
  const AttentionInputs inputs =
      make_inputs({.batch = 1, .q_heads = 1, .kv_heads = 1, .q_len = 8, .kv_len = 8, .head_dim = 8}, at::kCPU, 0);
  const Forward forward = make_kernel_variant(kernel, {}, watch).prepare(inputs);
  std::vector<double> through, alone;
  for (int sample = 0; sample < kSamples; ++sample) {
    through.push_back(time_of_a_call_s([&] { forward(); }));
    alone.push_back(time_of_a_call_s([&] { direct(inputs.query, inputs.key, inputs.value, false, inputs.scale); }));
  }
  fmt::print("a call through --kernel {:.3f} µs, direct {:.3f} µs, difference {:.3f} µs (at most 1.5)\n",
             1e6 * median(through), 1e6 * median(alone), 1e6 * (median(through) - median(alone)));
  return 0;
}

}  // namespace
}  // namespace attn

int main(int argc, char** argv) {
  if (argc != 2) return fmt::print(stderr, "kernel_call_cost PLUGINS/call_alone.so\n"), 2;
  const c10::InferenceMode inference;
  return attn::main_of(argv[1]);
}
