#include "results/merging/merge.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <system_error>

#include "results/bad_request.h"
#include "results/csv.h"
#include "results/csv_line.h"
#include "results/csv_text.h"
#include "results/file_beside.h"
#include "results/merging/anonymous_text.h"
#include "results/readable_figures.h"
#include "results/results_directory.h"
#include "results/run_files.h"
#include "results/run_set.h"
#include "results/text_map.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

/// So many conflicts are named one by one.
constexpr size_t kMostNamed = 10;

bool is_free_text(std::string_view column) {
  return column == "value" || column == "reason" || column == "name" || column == "op_path";
}

/// The names of machines and the paths that are values of facts.
AnonymousText anonymous_text_of(std::span<const fs::path> paths) {
  std::vector<std::string> hosts, facts;
  for (const fs::path& path : paths) {
    const RunFiles files = run_files(path);
    const std::vector<std::string_view> host = {"host"};
    visit_whole_rows(files.results, host, [&](const CsvRow& row) {
      if (hosts.empty() || hosts.back() != row.cells[0]) hosts.emplace_back(row.cells[0]);
    });
    const std::optional<fs::path> runs = files.beside(runs_layout());
    if (!runs) continue;
    visit_whole_rows(*runs, runs_layout().columns, [&](const CsvRow& row) {
      if (row.cells[1] == "host") hosts.emplace_back(row.cells[2]);
      if (row.cells[1] != "command_line" && row.cells[2].starts_with('/')) facts.emplace_back(row.cells[2]);
    });
  }
  return {hosts, facts};
}

/// Gathers the lines of one of our files out of many folders.
class FileMerge {
 public:
  FileMerge(const FileLayout& layout, AnonymousText* anonymous) : anonymous_(anonymous) {
    file_.layout = &layout;
    by_case_ = std::ranges::find(layout.columns, "case") != layout.columns.end();
    run_ = index_of("run_id");
    case_ = by_case_ ? index_of("case") : run_;
  }

  /// The rows of one folder, or of a results.csv alone.
  std::string add(const fs::path& path) {
    TextMap<MergedLines> lines;
    std::vector<std::string> order;
    std::string note = visit_whole_rows(path, file_.layout->columns, [&](const CsvRow& row) {
      check_schema(path, row);
      std::string key = key_of(row);
      const auto [found, is_new] = lines.try_emplace(key);
      if (is_new) order.push_back(std::move(key));
      found->second.text += line_of(row);
      ++found->second.rows;
    });
    for (const std::string& key : order) keep(path, key, std::move(lines.find(key)->second));
    return note;
  }

  MergedFile take_file() { return std::move(file_); }
  const std::vector<std::string>& conflicts() const { return conflicts_; }
  const std::vector<std::string>& run_ids() const { return run_ids_; }
  /// Cases, or runs in runs.csv, that were there more than once, by the run.
  const std::map<std::string, int64_t>& repeated() const { return repeated_; }

 private:
  size_t index_of(std::string_view column) const {
    return static_cast<size_t>(std::ranges::find(file_.layout->columns, column) - file_.layout->columns.begin());
  }

  void check_schema(const fs::path& path, const CsvRow& row) const {
    if (file_.layout->columns.front() != "schema" || parse_integer(row.cells[0]) == kResultsSchema) return;
    throw BadRequest(fmt::format("{}: '{}' is another schema than {}, which this program knows",
                                 csv_place(path.string(), row.line, "schema"), row.cells[0], kResultsSchema));
  }

  std::string key_of(const CsvRow& row) const {
    return by_case_ ? fmt::format("{}\n{}", row.cells[run_], row.cells[case_]) : std::string(row.cells[run_]);
  }

  std::string line_of(const CsvRow& row) const {
    CsvText text;
    for (size_t i = 0; i < row.cells.size(); ++i) text.add(cell_of(row, i));
    text.end_line();
    return text.text();
  }

  std::string cell_of(const CsvRow& row, size_t i) const {
    const std::string_view column = file_.layout->columns[i];
    if (anonymous_ == nullptr) return std::string(row.cells[i]);
    if (column == "host" || (column == "value" && row.cells[1] == "host")) return anonymous_->host(row.cells[i]);
    return is_free_text(column) ? anonymous_->text(row.cells[i]) : std::string(row.cells[i]);
  }

  void keep(const fs::path& path, const std::string& key, MergedLines lines) {
    const auto known = places_.find(key);
    const std::string run_id = key.substr(0, key.find('\n'));
    if (known == places_.end()) {
      places_.emplace(key, Place{path, file_.groups.size()});
      if (known_runs_.try_emplace(run_id, true).second) run_ids_.push_back(run_id);
      file_.rows += lines.rows;
      file_.groups.push_back(std::move(lines));
    } else if (same_lines(file_.groups[known->second.group].text, lines.text)) {
      ++repeated_[run_id];
    } else {
      const std::string what = by_case_ ? fmt::format(", case {}", key.substr(key.find('\n') + 1)) : "";
      conflicts_.push_back(
          fmt::format("run {}{}: {} and {}", run_id, what, known->second.path.string(), path.string()));
    }
  }

