#include "benchmarks/plan_case.h"

#include <fmt/format.h>

#include <chrono>
#include <exception>

#include "benchmarks/interrupt.h"
#include "benchmarks/memory_need.h"
#include "benchmarks/observe_case.h"
#include "benchmarks/profile_case.h"
#include "benchmarks/verify_case.h"
#include "profiling/error_text.h"
#include "results/bad_request.h"

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
  uint64_t before() const { return before_; }
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
  const LaunchedForward launched = prepare_forward(benchmark_case, inputs, device);
  const Forward& forward = launched.forward;
  forward();
  device.synchronize();
  observe_case(result, benchmark_case, launched, device, settings.gpu, false);
  if (result.observed) result.observed->unknown_registers = settings.unknown_registers;
  if (result.status == Status::kOk) check_backend(result, benchmark_case.variant.pinned_backend);
  if (result.status != Status::kOk) return;
  if (settings.profile.wanted)
    profile_case(result, benchmark_case, forward, device, settings.profile, DeviceTimes::kVirtual);
  result.peak_bytes = launched.captured ? launched.captured->peak_bytes : device.forward_peak_bytes(forward);
  for (size_t call = 0; call < kHostCalls; ++call) {
    result.host_times_s.push_back(call_time_s(forward));
    device.synchronize();
  }
}

/// One forward with all that it needs, from nothing.
at::Tensor whole_forward(const Case& benchmark_case, Device& device) {
  const AttentionInputs inputs = make_unfilled_inputs(benchmark_case.shape, device.torch_device());
  return prepare_forward(benchmark_case, inputs, device).forward();
}

/// LibTorch's message names only the last allocation; this names all that the case holds at its peak.
void say_what_it_needs(CaseResult& result, const Case& benchmark_case, Device& device, const PlanSettings& settings) {
  try {
    const EndlessMemory endless(settings);
    result.available_bytes = static_cast<double>(endless.before());
    result.needed_bytes =
        static_cast<double>(device.forward_peak_bytes([&] { return whole_forward(benchmark_case, device); }));
    device.release_memory();
    result.reason = needs_of(*result.needed_bytes, *result.available_bytes);
  } catch (const c10::Error& error) {
    result.reason += fmt::format("; what it needs can't be planned: {}", text_of(error));
  } catch (const std::exception& error) {
    result.reason += fmt::format("; what it needs can't be planned: {}", error.what());
  }
}

/// How a forward with all that it needs ends: ok, out of memory, or something that has nothing to do with memory.
Status try_whole(const Case& benchmark_case, Device& device) {
  CaseResult result;
  try {
    check(benchmark_case.shape);
    whole_forward(benchmark_case, device);
    device.synchronize();
    device.release_memory();
  } catch (...) {
    record_failure(result, std::current_exception(), device);
  }
  return result.status;
}

/// The case with another kv_len, and q_len where the two are the same.
Case with_seq_len(Case benchmark_case, int64_t seq_len) {
  AttentionShape& shape = benchmark_case.shape;
  if (shape.q_len == shape.kv_len) shape.q_len = seq_len;
  shape.kv_len = seq_len;
  return benchmark_case;
}

/// Between `fitting`, which fits (0: nothing is known to), and `too_long`, which does not. Nothing when a length on the
/// way ends otherwise than by memory: the limit is then another one.
std::optional<int64_t> bisect(const Case& benchmark_case, Device& device, int64_t fitting, int64_t too_long) {
  while (too_long - fitting > 1) {
    const int64_t middle = fitting + (too_long - fitting) / 2;
    const Status status = try_whole(with_seq_len(benchmark_case, middle), device);
    if (status != Status::kOk && status != Status::kOutOfMemory) return std::nullopt;
    (status == Status::kOk ? fitting : too_long) = middle;
  }
  return fitting == 0 ? std::nullopt : std::optional(fitting);
}

/// The case itself fits or is out of memory.
std::optional<int64_t> find_fitting_seq_len(const Case& benchmark_case, Device& device, bool case_fits) {
  constexpr int64_t kLongest = int64_t{1} << 40;
  const int64_t asked = benchmark_case.shape.kv_len;
  if (!case_fits) return bisect(benchmark_case, device, 0, asked);
  for (int64_t fitting = asked; fitting < kLongest; fitting *= 2) {
    const Status status = try_whole(with_seq_len(benchmark_case, 2 * fitting), device);
    if (status == Status::kOutOfMemory) return bisect(benchmark_case, device, fitting, 2 * fitting);
    if (status != Status::kOk) break;
  }
  return std::nullopt;
}

}  // namespace

CaseResult plan_case(const Case& benchmark_case, Device& device, const PlanSettings& settings) {
  CaseResult result;
  try {
    plan_forward(result, benchmark_case, device, settings);
  } catch (const BadRequest&) {  // a trace that can't be written
    throw;
  } catch (const Interrupted&) {
    throw;
  } catch (...) {
    record_failure(result, std::current_exception(), device);
  }
  if (result.status == Status::kFailed && result.reason.find("no kernel image") != std::string::npos)
    result.reason = fmt::format("no kernel image for {}: {}", settings.gpu.arch, result.reason);
  if (result.status == Status::kOutOfMemory) say_what_it_needs(result, benchmark_case, device, settings);
  try {
    device.release_memory();
  } catch (...) {  // a lost device; what the case itself ended with tells more
    if (result.status == Status::kOk) record_failure(result, std::current_exception(), device);
  }
  note_guess(result, benchmark_case, settings.guesses);
  const bool fits = result.status == Status::kOk;
  if (settings.fit && (fits || result.status == Status::kOutOfMemory))
    result.fits_seq_len = find_fitting_seq_len(benchmark_case, device, fits);
  return result;
}

}  // namespace attn
