// Starts LibTorch and adds two numbers: what any program on it costs to start. To hold --benchmark_list_tests against.
#include <ATen/core/Tensor.h>
#include <ATen/ops/add_ops.h>
#include <ATen/ops/scalar_tensor_ops.h>

#include <cstdio>

int main() {
  const at::Tensor one = at::_ops::scalar_tensor::call(1.0, {}, {}, {}, {});
  std::printf("%g\n", at::_ops::add_Tensor::call(one, one, 1).item<double>());
}
