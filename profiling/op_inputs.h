#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace attn {

/// An argument that an op was given, as PyTorch's profiler tells it with `record_shapes`.
struct OpInput {
  bool is_list = false;   ///< of tensors
  std::string type = {};  ///< of a tensor its dtype as C++ names it: "float", "c10::BFloat16"; else
                          ///< "TensorList", "Scalar", "ScalarList"; empty for anything else
  std::vector<std::vector<int64_t>> sizes =
      {};  ///< a list a tensor; empty for what is neither tensor nor a list of them
};

/// One an argument, in their order.
using OpInputs = std::vector<OpInput>;

}  // namespace attn
