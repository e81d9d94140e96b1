#include "profiling/resources/resource_listing.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace attn {
namespace {

std::string_view without_blanks_before(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return text;
}

/// N of " KEY:N " in a line of figures.
std::optional<int64_t> figure(std::string_view line, std::string_view key) {
  for (size_t at = line.find(key); at != std::string_view::npos; at = line.find(key, at + 1)) {
    const bool begins_word = at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t';
    if (!begins_word) continue;
    int64_t number = 0;
    const char* begin = line.data() + at + key.size();
    const auto [end, error] = std::from_chars(begin, line.data() + line.size(), number);
    if (error == std::errc() && end != begin) return number;
  }
  return std::nullopt;
}

/// From 9.0 on, code objects count 1,024 bytes that the system reserves of a block's shared memory among the kernel's
/// own (seen by compiling: ptxas says 1024 bytes where cuobjdump lists 2048). The device's limits know of them already.
int64_t without_reserved(std::string_view arch, int64_t shared_bytes) {
  constexpr int64_t kReserved = 1'024;
  const auto code = parse_code_arch(arch);
  return code && code->major >= 9 && shared_bytes >= kReserved ? shared_bytes - kReserved : shared_bytes;
}

}  // namespace

void ResourceListing::take_line(std::string_view line) {
  constexpr std::string_view kArch = "arch = ";
  constexpr std::string_view kFunction = "Function ";
  line = without_blanks_before(line);
  if (!kernel_.empty()) {
    take_figures(line);
  } else if (line.starts_with(kArch)) {
    arch_ = line.substr(kArch.size());
  } else if (line.starts_with(kFunction) && line.ends_with(':')) {
    kernel_ = line.substr(kFunction.size(), line.size() - kFunction.size() - 1);
  }
}

void ResourceListing::take_figures(std::string_view line) {
  const auto registers = figure(line, "REG:");
  const auto shared = figure(line, "SHARED:");
  if (registers && shared) {
    kernels_[arch_].try_emplace(std::move(kernel_), KernelUse{*registers, without_reserved(arch_, *shared)});
  } else {
    ++without_figures_;
  }
  kernel_.clear();
}

CardKernels kernels_for(const CodeArch& card, const KernelsByArch& kernels) {
  std::vector<std::pair<CodeArch, const KernelUses*>> fitting;
  for (const auto& [name, uses] : kernels) {
    const auto arch = parse_code_arch(name);
    if (arch && runs_on(*arch, card)) fitting.emplace_back(*arch, &uses);
  }
  std::ranges::sort(fitting, [](const auto& a, const auto& b) { return fits_better(a.first, b.first); });
  CardKernels found;
  for (const auto& [arch, uses] : fitting) {
    const size_t before = found.kernels.size();
    found.kernels.insert(uses->begin(), uses->end());
    if (found.kernels.size() > before) found.code.push_back(arch);
  }
  return found;
}

}  // namespace attn
