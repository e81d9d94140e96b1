#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "plotting/chart.h"

namespace attn {

/// One line or kind of mark of a chart, and its words in the legend.
struct Series {
  size_t look = 0;  ///< its index in palette.h's look_of
  std::string label;
};

/// From the smallest to the largest of the positive numbers; nothing without any.
class Extent {
 public:
  void add(std::optional<double> value);
  bool empty() const { return high_ <= 0; }
  double low() const { return low_; }
  double high() const { return high_; }

 private:
  double low_ = 0;
  double high_ = 0;
};

/// How the numbers of an axis are written.
enum class AxisText { kSeconds, kBytes, kFlopsPerSecond, kBytesPerSecond, kTimes, kPlain };

// Channels of Vega-Lite, each of a field of the figures.

/// Logarithmic, to base 2, with the lengths themselves as labels where they are few.
Json length_channel(const std::string& title, const std::vector<int64_t>& lengths);
/// Logarithmic, with some space beyond the extent.
Json log_channel(const std::string& field, const std::string& title, const Extent& extent, AxisText text);
/// From 0.
Json linear_channel(const std::string& field, const std::string& title, AxisText text);
/// By the field "series".
Json color_channel(const std::vector<Series>& series);
Json shape_channel(const std::vector<Series>& series);
Json dash_channel(const std::vector<Series>& series);
/// All columns that have a title, as people read them.
Json tooltip_channel(const Figures& figures);

// Layers, to be appended to an array. `axes` is {"x": channel, "y": channel}.

/// Points of all rows, and the lines between those of a series.
void add_lines_and_points(Json& layers, const Json& axes, const Figures& figures, const std::vector<Series>& series);
/// Points alone.
void add_points(Json& layers, const Json& axes, const Figures& figures, const std::vector<Series>& series);
/// Upright lines from the field `low` to `high`.
void add_intervals(Json& layers, const Json& axes, const std::string& low, const std::string& high,
                   const std::vector<Series>& series);
/// A level line over the whole width, with words on it, if any.
void add_limit(Json& layers, const Json& axes, double value, const std::string& words);
/// A thin broken line through points of the two axes' fields, with words at its end.
void add_guide(Json& layers, const Json& axes, const std::vector<std::pair<double, double>>& points,
               const std::string& words);

/// {"layer": layers} as text, for Chart::view.
std::string view_of(const Json& layers);

}  // namespace attn
