#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "profiling/cpu/freed_memory.h"
#include "profiling/machine_facts.h"

namespace attn {
namespace {

constexpr std::array<std::string_view, 14> kPrefixes = {
    "OMP_",  "GOMP_", "KMP_",  "MKL_",   "ONEDNN_",     "DNNL_",          "MALLOC_",
    "ATEN_", "TORCH", "CUDA_", "CUBLAS", "NVIDIA_TF32", "GLIBC_TUNABLES", "LD_PRELOAD",
};

/// Line breaks would not survive in a cell of a CSV file.
std::string on_one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return text;
}

}  // namespace

Facts environment_facts() {
  Facts facts;
  if (const std::string library = malloc_library(); !library.empty()) facts.emplace_back("malloc", library);
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const size_t equals = text.find('=');
    if (equals == std::string_view::npos) continue;
    if (std::none_of(kPrefixes.begin(), kPrefixes.end(), [&](auto prefix) { return text.starts_with(prefix); }))
      continue;
    facts.emplace_back("env_" + std::string(text.substr(0, equals)), on_one_line(std::string(text.substr(equals + 1))));
  }
  std::sort(facts.begin(), facts.end());
  return facts;
}

}  // namespace attn
