#pragma once

#include <memory>
#include <string>
#include <vector>

#include "benchmarks/options.h"
#include "profiling/device.h"

namespace attn {

/// Where --device puts the run: "cpu", or "cuda" with an index.
struct DeviceChoice {
  std::string kind;
  int64_t index = 0;
};

/// `auto` takes the CPU only where there is no NVIDIA device. Throws BadRequest for a device that can't be used, with
/// the reason and what to do.
DeviceChoice choose_device(const std::string& device);

/// The caches to measure on that device: none on a CPU (asking for one is a BadRequest), cold by default on a GPU.
std::vector<Cache> choose_caches(const DeviceChoice& choice, const std::optional<CacheChoice>& cache);

/// Has freed memory kept from now on where the options ask for it (and says so where it can't be). Throws BadRequest
/// for a GPU that can't be used.
std::unique_ptr<Device> make_device(const DeviceChoice& choice, const Options& options);

/// The name of the shape set that is swept where no shapes are given.
std::string_view default_shape_set(const DeviceChoice& choice);

}  // namespace attn
