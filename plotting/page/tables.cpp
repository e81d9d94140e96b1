#include "plotting/page/tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "plotting/page/html.h"
#include "results/readable_figures.h"

namespace attn {
namespace {

constexpr size_t kMostValues = 4;  // of a fact

std::string headed(const std::string& heading, const std::string& table) {
  return fmt::format("<h3>{}</h3>\n{}", html(heading), table);
}

/// Nothing with a single panel, whose setting the caption says.
Cell setting_cell(const PlotData& data, const Panel& panel) {
  return text_cell(data.panels.size() > 1 ? panel.title : "");
}

std::string caption_of(const PlotData& data) {
  return data.panels.size() == 1 ? data.panels.front().title
                                 : counted(static_cast<int64_t>(data.panels.size()), "setting");
}

std::string percent_text(const SummaryCase& one) {
  if (!one.time_s || !one.interval_s) return "";
  return fmt::format("±{:.1f} %", 50 * (one.interval_s->high - one.interval_s->low) / *one.time_s);
}

Cell scaled_cell(const std::optional<double>& value, double unit) {
  return number_cell(value, value ? significant(*value / unit, 4) : "");
}

Cell whole_cell(const std::optional<double>& value) {
  return value ? count_cell(std::llround(*value)) : Cell{};
}

const std::vector<Column>& case_columns() {
  static const std::vector<Column> columns = {{"setting", "setting"},
                                              {"variant", "variant"},
                                              {"length", "length", true},
                                              {"status", "status"},
                                              {"time_s", "time", true},
                                              {"half_width", "95 %", true},
                                              {"speedup", "over Naive", true},
                                              {"flops_per_s", "TFLOP/s", true},
                                              {"bytes_per_s", "GB/s", true},
                                              {"peak_memory_bytes", "memory", true},
                                              {"launches", "launches", true},
                                              {"ops", "ops", true},
                                              {"error_rms", "error", true},
                                              {"backend", "backend"},
                                              {"processes", "processes", true},
                                              {"flags", "flags"},
                                              {"reason", "reason"}};
  return columns;
}

std::vector<Cell> case_row(const PlotData& data, const Panel& panel, const SummaryCase& one) {
  const auto memory = metric_of(one, "peak_memory_bytes");
  const auto error = metric_of(one, "error_rms");
  const auto rate = [&](const char* name) { return one.time_s ? metric_of(one, name) : std::nullopt; };
  return {setting_cell(data, panel),
          text_cell(one.variant),
          count_cell(one.length),
          text_cell(one.status),
          time_cell(one.time_s),
          {.shown = percent_text(one), .value = {}},
          number_cell(one.speedup, one.speedup ? fmt::format("{:.2f}×", *one.speedup) : ""),
          scaled_cell(rate("flops_per_s"), 1e12),
          scaled_cell(rate("bytes_per_s"), 1e9),
          number_cell(memory, memory ? readable_bytes(*memory) : ""),
          whole_cell(metric_of(one, "launches")),
          whole_cell(metric_of(one, "ops")),
          number_cell(error, error ? fmt::format("{:.1e}", *error) : ""),
          text_cell(one.backend_ran),
          count_cell(one.processes),
          text_cell(one.flags),
          text_cell(one.reason)};
}

}  // namespace

std::string exponents_html(const PlotData& data) {
  const std::vector<Column> columns = {
      {"setting", "setting"},    {"variant", "variant"},    {"exponent", "p", true},      {"low", "95 % from", true},
      {"high", "95 % to", true}, {"constant_s", "a", true}, {"lengths", "lengths", true}, {"reason", "why not"}};
  const auto two_digits = [](double value) { return number_cell(value, fmt::format("{:.2f}", value)); };
  std::vector<std::vector<Cell>> rows;
  for (const Panel& panel : data.panels) {
    for (const auto& [variant, scaling] : panel.summary.scaling) {
      std::vector<Cell>& row = rows.emplace_back();
      row = {setting_cell(data, panel), text_cell(variant)};
      row.resize(columns.size());
      row.back() = text_cell(scaling.reason);
      if (!scaling.fit) continue;
      const Estimate& exponent = scaling.fit->exponent;
      row[2] = two_digits(exponent.value);
      row[3] = two_digits(exponent.interval.low);
      row[4] = two_digits(exponent.interval.high);
      row[5] = time_cell(scaling.fit->constant_s.value);
      row[6] = count_cell(static_cast<int64_t>(scaling.fit->lengths.size()));
    }
  }
  if (rows.empty()) return "";
  return headed("How time grows: time = a + b · length^p", html_table(caption_of(data), columns, rows));
}

std::string not_ok_html(const PlotData& data) {
  std::map<std::tuple<std::string, std::string, std::string>, int64_t> cases;
  for (const Panel& panel : data.panels) {
    for (const SummaryCase& one : panel.summary.cases) {
      if (one.status != "ok") ++cases[{one.variant, one.status, one.reason}];
    }
  }
  std::vector<std::vector<Cell>> rows;
  for (const auto& [what, count] : cases) {
    const auto& [variant, status, reason] = what;
    rows.push_back({text_cell(variant), text_cell(status), count_cell(count), text_cell(reason)});
  }
  if (rows.empty()) return "";
  return headed(
      "Not ok",
      html_table("Each reason once",
                 {{"variant", "variant"}, {"status", "status"}, {"cases", "cases", true}, {"reason", "reason"}}, rows));
}

std::string cases_html(const PlotData& data) {
  std::vector<std::vector<Cell>> rows;
  for (const Panel& panel : data.panels) {
    for (const SummaryCase& one : panel.summary.cases) rows.push_back(case_row(data, panel, one));
  }
  return headed("All cases", html_table(caption_of(data), case_columns(), rows));
}

std::string facts_html(const PlotData& data) {
  std::vector<std::pair<std::string, std::vector<std::string>>> facts;
  for (const KeptRun& run : data.set.runs) {
    for (const auto& [key, value] : run.facts) {
      auto found = std::ranges::find(facts, key, &decltype(facts)::value_type::first);
      if (found == facts.end()) found = facts.insert(facts.end(), {key, {}});
      if (std::ranges::find(found->second, value) == found->second.end()) found->second.push_back(value);
    }
  }
  std::vector<std::vector<Cell>> rows;
  for (auto& [key, values] : facts) {
    const size_t more = values.size() > kMostValues ? values.size() - kMostValues : 0;
    values.resize(values.size() - more);
    rows.push_back({text_cell(key), text_cell(fmt::format("{}{}", fmt::join(values, " | "),
                                                          more > 0 ? fmt::format(" | and {} more", more) : ""))});
  }
  if (rows.empty()) return "";
  return headed("The runs' facts",
                html_table("As in runs.csv; of several values all", {{"key", "fact"}, {"value", "value"}}, rows));
}

}  // namespace attn
