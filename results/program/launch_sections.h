#pragma once

#include <vector>

#include "results/comparing/comparison.h"
#include "results/program/report.h"

namespace attn {

/// How the launches of the cases changed, launch by launch: a section for programs, "launches", with a row a changed
/// case, and for people one section for all cases whose launches changed in the same way.
std::vector<Section> launch_sections(const Comparison& comparison);

}  // namespace attn