  static bool same_lines(const std::string& first, const std::string& second) {
    return first == second || sorted_lines(first) == sorted_lines(second);
  }

  static std::vector<std::string> sorted_lines(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    std::ranges::sort(lines);
    return lines;
  }

  struct Place {
    fs::path path;
    size_t group;
  };

  AnonymousText* anonymous_;
  MergedFile file_;
  bool by_case_ = false;
  size_t run_ = 0;  ///< columns
  size_t case_ = 0;
  TextMap<Place> places_;
  std::vector<std::string> run_ids_;
  TextMap<bool> known_runs_;  ///< those of run_ids_
  std::map<std::string, int64_t> repeated_;
  std::vector<std::string> conflicts_;
};

void note_repeated(const FileMerge& results, std::vector<std::string>& notes) {
  for (const auto& [run_id, cases] : results.repeated()) {
    notes.push_back(fmt::format("run {}: {} given more than once, with the same figures: kept once", run_id,
                                cases == 1 ? "a case was" : counted(cases, "case") + " were"));
  }
}

[[noreturn]] void refuse(const std::vector<std::string>& conflicts) {
  const size_t named = std::min(conflicts.size(), kMostNamed);
  const std::string more =
      conflicts.size() > named ? fmt::format("\n  and {} more", conflicts.size() - named) : std::string();
  throw BadRequest(
      fmt::format("can't merge: the same run with other rows in two places\n  {}{}",
                  fmt::join(conflicts.begin(), conflicts.begin() + static_cast<std::ptrdiff_t>(named), "\n  "), more));
}

void write_file(const MergedFile& file, const fs::path& folder) {
  FileBeside out(folder / file.layout->name);
  out.write(header_line(*file.layout));
  for (const MergedLines& lines : file.groups) out.write(lines.text);
  out.keep();
}

/// A folder beside another, of another name; removed unless it was renamed.
class FolderBeside {
 public:
  explicit FolderBeside(const fs::path& folder)
      : folder_(folder.has_filename() ? folder : folder.parent_path()),
        beside_(fmt::format("{}.{}-new", folder_.string(), getpid())) {
    if (folder_.has_parent_path()) fs::create_directories(folder_.parent_path());
    fs::create_directory(beside_);
  }
  ~FolderBeside() {
    std::error_code ignored;
    fs::remove_all(beside_, ignored);
  }
  FolderBeside(const FolderBeside&) = delete;
  FolderBeside& operator=(const FolderBeside&) = delete;

  const fs::path& path() const { return beside_; }
  void keep() { fs::rename(beside_, folder_); }

 private:
  fs::path folder_;
  fs::path beside_;
};

}  // namespace

MergedRuns merge_runs(std::span<const fs::path> paths, bool anonymous) {
  // What is wrong inside of a file is refused as everywhere.
  for (const fs::path& path : paths) {
    read_runs(std::span(&path, 1), {.samples = false, .launches = false, .refuse_bad_times = false});
  }
  std::optional<AnonymousText> other_names;
  if (anonymous) other_names = anonymous_text_of(paths);
  MergedRuns merged;
  std::vector<std::string> conflicts;
  for (const FileLayout& layout : all_layouts()) {
    FileMerge file(layout, other_names ? &*other_names : nullptr);
    bool is_there = false;
    for (const fs::path& path : paths) {
      const RunFiles files = run_files(path);
      const std::optional<fs::path> found = layout.name == results_layout().name ? files.results : files.beside(layout);
      if (!found) continue;
      is_there = true;
      const SharedLock lock(files.results);
      if (std::string note = file.add(*found); !note.empty()) merged.notes.push_back(std::move(note));
    }
    std::ranges::copy(file.conflicts(), std::back_inserter(conflicts));
    if (layout.name == results_layout().name) {
      merged.runs = file.run_ids();
      note_repeated(file, merged.notes);
    }
    if (is_there) merged.files.push_back(file.take_file());
  }
  if (!conflicts.empty()) refuse(conflicts);
  if (other_names) std::ranges::move(other_names->done(), std::back_inserter(merged.notes));
  return merged;
}

void write_merged(const MergedRuns& merged, const fs::path& folder) {
  std::error_code ignored;
  if (fs::exists(folder, ignored) && !(fs::is_directory(folder, ignored) && fs::is_empty(folder, ignored))) {
    throw BadRequest(fmt::format("{} is there already; give --out a new folder", folder.string()));
  }
  try {
    FolderBeside beside(folder);
    for (const MergedFile& file : merged.files) write_file(file, beside.path());
    beside.keep();
  } catch (const std::system_error& error) {
    throw BadRequest(fmt::format("can't write {}: {}", folder.string(), error.what()));
  }
}

}  // namespace attn
