#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace attn {

/// A file whose lines several processes and threads append to, in whole pieces. What the system refuses is thrown as
/// std::runtime_error with the path and the reason.
class AppendFile {
 public:
  enum class IfMissing { kRefuse, kCreate };

  /// Opens the file for reading and appending.
  AppendFile(std::filesystem::path path, IfMissing if_missing);
  ~AppendFile();
  AppendFile(AppendFile&& other) noexcept;
  AppendFile& operator=(AppendFile&&) = delete;

  /// Opens the file and waits until no other AppendFile holds its lock; the destructor gives the lock back.
  static AppendFile open_locked(const std::filesystem::path& path, IfMissing if_missing);

  /// Appends all of the text in one write(2), or, on a full disk say, nothing of it and throws. Checks the last
  /// line first.
  void append(std::string_view text);

  /// Removes what was appended through this object. For a file that several share only under a lock.
  void take_back();

  int64_t size() const;
  /// Up to `limit` bytes from the beginning.
  std::string head(std::size_t limit) const;
  /// Throws when the last line lacks its end: what came next would become a part of it.
  void check_last_line() const;
  const std::filesystem::path& path() const { return path_; }

 private:
  void lock();
  /// Whether the path still leads to this file (a report may have been renamed over it).
  bool is_current() const;
  [[noreturn]] void fail(std::string_view what, int error_number) const;

  std::filesystem::path path_;
  int descriptor_ = -1;
  int64_t size_before_ = 0;  ///< before the first append; taking back returns to it
  bool has_appended_ = false;
};

}  // namespace attn
