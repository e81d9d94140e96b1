#include "profiling/op_tensors.h"

#include <ATen/core/List.h>
#include <c10/core/ScalarType.h>

namespace attn {
namespace {

/// Elements that lie apart in memory: those of an expanded dimension are one. A layout without strides has no such.
int64_t distinct_elements(const at::Tensor& tensor) {
  if (tensor.layout() != at::kStrided) return tensor.numel();
  int64_t elements = 1;
  for (int64_t dimension = 0; dimension < tensor.dim(); ++dimension) {
    const int64_t size = tensor.size(dimension);
    elements *= tensor.stride(dimension) == 0 && size > 0 ? 1 : size;
  }
  return elements;
}

const void* data_of(const at::Tensor& tensor) {
  if (!tensor.has_storage()) return nullptr;
  // Not data_ptr(), which makes a copy-on-write tensor copy.
  const auto* storage = static_cast<const char*>(tensor.unsafeGetTensorImpl()->unsafe_storage().data());
  if (storage == nullptr) return nullptr;
  return storage + tensor.storage_offset() * static_cast<int64_t>(tensor.itemsize());
}

void add(const c10::IValue& value, std::vector<OpTensor>& tensors) {
  if (value.isTensor()) {
    if (value.toTensor().defined()) tensors.push_back(describe(value.toTensor()));
  } else if (value.isList()) {
    for (const c10::IValue& element : value.toListRef()) add(element, tensors);
  }
}

}  // namespace

OpTensor describe(const at::Tensor& tensor) {
  OpTensor description;
  description.sizes = tensor.sizes().vec();
  description.dtype = c10::toString(tensor.scalar_type());
  description.element_bytes = static_cast<int64_t>(tensor.itemsize());
  description.touched_bytes = distinct_elements(tensor) * description.element_bytes;
  description.data = data_of(tensor);
  return description;
}

std::vector<OpTensor> tensors_of(std::span<const c10::IValue> values) {
  std::vector<OpTensor> tensors;
  for (const c10::IValue& value : values) add(value, tensors);
  return tensors;
}

}  // namespace attn
