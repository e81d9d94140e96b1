#include "benchmarks/select_device.h"

#include <fmt/format.h>

#include <cstdio>

#include "profiling/cpu/cpu_device.h"
#include "profiling/cpu/freed_memory.h"
#include "profiling/cuda/cuda_device.h"
#include "results/bad_request.h"
#include "results/csv.h"

namespace attn {
namespace {

int64_t parse_index(const std::string& device) {
  constexpr std::string_view kPrefix = "cuda:";
  const std::string_view digits = device.starts_with(kPrefix) ? std::string_view(device).substr(kPrefix.size()) : "";
  const auto index = parse_integer(digits);
  if (!index || *index < 0) {
    throw BadRequest(fmt::format("--device={}: allowed are auto, cpu, cuda and cuda:N with N = 0, 1, …", device));
  }
  return *index;
}

}  // namespace

DeviceChoice choose_device(const std::string& device) {
  if (device == "cpu") return {.kind = "cpu"};
  const CudaAvailability cuda = cuda_availability();
  if (device == "auto") {
    if (!cuda.has_device) return {.kind = "cpu"};
    if (!cuda.usable) {
      throw BadRequest(
          fmt::format("--device=auto: there is an NVIDIA device, but {}. --device=cpu measures the CPU.", cuda.reason));
    }
    return {.kind = "cuda"};
  }
  const int64_t index = device == "cuda" ? 0 : parse_index(device);
  if (!cuda.usable) throw BadRequest(fmt::format("--device={}: {}", device, cuda.reason));
  if (index >= cuda.device_count) {
    throw BadRequest(fmt::format("--device={}: there are {} CUDA devices, numbered from 0", device, cuda.device_count));
  }
  return {.kind = "cuda", .index = index};
}

std::vector<Cache> choose_caches(const DeviceChoice& choice, const std::optional<CacheChoice>& cache) {
  if (choice.kind == "cpu") {
    if (cache) {
      throw BadRequest("--cache: a CPU's caches can't be flushed or kept on purpose; it is for --device=cuda");
    }
    return {Cache::kUncontrolled};
  }
  switch (cache.value_or(CacheChoice::kCold)) {
    case CacheChoice::kHot:
      return {Cache::kHot};
    case CacheChoice::kBoth:
      return {Cache::kCold, Cache::kHot};
    case CacheChoice::kCold:
      break;
  }
  return {Cache::kCold};
}

std::unique_ptr<Device> make_device(const DeviceChoice& choice, const Options& options) {
  const bool memory_is_kept = options.keep_memory && keep_freed_memory();
  if (options.keep_memory && !memory_is_kept) {
    fmt::print(stderr,
               "attn_bench: freed memory can't be kept, since malloc comes from {}: CPU times hold page faults\n",
               malloc_library());
  }
  return choice.kind == "cpu" ? make_cpu_device(memory_is_kept) : make_cuda_device(choice.index);
}

std::string_view default_shape_set(const DeviceChoice& choice) {
  return choice.kind == "cpu" ? "quick" : "article";
}

}  // namespace attn
