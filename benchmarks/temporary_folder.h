#pragma once

#include <filesystem>
#include <string>

namespace attn {

/// A folder that goes away with everything in it.
class TemporaryFolder {
 public:
  /// Throws BadRequest, naming what needs it ("--processes"), when it can't be made.
  explicit TemporaryFolder(const std::string& needed_by);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace attn
