#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "results/record.h"

namespace attn {

/// Rows for runs.csv from CUDA's runtime and LibTorch: gpu_name, gpu_uuid, gpu_pci_address, compute_capability,
/// gpu_sm_count, gpu_memory_bytes, gpu_l2_bytes, driver_cuda_version (the newest CUDA that the driver supports, not its
/// release), cuda_runtime_version, cudnn_version, cublas_version, cuda_allocator, fp16_reduction, bf16_reduction, and
/// the allocator's settings from the environment. What this LibTorch lacks is left out.
Facts cuda_facts(const cudaDeviceProp& properties);

/// "GPU-8b8ad9d1-…", as nvidia-smi -L writes it.
std::string uuid_text(const cudaUUID_t& uuid);

/// "00000000:17:00.0", as NVML writes it.
std::string pci_address(const cudaDeviceProp& properties);

}  // namespace attn
