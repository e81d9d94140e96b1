#include "profiling/op_tensors.h"

#include <ATen/core/List.h>
#include <c10/core/ScalarType.h>

namespace attn {
namespace {

/// Elements that lie apart in memory: those of an expanded dimension are one. A layout without strides has no such.
int64_t distinct_elements(const at::Tensor& tensor) {
  if (tensor.layout() != at::kStrided) return tensor.numel();
  const c10::IntArrayRef sizes = tensor.sizes(), strides = tensor.strides();
  int64_t elements = 1;
  for (size_t i = 0; i < sizes.size(); ++i) elements *= strides[i] == 0 && sizes[i] > 0 ? 1 : sizes[i];
  return elements;
}

const void* data_of(const at::Tensor& tensor) {
  if (!tensor.has_storage()) return nullptr;
  // Not data_ptr(), which makes a copy-on-write tensor copy.
  const auto* storage = static_cast<const char*>(tensor.unsafeGetTensorImpl()->unsafe_storage().data());
  if (storage == nullptr) return nullptr;
  return storage + tensor.storage_offset() * static_cast<int64_t>(tensor.itemsize());
}

}  // namespace

TensorNotes::Range TensorNotes::note(std::span<const c10::IValue> values) {
  const size_t begin = notes_.size();
  for (const c10::IValue& value : values) note(value);
  return {.begin = begin, .end = notes_.size()};
}

void TensorNotes::note(const c10::IValue& value) {
  if (value.isTensor()) {
    if (value.toTensor().defined()) note(value.toTensor());
  } else if (value.isList()) {  // to ask what it is a list of takes longer than to look
    for (const c10::IValue& element : value.toListRef()) {
      if (element.isTensor()) note(element);
    }
  }
}

void TensorNotes::note(const at::Tensor& tensor) {
  if (notes_.capacity() == 0) {  // else growing is a tenth of the cost
    notes_.reserve(2048);
    sizes_.reserve(8192);
  }
  const auto element_bytes = static_cast<int64_t>(tensor.itemsize());
  notes_.push_back({.sizes_begin = sizes_.size(),
                    .dimensions = tensor.sizes().size(),
                    .dtype = tensor.scalar_type(),
                    .element_bytes = element_bytes,
                    .touched_bytes = distinct_elements(tensor) * element_bytes,
                    .data = data_of(tensor)});
  sizes_.insert(sizes_.end(), tensor.sizes().begin(), tensor.sizes().end());
}

std::vector<OpTensor> TensorNotes::tensors(const Range& range) const {
  std::vector<OpTensor> tensors;
  for (size_t i = range.begin; i < range.end; ++i) {
    const Note& note = notes_[i];
    const auto sizes = sizes_.begin() + static_cast<std::ptrdiff_t>(note.sizes_begin);
    tensors.push_back({.sizes = {sizes, sizes + static_cast<std::ptrdiff_t>(note.dimensions)},
                       .dtype = c10::toString(note.dtype),
                       .element_bytes = note.element_bytes,
                       .touched_bytes = note.touched_bytes,
                       .data = note.data});
  }
  return tensors;
}

}  // namespace attn
