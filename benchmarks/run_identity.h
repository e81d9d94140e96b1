#pragma once

#include <string>

#include "benchmarks/options.h"
#include "profiling/device.h"
#include "results/record.h"

namespace attn {

/// What all cases of one run have in common in results.csv.
struct RunIdentity {
  std::string run_id;  ///< "20261130T164001Z-1f3a9c0e": when it began, and 32 random bits
  std::string host;
  std::string source;  ///< "measured"
  std::string device;
  std::string arch;
  std::string driver_version;  ///< empty without a driver
  std::string libtorch_version;
  int64_t threads = 0;
};

/// A new run's identity, or with options.child_run_id the one that the parent process chose.
RunIdentity make_run_identity(const Options& options, const Device& device);

std::string new_run_id();
/// The time now, "2026-11-30T16:40:01Z".
std::string utc_now();

/// Everything about where and how, for runs.csv: the machine, LibTorch, the device, its peaks where gpus.csv lists it,
/// the sampling rule, the command line and the options given.
Facts run_facts(const Options& options, const Device& device, const std::string& command_line);

/// The line before the table: device, threads, LibTorch, driver.
std::string first_line(const RunIdentity& identity, const Facts& facts);

}  // namespace attn
