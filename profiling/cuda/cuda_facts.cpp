#include "profiling/cuda/cuda_facts.h"

#include <ATen/Context.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>

#include "profiling/cuda/cuda_check.h"
#include "profiling/cuda/cuda_verdict.h"
#include "profiling/cuda/shared_library.h"

namespace attn {

namespace {

void add_versions(Facts& facts) {
  int version = 0;
  ATTN_CUDA_CHECK(cudaDriverGetVersion(&version), "asking for the CUDA that the driver supports");
  facts.emplace_back("driver_cuda_version", cuda_version_name(version));
  ATTN_CUDA_CHECK(cudaRuntimeGetVersion(&version), "asking for the CUDA runtime's version");
  facts.emplace_back("cuda_runtime_version", cuda_version_name(version));
}

// cuDNN and cuBLAS are asked themselves, in the copies that LibTorch has loaded: neither its headers nor a context are
// needed for that, and what is loaded need not be what LibTorch was built with.
void add_libraries(Facts& facts) {
  size_t (*cudnn_version)() = nullptr;
  find_loaded_symbol("cudnnGetVersion", cudnn_version);
  // cudnn_version.h: major * 10000 + minor * 100 + patch since cuDNN 9.
  if (cudnn_version != nullptr) {
    const size_t version = cudnn_version();
    facts.emplace_back("cudnn_version", fmt::format("{}.{}.{}", version / 10000, version / 100 % 100, version % 100));
  }
  int (*cublas_property)(int, int*) = nullptr;  // library_types.h: 0 is the major version, 1 the minor, 2 the patch
  find_loaded_symbol("cublasGetProperty", cublas_property);
  int major = 0;
  int minor = 0;
  int patch = 0;
  if (cublas_property != nullptr && cublas_property(0, &major) == 0 && cublas_property(1, &minor) == 0 &&
      cublas_property(2, &patch) == 0) {
    facts.emplace_back("cublas_version", fmt::format("{}.{}.{}", major, minor, patch));
  }
}

std::string reduction_name(at::CuBLASReductionOption option) {
  switch (option) {
    case at::CuBLASReductionOption::AllowReducedPrecisionWithSplitK:
      return "reduced_with_split_k";
    case at::CuBLASReductionOption::DisallowReducedPrecisionAllowSplitK:
      return "full_with_split_k";
    case at::CuBLASReductionOption::DisallowReducedPrecisionDisallowSplitK:
      return "full";
  }
  return "unknown";
}

void add_settings(Facts& facts) {
  const at::Context& context = at::globalContext();
  facts.emplace_back("fp16_reduction", reduction_name(context.allowFP16ReductionCuBLAS()));
  facts.emplace_back("bf16_reduction", reduction_name(context.allowBF16ReductionCuBLAS()));
  facts.emplace_back("cuda_allocator", c10::cuda::CUDACachingAllocator::name());
  for (const char* name : {"PYTORCH_CUDA_ALLOC_CONF", "PYTORCH_ALLOC_CONF", "PYTORCH_NO_CUDA_MEMORY_CACHING"}) {
    if (const char* value = std::getenv(name)) facts.emplace_back(std::string("env_") + name, value);
  }
}

}  // namespace

std::string uuid_text(const cudaUUID_t& uuid) {
  std::string text = "GPU-";
  for (int i = 0; i < 16; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += fmt::format("{:02x}", static_cast<unsigned char>(uuid.bytes[i]));
  }
  return text;
}

std::string pci_address(const cudaDeviceProp& properties) {
  return fmt::format("{:08x}:{:02x}:{:02x}.0", properties.pciDomainID, properties.pciBusID, properties.pciDeviceID);
}

Facts cuda_facts(const cudaDeviceProp& properties) {
  Facts facts = {
      {"gpu_name", properties.name},
      {"gpu_uuid", uuid_text(properties.uuid)},
      {"gpu_pci_address", pci_address(properties)},
      {"compute_capability", fmt::format("{}.{}", properties.major, properties.minor)},
      {"gpu_sm_count", std::to_string(properties.multiProcessorCount)},
      {"gpu_memory_bytes", std::to_string(properties.totalGlobalMem)},
      {"gpu_l2_bytes", std::to_string(properties.l2CacheSize)},
  };
  add_versions(facts);
  add_libraries(facts);
  add_settings(facts);
  return facts;
}

}  // namespace attn
