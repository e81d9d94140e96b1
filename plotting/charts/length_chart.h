#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "plotting/chart_kinds.h"
#include "plotting/encoding.h"

namespace attn {

/// Something of a case that is drawn over sequence length, a line a variant.
struct LengthQuantity {
  std::string field;       ///< with its unit: "time_s"
  std::string axis_title;  ///< "time of one forward"
  std::string column;      ///< the heading in a table: "time"
  AxisText text = AxisText::kPlain;
  bool is_logarithmic = true;
  std::function<std::optional<double>(const SummaryCase&)> value;
  std::function<Cell(std::optional<double>)> cell;
  /// Adds what else has to be within a logarithmic axis, as a limit; may be null.
  std::function<void(const Panel&, Extent&)> widen = {};
  std::string baseline = {};  ///< a variant that is not drawn, as all others are held against it
  /// Nothing where the quantity has none.
  std::function<std::optional<Interval>(const SummaryCase&)> interval = {};
  /// The words of the legend; the variant's name without it.
  std::function<std::string(const SettingSummary&, const std::string& variant)> label = {};
};

/// A chart in the making.
struct LengthChart {
  Chart chart;
  std::vector<const SummaryCase*> cases;  ///< that are drawn, at least one
  std::vector<Series> series;
  Json axes;
  Json layers;
};

/// Of each panel with a case that has the quantity: `begin` adds what lies under the lines, `end` what lies over them;
/// either may be null.
using AddLayers = std::function<void(LengthChart&, const Panel&)>;
std::vector<Chart> length_charts(const ChartKind& kind, const PlotData& data, const LengthQuantity& quantity,
                                 const AddLayers& begin, const AddLayers& end);

}  // namespace attn
