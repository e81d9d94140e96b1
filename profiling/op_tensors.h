#pragma once

#include <ATen/core/ivalue.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "profiling/op_recorder.h"

namespace attn {

/// What is written down of tensors while ops run: flat, so that a tensor allocates nothing, and put into words later.
class TensorNotes {
 public:
  /// Tensors that were noted together.
  struct Range {
    size_t begin = 0;
    size_t end = 0;
  };

  /// Of the tensors among the values; lists of tensors are flattened, undefined ones left out.
  Range note(std::span<const c10::IValue> values);

  std::vector<OpTensor> tensors(const Range& range) const;

 private:
  struct Note {
    size_t sizes_begin;
    size_t dimensions;
    at::ScalarType dtype;
    int64_t element_bytes;
    int64_t touched_bytes;
    const void* data;
  };

  void note(const c10::IValue& value);
  void note(const at::Tensor& tensor);

  std::vector<Note> notes_;
  std::vector<int64_t> sizes_;
};

}  // namespace attn
