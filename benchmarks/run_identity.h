#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "benchmarks/options.h"
#include "profiling/device.h"
#include "results/record.h"

namespace attn {

/// The fact of that name, or empty.
std::string value_of(const Facts& facts, std::string_view key);

/// What all cases of one run have in common in results.csv.
struct RunIdentity {
  std::string run_id;  ///< "20261130T164001Z-1f3a9c0e": when it began, and 32 random bits
  std::string host;
  std::string source;  ///< "measured", or "planned" on the stand-in GPU
  std::string device;
  std::string arch;
  std::string driver_version;  ///< empty without a driver
  std::string libtorch_version;
  int64_t threads = 0;
};

/// Everything about where and how, for runs.csv: the machine, LibTorch, the device's own facts, its peaks where
/// gpus.csv lists it, the sampling rule, the command line and the options given.
Facts run_facts(const Options& options, const std::vector<std::string>& arguments, const Facts& device_facts);

/// A new run's identity, or with options.child_run_id the one that the parent process chose.
RunIdentity make_run_identity(const Options& options, const Device& device, const Facts& run_facts);

/// A name that no other run has: "20261130T164001Z-1f3a9c0e".
std::string new_run_id();
/// The time now, "2026-11-30T16:40:01Z".
std::string utc_now();

/// The line before the table: device, threads, LibTorch, driver. `device` is "cpu" or what to call the GPU.
std::string first_line(const std::string& device, const Facts& run_facts);

}  // namespace attn
