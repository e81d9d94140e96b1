#include "results/file_beside.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>
#include <utility>

namespace attn {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path) {
  throw std::system_error(errno, std::generic_category(), path.string());
}

}  // namespace

FileBeside::FileBeside(std::filesystem::path path) : path_(std::move(path)), beside_(path_.string() + ".XXXXXX") {
  descriptor_ = mkostemp(beside_.data(), O_CLOEXEC);
  if (descriptor_ == -1) fail(path_);
  static_cast<void>(fchmod(descriptor_, 0644));  // for others to read; a file system without modes has none to set
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
