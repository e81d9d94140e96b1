#include "profiling/libtorch_facts.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/Version.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <stdexcept>

#include "profiling/host_facts.h"
#include "profiling/text_file.h"

namespace attn {
namespace {

/// 13000 is "13.0", 12080 is "12.8", as CUDART_VERSION counts.
std::string cuda_version_text(long version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

std::string_view name_of(at::Float32MatmulPrecision precision) {
  switch (precision) {
    case at::Float32MatmulPrecision::HIGHEST:
      return "highest";
    case at::Float32MatmulPrecision::HIGH:
      return "high";
    case at::Float32MatmulPrecision::MEDIUM:
      return "medium";
  }
  return "unknown";
}

std::string on_or_off(bool on) {
  return on ? "on" : "off";
}

void add_cuda(Facts& facts) {
  if (!at::Context::hasCUDART()) return;
  facts.emplace_back("libtorch_cuda_version", cuda_version_text(at::Context::versionCUDART()));
}

void add_precision(Facts& facts) {
  const at::Context& context = at::globalContext();
  // These throw where a program has set the precision by the newer, finer settings, which they can't express.
  try {
    facts.emplace_back("matmul_precision", name_of(context.float32MatmulPrecision()));
    facts.emplace_back("tf32_cublas", on_or_off(context.allowTF32CuBLAS()));
    facts.emplace_back("tf32_cudnn", on_or_off(context.allowTF32CuDNN()));
    // Off: SDPA's math backend computes fp16 and bf16 in fp32.
    facts.emplace_back("sdp_math_reduced_precision", on_or_off(context.allowFP16BF16ReductionMathSDP()));
  } catch (const c10::Error&) {
    return;
  }
}

}  // namespace

std::string condensed_parallel_info(std::string_view info) {
  std::string condensed;
  bool environment = false;
  for (const std::string_view line : lines_of(info)) {
    const std::string_view text = trimmed(line);
    const bool indented = !line.empty() && line.front() == '\t';
    environment = text.starts_with("Environment variables") || (environment && indented);
    if (text.empty() || environment || text == "ATen/Parallel:") continue;
    if (!condensed.empty()) condensed += "; ";
    condensed += text;
  }
  return condensed;
}

Facts libtorch_facts() {
  Facts facts = {{"libtorch_version", libtorch_version()}};
  add_cuda(facts);
  facts.emplace_back("cpu_capability", at::get_cpu_capability());
  facts.emplace_back("threads", std::to_string(at::get_num_threads()));
  facts.emplace_back("parallel_info", condensed_parallel_info(at::get_parallel_info()));
  add_precision(facts);
  return facts;
}

std::filesystem::path libtorch_folder() {
  Dl_info info;
  if (dladdr(reinterpret_cast<void*>(&at::get_num_threads), &info) == 0 || info.dli_fname == nullptr)
    throw std::runtime_error("the file of LibTorch's libraries can't be told");
  return std::filesystem::path(info.dli_fname).parent_path();
}

}  // namespace attn
