#include "benchmarks/external/kernel_library.h"

#include <ATen/Context.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <torch/headeronly/version.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "benchmarks/external/sha256.h"
#include "benchmarks/external/shared_object.h"
#include "results/bad_request.h"
#include "results/near_names.h"

namespace attn {
namespace {

std::set<std::string> op_names() {
  std::set<std::string> names;
  for (const c10::OperatorName& name : c10::Dispatcher::singleton().getAllOpNames()) names.insert(c10::toString(name));
  return names;
}

/// The ops with a schema that were not there before, sorted. One that only got a further kernel is no new op.
std::vector<c10::OperatorHandle> ops_beside(const std::set<std::string>& before) {
  std::vector<c10::OperatorHandle> ops;
  for (const std::string& name : op_names()) {
    if (before.contains(name)) continue;
    const size_t dot = name.find('.');
    const std::string overload = dot == std::string::npos ? "" : name.substr(dot + 1);
    if (const auto op = c10::Dispatcher::singleton().findSchema({name.substr(0, dot), overload})) ops.push_back(*op);
  }
  return ops;
}

std::string name_of(const c10::OperatorHandle& op) {
  return c10::toString(op.operator_name());
}

/// "fwd" of "space::fwd.overload".
std::string short_name(const c10::OperatorHandle& op) {
  const std::string& name = op.operator_name().name;
  return name.substr(name.rfind(':') + 1);
}

std::string names_of(const std::vector<c10::OperatorHandle>& ops) {
  std::vector<std::string> names;
  for (const c10::OperatorHandle& op : ops) names.push_back(name_of(op));
  return fmt::to_string(fmt::join(names, ", "));
}

c10::OperatorHandle op_named(const std::string& asked, const std::vector<c10::OperatorHandle>& ops) {
  std::vector<std::string> names;
  for (const c10::OperatorHandle& op : ops) {
    if (asked == name_of(op) || asked == op.operator_name().name || asked == short_name(op)) return op;
    names.push_back(short_name(op));
  }
  throw BadRequest(fmt::format("it has no op {}{}; it has {}", asked, did_you_mean(asked, names), names_of(ops)));
}

/// The first of the names that attention forwards go by and that one of them has; the dense ones first.
c10::OperatorHandle best_known(const std::vector<c10::OperatorHandle>& attentions) {
  for (const std::string_view known : {"fwd", "forward", "attention", "mha_fwd", "varlen_fwd", "mha_varlen_fwd"}) {
    const auto found = std::ranges::find(attentions, known, short_name);
    if (found != attentions.end()) return *found;
  }
  throw BadRequest(fmt::format("it has several attention ops, {}; say which: --kernel=NAME=PATH:{}",
                               names_of(attentions), short_name(attentions.front())));
}

c10::OperatorHandle choose_op(const KernelRequest& request, const std::vector<c10::OperatorHandle>& ops) {
  if (ops.empty()) throw BadRequest("it registers no op (TORCH_LIBRARY) that LibTorch doesn't have");
  if (request.op) return op_named(*request.op, ops);
  std::vector<c10::OperatorHandle> attentions;
  for (const c10::OperatorHandle& op : ops)
    if (looks_like_attention(op.schema())) attentions.push_back(op);
  if (attentions.size() > 1) return best_known(attentions);
  if (attentions.size() == 1) return attentions.front();
  if (ops.size() == 1) return ops.front();  // map_arguments() says what it lacks
  throw BadRequest(fmt::format("none of its ops has q, k and v: {}", names_of(ops)));
}

MajorMinor cuda_version(long version) {
  return {.major = static_cast<int>(version / 1000), .minor = static_cast<int>(version % 1000 / 10)};
}

/// What this LibTorch is, for a run on a GPU (or for planning one) or on the CPU.
KernelPlatform this_platform(bool on_cuda) {
  KernelPlatform platform{
      .torch = {.major = TORCH_VERSION_MAJOR, .minor = TORCH_VERSION_MINOR}, .cuda = {}, .on_cuda = on_cuda};
  if (at::detail::getCUDAHooks().hasCUDART()) platform.cuda = cuda_version(at::Context::versionCUDART());
  return platform;
}

/// Has what `work` refuses begin with the option.
template <typename Work>
auto naming_the_option(const KernelRequest& request, Work work) {
  try {
    return work();
  } catch (const BadRequest& error) {
    throw BadRequest(fmt::format("--kernel={}={}: {}", request.name, request.path.string(), error.what()));
  }
}

LoadedKernel load(const KernelRequest& request, const KernelFile& file) {
  const std::string sum = hex_of(sha256_of(file.library));
  const std::set<std::string> before = op_names();
  load_library(file.library);
  const c10::OperatorHandle op = choose_op(request, ops_beside(before));
  LoadedKernel kernel{.name = request.name,
                      .op = op,
                      .arguments = map_arguments(op.schema(), request.arguments, request.layout),
                      .facts = {{"kernel_name", request.name},
                                {"kernel_path", file.library.string()},
                                {"kernel_sha256", sum},
                                {"kernel_op", name_of(op)},
                                {"kernel_schema", c10::toString(op.schema())}}};
  kernel.facts.emplace_back("kernel_layout", attn::name_of(kernel.arguments.layout));
  kernel.facts.insert(kernel.facts.end(), file.facts.begin(), file.facts.end());
  return kernel;
}

}  // namespace

KernelFile kernel_file_of(const KernelRequest& request, bool on_cuda) {
  return naming_the_option(request, [&] {
    KernelFile file = find_kernel_file(request.path, this_platform(on_cuda));
    check_shared_object(file.library);
    return file;
  });
}

LoadedKernel load_kernel(const KernelRequest& request, bool on_cuda) {
  const KernelFile file = kernel_file_of(request, on_cuda);
  return naming_the_option(request, [&] { return load(request, file); });
}

}  // namespace attn
