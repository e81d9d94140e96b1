#include "plotting/palette.h"

namespace attn {
namespace {

// After M. Okabe and K. Ito, "Color Universal Design" (2008), darker where white paper would swallow them.
constexpr auto kSeries = std::to_array<Color>({{"#0072b2", "#4ea8de"},
                                               {"#d55e00", "#ff8b3d"},
                                               {"#008f68", "#2fc79e"},
                                               {"#b8578f", "#e79ac8"},
                                               {"#3a9bdc", "#9bd8ff"},
                                               {"#b98000", "#f2c14e"},
                                               {"#4a4a4a", "#c9ced6"},
                                               {"#7a2048", "#d97796"}});
constexpr auto kShapes = std::to_array<std::string_view>(
    {"circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right"});

}  // namespace

std::vector<Color> series_colors() {
  return {kSeries.begin(), kSeries.end()};
}

std::vector<Color> all_colors() {
  std::vector<Color> colors = series_colors();
  colors.insert(colors.end(), {{kPaper, "#14171c"},
                               {kInk, "#e8eaed"},
                               {kFaintInk, "#9da5b1"},
                               {kGrid, "#2b313a"},
                               {kGuide, "#768090"},
                               {kLimit, "#ff6b5e"},
                               {kBand, "#2a303b"}});
  return colors;
}

Look look_of(size_t index) {
  static const std::vector<std::vector<int>> dashes = {{1, 0}, {6, 3}, {2, 2}, {8, 3, 2, 3}, {12, 4}};
  return {.color = kSeries[index % kSeries.size()].light,
          .shape = kShapes[index % kShapes.size()],
          .dashes = dashes[index / kSeries.size() % dashes.size()]};
}

}  // namespace attn
