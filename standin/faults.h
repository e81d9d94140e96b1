#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace attn::standin {

/// The GPU's bad days that were asked for. standin/README.md says what each does.
struct Faults {
  std::optional<uint64_t> memory_bytes = std::nullopt;
  std::optional<uint64_t> launch_error_after = std::nullopt;
  std::optional<uint64_t> device_lost_after = std::nullopt;
  std::optional<uint64_t> queue_limit = std::nullopt;
  uint64_t drop_records = 0;
  uint64_t zero_time_records = 0;
  bool truncate_records = false;
  bool cupti_taken = false;
  bool no_kernel_image = false;
  bool no_stream_hold = false;

  friend bool operator==(const Faults&, const Faults&) = default;
};

/// Reads "memory_bytes=1000000,cupti_taken=1". Throws std::invalid_argument, with the faults that there are, for a name
/// that is none and for a value that is no number.
Faults parse_faults(std::string_view text);

}  // namespace attn::standin
