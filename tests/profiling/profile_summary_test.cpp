#include "profiling/profile_summary.h"

#include <gmock/gmock.h>

#include <stdexcept>

#include "tests/golden_file.h"
#include "tests/profiling/example_profile.h"

namespace attn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr double kPs = 1e-12;

TEST(ProfileSummary, CountsTheLaunchesOfEachForward) {
  ExampleProfile example = example_of_two_forwards();
  EXPECT_THAT(summary_of(example.profile, DeviceTimes::kReal).launches, ElementsAre(3, 3));
  EXPECT_FALSE(summary_of(example.profile, DeviceTimes::kReal).launch_difference);
  example.profile.launches.pop_back();
  const ProfileSummary summary = summary_of(example.profile, DeviceTimes::kReal);
  EXPECT_THAT(summary.launches, ElementsAre(3, 2));
  EXPECT_THAT(summary.ops, ElementsAre(3, 3));
  EXPECT_EQ(summary.launch_difference->iteration, 1);
}

TEST(ProfileSummary, NamesTheCallsThatLaunchWithTheirHostTime) {
  const auto calls = summary_of(example_of_two_forwards().profile, DeviceTimes::kReal).launching_calls;
  ASSERT_EQ(calls.size(), 2U);
  EXPECT_EQ(calls[0].name, "cudaLaunchKernel");
  EXPECT_DOUBLE_EQ(calls[0].calls, 2);
  EXPECT_NEAR(calls[0].host_time_s, 150e-9, kPs);
  EXPECT_EQ(calls[1].name, "cudaMemcpyAsync");
  EXPECT_DOUBLE_EQ(calls[1].calls, 1);
  EXPECT_NEAR(calls[1].host_time_s, 30e-9, kPs);
}

TEST(ProfileSummary, CountsAGraphsLaunchOnceAndOtherCallsNotAtAll) {
  ExampleProfile example;
  example.forward(0, 1000);
  const size_t graph = example.call("cudaGraphLaunch", 100, 200);
  example.kernel("a", 300, 400, graph);
  example.kernel("b", 400, 500, graph);
  example.call("cudaStreamIsCapturing", 250, 260);
  const auto calls = summary_of(example.profile, DeviceTimes::kReal).launching_calls;
  ASSERT_EQ(calls.size(), 1U);
  EXPECT_DOUBLE_EQ(calls[0].calls, 1);
}

TEST(ProfileSummary, CountsACallThatFailedToLaunch) {
  ExampleProfile example = example_of_two_forwards();
  example.profile.calls[example.call("cudaLaunchKernel", 2800, 2810)].failed = true;
  example.profile.calls[example.call("cudaMalloc", 2820, 2830)].failed = true;
  const auto calls = summary_of(example.profile, DeviceTimes::kReal).launching_calls;
  ASSERT_EQ(calls.size(), 2U);
  EXPECT_DOUBLE_EQ(calls[0].calls, 2.5);
  EXPECT_EQ(calls[0].failed, 1);
}

TEST(ProfileSummary, FindsHowLongTheDeviceWasBusyAndIdle) {
  // Launches at 600–1,040 and 2,600–3,040 of forwards that begin at 0 and 2,000.
  const ProfileSummary summary = summary_of(example_of_two_forwards().profile, DeviceTimes::kReal);
  ASSERT_TRUE(summary.device);
  EXPECT_NEAR(summary.device->time_s, 440e-9, kPs);
  EXPECT_NEAR(summary.device->busy_s, 880e-9, kPs);
  EXPECT_NEAR(summary.device->span_s, 2440e-9, kPs);
  EXPECT_EQ(summary.device->gaps, 1);
  EXPECT_NEAR(summary.device->idle_share, 1 - 880.0 / 2440, 1e-12);
  EXPECT_TRUE(is_launch_bound(*summary.device));
  EXPECT_NEAR(summary.device->forward_span_s, 440e-9, kPs);
}

TEST(ProfileSummary, CallsADeviceLaunchBoundOnlyWhenItIsIdleMostOfTheTime) {
  EXPECT_FALSE(is_launch_bound({.idle_share = 0.5}));
  EXPECT_TRUE(is_launch_bound({.idle_share = 0.51}));
}

