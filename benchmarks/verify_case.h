#pragma once

#include <exception>

#include "benchmarks/case_result.h"
#include "fixtures/inputs.h"
#include "profiling/device.h"

namespace attn {

/// Prepares the case's variant and, for a case that is launched as a graph, captures it. Throws what they throw.
LaunchedForward prepare_forward(const Case& benchmark_case, const AttentionInputs& inputs, Device& device);

/// A case that has been prepared and checked. `forward` is set only when the result is ok so far.
struct VerifiedCase {
  Forward forward;
  CaseResult result;
};

/// Prepares the variant and runs it twice, untimed: once to hold its output against the reference, once to record its
/// ops, which prove the backend that ran. Of a graph a replay's output is checked, and ops and memory are those of the
/// forward that was captured. Never throws: what goes wrong is the result's status and reason.
VerifiedCase verify_case(const Case& benchmark_case, const AttentionInputs& inputs, const at::Tensor& reference,
                         Device& device);

/// Makes the case failed when another backend ran than the variant is pinned to (empty: any may).
void check_backend(CaseResult& result, const std::string& pinned);

/// Puts the status and reason of what was thrown into the result, and gives the device's cached memory back after an
/// out-of-memory error, so that the next case can run.
void record_failure(CaseResult& result, std::exception_ptr error, Device& device);

}  // namespace attn
