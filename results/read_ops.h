#pragma once

#include "results/csv_line.h"
#include "results/record.h"

namespace attn {

/// A line of ops.csv. Throws BadRequest, naming line and column, for a cell that is none of the column's.
OpRow read_op(const CsvLine& line);

}  // namespace attn
