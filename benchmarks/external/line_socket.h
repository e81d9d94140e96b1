#pragma once

#include <optional>
#include <string>

namespace attn {

/// One end of a stream socket over which two processes send each other lines. Closed with the object.
class LineSocket {
 public:
  explicit LineSocket(int descriptor) : descriptor_(descriptor) {}
  ~LineSocket();
  LineSocket(const LineSocket&) = delete;
  LineSocket& operator=(const LineSocket&) = delete;

  int descriptor() const { return descriptor_; }

  /// Adds the line's end. False when nobody is at the other end any more.
  bool send(const std::string& line);

  /// Waits for bytes and takes those that are there, or none when a signal came. False at the end of it all.
  bool read_some();

  /// The next whole line of what was read, without its end.
  std::optional<std::string> take_line();

 private:
  int descriptor_;
  std::string received_;
};

}  // namespace attn
