#include "plotting/panels.h"

#include <gmock/gmock.h>

#include <array>

#include "plotting/panel_names.h"
#include "tests/plotting/example_runs.h"
#include "tests/results/temporary_folder.h"

namespace attn {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

PlotData data_of(const std::filesystem::path& folder) {
  return read_plot_data(std::array{folder});
}

TEST(PanelsTest, TwoConfigurationsAreNeverInOnePanel) {
  const TemporaryFolder folder;
  keep_example(folder.path(), {.run_id = "a"});
  keep_example(folder.path(), {.run_id = "b", .head_dim = 128});
  const PlotData data = data_of(folder.path());
  ASSERT_EQ(data.panels.size(), 2u);
  EXPECT_EQ(data.panels[0].slug, "head_dim-64");
  EXPECT_EQ(data.panels[1].slug, "head_dim-128");
}

TEST(PanelsTest, RunsThatKeepMemoryAndRunsThatDoNotAreTwoPanels) {
  const TemporaryFolder folder;
  keep_example(folder.path(), {.run_id = "a", .facts = {{"keep_memory", "on"}}});
  keep_example(folder.path(), {.run_id = "b", .facts = {{"keep_memory", "off"}}});
  const PlotData data = data_of(folder.path());
  ASSERT_EQ(data.panels.size(), 2u);
  EXPECT_THAT(data.panels[1].title, HasSubstr(" · freed memory not kept"));
  EXPECT_EQ(data.panels[1].slug, "keep_memory-off");
}

TEST(PanelsTest, AFactThatAloneTellsPanelsApartIsInTheirTitles) {
  const TemporaryFolder folder;
  keep_example(folder.path(), {.run_id = "a", .facts = {{"matmul_precision", "highest"}}});
  keep_example(folder.path(), {.run_id = "b", .facts = {{"matmul_precision", "high"}}});
  const PlotData data = data_of(folder.path());
  ASSERT_EQ(data.panels.size(), 2u);
  EXPECT_THAT(data.panels[0].title, HasSubstr(" · matmul_precision highest"));
  EXPECT_EQ(data.panels[1].slug, "matmul_precision-high");
}

TEST(PanelsTest, ProcessesOfOneConfigurationShareAPanel) {
  const TemporaryFolder folder;
  keep_example(folder.path(), {.run_id = "a"});
  keep_example(folder.path(), {.run_id = "b"});
  const PlotData data = data_of(folder.path());
  ASSERT_EQ(data.panels.size(), 1u);
  EXPECT_EQ(data.panels[0].slug, "");
  EXPECT_EQ(data.panels[0].runs.size(), 2u);
  EXPECT_EQ(data.panels[0].summary.cases.front().processes, 2);
}

TEST(PanelsTest, TwoGpusInOneFolderAreTwoPanels) {
  const TemporaryFolder folder;
  make_example("two_gpus", folder.path());
  const PlotData data = data_of(folder.path());
  ASSERT_EQ(data.panels.size(), 2u);
  EXPECT_EQ(data.panels[0].slug, "nvidia-a100-sxm4-80gb");
  EXPECT_EQ(data.panels[1].slug, "nvidia-h100-80gb-hbm3");
}

TEST(PanelsTest, ATimeOfZeroOrLessIsNamedAndLeftOut) {
  const TemporaryFolder folder;
  make_example("zero_times", folder.path());
  const PlotData data = data_of(folder.path());
  EXPECT_THAT(data.notes, Contains(HasSubstr("q_len:256/kv_len:256/head_dim:64: a time of 0 s, which is none")));
  EXPECT_THAT(data.notes, Contains(HasSubstr("a time of -0.001 s, which is none")));
  EXPECT_FALSE(data.panels[0].summary.cases.front().time_s.has_value());
}

TEST(PanelsTest, AVariantLooksAlikeInAllPanels) {
  const TemporaryFolder folder;
  keep_example(folder.path(), {.run_id = "a", .variants = {"SdpaFlash", "Naive"}});
  keep_example(folder.path(), {.run_id = "b", .variants = {"Naive", "SdpaMath"}, .head_dim = 128});
  EXPECT_THAT(data_of(folder.path()).variants, ElementsAre("SdpaFlash", "Naive", "SdpaMath"));
}

TEST(PanelsTest, CommandLinesAreThereOnce) {
  const TemporaryFolder folder;
  keep_example(folder.path(), {.run_id = "a"});
  keep_example(folder.path(), {.run_id = "b"});
  EXPECT_EQ(command_lines(data_of(folder.path()).panels[0]).size(), 1u);
}

TEST(PanelNamesTest, ASlugIsOfLettersDigitsAndAFewSigns) {
  EXPECT_EQ(slug_of("NVIDIA A100/../x <b>"), "nvidia-a100-..-x-b");
  EXPECT_EQ(slug_of("größer"), "gr-er");
}

TEST(PanelNamesTest, NoTwoSlugsAreTheSame) {
  const std::vector<PanelName> names =
      name_panels({{{{"device", "a b"}}, {}}, {{{"device", "a/b"}}, {}}, {{{"device", "é"}}, {}}});
  EXPECT_EQ(names[0].slug, "a-b");
  EXPECT_EQ(names[1].slug, "a-b-2");
  EXPECT_EQ(names[2].slug, "");
}

}  // namespace
}  // namespace attn
