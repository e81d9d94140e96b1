#include "results/file_beside.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>
#include <utility>

namespace attn {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path) {
  throw std::system_error(errno, std::generic_category(), path.string());
}

}  // namespace

// Not mkstemp, whose file is its owner's alone: who may read it is for the user's umask to say.
FileBeside::FileBeside(std::filesystem::path path) : path_(std::move(path)) {
  static std::atomic<unsigned> s_number = 0;
  do {
    beside_ = path_.string() + "." + std::to_string(getpid()) + "-" + std::to_string(s_number++);
    descriptor_ = open(beside_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  } while (descriptor_ == -1 && errno == EEXIST);
  if (descriptor_ == -1) fail(path_);
}

FileBeside::~FileBeside() {
  if (descriptor_ != -1) close(descriptor_);
  if (!kept_) unlink(beside_.c_str());
}

void FileBeside::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor_, text.data(), text.size());
    if (count == -1 && errno == EINTR) continue;
    if (count == -1) fail(path_);
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

void FileBeside::keep() {
  // NFS reports a full disk only here.
  if (close(std::exchange(descriptor_, -1)) == -1 && errno != EINTR) fail(path_);
  if (std::rename(beside_.c_str(), path_.c_str()) == -1) fail(path_);
  kept_ = true;
}

}  // namespace attn
