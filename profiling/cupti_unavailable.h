#pragma once

#include <stdexcept>
#include <string>

namespace attn {

/// Why launches can't be counted here.
enum class CuptiState {
  kNoDevice,      ///< no CUDA device
  kNotFound,      ///< no libcupti, or one that lacks functions
  kTwoCopies,     ///< two are loaded, which lose each other's records
  kTaken,         ///< another profiler is attached to this process
  kTooOld,        ///< its records lack what is read here
  kMismatched,    ///< it and the driver don't go together
  kNoPermission,  ///< the driver allows no profiling to this user
  kNotSupported,  ///< this GPU, as it is given to this system, can't be profiled
};

/// CUPTI can't be used. what() says which state it is, what was found and what to do.
class CuptiUnavailable : public std::runtime_error {
 public:
  CuptiUnavailable(CuptiState state, const std::string& message) : std::runtime_error(message), state_(state) {}

  CuptiState state() const { return state_; }

 private:
  CuptiState state_;
};

}  // namespace attn
