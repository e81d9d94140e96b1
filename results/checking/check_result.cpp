#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>

#include "results/case_columns.h"
#include "results/checking/checked_cases.h"
#include "results/metric_catalogue.h"
#include "results/near_names.h"
#include "results/results_directory.h"

namespace attn {
namespace {

using Names = std::string_view;
constexpr auto kFilled = std::to_array<Names>({"run_id", "device", "case", "variant"});
constexpr auto kSources = std::to_array<Names>({"measured", "planned"});
constexpr auto kDtypes = std::to_array<Names>({"fp64", "fp32", "bf16", "fp16"});
constexpr auto kMasks = std::to_array<Names>({"none", "causal", "causal_bottom_right"});
constexpr auto kCaches = std::to_array<Names>({"", "cold", "hot"});
constexpr auto kLaunches = std::to_array<Names>({"eager", "graph"});
constexpr auto kStatuses = std::to_array<Names>({"ok", "unsupported", "out_of_memory", "incorrect", "failed"});
constexpr auto kFlags = std::to_array<Names>({"not_converged", "disturbed", "unblocked", "throttled"});
constexpr auto kExtents = std::to_array<Names>({"batch", "q_heads", "kv_heads", "q_len", "kv_len", "head_dim"});
constexpr auto kShares = std::to_array<Names>({"lowest_occupancy", "device_idle_share", "outside_ops_share"});

bool is_among(Names name, std::span<const Names> names) {
  return std::ranges::find(names, name) != names.end();
}

/// Calls `visit` with each part of the text between separators.
template <typename Visit>
void for_each_part(Names text, char separator, const Visit& visit) {
  while (!text.empty()) {
    const size_t end = std::min(text.find(separator), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// "2026-11-30T16:40:01Z".
bool is_utc(Names text) {
  constexpr Names kPattern = "0000-00-00T00:00:00Z";
  const bool has_form = text.size() == kPattern.size() && std::ranges::equal(text, kPattern, [](char c, char pattern) {
                          return pattern == '0' ? c >= '0' && c <= '9' : c == pattern;
                        });
  if (!has_form) return false;
  const auto number = [&](size_t begin, size_t size) { return std::stoi(std::string(text.substr(begin, size))); };
  const std::chrono::year_month_day day(std::chrono::year(number(0, 4)),
                                        std::chrono::month(static_cast<unsigned>(number(5, 2))),
                                        std::chrono::day(static_cast<unsigned>(number(8, 2))));
  return day.ok() && number(11, 2) < 24 && number(14, 2) < 60 && number(17, 2) <= 60;
}

void check_words(const RowCheck& row) {
  if (parse_integer(row.text("schema")) != kResultsSchema) {
    row.add("schema", fmt::format("'{}' is another schema than {}", row.text("schema"), kResultsSchema));
  }
  for (const Names column : kFilled) row.check_filled(column);
  if (!is_utc(row.text("time_utc"))) {
    row.add("time_utc", fmt::format("'{}' is no time such as 2026-11-30T16:40:01Z", row.text("time_utc")));
  }
  row.check_one_of("source", kSources);
  row.check_one_of("dtype", kDtypes);
  row.check_one_of("mask", kMasks);
  row.check_one_of("cache", kCaches);
  row.check_one_of("launch", kLaunches);
  row.check_one_of("status", kStatuses);
  for_each_part(row.text("flags"), ' ', [&](Names flag) {
    if (!is_among(flag, kFlags)) row.add("flags", fmt::format("'{}' is no flag of a case", flag));
  });
  if (row.text("status") != "ok" && row.text("reason").empty()) row.add("reason", "is empty though the case is not ok");
}

void check_shape(const RowCheck& row) {
  for (const Names column : kExtents) row.needed_integer(column, 1);
  row.needed_integer("threads", 1);
  const auto q_heads = parse_integer(row.text("q_heads")), kv_heads = parse_integer(row.text("kv_heads"));
  if (q_heads && kv_heads && *kv_heads > 0 && *q_heads % *kv_heads != 0) {
    row.add("kv_heads", fmt::format("{} does not divide the {} q_heads", *kv_heads, *q_heads));
  }
}

/// The name of a case says most of its columns again: "Naive/cpu/fp32/causal/batch:1/…".
void check_name(const RowCheck& row) {
  const Names name = row.text("case");
  if (name.substr(0, name.find('/')) != row.text("variant")) {
    row.add("variant", fmt::format("'{}' is not the one in the case's name, {}", row.text("variant"), name));
  }
  for_each_part(name, '/', [&](Names part) {
    const size_t colon = part.find(':');
    if (colon == Names::npos || !is_among(part.substr(0, colon), kExtents)) return;
    const Names column = part.substr(0, colon);
    if (part.substr(colon + 1) != row.text(column)) {
      row.add(column, fmt::format("'{}' is not the {} of the case's name", row.text(column), part));
    }
  });
}

void check_interval(const RowCheck& row, double value) {
  const auto low = row.number("low", 0), high = row.number("high", 0);
  if (low && *low > value) row.add("low", fmt::format("{} is above the value, {}", *low, value));
  if (high && *high < value) row.add("high", fmt::format("{} is below the value, {}", *high, value));
}

void check_value(const RowCheck& row, const MetricInfo& info, double value) {
  const bool is_time = info.unit == "s" && info.name != "floor_s" && info.name != "device_time_s";
  if (is_time && value == 0) row.add("value", fmt::format("a {} of 0: nothing takes no time", info.name));
  if (is_among(info.name, kShares)) {
    if (value > 1) row.add("value", fmt::format("{} is no share of 1", value));
  } else if (info.exact && info.unit == "1" && value != std::floor(value)) {
    row.add("value", fmt::format("{} {} are no whole number", value, info.name));
  }
}

void check_metric(const RowCheck& row, CheckedCase& checked) {
  const std::string name(row.text("metric"));
  const std::optional<MetricInfo> info = find_metric(name);
  if (!info) {
    std::vector<std::string> known;
    for (const MetricInfo& metric : metric_catalogue()) known.emplace_back(metric.name);
    row.add("metric", fmt::format("'{}' is no metric that this program knows{}", name, did_you_mean(name, known)));
  } else if (row.text("unit") != info->unit) {
    row.add("unit", fmt::format("'{}', where {} is in {}", row.text("unit"), name, info->unit));
  }
  const std::optional<int64_t> samples = row.integer("samples", 1);
  const std::optional<double> value = row.needed_number("value", 0);
  if (!value) return;
  check_interval(row, *value);
  if (info) check_value(row, *info, *value);
  if (name == "time_s" && checked.source == "planned") row.add("metric", "a plan has no time_s");
  const auto [known, is_new] = checked.figures.try_emplace(name, CheckedCase::Figure{*value, row.line(), samples});
  if (!is_new) row.add("metric", fmt::format("{} of this case is on line {} already", name, known->second.line));
}

/// The cells that all rows of a case share: schema, then kCaseColumns.
std::vector<Names> shared_columns() {
  std::vector<Names> columns = {"schema"};
  for (const CaseColumn& column : kCaseColumns) columns.push_back(column.name);
  return columns;
}

void begin_case(const RowCheck& row, CheckedCase& checked) {
  check_words(row);
  check_shape(row);
  check_name(row);
  checked.run_id = row.text("run_id");
  checked.line = row.line();
  checked.status = row.text("status");
  checked.source = row.text("source");
  checked.dtype = row.text("dtype");
  checked.cache = row.text("cache");
  for (const Names column : shared_columns()) checked.shared.emplace_back(row.text(column));
}

void check_same(const RowCheck& row, const CheckedCase& checked) {
  const std::vector<Names> columns = shared_columns();
  for (size_t i = 0; i < columns.size(); ++i) {
    if (row.text(columns[i]) == checked.shared[i]) continue;
    row.add(columns[i], fmt::format("'{}', where line {} of the same case has '{}'", row.text(columns[i]), checked.line,
                                    checked.shared[i]));
  }
}

}  // namespace

void check_result(const RowCheck& row, CheckedCases& cases) {
  CheckedCase& checked = cases.at(row.text("run_id"), row.text("case"));
  if (checked.line == 0) {
    begin_case(row, checked);
  } else {
    check_same(row, checked);
  }
  if (!row.text("metric").empty()) {
    check_metric(row, checked);
  } else if (std::exchange(checked.has_row_without_metric, true)) {
    row.add("metric", "is empty in another row of this case already");
  }
}

}  // namespace attn
