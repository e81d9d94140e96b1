// Attentions that do what one must not, an op each: `--kernel=X=misbehaves.so:crashes`.
#include <ATen/ops/empty.h>
#include <ATen/ops/full_like.h>
#include <ATen/ops/scaled_dot_product_attention.h>
#include <torch/library.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <thread>

namespace {

using at::Tensor;

Tensor attend(const Tensor& query, const Tensor& key, const Tensor& value, bool is_causal, double scale) {
  return at::scaled_dot_product_attention(query, key, value, {}, 0, is_causal, scale);
}

Tensor crashes(const Tensor&, const Tensor&, const Tensor&, bool, double) {
  std::raise(SIGSEGV);
  return {};
}

/// Only from a length on, so that the cases before it are measured.
Tensor crashes_when_long(const Tensor& query, const Tensor& key, const Tensor& value, bool is_causal, double scale) {
  if (query.size(2) >= 64) std::raise(SIGSEGV);
  return attend(query, key, value, is_causal, scale);
}

Tensor hangs(const Tensor&, const Tensor&, const Tensor&, bool, double) {
  for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
}

Tensor exits(const Tensor&, const Tensor&, const Tensor&, bool, double) {
  _exit(0);
}

Tensor throws(const Tensor&, const Tensor&, const Tensor&, bool, double) {
  throw std::runtime_error("nothing works");
}

Tensor ignores_the_mask(const Tensor& query, const Tensor& key, const Tensor& value, bool, double scale) {
  return attend(query, key, value, false, scale);
}

Tensor is_of_another_shape(const Tensor& query, const Tensor& key, const Tensor& value, bool is_causal, double scale) {
  return attend(query, key, value, is_causal, scale).transpose(1, 2).contiguous();
}

Tensor is_not_finite(const Tensor& query, const Tensor&, const Tensor&, bool, double) {
  return at::full_like(query, std::numeric_limits<double>::quiet_NaN());
}

Tensor writes_to_its_inputs(const Tensor& query, const Tensor& key, const Tensor& value, bool is_causal, double scale) {
  const Tensor output = attend(query, key, value, is_causal, scale);
  key.fill_(0);
  return output;
}

Tensor returns_nothing(const Tensor&, const Tensor&, const Tensor&, bool, double) {
  return {};
}

Tensor takes_fp16_only(const Tensor& query, const Tensor& key, const Tensor& value, bool is_causal, double scale) {
  TORCH_CHECK(query.scalar_type() == at::kHalf, "query must have dtype fp16");
  return attend(query, key, value, is_causal, scale);
}

Tensor talks(const Tensor& query, const Tensor& key, const Tensor& value, bool is_causal, double scale) {
  std::puts("a kernel that talks");
  return attend(query, key, value, is_causal, scale);
}

constexpr const char* kArguments = "(Tensor query, Tensor key, Tensor value, bool is_causal, float scale) -> Tensor";

using Attention = Tensor(const Tensor&, const Tensor&, const Tensor&, bool, double);

void add(torch::Library& library, const std::string& name, Attention* attention) {
  library.def((name + kArguments).c_str());
  library.impl(name.c_str(), torch::dispatch(c10::DispatchKey::CPU, attention));
}

}  // namespace

TORCH_LIBRARY(misbehaves, library) {
  add(library, "crashes", crashes);
  add(library, "crashes_when_long", crashes_when_long);
  add(library, "hangs", hangs);
  add(library, "exits", exits);
  add(library, "throws", throws);
  add(library, "ignores_the_mask", ignores_the_mask);
  add(library, "is_of_another_shape", is_of_another_shape);
  add(library, "is_not_finite", is_not_finite);
  add(library, "writes_to_its_inputs", writes_to_its_inputs);
  add(library, "returns_nothing", returns_nothing);
  add(library, "takes_fp16_only", takes_fp16_only);
  add(library, "talks", talks);
  library.def((std::string("is_for_a_gpu") + kArguments).c_str());
  library.impl("is_for_a_gpu", torch::dispatch(c10::DispatchKey::CUDA, attend));
  library.def("needs_a_page_table(Tensor q, Tensor k, Tensor v, Tensor page_table) -> Tensor");
  library.def("is_no_attention(Tensor x) -> Tensor");
}
