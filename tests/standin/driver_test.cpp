#include <cuda.h>
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <nvml.h>

#include <array>

#include "standin/contract.h"
#include "tests/standin/records.h"

namespace attn::standin {
namespace {

template <typename Function>
Function find(const char* library, const char* name) {
  void* const handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  return handle == nullptr ? nullptr : reinterpret_cast<Function>(dlsym(handle, name));
}
#define DRIVER(function) find<decltype(&(function))>("libcuda.so.1", #function)
#define NVML(function) find<decltype(&(function))>("libnvidia-ml.so.1", #function)

TEST(StandinDriver, IsThePreloadedLibraryUnderItsOwnName) {
  for (const char* name : {"libcuda.so.1", "libnvidia-ml.so.1"}) {
    void* const handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(handle, nullptr) << dlerror();
    EXPECT_EQ(dlsym(handle, kSetMemoryBytes), dlsym(RTLD_DEFAULT, kSetMemoryBytes)) << name;
  }
}

TEST(StandinDriver, LaunchesAFunctionOfAModuleByItsName) {
  CUmodule module = nullptr;
  CUfunction function = nullptr;
  ASSERT_EQ(DRIVER(cuModuleLoadData)(&module, "cubin"), CUDA_SUCCESS);
  ASSERT_EQ(DRIVER(cuModuleGetFunction)(&function, module, "triton_kernel"), CUDA_SUCCESS);
  Recording recording({CUPTI_ACTIVITY_KIND_DRIVER, CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL});
  ASSERT_EQ(DRIVER(cuLaunchKernel)(function, 5, 1, 1, 32, 1, 1, 0, nullptr, nullptr, nullptr), CUDA_SUCCESS);
  const std::vector<Record> records = recording.stop();
  ASSERT_EQ(records.size(), 2);
  EXPECT_EQ(records[0].name, "cuLaunchKernel");
  EXPECT_EQ(records[1].name, "triton_kernel");
  EXPECT_EQ(DRIVER(cuModuleLoad)(&module, "/no/such/file"), CUDA_ERROR_FILE_NOT_FOUND);
}

TEST(StandinDriver, HandsOutItsFunctionsByName) {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult result{};
  ASSERT_EQ(cudaGetDriverEntryPointByVersion("cuStreamWaitValue32", &function, 12000, 0, &result), cudaSuccess);
  EXPECT_EQ(result, cudaDriverEntryPointSuccess);
  EXPECT_EQ(function, find<void*>("libcuda.so.1", "cuStreamWaitValue32_v2"));
  ASSERT_EQ(cudaGetDriverEntryPointByVersion("cuNoSuchThing", &function, 12000, 0, &result), cudaSuccess);
  EXPECT_EQ(result, cudaDriverEntryPointSymbolNotFound);
}

TEST(StandinDriver, NamesItsErrors) {
  const char* text = nullptr;
  ASSERT_EQ(DRIVER(cuGetErrorName)(CUDA_ERROR_OUT_OF_MEMORY, &text), CUDA_SUCCESS);
  EXPECT_STREQ(text, "CUDA_ERROR_OUT_OF_MEMORY");
  EXPECT_EQ(DRIVER(cuGetErrorString)(CUDA_ERROR_MPS_CLIENT_TERMINATED, &text), CUDA_ERROR_INVALID_VALUE);
}

TEST(StandinNvml, FindsTheCardAndClaimsNoDriversRelease) {
  std::array<char, 80> version{};
  ASSERT_EQ(NVML(nvmlSystemGetDriverVersion)(version.data(), version.size()), NVML_SUCCESS);
  EXPECT_THAT(version.data(), testing::HasSubstr("stand-in"));
  nvmlDevice_t device = nullptr;
  ASSERT_EQ(NVML(nvmlDeviceGetHandleByPciBusId_v2)("00000000:01:00.0", &device), NVML_SUCCESS);
  unsigned int clock_mhz = 0;
  ASSERT_EQ(NVML(nvmlDeviceGetClockInfo)(device, NVML_CLOCK_SM, &clock_mhz), NVML_SUCCESS);
  EXPECT_EQ(clock_mhz, 1410);
  EXPECT_EQ(NVML(nvmlDeviceGetClockInfo)(device, NVML_CLOCK_MEM, &clock_mhz), NVML_ERROR_NOT_SUPPORTED);
  EXPECT_EQ(NVML(nvmlDeviceGetHandleByPciBusId_v2)("00000000:02:00.0", &device), NVML_ERROR_NOT_FOUND);
}

}  // namespace
}  // namespace attn::standin
