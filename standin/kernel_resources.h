#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace attn::standin {

/// What a kernel takes of the GPU, as far as it is known.
struct Resources {
  bool has_image = true;   ///< false: its library has code for other GPUs alone, so that it can't be launched
  uint16_t registers = 0;  ///< a thread's; 0 is unknown
  uint32_t static_shared_bytes = 0;
};

/// The kernels of one library, from a file of resources (standin/README.md says what it holds).
class LibraryResources {
 public:
  /// Throws std::invalid_argument with the line that can't be read.
  explicit LibraryResources(std::string text);

  const std::string& library() const { return library_; }  ///< its real path
  Resources of(const std::string& kernel) const;

 private:
  void read_kernel(std::string_view line);

  std::string text_;  ///< the names point into it
  std::string library_;
  bool has_ptx_ = false;
  std::unordered_map<std::string_view, Resources> by_kernel_;
};

/// All the files, read at the first question.
class KernelResources {
 public:
  explicit KernelResources(std::vector<std::string> files) : files_(std::move(files)) {}

  /// The kernel of that mangled name in the library at that path. Unknown for a library that no file is about. A file
  /// that can't be read ends the process as read_settings() does. Not thread-safe.
  Resources of(const std::string& library, const std::string& kernel);

 private:
  void read_files();

  std::vector<std::string> files_;
  std::map<std::string, LibraryResources> by_library_;
  std::map<std::string, std::string> real_paths_;
};

}  // namespace attn::standin
