#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "profiling/resources/code_arch.h"

namespace attn {

/// What the compiler gave a kernel.
struct KernelUse {
  int64_t registers = 0;  ///< a thread
  int64_t static_shared_bytes = 0;

  friend bool operator==(const KernelUse&, const KernelUse&) = default;
};

/// By mangled name, sorted.
using KernelUses = std::map<std::string, KernelUse, std::less<>>;

/// Of a library, by the architecture of its code objects.
using KernelsByArch = std::map<std::string, KernelUses, std::less<>>;

/// Reads what `cuobjdump -res-usage -arch sm_NN LIBRARY` prints, line by line: megabytes for LibTorch. With sm_90 it
/// prints sm_90a's code objects too.
class ResourceListing {
 public:
  void take_line(std::string_view line);

  /// Of all that was taken. Of a kernel that stands in several code objects of one architecture the first counts.
  KernelsByArch take_kernels() { return std::move(kernels_); }

  /// Kernels that were named, but whose figures could not be read.
  int64_t without_figures() const { return without_figures_; }

 private:
  void take_figures(std::string_view line);

  std::string arch_;    ///< of the code object whose lines come
  std::string kernel_;  ///< whose figures come next; empty: nobody's
  KernelsByArch kernels_;
  int64_t without_figures_ = 0;
};

/// What a card finds in a library.
struct CardKernels {
  std::vector<CodeArch> code;  ///< those that at least one kernel is taken from, best first
  KernelUses kernels;
};

/// Each kernel as it stands in the best of the code objects that run on the card.
CardKernels kernels_for(const CodeArch& card, const KernelsByArch& kernels);

}  // namespace attn
