#pragma once

#include <span>
#include <string>
#include <string_view>

#include "benchmarks/options.h"
#include "benchmarks/planned_line.h"
#include "results/record.h"

namespace attn {

LaunchCounts count_launches(std::span<const LaunchRow> launches);

/// The lines of --launches, one a launch, under a title: its ops, kind, name and what the name says in words,
/// grid × block, registers, shared memory, occupancy with what limits it, and bytes. Names and words are cut;
/// launches.csv has the names whole. `unknown_registers`: why those of a kernel are missing, where that is known.
std::string launch_list(const std::string& case_name, std::span<const LaunchRow> launches,
                        std::string_view unknown_registers = {});

/// The line of --guess for a case: "as guessed: 5 launches", or "6 launches, you guessed 5: one Memcpy DtoD of
/// 268,435,456 bytes, from aten::masked_fill › aten::clone › aten::copy_". When more was launched than guessed, the
/// copies and sets are what people forget; without any, all launches are named by their ops.
std::string judge_guess(const std::string& case_name, std::span<const LaunchRow> launches, const Guess& guess);

}  // namespace attn
