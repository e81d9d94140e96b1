#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace attn {

/// A colour on light paper, and the one that a dark page shows in its place.
struct Color {
  std::string_view light;
  std::string_view dark;
};

// No two alike: the page finds them by their text.
inline constexpr std::string_view kPaper = "#ffffff";
inline constexpr std::string_view kInk = "#1f2328";
inline constexpr std::string_view kFaintInk = "#6b7280";
inline constexpr std::string_view kGrid = "#e5e7eb";
inline constexpr std::string_view kGuide = "#9aa1ab";  ///< of lines that are no figures
inline constexpr std::string_view kLimit = "#b3261e";  ///< of what can't be passed: a card's memory, its peaks
inline constexpr std::string_view kBand = "#dfe3ea";   ///< of areas: noise, launch-bound

/// Of series: eight that people with any of the common kinds of colour blindness tell apart, or nearly so.
std::vector<Color> series_colors();

/// All of the above.
std::vector<Color> all_colors();

/// How the series with this index looks, the same in all charts. Colours repeat after eight, shapes after seven and
/// dashes are of eight series each, so that no two of 280 look the same.
struct Look {
  std::string_view color;
  std::string_view shape;   ///< a symbol of Vega
  std::vector<int> dashes;  ///< of its line: {1, 0} is unbroken
};
Look look_of(size_t index);

}  // namespace attn
