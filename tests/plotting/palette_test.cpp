#include "plotting/palette.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

namespace attn {
namespace {

/// Relative luminance of WCAG 2.1.
double luminance(std::string_view color) {
  double sum = 0;
  const double weights[] = {0.2126, 0.7152, 0.0722};
  for (size_t i = 0; i < 3; ++i) {
    const double part = std::stoi(std::string(color.substr(1 + 2 * i, 2)), nullptr, 16) / 255.;
    sum += weights[i] * (part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4));
  }
  return sum;
}

double contrast(std::string_view one, std::string_view other) {
  const auto [low, high] = std::minmax({luminance(one), luminance(other)});
  return (high + 0.05) / (low + 0.05);
}

TEST(PaletteTest, TwoHundredAndEightySeriesLookDifferent) {
  std::set<std::string> looks;
  for (size_t i = 0; i < 280; ++i) {
    const Look look = look_of(i);
    std::string text = std::string(look.color) + std::string(look.shape);
    for (const int dash : look.dashes) text += "," + std::to_string(dash);
    looks.insert(text);
  }
  EXPECT_EQ(looks.size(), 280u);
}

TEST(PaletteTest, SevenSeriesDifferInColorAndInShape) {
  std::set<std::string_view> colors;
  std::set<std::string_view> shapes;
  for (size_t i = 0; i < 7; ++i) {
    colors.insert(look_of(i).color);
    shapes.insert(look_of(i).shape);
  }
  EXPECT_EQ(colors.size(), 7u);
  EXPECT_EQ(shapes.size(), 7u);
}

TEST(PaletteTest, SeriesStandOutFromThePaperByThreeToOneInLightAndDark) {
  const std::vector<Color> all = all_colors();
  const auto paper = std::ranges::find(all, kPaper, &Color::light);
  ASSERT_NE(paper, all.end());
  for (const Color& color : series_colors()) {
    EXPECT_GE(contrast(color.light, paper->light), 3) << color.light;
    EXPECT_GE(contrast(color.dark, paper->dark), 3) << color.dark;
  }
}

TEST(PaletteTest, TextStandsOutByFourAndAHalfToOne) {
  const std::vector<Color> all = all_colors();
  const auto paper = std::ranges::find(all, kPaper, &Color::light);
  for (const std::string_view ink : {kInk, kFaintInk, kLimit}) {
    const auto found = std::ranges::find(all, ink, &Color::light);
    EXPECT_GE(contrast(found->light, paper->light), 4.5) << ink;
    EXPECT_GE(contrast(found->dark, paper->dark), 4.5) << ink;
  }
}

TEST(PaletteTest, NoTwoColorsAreTheSameText) {
  std::set<std::string_view> texts;
  for (const Color& color : all_colors()) {
    EXPECT_TRUE(texts.insert(color.light).second) << color.light;
  }
}

}  // namespace
}  // namespace attn
