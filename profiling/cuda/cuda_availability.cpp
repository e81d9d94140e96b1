#include <ATen/detail/CUDAHooksInterface.h>
#include <cuda_runtime_api.h>

#include <cstdlib>

#include "profiling/cuda/cuda_device.h"
#include "profiling/cuda/cuda_verdict.h"
#include "profiling/host_facts.h"
#include "profiling/nvidia_driver.h"

namespace attn {

std::optional<std::string> cuda_absent_reason() {
  return std::nullopt;
}

CudaAvailability cuda_availability() {
  CudaProbe probe;
  const NvidiaDriver driver = nvidia_driver();
  probe.device_present = driver.has_device();
  probe.device_handed_over = driver.has_device_node;
  probe.driver_release = driver.release;
  probe.libtorch_version = libtorch_version();
  probe.libtorch_cuda_version = at::detail::getCUDAHooks().versionCUDART();
  int driver_cuda_version = 0;  // stays so where there is no driver to ask
  static_cast<void>(cudaDriverGetVersion(&driver_cuda_version));
  probe.driver_cuda_version = driver_cuda_version;
  int count = 0;
  const cudaError_t code = cudaGetDeviceCount(&count);
  if (code == cudaSuccess) {
    probe.device_count = count;
  } else {
    probe.error_name = cudaGetErrorName(code);
    probe.error_text = cudaGetErrorString(code);
    static_cast<void>(cudaGetLastError());
  }
  if (const char* visible = std::getenv("CUDA_VISIBLE_DEVICES")) probe.visible_devices = visible;
  return judge(probe);
}

}  // namespace attn
