#include "profiling/cuda/graph_forward.h"

#include <ATen/cuda/CUDAGraph.h>
#include <ATen/ops/fill_ops.h>
#include <c10/core/InferenceMode.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAGuard.h>
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <limits>
#include <thread>
#include <utility>

#include "profiling/cuda/cuda_check.h"
#include "profiling/error_text.h"

namespace attn {

namespace allocator = c10::cuda::CUDACachingAllocator;

class GraphMemory {
 public:
  // The allocator's pool stays as long as it was begun more often than released.
  explicit GraphMemory(at::Device device) : device_(device), pool_(at::cuda::graph_pool_handle()) {
    allocator::beginAllocateToPool(device_.index(), pool_, [](cudaStream_t) { return false; });
    allocator::endAllocateToPool(device_.index(), pool_);
  }
  ~GraphMemory() { allocator::releasePool(device_.index(), pool_); }
  GraphMemory(const GraphMemory&) = delete;
  GraphMemory& operator=(const GraphMemory&) = delete;
  at::Device device() const { return device_; }
  c10::MempoolId_t pool() const { return pool_; }

 private:
  at::Device device_;
  c10::MempoolId_t pool_;
};

namespace {

constexpr auto kAll = static_cast<size_t>(c10::CachingAllocator::StatType::AGGREGATE);

int64_t allocated_bytes(at::Device device) {
  return allocator::getDeviceStats(device.index()).allocated_bytes[kAll].current;
}

void wait_for_the_gpu() {
  ATTN_CUDA_CHECK(cudaDeviceSynchronize(), "waiting for the GPU around a capture");
}

/// What this thread allocates on a stream comes out of the graphs' memory for as long as this lives.
class AllocatedThere {
 public:
  AllocatedThere(const GraphMemory& memory, cudaStream_t stream) : memory_(memory) {
    allocator::beginAllocateToPool(memory.device().index(), memory.pool(),
                                   [stream](cudaStream_t asking) { return asking == stream; });
  }
  ~AllocatedThere() {
    allocator::endAllocateToPool(memory_.device().index(), memory_.pool());
    allocator::releasePool(memory_.device().index(), memory_.pool());
  }
  AllocatedThere(const AllocatedThere&) = delete;
  AllocatedThere& operator=(const AllocatedThere&) = delete;

 private:
  const GraphMemory& memory_;
};

cudaError_t find_graph(cudaStream_t stream, cudaGraph_t& graph) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
#if CUDART_VERSION >= 13000
  return cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph, nullptr, nullptr, nullptr);
#else
  return cudaStreamGetCaptureInfo_v2(stream, &status, nullptr, &graph, nullptr, nullptr);
#endif
}

/// Finds out which op records which node, by counting the nodes at the begin and end of each op of the thread that
/// captures. An op of another thread would be told at the same time, and what it records in between isn't its alone.
class NodeOps : public OpObserver {
 public:
  explicit NodeOps(cudaStream_t stream) : stream_(stream) {}

  void forward_began(int64_t) noexcept override {}
  void forward_ended(int64_t) noexcept override {}
  void op_began(size_t op) noexcept override {
    if (!is_capturing_thread()) return;
    note();
    open_.push_back(op);
  }
  void op_ended(size_t) noexcept override {
    if (!is_capturing_thread()) return;
    note();
    open_.pop_back();
  }
  /// Of the nodes until now.
  std::vector<std::optional<size_t>> take() {
    note();
    return std::move(ops_);
  }

 private:
  bool is_capturing_thread() const noexcept { return std::this_thread::get_id() == thread_; }

  // A stream whose capture has failed has no graph; that is told at its end.
  void note() noexcept {
    cudaGraph_t graph = nullptr;
    size_t nodes = 0;
    if (find_graph(stream_, graph) != cudaSuccess || graph == nullptr) return;
    if (cudaGraphGetNodes(graph, nullptr, &nodes) != cudaSuccess || nodes <= ops_.size()) return;
    ops_.resize(nodes, open_.empty() ? std::nullopt : std::optional(open_.back()));
  }

