// LibTorch ends the process that loads this.
#include <torch/library.h>

TORCH_LIBRARY(registered_twice, library) {
  library.def("fwd(Tensor q, Tensor k, Tensor v) -> Tensor");
}

namespace second {
TORCH_LIBRARY(registered_twice, library) {
  library.def("other(Tensor q, Tensor k, Tensor v) -> Tensor");
}
}  // namespace second
