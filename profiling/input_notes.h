#pragma once

#include <ATen/core/ivalue.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "profiling/op_inputs.h"

namespace attn {

/// What is written down of ops' inputs while they run: sizes and dtypes, one op after the other, flat, so that an op
/// allocates nothing; put into words later.
class InputNotes {
 public:
  /// Of one op, all that it was given.
  void note(std::span<const c10::IValue> values);

  /// One an op, in the order in which they were noted.
  std::vector<OpInputs> inputs() const;

 private:
  // `next` and what is returned: where the next word goes. `left`: words that are still to come besides.
  int64_t* add_tensor(int64_t* next, const at::Tensor& tensor, size_t left);
  int64_t* add_list(int64_t* next, const c10::IValue& list, size_t left);
  int64_t* room_for(int64_t* next, size_t words);
  int64_t* grow(const int64_t* next, size_t words);

  std::vector<int64_t> words_;  // of an op their number, then of each a head and, of tensors, the sizes
  size_t used_ = 0;             // of words_: to write into what is there is cheaper than to append
};

}  // namespace attn