TEST(ProfileSummary, CountsOverlappingLaunchesOfTwoStreamsOnceInBusyTime) {
  ExampleProfile example;
  example.forward(0, 1000);
  example.kernel("a", 100, 300, example.call("cudaLaunchKernel", 10, 20));
  example.kernel("b", 200, 500, example.call("cudaLaunchKernel", 30, 40)).stream = 13;
  const ProfileSummary summary = summary_of(example.profile, DeviceTimes::kReal, 600e-9);
  EXPECT_NEAR(summary.device->time_s, 500e-9, kPs);
  EXPECT_NEAR(summary.device->busy_s, 400e-9, kPs);
  EXPECT_NEAR(summary.device->idle_share, 0, 1e-12);
  EXPECT_NEAR(summary.against_events->overlap_s, 100e-9, kPs);
  EXPECT_NEAR(summary.against_events->difference_s, 100e-9, kPs);
  EXPECT_NEAR(summary.against_events->outside_s, 200e-9, kPs);
}

TEST(ProfileSummary, TellsWhatLiesBetweenEventTimeAndLaunches) {
  ExampleProfile example = example_of_two_forwards();
  for (const size_t launch : {2U, 5U}) {  // the copies begin 60 ns later
    example.profile.launches[launch].span->begin_ns += 60;
    example.profile.launches[launch].span->end_ns += 60;
  }
  const auto against = summary_of(example.profile, DeviceTimes::kReal, 700e-9).against_events;
  ASSERT_TRUE(against);
  EXPECT_NEAR(against->difference_s, 260e-9, kPs);
  EXPECT_NEAR(against->gaps_s, 60e-9, kPs);
  EXPECT_NEAR(against->overlap_s, 0, kPs);
  EXPECT_NEAR(against->outside_s, 200e-9, kPs);
  EXPECT_NEAR(against->gaps_s - against->overlap_s + against->outside_s, against->difference_s, kPs);
}

TEST(ProfileSummary, FindsTheTimeOutsideAnyOpOfTheCallingThread) {
  ExampleProfile example = example_of_two_forwards();  // ops of 600 ns in each forward of 1,000
  example.op("worker", 2000, 3000, -1, 101);
  const ProfileSummary summary = summary_of(example.profile, DeviceTimes::kReal);
  EXPECT_NEAR(summary.host->time_s, 1000e-9, kPs);
  EXPECT_NEAR(summary.host->outside_ops_s.value(), 400e-9, kPs);
  EXPECT_NEAR(summary.host->outside_ops_share.value(), 0.4, 1e-12);
}

TEST(ProfileSummary, TellsTheOpsOfThreadsApart) {
  ExampleProfile example = example_of_two_forwards();
  example.op("worker", 2000, 2500, -1, 101);
  example.op("inner", 2100, 2200, 6, 101);
  const ProfileSummary summary = summary_of(example.profile, DeviceTimes::kNone);
  ASSERT_EQ(summary.threads.size(), 2U);
  EXPECT_EQ(summary.threads[0].thread, ExampleProfile::kThread);
  EXPECT_NEAR(summary.threads[0].ops, 3, 1e-12);
  EXPECT_NEAR(summary.threads[0].top_level_time_s, 600e-9, kPs);
  EXPECT_EQ(summary.threads[1].thread, 101);
  EXPECT_NEAR(summary.threads[1].ops, 1, 1e-12);  // two in one of two forwards
  EXPECT_NEAR(summary.threads[1].top_level_time_s, 250e-9, kPs);
  EXPECT_THAT(summary_text(summary),
              HasSubstr("3 ops in 600.0 ns on thread 100, 1 ops in 250.0 ns on thread 101, a forward"));
}

TEST(ProfileSummary, TakesOfAnOpWhatLiesWithinTheForward) {
  ExampleProfile example;
  example.forward(100, 200);
  example.op("a", 50, 120);
  example.op("b", 190, 250);
  EXPECT_NEAR(summary_of(example.profile, DeviceTimes::kNone).host->outside_ops_s.value(), 70e-9, kPs);
}

TEST(ProfileSummary, OfACpuHasNoDeviceFigures) {
  ExampleProfile example;
  example.forward(0, 1000);
  example.op("a", 0, 900);
  const ProfileSummary summary = summary_of(example.profile, DeviceTimes::kNone, 1e-6);
  EXPECT_FALSE(summary.device);
  EXPECT_FALSE(summary.against_events);
  EXPECT_NEAR(summary.host->outside_ops_share.value(), 0.1, 1e-12);
}

