#pragma once

#include <string>
#include <utility>
#include <vector>

#include "results/summarizing/summary.h"

namespace attn {

/// {"dtype", "bf16"}, …
using NamedValues = std::vector<std::pair<std::string, std::string>>;

/// What was the same in all cases of a panel.
struct PanelValues {
  NamedValues setting;  ///< values_of
  NamedValues facts;    ///< of runs.csv, that no Setting holds
};

/// The members of a Setting, by their names in results.csv.
NamedValues values_of(const Setting& setting);

struct PanelName {
  std::string title_end;  ///< " · keep_memory on": the facts that alone tell panels of one Setting apart
  std::string slug;       ///< "bf16-head_dim-128": those and the members of Setting that differ, by slug_of
};

/// A name for each; no two slugs are the same.
std::vector<PanelName> name_panels(const std::vector<PanelValues>& panels);

/// Lower case, of letters, digits, '_', '-' and '.' alone: "nvidia-a100-sxm4-80gb".
std::string slug_of(const std::string& text);

}  // namespace attn
