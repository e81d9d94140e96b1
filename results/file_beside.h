#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace attn {

/// A file that is there whole or not at all: written beside its place under another name, then renamed over it. What
/// the system refuses is thrown as std::system_error.
class FileBeside {
 public:
  /// The folder must be there.
  explicit FileBeside(std::filesystem::path path);
  /// Removes what keep() did not rename.
  ~FileBeside();
  FileBeside(const FileBeside&) = delete;
  FileBeside& operator=(const FileBeside&) = delete;

  void write(std::string_view text);
  /// Puts the file in its place, over one that was there. The last call.
  void keep();

 private:
  std::filesystem::path path_;
  std::string beside_;
  int descriptor_ = -1;
  bool kept_ = false;
};

}  // namespace attn