TEST(ProfileSummary, HasNoDeviceFiguresWithoutAllTimesOrOnAVirtualClock) {
  ExampleProfile example = example_of_two_forwards();
  EXPECT_FALSE(summary_of(example.profile, DeviceTimes::kVirtual, 1e-6).device);
  example.profile.launches[3].span.reset();
  const ProfileSummary summary = summary_of(example.profile, DeviceTimes::kReal, 1e-6);
  EXPECT_FALSE(summary.device);
  EXPECT_FALSE(summary.against_events);
  EXPECT_EQ(summary.launches_without_time, 1);
}

TEST(ProfileSummary, GivesNoDeviceFigureAndNoLaunchingCallAsAResultWithALoss) {
  for (const LossCount& loss : {LossCount{.dropped = 3}, {.invalid = 1}, {.unlinked = 1}, {.missing = 1}}) {
    ExampleProfile example = example_of_two_forwards();
    example.profile.loss = loss;
    const ProfileSummary summary = summary_of(example.profile, DeviceTimes::kReal, 700e-9);
    EXPECT_FALSE(summary.device);
    EXPECT_FALSE(summary.against_events);
    EXPECT_TRUE(summary.launching_calls.empty());
    EXPECT_TRUE(summary.kernels.empty());
    EXPECT_THAT(summary_text(summary), HasSubstr("device       not known: records were lost"));
    EXPECT_THAT(summary_text(summary), HasSubstr("launched by  not known: records were lost"));
  }
}

TEST(ProfileSummary, CountsALaunchOfNoKnownForwardInNone) {
  ExampleProfile example = example_of_two_forwards();
  example.profile.launches[4].iteration.reset();
  example.profile.loss.unlinked = 1;
  EXPECT_THAT(summary_of(example.profile, DeviceTimes::kReal).launches, ElementsAre(3, 2));
}

/// Three replays of two nodes.
ExampleProfile example_of_a_graph(std::string_view call) {
  ExampleProfile example;
  for (const int64_t begin : {0, 1000, 2000}) {
    example.forward(begin, begin + 500);
    const size_t launching = example.call(call, begin + 100, begin + 200);
    example.kernel("a", begin + 300, begin + 400, launching);
    example.kernel("b", begin + 400, begin + 500, launching);
  }
  return example;
}

TEST(ProfileSummary, OfReplaysHasNoTimeOutsideOps) {
  const ProfileSummary summary = summary_of(example_of_a_graph("cudaGraphLaunch").profile, DeviceTimes::kReal);
  ASSERT_TRUE(summary.host);
  EXPECT_NEAR(summary.host->time_s, 500e-9, kPs);
  EXPECT_FALSE(summary.host->outside_ops_s);
  EXPECT_FALSE(summary.host->outside_ops_share);
  EXPECT_THAT(summary_text(summary), Not(HasSubstr("outside any op")));
  EXPECT_THAT(summary_text(summary), HasSubstr("ops          none: a CUDA graph's replay dispatches none\n"));
}

TEST(ProfileSummary, SaysNothingOfOpsWhereSomethingElseLaunchedWithoutThem) {
  const std::string text = summary_text(summary_of(example_of_a_graph("cudaLaunchKernel").profile, DeviceTimes::kReal));
  EXPECT_THAT(text, Not(HasSubstr("\nops ")));
}

TEST(ProfileSummary, NamesTheKernelsWithTheMostDeviceTime) {
  ExampleProfile example;
  example.forward(0, 1'000'000);
  const size_t call = example.call("cudaLaunchKernel", 0, 10);
  for (int64_t i = 1; i <= 7; ++i)  // of 100, 200, …, 700 ns
    example.kernel(std::string_view("abcdefg").substr(static_cast<size_t>(i) - 1, 1), i * 1000, i * 1000 + i * 100,
                   call);
  const std::string text = summary_text(summary_of(example.profile, DeviceTimes::kReal));
  EXPECT_THAT(text, HasSubstr("most time    g: 1 in 700.0 ns a forward (25.0 %)\n             f: 1 in 600.0 ns"));
  EXPECT_THAT(
      text,
      HasSubstr("c: 1 in 300.0 ns a forward (10.7 %)\n             2 others: 2 in 300.0 ns a forward (10.7 %)\n"));
  EXPECT_THAT(text, Not(HasSubstr("b: ")));
  EXPECT_THAT(summary_text(summary_of(example.profile, DeviceTimes::kVirtual)), Not(HasSubstr("most time")));
}

