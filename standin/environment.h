#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "standin/contract.h"

namespace attn::standin {

/// Whether this process runs on the stand-in.
bool is_active();

/// Where the stand-in lies.
struct Installation {
  std::filesystem::path library;  ///< to preload
  std::filesystem::path folder;   ///< with the driver's and NVML's names for it
};

/// The one of the build that the running program belongs to: standin/lib in a folder above it. Throws
/// std::runtime_error where there is none that can be read.
Installation find_installation();

/// What to stand in for, and how.
struct Request {
  Card card;
  std::vector<std::filesystem::path> resource_files;
  std::string faults;
  std::optional<int64_t> activity_ns;
};

using Variables = std::vector<std::pair<std::string, std::string>>;

/// The variables to set, beside those that there are, for a program that is to run on the stand-in. What is preloaded
/// already stays, in front; the library path gets the stand-in's folder in front, once.
Variables environment_for(const Request& request, const Installation& installation);

}  // namespace attn::standin
