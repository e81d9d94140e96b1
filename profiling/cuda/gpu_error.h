#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace attn {

/// A call into CUDA's runtime, CUDA's driver or NVML that failed.
class GpuError : public std::runtime_error {
 public:
  /// `call` as in the source, `code` with its name ("cudaErrorInvalidValue") and the library's text for it, `doing`
  /// what it was for ("recording the start event"). what() holds all of it.
  GpuError(std::string call, int64_t code, std::string name, std::string text, std::string doing);

  const std::string& call() const { return call_; }
  int64_t code() const { return code_; }
  const std::string& name() const { return name_; }
  const std::string& text() const { return text_; }
  const std::string& doing() const { return doing_; }

 private:
  std::string call_;
  int64_t code_;
  std::string name_;
  std::string text_;
  std::string doing_;
};

}  // namespace attn
