#include "results/program/report.h"
#include "results/readable_figures.h"

namespace attn {

Cell text_cell(std::string text) {
  if (text.empty()) return {};
  return {.shown = text, .value = text};
}

Cell count_cell(int64_t count) {
  return {.shown = with_commas(count), .value = count};
}

Cell number_cell(std::optional<double> value, std::string shown) {
  if (!value) return {};
  return {.shown = std::move(shown), .value = *value};
}

Cell hidden_cell(std::optional<double> value) {
  return number_cell(value, "");
}

Cell time_cell(std::optional<double> seconds) {
  return number_cell(seconds, seconds ? readable_time(*seconds, "") : "");
}

}  // namespace attn
