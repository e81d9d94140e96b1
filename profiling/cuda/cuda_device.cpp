#include "profiling/cuda/cuda_device.h"

#include <ATen/Context.h>
#include <ATen/ops/ones_ops.h>
#include <ATen/ops/sum_ops.h>
#include <c10/cuda/CUDAFunctions.h>
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <chrono>
#include <stdexcept>
#include <utility>

#include "profiling/cuda/cold_timer.h"
#include "profiling/cuda/cuda_check.h"
#include "profiling/cuda/cuda_driver.h"
#include "profiling/cuda/cuda_facts.h"
#include "profiling/cuda/cuda_memory.h"
#include "profiling/cuda/cuda_stream.h"
#include "profiling/cuda/gpu_error.h"
#include "profiling/cuda/graph_forward.h"
#include "profiling/cuda/hot_timer.h"
#include "profiling/cuda/nvml.h"
#include "profiling/cupti/record_profile.h"
#include "profiling/error_text.h"
#include "profiling/nvidia_driver.h"
#include "results/bad_request.h"

namespace attn {

namespace {

double steady_now_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

SmLimits sm_limits_of(const cudaDeviceProp& properties) {
  SmLimits limits;
  limits.major = properties.major;
  limits.minor = properties.minor;
  limits.registers_per_sm = properties.regsPerMultiprocessor;
  limits.shared_bytes_per_sm = static_cast<int64_t>(properties.sharedMemPerMultiprocessor);
  limits.shared_bytes_per_block_optin = static_cast<int64_t>(properties.sharedMemPerBlockOptin);
  limits.reserved_shared_bytes_per_block = static_cast<int64_t>(properties.reservedSharedMemPerBlock);
  limits.max_threads_per_sm = properties.maxThreadsPerMultiProcessor;
  return limits;
}

class CudaDevice : public Device {
 public:
  CudaDevice(at::Device device, const cudaDeviceProp& properties)
      : device_(device), properties_(properties), driver_(open_cuda_driver()), graph_capture_(device) {
    // Without NVML there is a GPU without clocks: a fact of the run, not a reason to stop.
    try {
      nvml_ = Nvml::open(pci_address(properties_));
    } catch (const std::runtime_error& error) {
      nvml_missing_ = error.what();
    }
  }

  std::string kind() const override { return "cuda"; }
  std::string name() const override { return properties_.name; }
  std::string arch() const override { return fmt::format("sm_{}{}", properties_.major, properties_.minor); }
  at::Device torch_device() const override { return device_; }

  Facts facts() const override;

  int64_t available_memory_bytes() const override { return cuda_available_bytes(device_); }
  std::unique_ptr<ForwardTimer> make_timer(Cache cache, int64_t ops_per_forward) override;
  int64_t forward_peak_bytes(const Forward& forward) override { return cuda_forward_peak_bytes(forward, device_); }

  CapturedForward capture(const Forward& forward) override { return graph_capture_.capture(forward); }
  Profile profile(const Forward& forward, const Schedule& schedule) override {
    return record_cuda_profile(forward, schedule);
  }
  std::optional<SmLimits> sm_limits() const override { return sm_limits_of(properties_); }

  void reserve_memory(int64_t) override {}  // LibTorch's caching allocator keeps what the warm-up takes
  void synchronize() override { ATTN_CUDA_CHECK(cudaDeviceSynchronize(), "waiting for the GPU"); }
  void release_memory() override { release_cuda_memory(); }

 private:
  at::Device device_;
  cudaDeviceProp properties_;
  CudaDriver driver_;
  std::shared_ptr<Nvml> nvml_;
  std::string nvml_missing_;
  GraphCapture graph_capture_;
};

Facts CudaDevice::facts() const {
  Facts facts = cuda_facts(properties_);
  const Facts managed = nvml_ ? nvml_->facts() : Facts{{"nvml", nvml_missing_}};
  facts.insert(facts.end(), managed.begin(), managed.end());
  if (!nvml_ || !nvml_->driver_release()) {
    if (const auto release = nvidia_driver().release) facts.emplace_back("driver_version", *release);
  }
  facts.emplace_back("stream_hold", driver_.stream_wait_value32_v2 != nullptr
                                        ? "cuStreamWaitValue32_v2"
                                        : "none: libcuda.so.1 lacks cuStreamWaitValue32_v2");
  return facts;
}

std::unique_ptr<ForwardTimer> CudaDevice::make_timer(Cache cache, int64_t ops_per_forward) {
  EventTools tools{.host_now_s = steady_now_s, .monitor = nvml_};
  switch (cache) {
    case Cache::kCold:
      return make_cold_timer(make_cuda_stream(device_, driver_, properties_.l2CacheSize), std::move(tools),
                             ops_per_forward);
    case Cache::kHot:
      return make_hot_timer(make_cuda_stream(device_, driver_, std::nullopt), std::move(tools), ops_per_forward);
    case Cache::kUncontrolled:
      break;
  }
  throw std::invalid_argument("a GPU is timed with a cold or a hot cache");
}

// LibTorch's wheel has kernels for some architectures alone; the others show at the first launch.
void check_that_kernels_run(at::Device device, const cudaDeviceProp& properties) {
  const auto refuse = [&](const std::string& reason) {
    static_cast<void>(cudaGetLastError());
    throw BadRequest(fmt::format("device cuda:{}, {} (sm_{}{}), runs no kernel of this LibTorch: {}", device.index(),
                                 properties.name, properties.major, properties.minor, reason));
  };
  try {
    const c10::SymInt extent(256);
    const at::Tensor ones = at::_ops::ones::call({extent}, at::kFloat, at::kStrided, device, false);
    const at::Tensor sum = at::_ops::sum::call(ones, std::nullopt);
    ATTN_CUDA_CHECK(cudaDeviceSynchronize(), "running a first kernel");
  } catch (...) {
    refuse(text_unless_out_of_memory());
  }
}

}  // namespace

std::unique_ptr<Device> make_cuda_device(int64_t index, KernelCheck check) {
  const CudaAvailability availability = cuda_availability();
  if (!availability.usable)
    throw BadRequest(fmt::format("device cuda:{} can't be had: {}", index, availability.reason));
  if (index < 0 || index >= availability.device_count) {
    throw BadRequest(fmt::format("device cuda:{}: CUDA has {} here, cuda:0 to cuda:{}", index,
                                 availability.device_count, availability.device_count - 1));
  }
  const at::Device device(at::kCUDA, static_cast<at::DeviceIndex>(index));
  cudaDeviceProp properties{};
  ATTN_CUDA_CHECK(cudaGetDeviceProperties(&properties, static_cast<int>(index)), "asking for the GPU's properties");
  at::globalContext().lazyInitDevice(at::kCUDA);
  // For good: events and pinned memory belong to the current device, and a program measures on one.
  c10::cuda::set_device(device.index());
  if (check == KernelCheck::kFirst) check_that_kernels_run(device, properties);
  return std::make_unique<CudaDevice>(device, properties);
}

}  // namespace attn
