#include <cuda.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <thread>

#include "tests/standin/own_kernel.h"
#include "tests/standin/records.h"

namespace attn::standin {
namespace {

using testing::ElementsAre;

class StandinGraph : public testing::Test {
 protected:
  void SetUp() override {
    for (cudaStream_t* stream : {&stream_, &other_}) {
      ASSERT_EQ(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking), cudaSuccess);
    }
    for (cudaEvent_t* event : {&event_, &joined_}) ASSERT_EQ(cudaEventCreate(event), cudaSuccess);
    ASSERT_EQ(cudaMalloc(&memory_, 4096), cudaSuccess);
  }
  void TearDown() override {
    EXPECT_TRUE(graph_ == nullptr || cudaGraphDestroy(graph_) == cudaSuccess);
    EXPECT_TRUE(executable_ == nullptr || cudaGraphExecDestroy(executable_) == cudaSuccess);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(cudaFree(memory_), cudaSuccess);
    for (const cudaEvent_t event : {event_, joined_}) EXPECT_EQ(cudaEventDestroy(event), cudaSuccess);
    for (const cudaStream_t stream : {stream_, other_}) EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
    static_cast<void>(cudaGetLastError());
  }

  void begin(cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal) {
    ASSERT_EQ(cudaStreamBeginCapture(stream_, mode), cudaSuccess);
  }
  cudaError_t end() { return cudaStreamEndCapture(stream_, &graph_); }
  /// A kernel, a set and a copy, in this order.
  void queue_three() {
    ASSERT_EQ(launch_own(known_kernel(), stream_), cudaSuccess);
    ASSERT_EQ(cudaMemsetAsync(memory_, 0, 100, stream_), cudaSuccess);
    ASSERT_EQ(cudaMemcpyAsync(memory_, static_cast<char*>(memory_) + 2048, 200, cudaMemcpyDeviceToDevice, stream_),
              cudaSuccess);
  }
  void capture_three() {
    begin();
    queue_three();
    ASSERT_EQ(end(), cudaSuccess);
    ASSERT_EQ(cudaGraphInstantiateWithFlags(&executable_, graph_, 0), cudaSuccess);
  }
  size_t count_nodes() {
    size_t count = 0;
    EXPECT_EQ(cudaGraphGetNodes(graph_, nullptr, &count), cudaSuccess);
    return count;
  }
  cudaStreamCaptureStatus status() {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    EXPECT_EQ(cudaStreamIsCapturing(stream_, &status), cudaSuccess);
    return status;
  }
  /// Expects that the call was refused with that code, and that its capture gives no graph.
  void expect_invalid(cudaError_t code, cudaError_t wanted = cudaErrorStreamCaptureUnsupported) {
    EXPECT_EQ(code, wanted) << cudaGetErrorName(code);
    EXPECT_EQ(status(), cudaStreamCaptureStatusInvalidated);
    EXPECT_EQ(launch_own(known_kernel(), stream_), cudaErrorStreamCaptureInvalidated);
    EXPECT_EQ(end(), cudaErrorStreamCaptureInvalidated);
    EXPECT_EQ(graph_, nullptr);
    EXPECT_EQ(status(), cudaStreamCaptureStatusNone);
    EXPECT_EQ(launch_own(known_kernel(), stream_), cudaSuccess) << "the stream works again";
  }

