#pragma once

#include <string>
#include <vector>

#include "results/comparing/side.h"

namespace attn {

/// Something of a case that doesn't vary between processes of the same thing, and did change.
struct ExactChange {
  std::string name;    ///< a metric, "backend_ran"
  std::string before;  ///< as people read it; "45 or 46" where a side's processes differ
  std::string after;

  friend bool operator==(const ExactChange&, const ExactChange&) = default;
};

/// The backend that ran, the exact metrics of the catalogue (but guesses) and the peak of memory, where both sides have
/// them and they differ.
std::vector<ExactChange> exact_changes(const SideCase& base, const SideCase& now);

/// The launches of the first process of each side that has any, compared launch by launch, in the words of
/// describe_launch_diff; empty where they are the same or a side has none.
std::string launch_changes(const SideCase& base, const SideCase& now);

}  // namespace attn
