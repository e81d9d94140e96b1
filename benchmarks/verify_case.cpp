#include "benchmarks/verify_case.h"

#include <c10/util/Exception.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <new>
#include <string_view>

#include "profiling/error_text.h"
#include "profiling/op_recorder.h"

namespace attn {
namespace {

void check_output(CaseResult& result, const AttentionShape& shape, const at::Tensor& output,
                  const at::Tensor& reference) {
  if (output.sizes() == reference.sizes()) result.error = output_error(output, reference);
  if (const auto fault = find_fault(output, reference, shape, result.error.value_or(OutputError{}))) {
    result.status = Status::kIncorrect;
    result.reason = *fault;
  }
}

/// LibTorch's allocator on the CPU throws a plain c10::Error, and so do libraries on CUDA that allocate by themselves.
bool is_out_of_memory(const std::string& message) {
  constexpr std::array<std::string_view, 5> kTexts = {
      "DefaultCPUAllocator: can't allocate memory", "DefaultCPUAllocator: not enough memory",
      "CUDA error: out of memory", "CUBLAS_STATUS_ALLOC_FAILED", "CUDNN_STATUS_ALLOC_FAILED"};
  return std::ranges::any_of(kTexts, [&](std::string_view text) { return message.find(text) != std::string::npos; });
}

void set(CaseResult& result, Status status, std::string reason) {
  result.status = status;
  result.reason = std::move(reason);
}

void classify(CaseResult& result, const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const Unsupported& refusal) {
    set(result, Status::kUnsupported, refusal.what());
  } catch (const NotCapturable& refusal) {
    set(result, Status::kUnsupported, refusal.what());
  } catch (const c10::OutOfMemoryError& full) {
    set(result, Status::kOutOfMemory, text_of(full));
  } catch (const c10::Error& failure) {
    const std::string message = text_of(failure);
    set(result, is_out_of_memory(message) ? Status::kOutOfMemory : Status::kFailed, message);
  } catch (const std::bad_alloc&) {
    set(result, Status::kOutOfMemory, "the host has no memory left");
  } catch (const std::exception& failure) {
    set(result, Status::kFailed, failure.what());
  } catch (...) {
    set(result, Status::kFailed, "something was thrown that is not a std::exception");
  }
}

std::vector<RecordedOp> ops_of(const LaunchedForward& launched, Device& device) {
  if (launched.captured) return launched.captured->traced.ops;
  std::vector<RecordedOp> ops = record_ops(launched.forward);
  device.synchronize();
  return ops;
}

}  // namespace

LaunchedForward prepare_forward(const Case& benchmark_case, const AttentionInputs& inputs, Device& device) {
  Forward forward = benchmark_case.variant.prepare(inputs);
  if (benchmark_case.launch == LaunchMode::kEager) return {.forward = std::move(forward)};
  CapturedForward captured = device.capture(forward);
  Forward replay = captured.replay;
  return {.forward = std::move(replay), .captured = std::move(captured)};
}

void check_backend(CaseResult& result, const std::string& pinned) {
  if (pinned.empty() || result.backend_ran == pinned) return;
  result.status = Status::kFailed;
  result.reason = fmt::format("pinned to {}, but {} ran", pinned, result.backend_ran);
}

void record_failure(CaseResult& result, std::exception_ptr error, Device& device) {
  classify(result, error);
  if (result.status != Status::kOutOfMemory) return;
  error = nullptr;  // it may hold what filled the memory
  try {
    result.available_bytes = static_cast<double>(device.available_memory_bytes());
    device.release_memory();
  } catch (const std::exception& second) {
    result.reason += fmt::format("; then, releasing memory: {}", second.what());
  }
}

VerifiedCase verify_case(const Case& benchmark_case, const AttentionInputs& inputs, const at::Tensor& reference,
                         Device& device) {
  VerifiedCase verified;
  CaseResult& result = verified.result;
  try {
    const LaunchedForward launched = prepare_forward(benchmark_case, inputs, device);
    {
      const at::Tensor output = launched.forward();
      device.synchronize();
      check_output(result, benchmark_case.shape, output, reference);
    }
    const std::vector<RecordedOp> ops = ops_of(launched, device);
    if (launched.captured) result.peak_bytes = launched.captured->peak_bytes;
    result.ops = static_cast<int64_t>(ops.size());
    result.backend_ran = backend_that_ran(benchmark_case.variant, backend_of(ops));
    if (result.status == Status::kOk) check_backend(result, benchmark_case.variant.pinned_backend);
    if (result.status == Status::kOk) verified.forward = launched.forward;
  } catch (...) {
    record_failure(result, std::current_exception(), device);
  }
  return verified;
}

}  // namespace attn