  cudaStream_t stream_ = nullptr;
  cudaStream_t other_ = nullptr;
  cudaEvent_t event_ = nullptr;
  cudaEvent_t joined_ = nullptr;
  void* memory_ = nullptr;
  cudaGraph_t graph_ = nullptr;
  cudaGraphExec_t executable_ = nullptr;
};

std::vector<Record> of_the_device(const std::vector<Record>& records) {
  std::vector<Record> found;
  std::ranges::copy_if(records, std::back_inserter(found), [](const Record& one) {
    return one.kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL || one.kind == CUPTI_ACTIVITY_KIND_MEMSET ||
           one.kind == CUPTI_ACTIVITY_KIND_MEMCPY;
  });
  return found;
}

uint32_t correlation_of(const std::vector<Record>& records, const std::string& function, size_t nth) {
  for (const Record& record : records)
    if (record.name == function && nth-- == 0) return record.correlation;
  return 0;
}

TEST_F(StandinGraph, HasTheNodesThatWereCapturedAndNothingRunsBeforeItsLaunch) {
  Recording recording(all_kinds());
  capture_three();
  EXPECT_THAT(of_the_device(recording.stop()), testing::IsEmpty());
  std::vector<cudaGraphNode_t> nodes(8);
  size_t count = nodes.size();
  ASSERT_EQ(cudaGraphGetNodes(graph_, nodes.data(), &count), cudaSuccess);
  ASSERT_EQ(count, 3);
  std::vector<cudaGraphNodeType> types(3);
  for (size_t i = 0; i < 3; ++i) ASSERT_EQ(cudaGraphNodeGetType(nodes[i], &types[i]), cudaSuccess);
  EXPECT_THAT(types, ElementsAre(cudaGraphNodeTypeKernel, cudaGraphNodeTypeMemset, cudaGraphNodeTypeMemcpy));
}

TEST_F(StandinGraph, IsRecordedNodeByNodeUnderTheOneCallThatLaunchesIt) {
  capture_three();
  Recording recording(all_kinds());
  ASSERT_EQ(cudaGraphLaunch(executable_, stream_), cudaSuccess);
  ASSERT_EQ(cudaGraphLaunch(executable_, other_), cudaSuccess);
  ASSERT_EQ(launch_own(known_kernel(), stream_), cudaSuccess);
  const std::vector<Record> records = recording.stop();
  const std::vector<Record> done = of_the_device(records);
  ASSERT_EQ(done.size(), 7);
  std::set<uint64_t> nodes;
  for (size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(done[i].correlation, correlation_of(records, "cudaGraphLaunch_v10000", i / 3));
    EXPECT_EQ(done[i].kind, done[i % 3].kind);
    EXPECT_EQ(done[i].graph, done[0].graph);
    EXPECT_EQ(done[i].graph_node, done[i % 3].graph_node) << "the same node, replayed";
    nodes.insert(done[i].graph_node);
    EXPECT_TRUE(i % 3 == 0 || done[i].start == done[i - 1].end) << "one after another on the virtual clock";
  }
  EXPECT_EQ(nodes.size(), 3);
  EXPECT_FALSE(nodes.contains(0));
  EXPECT_NE(done[0].graph, 0);
  EXPECT_THAT(done[0].numbers, ElementsAre(2, 3, 4, 128, 1, 1, 255, 1024, 64));
  EXPECT_EQ(done[2].bytes, 200);
  EXPECT_EQ(done[6].graph, 0) << "outside of a graph";
  EXPECT_EQ(done[6].graph_node, 0);
}

TEST_F(StandinGraph, IsWhatItWasWhenItWasInstantiated) {
  capture_three();
  ASSERT_EQ(cudaGraphDestroy(graph_), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph_), cudaErrorInvalidValue);
  graph_ = nullptr;
  EXPECT_EQ(cudaGraphUpload(executable_, stream_), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(executable_, stream_), cudaSuccess);
  ASSERT_EQ(cudaGraphExecDestroy(executable_), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(executable_, stream_), cudaErrorInvalidValue);
  executable_ = nullptr;
}

TEST_F(StandinGraph, TakesItsTimeBetweenEvents) {
  capture_three();
  HeldStream held;
  ASSERT_TRUE(held.hold());
  ASSERT_EQ(cudaEventRecord(event_, held.get()), cudaSuccess);
  ASSERT_EQ(cudaGraphLaunch(executable_, held.get()), cudaSuccess);
  ASSERT_EQ(cudaGraphLaunch(executable_, held.get()), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(joined_, held.get()), cudaSuccess);
  held.release();
  ASSERT_EQ(cudaEventSynchronize(joined_), cudaSuccess);
  float elapsed_ms = 0;
  ASSERT_EQ(cudaEventElapsedTime(&elapsed_ms, event_, joined_), cudaSuccess);
  EXPECT_EQ(elapsed_ms, 0.006F);
}

TEST_F(StandinGraph, CanBeAskedForWhileItIsCaptured) {
  begin();
  queue_three();
  cudaStreamCaptureStatus active = cudaStreamCaptureStatusNone;
  unsigned long long id = 0;
  cudaGraph_t graph = nullptr;
  const cudaGraphNode_t* last = nullptr;
  size_t count = 0;
#if CUDART_VERSION >= 13000
  ASSERT_EQ(cudaStreamGetCaptureInfo(stream_, &active, &id, &graph, &last, nullptr, &count), cudaSuccess);
#else
  ASSERT_EQ(cudaStreamGetCaptureInfo_v2(stream_, &active, &id, &graph, &last, &count), cudaSuccess);
#endif
  EXPECT_EQ(active, cudaStreamCaptureStatusActive);
  EXPECT_NE(id, 0);
  ASSERT_EQ(count, 1);
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  ASSERT_EQ(cudaGraphNodeGetType(*last, &type), cudaSuccess);
  EXPECT_EQ(type, cudaGraphNodeTypeMemcpy);
  ASSERT_EQ(end(), cudaSuccess);
  EXPECT_EQ(graph, graph_);
}

