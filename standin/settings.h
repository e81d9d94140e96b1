#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "standin/contract.h"
#include "standin/faults.h"

namespace attn::standin {

/// What the environment asks of the stand-in.
struct Settings {
  Card card;
  Faults faults;
  int64_t activity_ns = kDefaultActivityNs;
  std::vector<std::string> resource_files;

  uint64_t memory_bytes() const { return faults.memory_bytes.value_or(static_cast<uint64_t>(card.memory_bytes)); }
};

/// Reads the variables of the contract. What can't be followed ends the process: one line on standard error, exit
/// code 2.
Settings read_settings();

/// Prints "stand-in GPU: …" on standard error and ends the process with exit code 2, without destructors: the
/// program's own start may be under way.
[[noreturn]] void refuse(const std::string& reason);

}  // namespace attn::standin
