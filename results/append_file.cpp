#include "results/append_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace attn {
namespace {

/// Repeats a call that a signal interrupted (Ctrl-C is only noted by its handler: the case in hand is still kept).
template <typename Call>
auto uninterrupted(Call call) {
  auto result = call();
  while (result == -1 && errno == EINTR) result = call();
  return result;
}

}  // namespace

AppendFile::AppendFile(std::filesystem::path path, IfMissing if_missing) : path_(std::move(path)) {
  const int flags = O_RDWR | O_APPEND | O_CLOEXEC | (if_missing == IfMissing::kCreate ? O_CREAT : 0);
  descriptor_ = uninterrupted([&] { return open(path_.c_str(), flags, 0666); });
  if (descriptor_ == -1) fail("open", errno);
}

AppendFile::AppendFile(AppendFile&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      size_before_(other.size_before_),
      has_appended_(other.has_appended_) {}

AppendFile::~AppendFile() {
  if (descriptor_ != -1) close(descriptor_);
}

AppendFile AppendFile::open_locked(const std::filesystem::path& path, IfMissing if_missing) {
  for (;;) {
    AppendFile file(path, if_missing);
    file.lock();
    if (file.is_current()) return file;
  }
}

void AppendFile::append(std::string_view text) {
  check_last_line();
  if (!has_appended_) size_before_ = size();
  has_appended_ = true;
  // Linux writes up to 2 GiB at once; more than one turn is only for what a signal or the disk cut short.
  while (!text.empty()) {
    const ssize_t written = uninterrupted([&] { return write(descriptor_, text.data(), text.size()); });
    if (written == -1) {
      const int error_number = errno;
      take_back();
      fail("write", error_number);
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void AppendFile::take_back() {
  if (!has_appended_ || size() == size_before_) return;
  if (uninterrupted([&] { return ftruncate(descriptor_, size_before_); }) == -1) {
    fail("take back a partial write to", errno);
  }
}

int64_t AppendFile::size() const {
  struct stat status {};
  if (fstat(descriptor_, &status) == -1) fail("read the size of", errno);
  return status.st_size;
}

std::string AppendFile::head(std::size_t limit) const {
  const auto available = static_cast<std::size_t>(size());  // 0 for /dev/full, which can be read without end
  std::string bytes(std::min(limit, available), '\0');
  const ssize_t count = uninterrupted([&] { return pread(descriptor_, bytes.data(), bytes.size(), 0); });
  if (count == -1) fail("read", errno);
  bytes.resize(static_cast<std::size_t>(count));
  return bytes;
}

void AppendFile::check_last_line() const {
  const int64_t bytes = size();
  if (bytes == 0) return;
  char last = 0;
  if (uninterrupted([&] { return pread(descriptor_, &last, 1, bytes - 1); }) == -1) fail("read", errno);
  if (last == '\n') return;
  throw std::runtime_error(fmt::format(
      "{} ends in the middle of a line (was a run killed while writing?); complete or remove it", path_.string()));
}

void AppendFile::lock() {
  if (uninterrupted([&] { return flock(descriptor_, LOCK_EX); }) == -1) fail("lock", errno);
}

bool AppendFile::is_current() const {
  struct stat ours {};
  struct stat theirs {};
  if (fstat(descriptor_, &ours) == -1) fail("look at", errno);
  return stat(path_.c_str(), &theirs) == 0 && ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino;
}

void AppendFile::fail(std::string_view what, int error_number) const {
  throw std::runtime_error(fmt::format("can't {} {}: {}", what, path_.string(), std::strerror(error_number)));
}

}  // namespace attn
