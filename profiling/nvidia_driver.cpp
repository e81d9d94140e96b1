#include "profiling/nvidia_driver.h"

#include <algorithm>
#include <string_view>
#include <system_error>

#include "profiling/text_file.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// "580.95.05" and "575.51" are releases; "x86_64", "2025" and "12:01" are not.
bool is_release(std::string_view word) {
  return !word.empty() && is_digit(word.front()) && is_digit(word.back()) && word.find('.') != std::string_view::npos &&
         std::all_of(word.begin(), word.end(), [](char c) { return is_digit(c) || c == '.'; });
}

/// The first release in the line "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.104.05  Sat Aug 19 …" or, of the
/// open modules, "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.95.05  Release Build  (…)  …".
std::optional<std::string> release_in(std::string_view text) {
  std::string_view rest = value_of(text, "NVRM version", ':').value_or("");
  while (!rest.empty()) {
    const size_t end = std::min(rest.find_first_of(" \t"), rest.size());
    if (is_release(rest.substr(0, end))) return std::string(rest.substr(0, end));
    rest = trimmed(rest.substr(end));
  }
  return std::nullopt;
}

bool lists_device(const fs::path& gpus) {
  std::error_code error;
  return fs::directory_iterator(gpus, error) != fs::directory_iterator() && !error;
}

/// Containers are given single GPUs under their number on the host, so that nvidia0 may be missing.
bool has_numbered_node(const fs::path& dev) {
  constexpr std::string_view kPrefix = "nvidia";
  std::error_code error;
  for (fs::directory_iterator entry(dev, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.size() > kPrefix.size() && name.starts_with(kPrefix) &&
        std::all_of(name.begin() + kPrefix.size(), name.end(), is_digit)) {
      return true;
    }
  }
  return false;
}

bool has_wsl_device(const fs::path& root) {
  std::error_code error;
  return fs::exists(root / "dev/dxg", error) && fs::exists(root / "usr/lib/wsl/lib/libcuda.so.1", error);
}

}  // namespace

NvidiaDriver nvidia_driver(const fs::path& root) {
  NvidiaDriver driver;
  if (const auto text = read_text_file(root / "proc/driver/nvidia/version")) driver.release = release_in(*text);
  driver.lists_device = lists_device(root / "proc/driver/nvidia/gpus");
  driver.has_device_node = has_numbered_node(root / "dev") || has_wsl_device(root);
  return driver;
}

}  // namespace attn
