#pragma once

#include <span>
#include <string>

#include "results/record.h"

namespace attn {

/// "8,8,16"; empty where there is none.
std::string text_of(const std::optional<LaunchExtent>& extent);

/// A case's lines of samples.csv, launches.csv and ops.csv, by the layouts of those names.
std::string sample_lines(const CaseRow& row, std::span<const SampleRow> samples);
std::string launch_lines(const CaseRow& row, std::span<const LaunchRow> launches);
std::string op_lines(const CaseRow& row, std::span<const OpRow> ops);

}  // namespace attn
