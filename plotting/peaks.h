#pragma once

#include <optional>
#include <string>

#include "plotting/panels.h"

namespace attn {

/// What a card can do at most, as runs.csv says.
struct Peak {
  double value = 0;
  std::string words;  ///< "peak of the card in bf16: 312 TFLOP/s"
};

/// In FLOP/s, of the panel's dtype: fp32 counts as TF32 where the runs let matrix products use it. Nothing where it is
/// not known.
std::optional<Peak> peak_flops(const Panel& panel);

/// In B/s, of the card's memory.
std::optional<Peak> peak_bandwidth(const Panel& panel);

/// In bytes, of the card's memory; nothing of a CPU.
std::optional<Peak> memory_limit(const Panel& panel);

}  // namespace attn
