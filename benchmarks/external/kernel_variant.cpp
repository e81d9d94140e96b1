#include "benchmarks/external/kernel_variant.h"

#include <ATen/ops/arange.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/equal.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "profiling/error_text.h"

namespace attn {
namespace {

using Stack = std::vector<c10::IValue>;

bool has(const ArgumentMap& map, KernelRole role) {
  return std::ranges::find(map.arguments, role, &KernelArgument::role) != map.arguments.end();
}

std::string op_name(const LoadedKernel& kernel) {
  return c10::toString(kernel.op.operator_name());
}

void check_device(const LoadedKernel& kernel, at::Device device) {
  const bool on_cuda = device.is_cuda();
  if (kernel.op.hasComputedKernelForDispatchKey(on_cuda ? c10::DispatchKey::CUDA : c10::DispatchKey::CPU)) return;
  const bool has_other =
      kernel.op.hasComputedKernelForDispatchKey(on_cuda ? c10::DispatchKey::CPU : c10::DispatchKey::CUDA);
  throw Unsupported(fmt::format("{} has no kernel for {}{}", op_name(kernel), on_cuda ? "a GPU" : "the CPU",
                                !has_other ? ""
                                : on_cuda  ? ", only for the CPU"
                                           : ", only for a GPU (CUDA)"));
}

/// From [batch, heads, len, head_dim]; a copy where the layout is another one.
at::Tensor in_layout(const at::Tensor& tensor, KernelLayout layout) {
  switch (layout) {
    case KernelLayout::kBhsd:
      return tensor;
    case KernelLayout::kBshd:
      return tensor.transpose(1, 2).contiguous();
    case KernelLayout::kVarlen:
      return tensor.transpose(1, 2).contiguous().view(
          {tensor.size(0) * tensor.size(2), tensor.size(1), tensor.size(3)});
  }
  return tensor;
}

/// The same memory with other sizes and strides, at the cost of the object alone: a view by an op would be dispatched
/// in the measured call and counted as the kernel's.
at::Tensor seen_as(const at::Tensor& tensor, at::IntArrayRef sizes, at::IntArrayRef strides) {
  at::Tensor view = at::detail::make_tensor<c10::TensorImpl>(c10::TensorImpl::VIEW, c10::Storage(tensor.storage()),
                                                             tensor.key_set(), tensor.dtype());
  view.unsafeGetTensorImpl()->set_storage_offset(tensor.storage_offset());
  view.unsafeGetTensorImpl()->set_sizes_and_strides(sizes, strides);
  return view;
}

/// As [batch, q_heads, q_len, head_dim]. An output of other sizes than the layout has stays as it is: the check against
/// the reference then says what is wrong with it.
at::Tensor from_layout(const at::Tensor& output, KernelLayout layout, const AttentionShape& s) {
  const at::IntArrayRef strides = output.strides();
  const std::array<int64_t, 4> sizes = {s.batch, s.q_heads, s.q_len, s.head_dim};
  if (layout == KernelLayout::kBshd && output.sizes() == at::IntArrayRef{s.batch, s.q_len, s.q_heads, s.head_dim})
    return seen_as(output, sizes, {strides[0], strides[2], strides[1], strides[3]});
  if (layout == KernelLayout::kVarlen && output.sizes() == at::IntArrayRef{s.batch * s.q_len, s.q_heads, s.head_dim})
    return seen_as(output, sizes, {s.q_len * strides[0], strides[1], strides[0], strides[2]});
  return output;
}

/// [0, len, 2·len, …, batch·len], int32.
at::Tensor sequence_bounds(int64_t batch, int64_t len, at::Device device) {
  return at::arange(0, (batch + 1) * len, len, at::TensorOptions(at::kInt).device(device));
}

/// Whether the op's own causal mask is the shape's. Its alignment is SDPA's (top-left) in SDPA's layout, else
/// FlashAttention's (bottom-right); where q_len == kv_len they are one.
bool masks_alike(const ArgumentMap& map, const AttentionShape& shape) {
  if (!has(map, KernelRole::kCausal)) return false;
  const Mask own = map.layout == KernelLayout::kBhsd ? Mask::kCausal : Mask::kCausalBottomRight;
  return shape.q_len == shape.kv_len || shape.mask == own;
}

/// How the shape's mask gets to the op.
struct MaskBinding {
  bool causal = false;  ///< by its own flag
  at::Tensor visible;   ///< as a tensor; undefined: not so
};

MaskBinding bind_mask(const LoadedKernel& kernel, const AttentionInputs& inputs) {
  const AttentionShape& shape = inputs.shape;
  if (shape.mask == Mask::kNone) return {};
  if (masks_alike(kernel.arguments, shape)) return {.causal = true, .visible = {}};
  if (has(kernel.arguments, KernelRole::kAttentionMask))
    return {.causal = false, .visible = make_masked_out(shape, inputs.query.device()).logical_not()};
  if (!has(kernel.arguments, KernelRole::kCausal))
    throw Unsupported(fmt::format("{} has no argument for a causal mask", op_name(kernel)));
  throw Unsupported(fmt::format(
      "{} aligns a causal mask {} where q_len and kv_len differ", op_name(kernel),
      shape.mask == Mask::kCausal ? "bottom-right, --mask=causal_bottom_right," : "top-left, --mask=causal,"));
}

void check_heads(const LoadedKernel& kernel, const AttentionShape& shape) {
  const ArgumentMap& map = kernel.arguments;
  if (shape.q_heads == shape.kv_heads || map.layout != KernelLayout::kBhsd || has(map, KernelRole::kGroupedHeads))
    return;
  throw Unsupported(
      fmt::format("{} has no argument enable_gqa: key and value need as many heads as query", op_name(kernel)));
}

c10::IValue value_of(const KernelArgument& argument, const AttentionInputs& inputs, const MaskBinding& mask,
                     KernelLayout layout) {
  const AttentionShape& shape = inputs.shape;
  const at::Device device = inputs.query.device();
  switch (argument.role) {
    case KernelRole::kQuery:
      return in_layout(inputs.query, layout);
    case KernelRole::kKey:
      return in_layout(inputs.key, layout);
    case KernelRole::kValue:
      return in_layout(inputs.value, layout);
    case KernelRole::kOut:
      return at::empty_like(in_layout(inputs.query, layout));
    case KernelRole::kAttentionMask:
      return mask.visible.defined() ? c10::IValue(mask.visible) : c10::IValue();
    case KernelRole::kCuSeqlensQ:
      return sequence_bounds(shape.batch, shape.q_len, device);
    case KernelRole::kCuSeqlensK:
      return sequence_bounds(shape.batch, shape.kv_len, device);
    case KernelRole::kMaxSeqlenQ:
      return shape.q_len;
    case KernelRole::kMaxSeqlenK:
      return shape.kv_len;
    case KernelRole::kScale:
      return inputs.scale;
    case KernelRole::kCausal:
      return mask.causal;
    case KernelRole::kGroupedHeads:
      return shape.q_heads != shape.kv_heads;
    case KernelRole::kFixed:
      return argument.fixed;
  }
  return {};
}

/// The op with its arguments, ready to be called again and again.
struct BoundKernel {
  std::shared_ptr<const LoadedKernel> kernel;
  KernelWatch* watch;
  AttentionShape shape;
  Stack arguments;
  std::optional<at::Tensor> out;  ///< that it was given to write to
};

BoundKernel bind(std::shared_ptr<const LoadedKernel> kernel, const AttentionInputs& inputs, KernelWatch& watch) {
  check_device(*kernel, inputs.query.device());
  check_heads(*kernel, inputs.shape);
  const MaskBinding mask = bind_mask(*kernel, inputs);
  BoundKernel bound{.kernel = std::move(kernel), .watch = &watch, .shape = inputs.shape, .arguments = {}, .out = {}};
  for (const KernelArgument& argument : bound.kernel->arguments.arguments) {
    bound.arguments.push_back(value_of(argument, inputs, mask, bound.kernel->arguments.layout));
    if (argument.role == KernelRole::kOut) bound.out = bound.arguments.back().toTensor();
  }
  bound.kernel->op.schema().checkAndNormalizeInputs(bound.arguments, {});
  return bound;
}

/// The first tensor that was returned, else the one that it was to write to.
at::Tensor output_of(const BoundKernel& bound, const Stack& returned) {
  if (!returned.empty()) {
    const c10::IValue& first = returned.front();
    if (first.isTensor() && first.toTensor().defined()) return first.toTensor();
    if (first.isTensorList() && !first.toTensorList().empty()) return first.toTensorList().get(0);
  }
  if (bound.out) return *bound.out;
  throw std::runtime_error(fmt::format("{} returned no tensor", op_name(*bound.kernel)));
}

at::Tensor call(const BoundKernel& bound, Stack arguments) {
  {
    const InKernel in_kernel(*bound.watch);
    bound.kernel->op.callBoxed(arguments);
  }
  return from_layout(output_of(bound, arguments), bound.kernel->arguments.layout, bound.shape);
}

/// With the change of layout, both ways.
at::Tensor call_with_layout(const BoundKernel& bound, const AttentionInputs& inputs) {
  Stack arguments = bound.arguments;
  const std::vector<KernelArgument>& roles = bound.kernel->arguments.arguments;
  for (size_t index = 0; index < roles.size(); ++index) {
    if (roles[index].role <= KernelRole::kValue)
      arguments[index] = value_of(roles[index], inputs, {}, bound.kernel->arguments.layout);
  }
  return call(bound, std::move(arguments)).contiguous();
}

void synchronize(at::Device device) {
  if (!device.is_cuda()) return;
  const c10::impl::VirtualGuardImpl guard(device.type());
  guard.synchronizeDevice(guard.getDevice().index());
}

bool is_refusal(const std::string& error) {
  return error.find("CUDA error") == std::string::npos && error.find("INTERNAL ASSERT") == std::string::npos;
}

/// One call, with what the kernel refuses told as such.
void try_once(const BoundKernel& bound, at::Device device) {
  try {
    const InKernel waits_for_it(*bound.watch);
    call(bound, bound.arguments);
    synchronize(device);
  } catch (const c10::OutOfMemoryError&) {
    throw;
  } catch (const c10::Error& error) {
    if (!is_refusal(error.msg())) throw;
    throw Unsupported(fmt::format("{} refused it: {}", op_name(*bound.kernel), text_of(error)));
  }
}

/// A trial, after which the inputs must be what they were.
void try_on_copies(const BoundKernel& bound, const AttentionInputs& inputs) {
  const std::array<std::pair<const char*, at::Tensor>, 3> originals = {
      {{"query", inputs.query.clone()}, {"key", inputs.key.clone()}, {"value", inputs.value.clone()}}};
  const std::vector<KernelArgument>& roles = bound.kernel->arguments.arguments;
  try_once(bound, inputs.query.device());
  for (size_t index = 0; index < roles.size(); ++index) {
    if (roles[index].role > KernelRole::kValue) continue;
    const auto& [name, original] = originals[static_cast<size_t>(roles[index].role)];
    if (!at::equal(bound.arguments[index].toTensor(), in_layout(original, bound.kernel->arguments.layout)))
      throw std::runtime_error(fmt::format("{} writes to its input {}", op_name(*bound.kernel), name));
  }
}

Forward prepare(const std::shared_ptr<const LoadedKernel>& kernel, const KernelCalling& calling, KernelWatch& watch,
                const AttentionInputs& inputs) {
  BoundKernel bound = bind(kernel, inputs, watch);
  if (calling.computes)
    try_on_copies(bound, inputs);
  else
    try_once(bound, inputs.query.device());
  if (calling.include_layout && kernel->arguments.layout != KernelLayout::kBhsd)
    return [bound = std::move(bound), inputs] { return call_with_layout(bound, inputs); };
  return [bound = std::move(bound)] { return call(bound, bound.arguments); };
}

/// The output, and the inputs once more in a layout of their own.
double least_bytes(const AttentionShape& s, KernelLayout layout) {
  const double query = double(s.batch) * double(s.q_heads) * double(s.q_len) * double(s.head_dim);
  const double key = double(s.batch) * double(s.kv_heads) * double(s.kv_len) * double(s.head_dim);
  return double(bytes_of(s.dtype)) * (layout == KernelLayout::kBhsd ? query : 2 * query + 2 * key);
}

}  // namespace

AttentionVariant make_kernel_variant(std::shared_ptr<const LoadedKernel> kernel, const KernelCalling& calling,
                                     KernelWatch& watch) {
  return {.name = kernel->name,
          .prepare = [kernel, calling,
                      &watch](const AttentionInputs& inputs) { return prepare(kernel, calling, watch, inputs); },
          .least_bytes =
              [layout = kernel->arguments.layout](const AttentionShape& shape) { return least_bytes(shape, layout); },
          .pinned_backend = ""};
}

}  // namespace attn
