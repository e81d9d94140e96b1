#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace attn {

/// Something that can't be so.
struct Finding {
  std::string file;
  int64_t line = 0;    ///< the header is line 1
  std::string column;  ///< empty where it is of the whole row
  std::string fault;   ///< "-3 is no time", with what is allowed
};

/// What a look over kept runs gave.
struct CheckedRuns {
  std::vector<Finding> findings;        ///< the first kMostFindings, by file, then by line
  int64_t found = 0;                    ///< all of them
  std::map<std::string, int64_t> rows;  ///< looked at, by file
  std::vector<std::string> notes;       ///< sentences: what could not be checked, and why
};

inline constexpr size_t kMostFindings = 200;

/// Looks at every row of results.csv and of the files beside it: schema, required cells, known names (status, flags,
/// dtype, mask, source …), ranges, units, low ≤ value ≤ high, numbers that are none, negative and zero times, times of
/// plans, rates above the card's physical peak (by the peak_… facts of runs.csv; bytes only where the cache was cold),
/// a case's name against its columns, ok cases without a time, others without a reason, what is there twice, samples
/// whose number or median isn't the recorded one, launches whose number isn't. Throws BadRequest for what can't be read
/// as one of our files: no results, no CSV, a column that is missing.
CheckedRuns check_runs(std::span<const std::filesystem::path> paths);

}  // namespace attn
