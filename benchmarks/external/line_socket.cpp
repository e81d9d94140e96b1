#include "benchmarks/external/line_socket.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace attn {

LineSocket::~LineSocket() {
  close(descriptor_);
}

bool LineSocket::send(const std::string& line) {
  const std::string text = line + '\n';
  for (size_t sent = 0; sent < text.size();) {
    const ssize_t count = ::send(descriptor_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    sent += static_cast<size_t>(count);
  }
  return true;
}

bool LineSocket::read_some() {
  std::array<char, 65536> bytes{};
  const ssize_t count = read(descriptor_, bytes.data(), bytes.size());
  if (count > 0) received_.append(bytes.data(), static_cast<size_t>(count));
  return count > 0 || (count < 0 && errno == EINTR);
}

std::optional<std::string> LineSocket::take_line() {
  const size_t end = received_.find('\n');
  if (end == std::string::npos) return std::nullopt;
  std::string line = received_.substr(0, end);
  received_.erase(0, end + 1);
  return line;
}

}  // namespace attn
