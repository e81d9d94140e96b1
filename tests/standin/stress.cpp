// Many threads use the stand-in at once. Run under ThreadSanitizer, which ends it with an error for a race; it counts
// what has to come out all the same.

#include <cublas_v2.h>
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <cupti.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

extern "C" {
void** __cudaRegisterFatBinary(void*);
void __cudaRegisterFunction(void**, const char*, char*, const char*, int, uint3*, uint3*, dim3*, dim3*, int*);
void __cudaUnregisterFatBinary(void**);
}

namespace {

constexpr int kThreads = 8;
constexpr int kRounds = 200;

std::atomic<uint64_t> record_bytes = 0;
std::atomic<int> failures = 0;

void kernel_stub() {}

void expect(bool holds, const char* what) {
  if (holds) return;
  ++failures;
  static_cast<void>(std::fprintf(stderr, "stress: %s\n", what));
}

void request(uint8_t** buffer, size_t* bytes, size_t* most) {
  *bytes = 4096;
  *buffer = static_cast<uint8_t*>(std::malloc(*bytes));
  *most = 0;
}

void complete(CUcontext, uint32_t, uint8_t* buffer, size_t, size_t valid_bytes) {
  record_bytes += valid_bytes;
  size_t dropped = 0;
  cuptiActivityGetNumDroppedRecords(nullptr, 0, &dropped);  // clients ask from here
  std::free(buffer);
}

void use_a_held_stream(cudaStream_t stream, uint32_t* word, uint32_t awaited, cudaEvent_t event) {
  expect(cuStreamWaitValue32_v2(stream, reinterpret_cast<CUdeviceptr>(word), awaited, CU_STREAM_WAIT_VALUE_GEQ) ==
             CUDA_SUCCESS,
         "hold");
  expect(cudaLaunchKernel(reinterpret_cast<const void*>(&kernel_stub), dim3(1), dim3(32), nullptr, 0, stream) ==
             cudaSuccess,
         "launch");
  expect(cudaEventRecord(event, stream) == cudaSuccess, "record");
  expect(cudaStreamWaitEvent(nullptr, event, 0) == cudaSuccess, "wait");
  expect(cudaEventQuery(event) == cudaErrorNotReady, "not ready");
  std::atomic_ref<uint32_t>(*word).store(awaited);
  expect(cudaStreamSynchronize(stream) == cudaSuccess, "synchronize");
  expect(cudaEventQuery(event) == cudaSuccess, "ready");
}

void use_memory(cudaStream_t stream) {
  void* memory = nullptr;
  expect(cudaMalloc(&memory, 1 << 20) == cudaSuccess, "allocate");
  expect(cudaMemsetAsync(memory, 0, 1 << 20, stream) == cudaSuccess, "set");
  int host = 1;
  expect(cudaMemcpyAsync(&host, memory, sizeof host, cudaMemcpyDeviceToHost, stream) == cudaSuccess, "copy");
  expect(host == 0, "a copy gives zeros");
  expect(cudaFree(memory) == cudaSuccess, "free");
}

void use_a_graph(cudaStream_t stream) {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  expect(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal) == cudaSuccess, "begin a capture");
  expect(cudaLaunchKernel(reinterpret_cast<const void*>(&kernel_stub), dim3(1), dim3(32), nullptr, 0, stream) ==
             cudaSuccess,
         "capture");
  expect(cudaStreamEndCapture(stream, &graph) == cudaSuccess, "end a capture");
  expect(cudaGraphInstantiateWithFlags(&executable, graph, 0) == cudaSuccess, "instantiate");
  expect(cudaGraphLaunch(executable, stream) == cudaSuccess, "launch a graph");
  expect(cudaGraphExecDestroy(executable) == cudaSuccess && cudaGraphDestroy(graph) == cudaSuccess, "destroy a graph");
}

void work() {
  cudaStream_t stream = nullptr;
  cudaEvent_t event = nullptr;
  cublasHandle_t blas = nullptr;
  void* word = nullptr;
  expect(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess, "stream");
  expect(cudaEventCreate(&event) == cudaSuccess, "event");
  expect(cudaHostAlloc(&word, sizeof(uint32_t), cudaHostAllocMapped) == cudaSuccess, "pinned memory");
  expect(cublasCreate(&blas) == CUBLAS_STATUS_SUCCESS && cublasSetStream(blas, stream) == CUBLAS_STATUS_SUCCESS,
         "cuBLAS");
  for (uint32_t round = 1; round <= kRounds; ++round) {
    cuptiActivityPushExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, round);
    use_a_held_stream(stream, static_cast<uint32_t*>(word), round, event);
    use_memory(stream);
    use_a_graph(stream);
    const float one = 1;
    cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, nullptr, 1, nullptr, 1, &one, nullptr, 1);
    cuptiActivityPopExternalCorrelationId(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, nullptr);
    if (round % 16 == 0) cuptiActivityFlushAll(0);
  }
  cublasDestroy(blas);
  cudaFreeHost(word);
  cudaEventDestroy(event);
  cudaStreamDestroy(stream);
}

}  // namespace

int main() {
  void** module = __cudaRegisterFatBinary(nullptr);
  __cudaRegisterFunction(module, reinterpret_cast<const char*>(&kernel_stub), nullptr, "kernel", -1, nullptr, nullptr,
                         nullptr, nullptr, nullptr);
  cuptiActivityRegisterCallbacks(request, complete);
  for (const auto kind :
       {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY, CUPTI_ACTIVITY_KIND_MEMSET,
        CUPTI_ACTIVITY_KIND_RUNTIME, CUPTI_ACTIVITY_KIND_DRIVER, CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION}) {
    cuptiActivityEnable(kind);
  }
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < kThreads; ++i) threads.emplace_back(work);
  }
  cuptiActivityFlushAll(0);
  size_t free = 0;
  size_t total = 0;
  expect(cudaMemGetInfo(&free, &total) == cudaSuccess && free == total, "all memory is free again");
  // Three kernels, one of a graph, a copy and a set a round, at least, each of 88 bytes or more.
  expect(record_bytes >= uint64_t{kThreads} * kRounds * 5 * 88, "the records came");
  __cudaUnregisterFatBinary(module);
  return failures == 0 ? 0 : 1;
}
