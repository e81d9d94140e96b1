#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "results/csv_line.h"
#include "results/record.h"

namespace attn {

/// A line of launches.csv. Throws BadRequest, naming line and column, for a cell that is none of the column's.
LaunchRow read_launch(const CsvLine& line);

/// The rows of folder/launches.csv with this run_id, by case, in their order; none where there is no such file. Throws
/// BadRequest for a file that can't be read, naming line and column, or the columns that it lacks.
std::map<std::string, std::vector<LaunchRow>> read_launches(const std::filesystem::path& folder,
                                                            const std::string& run_id);

}  // namespace attn