TEST_F(StandinGraph, TakesInAStreamThatWaitsForTheCaptureAndHasToWaitForIt) {
  begin();
  ASSERT_EQ(launch_own(known_kernel(), stream_), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(event_, stream_), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(other_, event_, 0), cudaSuccess);
  ASSERT_EQ(launch_own(known_kernel(), other_), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(joined_, other_), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(stream_, joined_, 0), cudaSuccess);
  ASSERT_EQ(end(), cudaSuccess);
  EXPECT_EQ(count_nodes(), 2);
  EXPECT_EQ(cudaEventQuery(joined_), cudaErrorCapturedEvent);
  ASSERT_EQ(cudaGraphDestroy(graph_), cudaSuccess);

  begin();
  ASSERT_EQ(cudaEventRecord(event_, stream_), cudaSuccess);
  ASSERT_EQ(cudaStreamWaitEvent(other_, event_, 0), cudaSuccess);
  ASSERT_EQ(launch_own(known_kernel(), other_), cudaSuccess);
  EXPECT_EQ(end(), cudaErrorStreamCaptureUnjoined);
  EXPECT_EQ(graph_, nullptr);
}

TEST_F(StandinGraph, RefusesWhatWaitsForTheGpu) {
  begin();
  expect_invalid(cudaDeviceSynchronize());
  begin();
  expect_invalid(cudaStreamSynchronize(stream_));
  begin(cudaStreamCaptureModeRelaxed);
  expect_invalid(cudaStreamQuery(stream_));
  begin();
  expect_invalid(cudaMemcpy(memory_, memory_, 8, cudaMemcpyDeviceToDevice));
  begin();
  ASSERT_EQ(cudaEventRecord(event_, stream_), cudaSuccess);
  expect_invalid(cudaEventSynchronize(event_), cudaErrorCapturedEvent);
}

TEST_F(StandinGraph, RefusesAllocationsUnlessTheThreadIsRelaxed) {
  void* more = nullptr;
  begin();
  expect_invalid(cudaMalloc(&more, 64));
  begin();
  cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
  ASSERT_EQ(cudaThreadExchangeStreamCaptureMode(&mode), cudaSuccess);
  EXPECT_EQ(mode, cudaStreamCaptureModeGlobal);
  EXPECT_EQ(cudaMalloc(&more, 64), cudaSuccess);
  ASSERT_EQ(cudaThreadExchangeStreamCaptureMode(&mode), cudaSuccess);
  EXPECT_EQ(status(), cudaStreamCaptureStatusActive);
  EXPECT_EQ(end(), cudaSuccess);
  EXPECT_EQ(cudaFree(more), cudaSuccess);
}

TEST_F(StandinGraph, ForbidsOtherThreadsOnlyInTheGlobalMode) {
  const auto allocate_elsewhere = [] {
    cudaError_t code = cudaSuccess;
    std::thread([&] {
      void* more = nullptr;
      code = cudaMalloc(&more, 64);
      if (code == cudaSuccess) code = cudaFree(more);
    }).join();
    return code;
  };
  begin(cudaStreamCaptureModeThreadLocal);
  EXPECT_EQ(allocate_elsewhere(), cudaSuccess);
  EXPECT_EQ(end(), cudaSuccess);
  ASSERT_EQ(cudaGraphDestroy(graph_), cudaSuccess);
  begin();
  expect_invalid(allocate_elsewhere());
}

TEST_F(StandinGraph, IsNotCapturedFromTheDefaultStreamNorTwiceAtOnceNorEndedByAnother) {
  EXPECT_EQ(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal), cudaErrorStreamCaptureUnsupported);
  EXPECT_EQ(end(), cudaErrorIllegalState) << "none has begun";
  begin();
  EXPECT_EQ(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal), cudaErrorIllegalState);
  cudaError_t code = cudaSuccess;
  std::thread([&] { code = end(); }).join();
  EXPECT_EQ(code, cudaErrorStreamCaptureWrongThread);
  EXPECT_EQ(end(), cudaSuccess);
}

TEST_F(StandinGraph, RefusesToWaitForWhatIsNotInIt) {
  ASSERT_EQ(cudaEventRecord(event_, other_), cudaSuccess);
  begin();
  expect_invalid(cudaStreamWaitEvent(stream_, event_, 0), cudaErrorStreamCaptureIsolation);
}

TEST_F(StandinGraph, RefusesTheDefaultStreamBesideABlockingOneThatIsCaptured) {
  cudaStream_t blocking = nullptr;
  ASSERT_EQ(cudaStreamCreate(&blocking), cudaSuccess);
  ASSERT_EQ(cudaStreamBeginCapture(blocking, cudaStreamCaptureModeGlobal), cudaSuccess);
  EXPECT_EQ(launch_own(known_kernel(), nullptr), cudaErrorStreamCaptureImplicit);
  EXPECT_EQ(cudaStreamEndCapture(blocking, &graph_), cudaErrorStreamCaptureInvalidated);
  EXPECT_EQ(cudaStreamDestroy(blocking), cudaSuccess);
  begin();
  EXPECT_EQ(launch_own(known_kernel(), nullptr), cudaSuccess) << "this one waits for no default stream";
  EXPECT_EQ(end(), cudaSuccess);
  EXPECT_EQ(count_nodes(), 0);
}

}  // namespace
}  // namespace attn::standin
