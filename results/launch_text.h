#pragma once

#include <string>

#include "results/record.h"

namespace attn {

/// "from aten::matmul › aten::bmm", "outside any op"; on one line whatever the name holds.
std::string from_ops(const LaunchRow& launch);

/// The launch's name without return type and arguments, at most `width` columns, on one line.
std::string name_on_one_line(const LaunchRow& launch, size_t width);

}  // namespace attn
