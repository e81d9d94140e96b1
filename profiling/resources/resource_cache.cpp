#include "profiling/resources/resource_cache.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fstream>
#include <sstream>
#include <string>
#include <system_error>

#include "profiling/text_hash.h"
#include "results/file_beside.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

constexpr int kFormat = 1;  // of the text file; another number makes all of them anew

fs::path text_path(const fs::path& cache_folder, const ResourceKey& key) {
  return cache_folder / "kernel_resources" /
         fmt::format("{}-{}-{:016x}.txt", key.library.filename().string(), name_of(key.card),
                     hash_of(key.library.string()));
}

fs::path key_path(fs::path text) {
  return text.replace_extension(".key");
}

std::string first_line(const ResourceKey& key) {
  return "library=" + key.library.string();
}

std::string key_text(const ResourceKey& key, uint64_t text_bytes) {
  return fmt::format("format={}\nlibrary={}\nbytes={}\nchanged_ns={}\ncard={}\ntext_bytes={}\n", kFormat,
                     key.library.string(), key.bytes, key.changed_ns, name_of(key.card), text_bytes);
}

std::string resource_text(const ResourceKey& key, const CardResources& resources) {
  std::vector<std::string> code;
  for (const CodeArch& arch : resources.kernels.code) code.push_back(name_of(arch));
  std::string text = fmt::format("{}\ncode={}\nptx={:d}\n", first_line(key), fmt::join(code, ","), resources.has_ptx);
  for (const auto& [name, use] : resources.kernels.kernels) {
    fmt::format_to(std::back_inserter(text), "{}\t{}\t{}\n", name, use.registers, use.static_shared_bytes);
  }
  return text;
}

std::string text_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// Throws std::system_error.
void write_whole(const fs::path& path, std::string_view text) {
  FileBeside file(path);
  file.write(text);
  file.keep();
}

}  // namespace

std::optional<fs::path> find_resources(const fs::path& cache_folder, const ResourceKey& key) {
  const fs::path path = text_path(cache_folder, key);
  std::error_code error;
  const uint64_t bytes = fs::file_size(path, error);
  if (error || text_of(key_path(path)) != key_text(key, bytes)) return std::nullopt;
  std::string line;
  std::ifstream text(path, std::ios::binary);
  if (!std::getline(text, line) || line != first_line(key)) return std::nullopt;
  return path;
}

FoundFile keep_resources(const fs::path& cache_folder, const ResourceKey& key, const CardResources& resources) {
  const fs::path path = text_path(cache_folder, key);
  const std::string text = resource_text(key, resources);
  try {
    fs::create_directories(path.parent_path());
    write_whole(path, text);
    write_whole(key_path(path), key_text(key, text.size()));
  } catch (const std::system_error& error) {  // std::filesystem's is one too
    return {.reason = fmt::format("{} can't be written: {}", path.string(), error.code().message())};
  }
  return {.path = path};
}

}  // namespace attn
