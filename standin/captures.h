#pragma once

#include <cuda_runtime_api.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_map>
#include <vector>

#include "standin/graphs.h"
#include "standin/timeline.h"

namespace attn::standin {

/// What a program may ask about a stream.
struct CaptureInfo {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  uint64_t id = 0;                             ///< of the capture; as all below only while one is active
  Graph* graph = nullptr;                      ///< what it has so far
  std::vector<const GraphNode*> dependencies;  ///< what the stream's next node will come after
};

/// The streams that are being captured into graphs, by the rules of CUDA's stream capture. Where a call breaks one, its
/// capture is invalid from then on and its end gives no graph; the code returned is CUDA's. All functions are for any
/// thread.
class Captures {
 public:
  explicit Captures(Graphs& graphs) : graphs_(graphs) {}

  /// `blocking`: the stream waits for the legacy default stream and that one for it.
  cudaError_t begin(Handle stream, bool blocking, cudaStreamCaptureMode mode);
  /// The graph is the caller's; null with an error.
  cudaError_t end(Handle stream, Graph*& graph);
  CaptureInfo info(Handle stream) const;
  bool any() const { return count_.load() > 0; }

  /// Makes it the next node of the stream; nothing for a stream that isn't captured, where it is to be done at once.
  std::optional<cudaError_t> add(Handle stream, const Activity& activity);
  /// Notes that the event comes after what the stream has so far. Nothing where none is captured: it is recorded then.
  std::optional<cudaError_t> record(Handle event, Handle stream);
  /// Has the stream come after the event, which takes it into the event's capture. Nothing where neither is captured.
  std::optional<cudaError_t> wait(Handle stream, Handle event, bool event_is_recorded);
  void forget_event(Handle event);

  /// A call that is no work for a stream, as an allocation or a wait for the GPU: refused on this thread while a
  /// capture forbids it (see cudaThreadExchangeStreamCaptureMode).
  cudaError_t check_unsafe();
  /// Waiting for or asking about a captured stream or event, or waiting for all: refused whatever the mode.
  cudaError_t check_stream(Handle stream);
  cudaError_t check_event(Handle event);
  cudaError_t check_all();

  /// Sets the mode of this thread and returns what it was.
  static cudaStreamCaptureMode exchange_mode(cudaStreamCaptureMode mode);

 private:
  using Nodes = std::vector<const GraphNode*>;
  struct Capture {
    uint64_t id = 0;
    Handle origin = nullptr;
    bool blocking = false;
    cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
    std::thread::id thread;
    Graph* graph = nullptr;
    bool invalid = false;
    std::unordered_map<Handle, Nodes> last;  ///< by stream, what its next node comes after
  };
  struct CapturedEvent {
    uint64_t capture = 0;
    Nodes last;
  };

  Capture* find(Handle stream) const;
  Capture* find(uint64_t id) const;
  cudaError_t invalidate(Capture& capture, cudaError_t code) const;
  cudaError_t join(Capture& capture, Handle stream, const CapturedEvent& event);
  static bool is_joined(const Capture& capture);

  Graphs& graphs_;
  std::atomic<int> count_ = 0;
  mutable std::mutex mutex_;
  std::vector<std::unique_ptr<Capture>> captures_;
  std::unordered_map<Handle, CapturedEvent> events_;
  uint64_t last_id_ = 0;
};

}  // namespace attn::standin
