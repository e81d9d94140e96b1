#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "profiling/profile.h"

namespace attn {

/// Tells driver calls that were made inside a call of the runtime: where CUPTI records both, the kernel is the outer
/// one's.
class NestedCalls {
 public:
  explicit NestedCalls(const std::vector<CudaCall>& calls);

  bool is_inside_a_runtime_call(const CudaCall& call) const;

 private:
  struct Begun {
    int64_t begin_ns;
    int64_t last_end_ns;  ///< of all that began up to then
  };
  std::map<int64_t, std::vector<Begun>> runtime_calls_;  ///< by thread, in the order in which they began
};

}  // namespace attn
