#pragma once

#include <c10/core/Device.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "profiling/captured_forward.h"
#include "profiling/forward_timer.h"
#include "profiling/occupancy.h"
#include "profiling/profile.h"
#include "results/record.h"

namespace attn {

enum class Cache {
  kUncontrolled,  ///< a CPU: whatever the last forward left
  kCold,          ///< L2 flushed before each forward
  kHot,           ///< forwards back to back
};

/// Where cases run. The seam behind which CPU and CUDA differ; nothing above it asks which one it is.
class Device {
 public:
  virtual ~Device() = default;

  virtual std::string kind() const = 0;  ///< "cpu" or "cuda": the device's part of a case name
  virtual std::string name() const = 0;  ///< "cpu", or the GPU's name as the driver gives it
  virtual std::string arch() const = 0;  ///< "x86_64", "sm_80"
  virtual at::Device torch_device() const = 0;
  virtual Facts facts() const = 0;  ///< rows for runs.csv

  /// Memory that new tensors can have now, in bytes; what the allocator keeps of freed tensors may or may not count,
  /// see release_memory().
  virtual int64_t available_memory_bytes() const = 0;

  /// A timer for a forward that dispatches `ops_per_forward` ops (bounds how many forwards are queued at once).
  virtual std::unique_ptr<ForwardTimer> make_timer(Cache cache, int64_t ops_per_forward) = 0;

  /// Peak of the bytes that one forward allocates over what was allocated before it, its output included.
  virtual int64_t forward_peak_bytes(const Forward& forward) = 0;

  /// The forward as a CUDA graph; nothing of it has run but a warm-up. Throws BadRequest on a CPU, NotCapturable, and
  /// what the forward throws.
  virtual CapturedForward capture(const Forward& forward) = 0;

  /// What happens in forwards: their ops and, on a GPU, what they launch and from which op. A forward before it, after
  /// which LibTorch has done what it does once, is the caller's. Outputs are freed inside. CUPTI stays in the process,
  /// so timings come before. Returns with a loss what CUPTI lost (see describe_loss). Throws CuptiUnavailable where a
  /// GPU's launches can't be recorded, and what the forward throws.
  virtual Profile profile(const Forward& forward, const Schedule& schedule) = 0;

  /// What the occupancy of its launches is worked out from; nothing on a CPU.
  virtual std::optional<SmLimits> sm_limits() const = 0;

  /// Has the allocator hold that many bytes ready from now on, as far as there are, so that the forwards that follow
  /// are not the first to touch their memory.
  virtual void reserve_memory(int64_t bytes) = 0;

  /// Waits for all queued work; throws the error that it ended with.
  virtual void synchronize() = 0;
  /// Gives back what the allocator keeps of freed tensors, before memory is said to be short.
  virtual void release_memory() = 0;
};

}  // namespace attn
