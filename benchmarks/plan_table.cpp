#include "benchmarks/plan_table.h"

#include <fmt/format.h>

#include <functional>
#include <vector>

#include "benchmarks/paint.h"
#include "results/clean_text.h"
#include "results/readable_figures.h"

namespace attn {
namespace {

template <typename Number, typename Show>
std::string cell(const std::optional<Number>& value, Show show) {
  return value ? show(*value) : "-";
}

std::string whole(int64_t number) {
  return fmt::format("{}", number);
}

std::string count_of(const PlannedLine& line, int64_t (*count)(const LaunchCounts&)) {
  return line.launches ? whole(count(*line.launches)) : "-";
}

struct Column {
  std::string_view title;
  size_t width;
  std::function<std::string(const PlannedLine&)> show;
};

/// The columns between name and backend, right-aligned.
std::vector<Column> columns(bool shows_fit) {
  std::vector<Column> all = {
      {"launches", 8,
       [](const PlannedLine& line) { return count_of(line, [](const LaunchCounts& n) { return n.all(); }); }},
      {"kernels", 7, [](const PlannedLine& line) { return count_of(line, [](const auto& n) { return n.kernels; }); }},
      {"copies", 6, [](const PlannedLine& line) { return count_of(line, [](const auto& n) { return n.memcpys; }); }},
      {"sets", 4, [](const PlannedLine& line) { return count_of(line, [](const auto& n) { return n.memsets; }); }},
      {"calls", 5,
       [](const PlannedLine& line) { return count_of(line, [](const auto& n) { return n.library_calls; }); }},
      {"ops", 4, [](const PlannedLine& line) { return cell(line.ops, whole); }},
      {"memory", 9, [](const PlannedLine& line) { return cell(line.peak_memory_bytes, readable_bytes); }},
      {"regs", 4, [](const PlannedLine& line) { return cell(line.largest_registers, whole); }},
      {"occup.", 7,
       [](const PlannedLine& line) {
         return cell(line.lowest_occupancy, [](double part) { return fmt::format("{:.1f} %", 100 * part); });
       }},
      {"floor", 8,
       [](const PlannedLine& line) { return cell(line.floor_s, [](double s) { return readable_time(s, ""); }); }},
      {"host", 8,
       [](const PlannedLine& line) { return cell(line.host_time_s, [](double s) { return readable_time(s, ""); }); }},
  };
  if (shows_fit) all.push_back({"fits to", 9, [](const PlannedLine& line) { return cell(line.fits_seq_len, whole); }});
  return all;
}

}  // namespace

PlanTable::PlanTable(std::ostream& out, PlanTableFrame frame) : out_(out), frame_(std::move(frame)) {}

void PlanTable::begin() {
  std::string titles = fmt::format("{:<{}}", "case", frame_.name_width);
  for (const Column& column : columns(frame_.shows_fit)) titles += fmt::format("  {:>{}}", column.title, column.width);
  titles += "  backend";
  out_ << clean_text(frame_.first_line) << '\n' << titles << '\n' << std::string(titles.size(), '-') << std::endl;
}

void PlanTable::line(const PlannedLine& line) {
  std::string text =
      painted(frame_.color, kGreen, fmt::format("{:<{}}", clean_text(line.case_name), frame_.name_width));
  if (line.status != Status::kOk) {
    const std::string fits = line.fits_seq_len ? fmt::format("; fits to {}", *line.fits_seq_len) : "";
    text += fault_text(frame_.color, line.status, line.reason + fits);
  } else {
    for (const Column& column : columns(frame_.shows_fit))
      text += fmt::format("  {:>{}}", column.show(line), column.width);
    text += fmt::format("  {}", clean_text(line.backend));
  }
  out_ << text << std::endl;
}

void PlanTable::end(const std::string& summary) {
  out_ << "calls: into cuBLAS or cuDNN, whose kernels a plan can't know. floor: the least by bandwidth and peak, no "
          "time.\nhost: of one call on this CPU, without the driver's share.\n"
       << summary << std::endl;
}

}  // namespace attn
