#include "benchmarks/case_result.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "results/metric_catalogue.h"

namespace attn {
namespace {

Case make_case() {
  Case benchmark_case{.variant = {}, .shape = {}, .device_kind = "cpu"};
  benchmark_case.variant.name = "A";
  benchmark_case.shape = {.batch = 1,
                          .q_heads = 2,
                          .kv_heads = 1,
                          .q_len = 4,
                          .kv_len = 4,
                          .head_dim = 8,
                          .dtype = DType::kFp32,
                          .mask = Mask::kCausal};
  return benchmark_case;
}
const Case kCase = make_case();

Sampling sampling_of(const std::vector<double>& times) {
  Sampling sampling;
  for (const double time : times) sampling.samples.push_back({.time_s = time, .host_time_s = {}, .sm_clock_hz = {}});
  sampling.converged = true;
  sampling.wall_s = 1;
  return sampling;
}

std::optional<double> metric(const CaseResult& result, const std::string& name) {
  for (const MetricValue& value : metrics_of(kCase, result))
    if (value.name == name) return value.value;
  return std::nullopt;
}

TEST(Metrics, AreTheMedianTheRatesAndTheUsageAForward) {
  CaseResult result;
  result.backend_ran = "none";
  result.rounds = {sampling_of({1, 2, 3, 4, 5, 6, 7})};
  result.rounds[0].usage = {.page_faults = 14, .involuntary_context_switches = 7, .cpu_time_s = 1};
  EXPECT_EQ(metric(result, "time_s"), 4);
  EXPECT_EQ(metric(result, "time_q1_s"), 2.5);
  EXPECT_EQ(metric(result, "time_min_s"), 1);
  // causal 4: P = 10; 2·1·2·10·(8 + 8) = 640, full: 2·2·16·16 = 1,024
  EXPECT_EQ(metric(result, "model_flops"), 640);
  EXPECT_EQ(metric(result, "executed_flops"), 1024);
  EXPECT_EQ(metric(result, "flops_per_s"), 160);
  // Q and O 2·4·8, K and V 1·4·8 elements of 4 B
  EXPECT_EQ(metric(result, "traffic_bytes"), 4 * (2 * 64 + 2 * 32));
  EXPECT_EQ(metric(result, "page_faults_per_forward"), 2);
  EXPECT_EQ(metric(result, "involuntary_switches_per_forward"), 1);
  EXPECT_EQ(metric(result, "forwards"), 7);
}

TEST(Metrics, OfAFusedBackendDoNotClaimToKnowTheExecutedFlops) {
  CaseResult result;
  result.backend_ran = "flash";
  result.rounds = {sampling_of({1, 2, 3})};
  EXPECT_FALSE(metric(result, "executed_flops"));
}

TEST(Metrics, OfACaseThatWasNotTimedHaveNoTime) {
  CaseResult result;
  result.status = Status::kOutOfMemory;
  result.needed_bytes = 10;
  EXPECT_EQ(metric(result, "needed_bytes"), 10);
  EXPECT_FALSE(metric(result, "time_s"));
}

TEST(Metrics, AreAllInTheCatalogue) {
  CaseResult result;
  result.backend_ran = "math";
  result.rounds = {sampling_of({1, 2, 3, 4, 5, 6})};
  result.rounds[0].samples[0].host_time_s = 1;
  result.ops = 3;
  result.error = OutputError{};
  result.peak_bytes = 1, result.needed_bytes = 1, result.available_bytes = 1;
  for (const MetricValue& value : metrics_of(kCase, result)) EXPECT_TRUE(find_metric(value.name)) << value.name;
}

TEST(Flags, SayWhatDisturbedTheTimes) {
  std::vector<Sampling> rounds = {sampling_of({1, 1, 1})};
  EXPECT_EQ(flags_of(rounds), "");
  rounds[0].converged = false;
  rounds[0].usage = {.page_faults = 0, .involuntary_context_switches = 101, .cpu_time_s = 2};  // 50.5 a second
  rounds[0].samples[1].unblocked = true;
  rounds[0].samples[2].throttled = true;
  EXPECT_EQ(flags_of(rounds), "not_converged disturbed unblocked throttled");
}

TEST(Report, OfOneRoundHasThatRoundsFigures) {
  CaseResult result;
  result.rounds = {sampling_of({1, 1, 1}), sampling_of({2, 2, 2, 2})};
  EXPECT_EQ(report_of(kCase, result, 0)->time_s, 1);
  EXPECT_EQ(report_of(kCase, result, 1)->time_s, 2);
  EXPECT_EQ(report_of(kCase, result, 1)->forwards, 4);
  EXPECT_EQ(report_of(kCase, result, 1)->flops_per_s, 320);
  EXPECT_FALSE(report_of(kCase, result, 2));
}

TEST(Samples, AreAllRowsInOrderByRound) {
  CaseResult result;
  result.rounds = {sampling_of({1, 2}), sampling_of({3})};
  const std::vector<SampleRow> rows = sample_rows_of(result);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[1].sample, 1);
  EXPECT_EQ(rows[1].time_s, 2);
  EXPECT_EQ(rows[2].round, 1);
  EXPECT_EQ(rows[2].sample, 0);
}

}  // namespace
}  // namespace attn