  cudaStream_t stream_;
  std::thread::id thread_ = std::this_thread::get_id();
  std::vector<size_t> open_;
  std::vector<std::optional<size_t>> ops_;
};

/// A graph with all that it reads and writes.
struct HeldGraph {
  std::shared_ptr<GraphMemory> memory;
  Forward forward;  // has the inputs
  at::Tensor output = {};
  std::unique_ptr<at::cuda::CUDAGraph> graph = std::make_unique<at::cuda::CUDAGraph>();
};

// A capture that has broken off leaves the allocator with the graph's memory: newer LibTorch ends that itself (2.15
// does), 2.11 does not.
void abandon(HeldGraph& held) {
  try {
    held.graph->capture_end();
    return;
  } catch (const std::exception&) {
    static_cast<void>(cudaGetLastError());
  }
  held.graph.reset();
  try {
    allocator::endAllocateToPool(held.memory->device().index(), held.memory->pool());
    allocator::releasePool(held.memory->device().index(), held.memory->pool());
  } catch (const std::exception&) {
    static_cast<void>(cudaGetLastError());
  }
}

// A graph takes the seed and the offset of random numbers from the allocator, and in LibTorch 2.11 one that could not
// have them ends the program in its destructor. Freed, they are there for it.
void make_room_for_seed_and_offset() {
  const c10::DataPtr seed = allocator::get()->allocate(sizeof(int64_t));
  const c10::DataPtr offset = allocator::get()->allocate(sizeof(int64_t));
}

void capture(HeldGraph& held, CapturedForward& captured, cudaStream_t stream) {
  const at::Device device = held.memory->device();
  make_room_for_seed_and_offset();
  held.graph->capture_begin(held.memory->pool());
  try {
    allocator::resetPeakStats(device.index());
    const int64_t before = allocated_bytes(device);
    NodeOps node_ops(stream);
    captured.traced = record_ops_with_tensors([&] { return held.output = held.forward(); }, 1, &node_ops);
    captured.node_ops = node_ops.take();
    captured.peak_bytes = allocator::getDeviceStats(device.index()).allocated_bytes[kAll].peak - before;
    held.graph->capture_end();
  } catch (...) {
    held.output.reset();
    abandon(held);
    throw;
  }
}

// The forward has just run on this stream; so what fails now does so because it is captured, unless the GPU is ill.
void capture_or_say_why(HeldGraph& held, CapturedForward& captured, cudaStream_t stream) {
  const auto refuse = [](const std::string& reason) {
    wait_for_the_gpu();
    throw NotCapturable(fmt::format("a CUDA graph can't hold it: {}", reason));
  };
  try {
    capture(held, captured, stream);
  } catch (...) {
    refuse(text_unless_out_of_memory());
  }
}

void run_once(const GraphMemory& memory, const Forward& forward, cudaStream_t stream) {
  const AllocatedThere there(memory, stream);
  forward();
  wait_for_the_gpu();
}

// Memory has what was there before, which may be an output that is right.
void fill_with_nan(at::Tensor& output) {
  const c10::InferenceMode may_change_what_forwards_return;
  at::_ops::fill__Scalar::call(output, std::numeric_limits<double>::quiet_NaN());
}

}  // namespace

CapturedForward GraphCapture::capture(const Forward& forward) {
  CapturedForward captured;
  std::shared_ptr<GraphMemory> memory = memory_.lock();
  if (!memory) memory_ = memory = std::make_shared<GraphMemory>(device_);
  if (!side_) side_ = c10::cuda::getStreamFromPool(/*isHighPriority=*/false, device_.index());
  const auto held = std::make_shared<HeldGraph>(HeldGraph{.memory = std::move(memory), .forward = forward});
  wait_for_the_gpu();
  allocator::emptyCache();  // no cached memory can be given back during a capture
  {
    const c10::cuda::CUDAStreamGuard guard(*side_);
    run_once(*held->memory, forward, side_->stream());
    capture_or_say_why(*held, captured, side_->stream());
  }
  fill_with_nan(held->output);
  wait_for_the_gpu();
  captured.replay = [held] {
    held->graph->replay();
    return held->output;
  };
  return captured;
}

}  // namespace attn
