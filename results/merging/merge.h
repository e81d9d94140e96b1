#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "results/file_layout.h"

namespace attn {

/// The lines of one file that belong together: of a run in runs.csv, of a case of a run elsewhere.
struct MergedLines {
  std::string text;  ///< by the file's layout, each with its line end
  int64_t rows = 0;
};

/// What one of our files will hold.
struct MergedFile {
  const FileLayout* layout = nullptr;
  std::vector<MergedLines> groups;  ///< in order of their first appearance
  int64_t rows = 0;
};

/// Many runs, ready to be one folder.
struct MergedRuns {
  std::vector<MergedFile> files;   ///< results.csv and whichever else any folder had
  std::vector<std::string> runs;   ///< run_ids in order of appearance
  std::vector<std::string> notes;  ///< sentences: what was there twice, what a growing file lacked, what was replaced
};

/// Puts together what the paths have, folders or files results.csv alone. A run, or a case of it, that is in two places
/// with the same rows, in any order, is kept once and noted. `anonymous`: without host names and the folders of
/// absolute paths (results/merging/anonymous_text.h). Columns that this program doesn't know are left out. Throws
/// BadRequest for what read_runs refuses (but a time may be any number), and for the same run, or case of a run, with
/// other rows in two places, naming all of them.
MergedRuns merge_runs(std::span<const std::filesystem::path> paths, bool anonymous = false);

/// Makes the folder, whole or not at all. Throws BadRequest when it is there and not empty or can't be written.
void write_merged(const MergedRuns& merged, const std::filesystem::path& folder);

}  // namespace attn
