#include "results/summarizing/summary.h"

#include <gmock/gmock.h>

#include <cmath>

#include "tests/results/example_case.h"

namespace attn {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::IsEmpty;

KeptCase kept_case(const std::string& run_id, const std::string& variant, int64_t length, double time_s) {
  KeptCase kept;
  kept.row = example_case(run_id);
  kept.row.variant = variant;
  kept.row.q_len = kept.row.kv_len = length;
  kept.row.flags = "";
  kept.metrics = {{.name = "time_s", .value = time_s, .low = time_s * 0.95, .high = time_s * 1.05},
                  {.name = "launches", .value = 6}};
  return kept;
}

KeptRun run_of(const std::string& run_id, std::vector<KeptCase> cases) {
  KeptRun run;
  run.run_id = run_id;
  run.cases = std::move(cases);
  return run;
}

SettingSummary only_summary(const std::vector<KeptRun>& runs) {
  const std::vector<SettingSummary> summaries = summarize(runs);
  EXPECT_EQ(summaries.size(), 1u);
  return summaries.at(0);
}

TEST(Summarize, TakesProcessesTogetherAndNamesTheFastest) {
  const std::vector<KeptRun> runs = {
      run_of("run-1", {kept_case("run-1", "Naive", 512, 0.008), kept_case("run-1", "SdpaFlash", 512, 0.002)}),
      run_of("run-2", {kept_case("run-2", "Naive", 512, 0.008), kept_case("run-2", "SdpaFlash", 512, 0.0021)}),
      run_of("run-3", {kept_case("run-3", "Naive", 512, 0.0081), kept_case("run-3", "SdpaFlash", 512, 0.002)})};
  const SettingSummary summary = only_summary(runs);
  EXPECT_THAT(summary.variants, ElementsAre("Naive", "SdpaFlash"));
  const SummaryCase& flash = *find_case(summary, "SdpaFlash", 512);
  EXPECT_EQ(flash.processes, 3);
  EXPECT_NEAR(*flash.time_s, std::cbrt(0.002 * 0.0021 * 0.002), 1e-12);
  EXPECT_NEAR(*flash.speedup, std::cbrt(0.008 * 0.008 * 0.0081) / *flash.time_s, 1e-9);
  EXPECT_EQ(flash.metrics.at("launches"), 6);
  ASSERT_EQ(summary.fastest.size(), 1u);
  EXPECT_EQ(summary.fastest[0].variant, "SdpaFlash");
  EXPECT_THAT(summary.fastest[0].not_told_apart, IsEmpty());
}

TEST(Summarize, DoesNotTellApartWhatMayBeAsFast) {
  const SettingSummary summary = only_summary(
      {run_of("run-1", {kept_case("run-1", "Naive", 512, 0.008), kept_case("run-1", "SdpaAuto", 512, 0.00205),
                        kept_case("run-1", "SdpaFlash", 512, 0.002)})});
  EXPECT_EQ(summary.fastest[0].variant, "SdpaFlash");
  EXPECT_THAT(summary.fastest[0].not_told_apart, ElementsAre("SdpaAuto"));
}

TEST(Summarize, KeepsSettingsApart) {
  KeptCase other = kept_case("run-1", "Naive", 512, 0.5);
  other.row.head_dim = 128;
  KeptCase decode = kept_case("run-1", "Naive", 512, 0.5);
  decode.row.q_len = 1;
  KeptCase elsewhere = kept_case("run-1", "Naive", 512, 0.5);
  elsewhere.row.driver_version = "590.10";
  const std::vector<KeptRun> runs = {
      run_of("run-1", {kept_case("run-1", "Naive", 512, 0.5), other, decode, elsewhere})};
  const std::vector<SettingSummary> summaries = summarize(runs);
  ASSERT_EQ(summaries.size(), 4u);
  EXPECT_EQ(setting_text(summaries[1].setting),
            "NVIDIA A100-SXM4-80GB · driver 580.95.05 · LibTorch 2.11.0 · bf16 · mask causal · batch 2 · 8 q_heads, 4 "
            "kv_heads · head_dim 128 · cold cache · on host-a");
  EXPECT_EQ(summaries[2].setting.q_len, 1);
}

TEST(Summarize, KeepsApartWhatTheFactsOfTheRunsKeepApart) {
  const auto run_on = [](const std::string& run_id, const std::string& model, const std::string& keep_memory) {
    KeptRun run = run_of(run_id, {kept_case(run_id, "Naive", 512, 0.5)});
    run.cases[0].row.device = "cpu";
    run.facts = {{"cpu_model", model}, {"keep_memory", keep_memory}};
    return run;
  };
  const std::vector<KeptRun> runs = {run_on("run-1", "EPYC", "on"), run_on("run-2", "EPYC", "off"),
                                     run_on("run-3", "Xeon", "on"), run_on("run-4", "EPYC", "on")};
  const std::vector<SettingSummary> summaries = summarize(runs);
  ASSERT_EQ(summaries.size(), 3u);
  EXPECT_EQ(summaries[0].cases[0].processes, 2);
  EXPECT_THAT(setting_text(summaries[1].setting), testing::StartsWith("EPYC · 16 threads · freed memory not kept · "));
}

TEST(Summarize, FitsEachVariantAndFindsWhereOneOvertakes) {
  std::vector<KeptCase> cases;
  for (const int64_t length : {256, 512, 1024, 2048, 4096, 8192}) {
    const auto s = static_cast<double>(length);
    cases.push_back(kept_case("run-1", "Naive", length, 1e-9 * s * s));
    cases.push_back(kept_case("run-1", "SdpaFlash", length, 1e-6 * s));
  }
  const SettingSummary summary = only_summary({run_of("run-1", cases)});
  ASSERT_EQ(summary.scaling.size(), 2u);
  EXPECT_NEAR(summary.scaling[0].scaling.fit.value().exponent.value, 2, 0.001);
  EXPECT_NEAR(summary.scaling[1].scaling.fit.value().exponent.value, 1, 0.001);
  ASSERT_EQ(summary.overtakings.size(), 1u);
  EXPECT_EQ(summary.overtakings[0].before, "Naive");
  EXPECT_EQ(summary.overtakings[0].then, "SdpaFlash");
  EXPECT_THAT(summary.overtakings[0].crossing.length, DoubleNear(1000, 1));
}

TEST(Summarize, KeepsWhatFailedAndTakesNoTimeOfIt) {
  KeptCase failed = kept_case("run-2", "Naive", 512, 0.5);
  failed.row.status = "failed";
  failed.row.reason = "it broke";
  failed.row.flags = "disturbed";
  const SettingSummary summary =
      only_summary({run_of("run-1", {kept_case("run-1", "Naive", 512, 0.5)}), run_of("run-2", {failed})});
  const SummaryCase& one = *find_case(summary, "Naive", 512);
  EXPECT_EQ(one.status, "failed");
  EXPECT_EQ(one.reason, "it broke");
  EXPECT_EQ(one.flags, "disturbed");
  EXPECT_FALSE(one.time_s.has_value());
  EXPECT_THAT(summary.fastest, IsEmpty());
  EXPECT_THAT(summary.scaling, IsEmpty());
}

TEST(Summarize, APlanHasNoTimes) {
  KeptCase planned = kept_case("run-1", "Naive", 512, 0.5);
  planned.row.source = "planned";
  const SettingSummary summary = only_summary({run_of("run-1", {planned})});
  EXPECT_FALSE(summary.cases[0].time_s.has_value());
  EXPECT_EQ(summary.cases[0].metrics.at("launches"), 6);
}

}  // namespace
}  // namespace attn
