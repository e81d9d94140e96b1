#include "benchmarks/plan_case.h"

#include <fmt/format.h>

#include <chrono>
#include <exception>

#include "benchmarks/memory_need.h"
#include "benchmarks/observe_case.h"
#include "benchmarks/verify_case.h"

namespace attn {
namespace {

constexpr size_t kHostCalls = 21;
constexpr uint64_t kEndlessBytes = uint64_t{1} << 62;

/// The stand-in GPU with memory without end, for as long as this lives.
class EndlessMemory {
 public:
  explicit EndlessMemory(const PlanSettings& settings)
      : settings_(settings), before_(settings.set_memory_bytes(kEndlessBytes)) {}
  ~EndlessMemory() { settings_.set_memory_bytes(before_); }
  EndlessMemory(const EndlessMemory&) = delete;
  EndlessMemory& operator=(const EndlessMemory&) = delete;

 private:
  const PlanSettings& settings_;
  uint64_t before_;
};

double call_time_s(const Forward& forward) {
  const auto begin = std::chrono::steady_clock::now();
  const at::Tensor output = forward();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void plan_forward(CaseResult& result, const Case& benchmark_case, Device& device, const PlanSettings& settings) {
  const AttentionInputs inputs = make_unfilled_inputs(benchmark_case.shape, device.torch_device());
  const Forward forward = benchmark_case.variant.prepare(inputs);
  forward();
  device.synchronize();
  observe_case(result, benchmark_case, forward, device, settings.gpu, settings.guesses, false);
  check_backend(result, benchmark_case.variant.pinned_backend);
  if (result.status != Status::kOk) return;
  result.peak_bytes = device.forward_peak_bytes(forward);
  for (size_t call = 0; call < kHostCalls; ++call) {
    result.host_times_s.push_back(call_time_s(forward));
    device.synchronize();
  }
}

/// One forward with all that it needs, from nothing.
at::Tensor whole_forward(const Case& benchmark_case, Device& device) {
  const AttentionInputs inputs = make_unfilled_inputs(benchmark_case.shape, device.torch_device());
  return benchmark_case.variant.prepare(inputs)();
}

/// LibTorch's message names only the last allocation; this names all that the case holds at its peak.
void say_what_it_needs(CaseResult& result, const Case& benchmark_case, Device& device, const PlanSettings& settings) {
  result.available_bytes = static_cast<double>(settings.gpu.memory_bytes);
  try {
    const EndlessMemory endless(settings);
    result.needed_bytes =
        static_cast<double>(device.forward_peak_bytes([&] { return whole_forward(benchmark_case, device); }));
    device.release_memory();
    result.reason = needs_of(*result.needed_bytes, *result.available_bytes);
  } catch (const std::exception& error) {
    result.reason = fmt::format("what it needs can't be planned: {}", error.what());
  }
}

bool fits(const Case& benchmark_case, Device& device) {
  CaseResult result;
  try {
    check(benchmark_case.shape);
    whole_forward(benchmark_case, device);
    device.synchronize();
  } catch (...) {
    record_failure(result, std::current_exception(), device);
  }
  device.release_memory();
  return result.status == Status::kOk;
}

/// The case with another kv_len, and q_len where the two are the same.
Case with_seq_len(Case benchmark_case, int64_t seq_len) {
  AttentionShape& shape = benchmark_case.shape;
  if (shape.q_len == shape.kv_len) shape.q_len = seq_len;
  shape.kv_len = seq_len;
  return benchmark_case;
}

/// `fitting` fits (0: nothing is known to), `too_long` may or may not.
std::optional<int64_t> find_fitting_seq_len(const Case& benchmark_case, Device& device, int64_t fitting,
                                            int64_t too_long) {
  constexpr int64_t kLongest = int64_t{1} << 40;
  while (fitting > 0 && too_long < kLongest && fits(with_seq_len(benchmark_case, too_long), device)) {
    fitting = too_long;
    too_long *= 2;
  }
  while (too_long - fitting > 1) {
    const int64_t middle = fitting + (too_long - fitting) / 2;
    (fits(with_seq_len(benchmark_case, middle), device) ? fitting : too_long) = middle;
  }
  return fitting == 0 ? std::nullopt : std::optional(fitting);
}

}  // namespace

CaseResult plan_case(const Case& benchmark_case, Device& device, const PlanSettings& settings) {
  CaseResult result;
  try {
    plan_forward(result, benchmark_case, device, settings);
  } catch (...) {
    record_failure(result, std::current_exception(), device);
  }
  if (result.status == Status::kOutOfMemory) say_what_it_needs(result, benchmark_case, device, settings);
  device.release_memory();
  if (!settings.fit) return result;
  const int64_t asked = benchmark_case.shape.kv_len;
  if (result.status == Status::kOk)
    result.fits_seq_len = find_fitting_seq_len(benchmark_case, device, asked, 2 * asked);
  if (result.status == Status::kOutOfMemory)
    result.fits_seq_len = find_fitting_seq_len(benchmark_case, device, 0, asked);
  return result;
}

}  // namespace attn
