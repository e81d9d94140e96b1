#include "tests/standin/own_kernel.h"

#include <cuda.h>
#include <dlfcn.h>

#include <atomic>
#include <stdexcept>

// What nvcc's code declares (crt/host_runtime.h).
extern "C" {
void** __cudaRegisterFatBinary(void*);
void __cudaRegisterFunction(void**, const char*, char*, const char*, int, uint3*, uint3*, dim3*, dim3*, int*);
}

namespace attn::standin {

namespace {

void known_stub() {}
void unknown_stub() {}

struct Registration {
  Registration() {
    void** module = __cudaRegisterFatBinary(nullptr);
    add(module, known_kernel(), "known_kernel");
    add(module, unknown_kernel(), "unknown_kernel");
  }
  static void add(void** module, const void* stub, const char* name) {
    __cudaRegisterFunction(module, static_cast<const char*>(stub), nullptr, name, -1, nullptr, nullptr, nullptr,
                           nullptr, nullptr);
  }
};
const Registration registration;

using WaitValue = CUresult (*)(CUstream, CUdeviceptr, cuuint32_t, unsigned int);

}  // namespace

const void* known_kernel() {
  return reinterpret_cast<const void*>(&known_stub);
}

const void* unknown_kernel() {
  return reinterpret_cast<const void*>(&unknown_stub);
}

cudaError_t launch_own(const void* stub, cudaStream_t stream) {
  return cudaLaunchKernel(stub, dim3(2, 3, 4), dim3(128), nullptr, 64, stream);
}

HeldStream::HeldStream() {
  void* word = nullptr;
  if (cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking) != cudaSuccess ||
      cudaHostAlloc(&word, sizeof *word_, cudaHostAllocMapped) != cudaSuccess) {
    throw std::runtime_error("no stream to hold");
  }
  word_ = static_cast<unsigned int*>(word);
}

HeldStream::~HeldStream() {
  release();
  static_cast<void>(cudaStreamSynchronize(stream_));
  static_cast<void>(cudaFreeHost(word_));
  static_cast<void>(cudaStreamDestroy(stream_));
}

bool HeldStream::hold() {
  void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  const auto wait = reinterpret_cast<WaitValue>(dlsym(driver, "cuStreamWaitValue32_v2"));
  return wait(stream_, reinterpret_cast<CUdeviceptr>(word_), ++awaited_, CU_STREAM_WAIT_VALUE_GEQ) == CUDA_SUCCESS;
}

void HeldStream::release() {
  std::atomic_ref<unsigned int>(*word_).store(awaited_);
}

}  // namespace attn::standin
