#include "standin/kernel_resources.h"

#include <charconv>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <utility>

#include "standin/settings.h"

namespace attn::standin {

namespace {

std::string_view take_line(std::string_view& text) {
  const size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

std::string_view take_value(std::string_view& text, std::string_view key) {
  const std::string_view line = take_line(text);
  if (!line.starts_with(key)) throw std::invalid_argument("expected \"" + std::string(key) + "…\"");
  return line.substr(key.size());
}

/// The number before the next tab or the end.
template <typename Number>
Number take_number(std::string_view& cells, std::string_view line) {
  const size_t end = std::min(cells.find('\t'), cells.size());
  Number number = 0;
  const auto [stop, error] = std::from_chars(cells.data(), cells.data() + end, number);
  if (error != std::errc() || stop != cells.data() + end || end == 0) {
    throw std::invalid_argument("no kernel with registers and bytes: \"" + std::string(line) + "\"");
  }
  cells.remove_prefix(std::min(end + 1, cells.size()));
  return number;
}

std::string real_path(const std::string& path) {
  const std::unique_ptr<char, void (*)(void*)> real(realpath(path.c_str(), nullptr), std::free);
  return real ? std::string(real.get()) : path;
}

}  // namespace

LibraryResources::LibraryResources(std::string text) : text_(std::move(text)) {
  std::string_view rest = text_;
  library_ = real_path(std::string(take_value(rest, "library=")));
  take_value(rest, "code=");
  has_ptx_ = take_value(rest, "ptx=") == "1";
  while (!rest.empty()) read_kernel(take_line(rest));
}

void LibraryResources::read_kernel(std::string_view line) {
  const size_t tab = std::min(line.find('\t'), line.size());
  std::string_view cells = line.substr(std::min(tab + 1, line.size()));
  Resources resources;
  resources.registers = take_number<uint16_t>(cells, line);
  resources.static_shared_bytes = take_number<uint32_t>(cells, line);
  by_kernel_[line.substr(0, tab)] = resources;
}

Resources LibraryResources::of(const std::string& kernel) const {
  const auto found = by_kernel_.find(kernel);
  if (found != by_kernel_.end()) return found->second;
  return {.has_image = has_ptx_};
}

void KernelResources::read_files() {
  for (const std::string& file : std::exchange(files_, {})) {
    std::ifstream stream(file, std::ios::binary);
    try {
      LibraryResources resources(std::string(std::istreambuf_iterator<char>(stream), {}));
      std::string library = resources.library();
      by_library_.emplace(std::move(library), std::move(resources));
    } catch (const std::invalid_argument& error) {
      refuse(file + " is no file of kernel resources: " + error.what());
    }
  }
}

Resources KernelResources::of(const std::string& library, const std::string& kernel) {
  read_files();
  if (by_library_.empty()) return {};
  auto [path, is_new] = real_paths_.try_emplace(library);
  if (is_new) path->second = real_path(library);
  const auto found = by_library_.find(path->second);
  return found == by_library_.end() ? Resources{} : found->second.of(kernel);
}

}  // namespace attn::standin
