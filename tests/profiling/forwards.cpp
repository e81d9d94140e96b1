#include "tests/profiling/forwards.h"

#include <ATen/Context.h>
#include <ATen/ScalarOps.h>
#include <ATen/ops/masked_fill_ops.h>
#include <ATen/ops/matmul_ops.h>
#include <ATen/ops/mul_ops.h>
#include <ATen/ops/ones_ops.h>
#include <ATen/ops/randn_ops.h>
#include <ATen/ops/scaled_dot_product_attention_ops.h>
#include <ATen/ops/softmax_ops.h>
#include <ATen/ops/transpose_ops.h>
#include <ATen/ops/triu_ops.h>
#include <c10/core/InferenceMode.h>

#include <cmath>
#include <limits>
#include <string_view>

namespace attn {
namespace {

struct Inputs {
  at::Tensor query, key, value, masked_out;
};

Inputs make_test_inputs(int64_t heads, int64_t length, int64_t head_dim, at::Device device = at::kCPU) {
  const std::vector<int64_t> shape = {1, heads, length, head_dim};
  const auto random = [&] {
    return at::_ops::randn::call(c10::fromIntArrayRefSlow(shape), at::kFloat, at::kStrided, device, false);
  };
  const std::vector<int64_t> square = {length, length};
  const at::Tensor ones =
      at::_ops::ones::call(c10::fromIntArrayRefSlow(square), at::kBool, at::kStrided, device, false);
  return {random(), random(), random(), at::_ops::triu::call(ones, 1)};
}

/// Only one SDPA backend for as long as this lives.
class OnlyBackend {
 public:
  explicit OnlyBackend(std::string_view name) {
    context_.setSDPUseFlash(name == "flash");
    context_.setSDPUseMath(name == "math");
  }
  ~OnlyBackend() {
    context_.setSDPUseFlash(flash_);
    context_.setSDPUseMath(math_);
  }
  OnlyBackend(const OnlyBackend&) = delete;
  OnlyBackend& operator=(const OnlyBackend&) = delete;

 private:
  at::Context& context_ = at::globalContext();
  bool flash_ = context_.userEnabledFlashSDP();
  bool math_ = context_.userEnabledMathSDP();
};

}  // namespace

Forward naive_forward(int64_t heads, int64_t length, int64_t head_dim, at::Device device) {
  const Inputs inputs = make_test_inputs(heads, length, head_dim, device);
  const double scale = 1 / std::sqrt(static_cast<double>(head_dim));
  return [inputs, scale] {
    const c10::InferenceMode inference;
    at::Tensor s = at::_ops::matmul::call(inputs.query, at::_ops::transpose_int::call(inputs.key, -2, -1));
    s = at::_ops::mul_Tensor::call(s, at::native::wrapped_scalar_tensor(scale));
    s = at::_ops::masked_fill_Scalar::call(s, inputs.masked_out, -std::numeric_limits<double>::infinity());
    s = at::_ops::softmax_int::call(s, -1, std::nullopt);
    return at::_ops::matmul::call(s, inputs.value);
  };
}

Forward sdpa_forward(const char* backend, int64_t heads, int64_t length, int64_t head_dim) {
  const Inputs inputs = make_test_inputs(heads, length, head_dim);
  return [inputs, backend] {
    const c10::InferenceMode inference;
    const OnlyBackend only(backend);
    return at::_ops::scaled_dot_product_attention::call(inputs.query, inputs.key, inputs.value, std::nullopt, 0.0, true,
                                                        std::nullopt, false);
  };
}

}  // namespace attn
