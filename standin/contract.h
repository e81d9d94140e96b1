#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// All that the stand-in GPU and the programs that start or read it agree on; it needs neither CUDA nor LibTorch.
namespace attn::standin {

/// Begins the name of a kernel record that stands for a whole call into a library (cuBLAS, cuDNN), whose own kernels
/// can't be known without a GPU: "library call: cublasGemmEx". Such a record has a grid of 0.
inline constexpr std::string_view kLibraryCallPrefix = "library call: ";

/// Holds the card, as encode() writes it. Set exactly where a stand-in is wanted.
inline constexpr const char* kCardVariable = "ATTN_STANDIN_CARD";
/// Files of kernel resources (standin/README.md says what they hold), a ':' between them.
inline constexpr const char* kResourcesVariable = "ATTN_STANDIN_RESOURCES";
/// The files of such a list; empty names are left out.
std::vector<std::string> files_of(std::string_view list);
/// Faults to show, as "memory_bytes=N,launch_error_after=N", …; standin/README.md lists them.
inline constexpr const char* kFaultsVariable = "ATTN_STANDIN_FAULTS";
/// Virtual nanoseconds that each activity (kernel, copy, set) takes; kDefaultActivityNs unless set.
inline constexpr const char* kActivityNsVariable = "ATTN_STANDIN_ACTIVITY_NS";
inline constexpr int64_t kDefaultActivityNs = 1000;

/// The GPU to stand in for.
struct Card {
  std::string full_name;  ///< "NVIDIA A100-SXM4-80GB"
  int64_t major = 0;      ///< of the compute capability
  int64_t minor = 0;
  int64_t sm_count = 0;
  int64_t memory_bytes = 0;
  int64_t l2_bytes = 0;
  int64_t sm_clock_hz = 0;
  int64_t registers_per_sm = 0;
  int64_t shared_bytes_per_sm = 0;
  int64_t shared_bytes_per_block_optin = 0;
  int64_t max_threads_per_sm = 0;
  int64_t max_blocks_per_sm = 0;

  friend bool operator==(const Card&, const Card&) = default;
};

/// "full_name=NVIDIA A100-SXM4-80GB;major=8;…", for kCardVariable.
std::string encode(const Card& card);

/// Nothing for a text that encode() can't have written.
std::optional<Card> decode_card(std::string_view text);

/// Exported by the preloaded library as the C symbol kSetMemoryBytes names; dlsym finds it exactly where the stand-in
/// is at work. Sets the bytes that the card has for allocations from now on and returns what it had.
using SetMemoryBytes = uint64_t (*)(uint64_t bytes);
inline constexpr const char* kSetMemoryBytes = "attn_standin_set_memory_bytes";

}  // namespace attn::standin
