#pragma once

#include <memory>

#include "benchmarks/attention_variant.h"
#include "benchmarks/external/kernel_library.h"
#include "benchmarks/external/kernel_watch.h"

namespace attn {

/// How a kernel is called, beside its own arguments.
struct KernelCalling {
  bool include_layout = false;  ///< each forward brings the inputs into the kernel's layout and its output back
  bool computes = true;         ///< false on a stand-in GPU: what it writes says nothing
};

/// The variant whose forward is one call of the kernel's op. `prepare` lays out the inputs, binds the arguments and
/// calls it once on trial, so that what it refuses is told before anything is measured. It throws Unsupported for a
/// device, mask or grouping of heads that the op doesn't have and for inputs that it refuses by a check of its own
/// (TORCH_CHECK), and std::runtime_error for one that writes to its inputs or returns no tensor. `watch` must outlive
/// the forwards.
AttentionVariant make_kernel_variant(std::shared_ptr<const LoadedKernel> kernel, const KernelCalling& calling,
                                     KernelWatch& watch);

}  // namespace attn
