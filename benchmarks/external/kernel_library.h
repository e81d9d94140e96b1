#pragma once

#include <ATen/core/dispatch/Dispatcher.h>

#include "benchmarks/external/argument_map.h"
#include "benchmarks/external/hugging_face_kernel.h"
#include "benchmarks/external/kernel_request.h"
#include "results/record.h"

namespace attn {

/// The op of a --kernel, in this process for good.
struct LoadedKernel {
  std::string name;  ///< "Mine"
  c10::OperatorHandle op;
  ArgumentMap arguments;
  Facts facts;  ///< kernel_name, kernel_path (the real one), kernel_sha256, kernel_op, kernel_schema, kernel_layout,
                ///< and what a Hugging Face folder says of it
};

/// The library of the request, found and looked at without being loaded. Throws BadRequest, which begins with the
/// option, for all that find_kernel_file() and check_shared_object() refuse.
KernelFile kernel_file_of(const KernelRequest& request, bool on_cuda);

/// Loads the library, which runs code of it, and takes of the ops that it registers the one asked for, or the one that
/// is an attention; where there are several, that named fwd, forward or attention. Throws BadRequest, which begins with
/// the option, for all that kernel_file_of(), load_library() and map_arguments() refuse, and
/// for a library without such an op (it lists those there are).
LoadedKernel load_kernel(const KernelRequest& request, bool on_cuda);

}  // namespace attn
