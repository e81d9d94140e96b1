#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "profiling/cupti/cupti_functions.h"

namespace attn {

/// A buffer that CUPTI has filled with records.
struct RecordBuffer {
  struct Free {
    void operator()(uint8_t* bytes) const { std::free(bytes); }
  };
  std::unique_ptr<uint8_t, Free> bytes;
  size_t valid_bytes = 0;
};

/// What a session recorded.
struct RecordedBuffers {
  std::vector<RecordBuffer> buffers;
  int64_t dropped = 0;  ///< records that CUPTI had no room for
};

/// Has CUPTI record all that the process launches, from its making until stop(). One at a time; the GPU is to be idle
/// at both ends: what still runs is recorded without an end, once and for all.
///
/// CUPTI stays attached to the process afterwards (to finalize it is known to crash), so timings that it must not touch
/// come before the first session.
class CuptiSession {
 public:
  /// Throws CuptiUnavailable, GpuError, or std::logic_error while another session records.
  explicit CuptiSession(const CuptiFunctions& cupti);
  ~CuptiSession();
  CuptiSession(const CuptiSession&) = delete;
  CuptiSession& operator=(const CuptiSession&) = delete;

  RecordedBuffers stop();

 private:
  void claim();
  void enable_kinds();
  void end() noexcept;

  const CuptiFunctions& cupti_;
  bool running_ = true;
  CUpti_SubscriberHandle subscriber_ = nullptr;
  std::vector<CUpti_ActivityKind> enabled_;
  std::vector<RecordBuffer> buffers_;
};

}  // namespace attn
