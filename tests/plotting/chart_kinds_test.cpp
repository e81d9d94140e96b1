#include "plotting/chart_kinds.h"

#include <gmock/gmock.h>

#include <array>
#include <nlohmann/json.hpp>

#include "tests/plotting/example_runs.h"
#include "tests/results/temporary_folder.h"

namespace attn {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

ChartList example(const std::string& name, const TemporaryFolder& folder) {
  make_example(name, folder.path());
  return make_charts(read_plot_data(std::array{folder.path()}));
}

std::vector<std::string> names_of(const ChartList& list) {
  std::vector<std::string> names;
  for (const Chart& chart : list.charts) names.push_back(chart.name);
  return names;
}

const Chart& chart_named(const ChartList& list, const std::string& name) {
  for (const Chart& chart : list.charts) {
    if (chart.name == name) return chart;
  }
  throw std::invalid_argument("no chart " + name);
}

TEST(ChartKindsTest, AGpusRunsHaveEveryKindButVersions) {
  const TemporaryFolder folder;
  const ChartList list = example("gpu", folder);
  EXPECT_THAT(names_of(list),
              ElementsAre("time", "speedup", "flops", "bandwidth", "roofline", "memory", "ops", "launches", "host"));
  EXPECT_THAT(list.missing, ElementsAre(HasSubstr("versions: the runs have one driver")));
}

TEST(ChartKindsTest, AnUnsupportedCaseIsNamedBelowTheChart) {
  const TemporaryFolder folder;
  const ChartList list = example("gpu", folder);
  EXPECT_THAT(chart_named(list, "time").notes,
              Contains("1 unsupported case not drawn: SdpaCudnn at 4,096 (cuDNN refuses: head_dim is too large)"));
}

TEST(ChartKindsTest, ATimeIsDrawnAsItIsKept) {
  const TemporaryFolder folder;
  const Json values = data_values(chart_named(example("one_point", folder), "time").figures);
  ASSERT_EQ(values.size(), 1u);
  EXPECT_EQ(values[0]["time_s"], 0.0025);
  EXPECT_EQ(values[0]["low"], 0.95 * 0.0025);
  EXPECT_EQ(values[0]["length"], 512);
  EXPECT_EQ(values[0]["time_s_text"], "2.500 ms");
}

TEST(ChartKindsTest, APlanHasNoChartOfTimes) {
  const TemporaryFolder folder;
  const ChartList list = example("planned", folder);
  EXPECT_THAT(names_of(list), ElementsAre("memory", "launches"));
  EXPECT_THAT(list.missing, Contains("time: no case has a time"));
  EXPECT_EQ(chart_named(list, "memory").title, "Peak memory of a forward against sequence length, planned");
}

TEST(ChartKindsTest, WhereAllFailedThereIsNoChart) {
  const TemporaryFolder folder;
  const ChartList list = example("all_failed", folder);
  EXPECT_THAT(list.charts, IsEmpty());
  EXPECT_EQ(list.missing.size(), chart_kinds().size());
}

TEST(ChartKindsTest, EachGpuHasChartsOfItsOwn) {
  const TemporaryFolder folder;
  EXPECT_THAT(names_of(example("two_gpus", folder)),
              testing::IsSupersetOf(
                  {"time.nvidia-a100-sxm4-80gb", "time.nvidia-h100-80gb-hbm3", "roofline.nvidia-a100-sxm4-80gb"}));
}

TEST(ChartKindsTest, ASlowerDriverIsFlaggedAsCompareSays) {
  const TemporaryFolder folder;
  const ChartList list = example("drivers", folder);
  const Chart* versions = nullptr;
  for (const Chart& chart : list.charts) {
    if (chart.name.starts_with("versions.")) versions = &chart;
  }
  ASSERT_NE(versions, nullptr);
  const Json values = data_values(versions->figures);
  ASSERT_EQ(values.size(), 2u);
  for (const Json& value : values) {
    EXPECT_EQ(value["verdict"], "slower");
    EXPECT_EQ(value["version"], "590.10.01");
    EXPECT_NEAR(value["ratio"].get<double>(), 1.2, 1e-9);
  }
  EXPECT_THAT(versions->notes.front(), HasSubstr("2 changes are flagged"));
}

TEST(ChartKindsTest, WhatAGuessMissedIsSaid) {
  const TemporaryFolder folder;
  EXPECT_THAT(chart_named(example("gpu", folder), "launches").notes, Contains("Naive: 6 launches, guessed 5."));
}

TEST(ChartKindsTest, OpsAddUpToTheirCase) {
  const TemporaryFolder folder;
  double naive_s = 0;
  for (const Json& value : data_values(chart_named(example("gpu", folder), "ops").figures)) {
    EXPECT_EQ(value["length"], 4096);
    if (value["variant"] == "Naive") naive_s += value["time_s"].get<double>();
  }
  EXPECT_NEAR(naive_s, 0.16, 1e-12);  // 10 ms · (4096/1024)²
}

TEST(ChartKindsTest, ASpecificationHoldsItsDataTitleAndDescription) {
  const TemporaryFolder folder;
  const Json whole = specification(chart_named(example("gpu", folder), "time"));
  EXPECT_EQ(whole["data"]["values"].size(), 17u);
  EXPECT_EQ(whole["title"]["text"], "Time of a forward against sequence length");
  EXPECT_THAT(whole["description"].get<std::string>(), HasSubstr("Line chart: time of 3 variants"));
}

}  // namespace
}  // namespace attn
