#include "results/read_launches.h"

#include <array>

#include "results/csv.h"
#include "results/csv_line.h"
#include "results/file_layout.h"

namespace attn {
namespace {

/// "8,8,16"; nothing for an empty cell.
std::optional<LaunchExtent> find_extent(const CsvLine& line, std::string_view column) {
  std::string_view rest = line.text(column);
  if (rest.empty()) return std::nullopt;
  std::array<int64_t, 3> extents{};
  for (size_t axis = 0; axis < extents.size(); ++axis) {
    const size_t comma = axis < 2 ? rest.find(',') : rest.size();
    const std::optional<int64_t> extent =
        comma == std::string_view::npos ? std::nullopt : parse_integer(rest.substr(0, comma));
    if (!extent) line.refuse(column, "three integers");
    extents[axis] = *extent;
    rest.remove_prefix(axis < 2 ? comma + 1 : comma);
  }
  return LaunchExtent{.x = extents[0], .y = extents[1], .z = extents[2]};
}

}  // namespace

LaunchRow read_launch(const CsvLine& line) {
  return {.order = line.integer("order"),
          .op_path = std::string(line.text("op_path")),
          .kind = std::string(line.text("kind")),
          .name = std::string(line.text("name")),
          .grid = find_extent(line, "grid"),
          .block = find_extent(line, "block"),
          .registers = line.find_integer("registers"),
          .static_shared_bytes = line.find_integer("static_shared_bytes"),
          .dynamic_shared_bytes = line.find_integer("dynamic_shared_bytes"),
          .occupancy = line.find_number("occupancy"),
          .occupancy_limiter = std::string(line.text("occupancy_limiter")),
          .bytes = line.find_integer("bytes"),
          .time_s = line.find_number("time_s")};
}

std::map<std::string, std::vector<LaunchRow>> read_launches(const std::filesystem::path& folder,
                                                            const std::string& run_id) {
  const FileLayout& layout = launches_layout();
  const std::filesystem::path path = folder / layout.name;
  std::map<std::string, std::vector<LaunchRow>> launches;
  if (!std::filesystem::exists(path)) return launches;
  const std::string name = path.string();
  const SharedLock lock(path);
  visit_csv(path, layout.columns, [&](const CsvRow& row) {
    const CsvLine line(layout, name, row.line, row.cells);
    if (line.text("run_id") == run_id) launches[std::string(line.text("case"))].push_back(read_launch(line));
  });
  return launches;
}

}  // namespace attn