TEST(ProfileSummary, PutsTheCallingThreadFirstAlsoWhereAnotherRanTheFirstOp) {
  ExampleProfile example;
  example.forward(0, 1000);
  example.op("worker", 0, 300, -1, 101);
  example.op("own", 100, 700);
  const ProfileSummary summary = summary_of(example.profile, DeviceTimes::kNone);
  ASSERT_EQ(summary.threads.size(), 2U);
  EXPECT_EQ(summary.threads[0].thread, ExampleProfile::kThread);
  EXPECT_NEAR(summary.host->outside_ops_share.value(), 0.4, 1e-12);
}

TEST(SummaryText, WritesWholeMeansInFullAndOthersToATenth) {
  ProfileSummary summary = summary_of(example_of_two_forwards().profile, DeviceTimes::kReal);
  summary.launching_calls[0].calls = 12345;
  summary.launching_calls[1].calls = 12345.5;
  EXPECT_THAT(summary_text(summary), HasSubstr("12345 cudaLaunchKernel in"));
  EXPECT_THAT(summary_text(summary), HasSubstr("12345.5 cudaMemcpyAsync in"));
}

TEST(ProfileSummary, OfNothingHasNoFigures) {
  const ProfileSummary summary = summary_of({}, DeviceTimes::kReal, 1e-6);
  EXPECT_FALSE(summary.host);
  EXPECT_FALSE(summary.device);
  EXPECT_EQ(summary_text(summary), "no forward was recorded\n");
}

TEST(ProfileSummary, RefusesALaunchOfACallThatIsNotThere) {
  ExampleProfile example = example_of_two_forwards();
  example.profile.launches[0].call = 99;
  EXPECT_THROW(summary_of(example.profile, DeviceTimes::kReal), std::out_of_range);
}

TEST(SummaryText, IsAsPeopleReadIt) {
  ExampleProfile example = example_of_two_forwards();
  std::string text =
      "of a GPU, against events\n" + summary_text(summary_of(example.profile, DeviceTimes::kReal, 700e-9));
  text += "\nof a plan\n" + summary_text(summary_of(example.profile, DeviceTimes::kVirtual));
  example.profile.launches[2].span->end_ns += 100;
  example.profile.launches[2].span->begin_ns += 100;
  example.profile.launches[4].span->begin_ns -= 50;
  example.profile.launches[5].name = "Memcpy HtoD";
  example.profile.calls[5].failed = true;
  text += "\nwith gaps, overlap and a difference, faster without recording\n" +
          summary_text(summary_of(example.profile, DeviceTimes::kReal, 470e-9));
  example.profile.launches[1].span.reset();
  example.profile.loss.zero_time = 1;
  text += "\nwith a lost span\n" + summary_text(summary_of(example.profile, DeviceTimes::kReal, 470e-9));
  example.profile.launches[1].span = ExampleProfile::span(900, 1000);
  example.profile.loss = {.dropped = 3};
  text += "\nwith dropped records\n" + summary_text(summary_of(example.profile, DeviceTimes::kReal, 470e-9));
  example.profile.calls.clear();
  example.profile.launches.clear();
  example.profile.loss = {};
  text += "\nof a CPU\n" + summary_text(summary_of(example.profile, DeviceTimes::kNone));
  text += "\nof a GPU that had nothing to do\n" + summary_text(summary_of(example.profile, DeviceTimes::kReal));
  expect_golden("profile_summary.txt", text);
}

TEST(SummaryText, NeverGivesARecordedTimeAsTheBenchmarks) {
  for (const DeviceTimes device_times : {DeviceTimes::kNone, DeviceTimes::kReal, DeviceTimes::kVirtual})
    EXPECT_THAT(summary_text(summary_of(example_of_two_forwards().profile, device_times)),
                HasSubstr("not its benchmark time"));
}

TEST(SummaryText, OfAPlanNamesNoTimeOfTheDevice) {
  const std::string text = summary_text(summary_of(example_of_two_forwards().profile, DeviceTimes::kVirtual, 1e-6));
  EXPECT_THAT(text, HasSubstr("no times: a plan has none"));
  EXPECT_THAT(text, Not(HasSubstr("440.0 ns")));
  EXPECT_THAT(text, Not(HasSubstr("CUPTI")));
}

}  // namespace
}  // namespace attn
