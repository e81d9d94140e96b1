#pragma once

#include <ATen/core/ivalue.h>

#include <span>
#include <vector>

#include "profiling/op_recorder.h"

namespace attn {

/// The tensors among an op's arguments or results, those in lists too, without undefined ones.
std::vector<OpTensor> tensors_of(std::span<const c10::IValue> values);

/// Dispatches no op and reads no element.
OpTensor describe(const at::Tensor& tensor);

}  // namespace attn
