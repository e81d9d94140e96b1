// Where bars and arrows lie: lanes, nesting, clocks, graphs.
#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <random>
#include <set>

#include "tests/profiling/trace/parsed_trace.h"

namespace attn {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::SizeIs;

TEST(TraceLanes, TwoThreadsHaveALaneEachWithTheirNestedOps) {
  Profile profile = example_profile();
  profile.ops.push_back(example_op("aten::add", 5'000, 60'000));  // overlaps ops of the other thread
  profile.ops.push_back(example_op("aten::add_", 5'000, 60'000, 3));
  profile.ops[3].thread = profile.ops[4].thread = 4712;
  const ParsedTrace trace(profile);
  EXPECT_EQ(trace.lane_name(4700, 4711), "thread 4711 (attn_bench)");
  EXPECT_EQ(trace.lane_name(4700, 4712), "thread 4712 (attn_bench)");
  EXPECT_THAT(trace.all("name", "thread_name"), SizeIs(3));
  EXPECT_EQ(trace.named("aten::bmm").at("tid"), 4711);
  EXPECT_EQ(trace.named("aten::add").at("tid"), 4712);
  EXPECT_EQ(trace.named("aten::add_").at("tid"), 4712);
}

TEST(TraceLanes, AForwardIsOnTheThreadThatCalledItAlsoWhereAnotherRanTheFirstOp) {
  Profile profile = example_profile();
  profile.ops.front().thread = 4712;
  const ParsedTrace trace(profile);
  EXPECT_EQ(trace.all("cat", "user_annotation").at(0).at("tid"), kExampleThread);
}

TEST(TraceLanes, ALaunchOfNoKnownForwardIsDrawnButWidensNone) {
  Profile profile = example_profile();
  add_launch(profile, "cudaLaunchKernel", {60'000, 61'000}, {95'000, 96'000}).iteration.reset();
  const ParsedTrace trace(profile);
  EXPECT_EQ(trace.all("cat", "kernel").size(), 3U);
  EXPECT_EQ(trace.all("cat", "gpu_user_annotation").at(0).at("dur"), 46.1);
}

std::vector<std::string> order_of(const ParsedTrace& trace) {
  std::vector<std::string> names;
  for (const json& event : trace.json.at("traceEvents")) {
    if (event.at("ph") == "X" && event.at("pid") == 4700) names.push_back(event.at("name"));
  }
  return names;
}

TEST(TraceLanes, WhatBeginsAndEndsTogetherIsWrittenFromTheOutsideIn) {
  Profile profile;
  profile.iterations = {{kExampleBegin, kExampleBegin + 10}};
  profile.thread = kExampleThread;
  profile.ops = {example_op("outer", 0, 10), example_op("middle", 0, 10, 0), example_op("inner", 0, 10, 1)};
  add_launch(profile, "cudaLaunchKernel", {0, 10}, {20, 30});
  const ParsedTrace trace(profile);
  EXPECT_THAT(order_of(trace), ElementsAre("ProfilerStep#2", "outer", "middle", "inner", "cudaLaunchKernel"));
  EXPECT_THAT(trace.all("name", "thread_name"), SizeIs(2));
}

TEST(TraceLanes, AnOpThatOutlivesItsCallerMovesToAFurtherLane) {
  Profile profile;
  profile.ops = {example_op("outer", 0, 10), example_op("late", 5, 11, 0), example_op("later", 6, 10, 1),
                 example_op("next", 10, 12)};
  const ParsedTrace trace(profile);
  const int64_t further = trace.named("late").at("tid");
  EXPECT_NE(further, kExampleThread);
  EXPECT_EQ(trace.lane_name(4700, further), "thread 4711 (attn_bench) (2)");
  for (const char* name : {"outer", "later", "next"}) EXPECT_EQ(trace.named(name).at("tid"), kExampleThread) << name;
}

TEST(TraceLanes, AnOpThatEndsBeforeItBeginsHasNoLength) {
  Profile profile;
  profile.ops = {example_op("turned", 10, 4)};
  EXPECT_EQ(ParsedTrace(profile).named("turned").at("dur"), 0.0);
}

TEST(TraceLanes, KernelsThatOverlapOnAStreamGetFurtherLanes) {
  Profile profile;
  add_launch(profile, "first", {0, 1}, {100, 200}).name = "a";
  add_launch(profile, "second", {2, 3}, {150, 250}).name = "b";  // overlaps
  add_launch(profile, "third", {4, 5}, {160, 170}).name = "c";   // lies inside both
  add_launch(profile, "fourth", {6, 7}, {200, 300}).name = "d";  // touches
  const ParsedTrace trace(profile);
  EXPECT_EQ(trace.named("a").at("tid"), 7);
  EXPECT_EQ(trace.named("d").at("tid"), 7);
  EXPECT_EQ(trace.lane_name(0, trace.named("b").at("tid")), "stream 7 (2)");
  EXPECT_EQ(trace.lane_name(0, trace.named("c").at("tid")), "stream 7 (3)");
  for (const char* name : {"a", "b", "c", "d"}) EXPECT_EQ(trace.named(name).at("args").at("stream"), 7) << name;
  ASSERT_THAT(trace.all("ph", "f"), SizeIs(4));
  for (const json& head : trace.all("ph", "f")) {
    const json kernel = trace.of_category("kernel").at(head.at("id").get<size_t>() - 11);
    EXPECT_EQ(head.at("tid"), kernel.at("tid"));
  }
}

TEST(TraceLanes, StreamsHaveLanesAndDevicesProcessesOfTheirOwn) {
  Profile profile;
  add_launch(profile, "call", {0, 1}, {10, 20});
  add_launch(profile, "call", {2, 3}, {10, 20}).stream = 13;
  add_launch(profile, "call", {4, 5}, {10, 20}).device = 1;
  const ParsedTrace trace(profile);
  EXPECT_EQ(trace.lane_name(0, 7), "stream 7");
  EXPECT_EQ(trace.lane_name(0, 13), "stream 13");
  EXPECT_EQ(trace.lane_name(1, 7), "stream 7");
  std::vector<std::string> labels;
  for (const json& event : trace.all("name", "process_labels")) labels.push_back(event.at("args").at("labels"));
  EXPECT_THAT(labels, ElementsAre("CPU", "GPU 0", "GPU 1"));
}

/// Whether no bar of the lane begins in another and ends after it.
bool nests(const std::vector<TimeSpan>& bars) {
  std::vector<int64_t> open;
  for (const TimeSpan& bar : bars) {
    while (!open.empty() && open.back() <= bar.begin_ns) open.pop_back();
    if (!open.empty() && open.back() < bar.end_ns) return false;
    open.push_back(bar.end_ns);
  }
  return true;
}

TEST(TraceLanes, NothingOverlapsWhateverTheTimes) {
  std::mt19937_64 random(1);
  const auto below = [&](uint64_t limit) { return static_cast<int64_t>(random() % limit); };
  for (int round = 0; round < 50; ++round) {
    Profile profile;
    for (int i = 0; i < 20; ++i) {
      const int64_t op = below(50), call = below(50), launch = below(50);
      profile.ops.push_back(example_op("op", op, op + below(10)));
      add_launch(profile, "call", {call, call + below(10)}, {launch, launch + below(10)});
    }
    std::map<std::pair<int64_t, int64_t>, std::vector<TimeSpan>> lanes;
    const ParsedTrace trace(profile);
    for (const json& bar : trace.all("ph", "X")) {
      const int64_t begin = std::llround(bar.at("ts").get<double>() * 1000);
      lanes[{bar.at("pid"), bar.at("tid")}].push_back(
          {begin, begin + std::llround(bar.at("dur").get<double>() * 1000)});
    }
    for (const auto& [lane, bars] : lanes) {
      EXPECT_TRUE(nests(bars)) << lane.first << ", " << lane.second;
      EXPECT_FALSE(trace.lane_name(lane.first, lane.second).is_null());
    }
    EXPECT_GT(lanes.size(), 2U);
    EXPECT_THAT(trace.of_category("cpu_op"), SizeIs(20));
    EXPECT_THAT(trace.of_category("kernel"), SizeIs(20));
  }
}

TEST(TraceArrows, GoFromTheCallToTheKernelByTheCorrelation) {
  const ParsedTrace trace(example_profile());
  const json tail = trace.all("ph", "s").front(), head = trace.all("ph", "f").front();
  const json expected_tail =
      json::parse(R"({"ph": "s", "cat": "ac2g", "name": "ac2g", "pid": 4700, "tid": 4711, "id": 11,
    "ts": 3.0})");
  EXPECT_EQ(tail, expected_tail);
  const json expected_head =
      json::parse(R"({"ph": "f", "cat": "ac2g", "name": "ac2g", "pid": 0, "tid": 7, "id": 11, "ts": 6.0,
    "bp": "e"})");
  EXPECT_EQ(head, expected_head);
}

TEST(TraceArrows, FollowACallToItsFurtherLane) {
  Profile profile;
  profile.ops = {example_op("outer", 0, 10)};
  add_launch(profile, "cudaLaunchKernel", {5, 11}, {20, 30});
  const ParsedTrace trace(profile);
  EXPECT_NE(trace.named("cudaLaunchKernel").at("tid"), kExampleThread);
  EXPECT_EQ(trace.all("ph", "s").front().at("tid"), trace.named("cudaLaunchKernel").at("tid"));
}

TEST(TraceArrows, OfAGraphsNodesHaveAnIdEach) {
  Profile profile;
  add_launch(profile, "cudaGraphLaunch", {0, 5}, {10, 20});
  for (int64_t node = 0; node < 3; ++node) {
    if (node > 0) profile.launches.push_back(profile.launches.front());
    Launch& launch = profile.launches.back();
    launch.graph = 3, launch.graph_node = 100 + node;
    launch.span = {kExampleBegin + 10 * (node + 1), kExampleBegin + 10 * (node + 2)};
  }
  add_launch(profile, "cudaLaunchKernel", {50, 51}, {60, 61});
  const ParsedTrace trace(profile);
  std::multiset<int64_t> tails, heads;
  for (const json& tail : trace.all("ph", "s")) tails.insert(tail.at("id").get<int64_t>());
  for (const json& head : trace.all("ph", "f")) heads.insert(head.at("id").get<int64_t>());
  EXPECT_EQ(tails, heads);
  EXPECT_EQ(std::set<int64_t>(tails.begin(), tails.end()).size(), 4U);
  EXPECT_EQ(tails.count(11), 1U);
  EXPECT_EQ(tails.count(12), 1U);
  const auto kernels = trace.of_category("kernel");
  EXPECT_EQ(kernels[2].at("args").at("graph id"), 3);
  EXPECT_EQ(kernels[2].at("args").at("graph node id"), 102);
  EXPECT_EQ(kernels[2].at("args").at("correlation"), 11);
}

// Clocks of host and device are aligned to about a microsecond.
TEST(TraceArrows, NeverGoBackInTime) {
  Profile profile;
  add_launch(profile, "during", {100, 200}, {90, 150});
  add_launch(profile, "over", {300, 400}, {200, 250});
  const ParsedTrace trace(profile);
  ASSERT_THAT(trace.all("ph", "f"), SizeIs(1));
  EXPECT_EQ(trace.all("ph", "f").front().at("ts"), trace.all("ph", "s").front().at("ts"));
  EXPECT_EQ(trace.of_category("kernel").front().at("ts"), 0.0);  // measured times stay
}

/// Launches an hour before their calls, as a virtual clock of its own might have them.
Profile on_another_clock() {
  Profile profile = example_profile();
  for (Launch& launch : profile.launches) {
    launch.span->begin_ns -= 3'600'000'000'000;
    launch.span->end_ns -= 3'600'000'000'000;
  }
  return profile;
}

TEST(VirtualClock, IsNamedInTheTraceTheProcessAndTheLanes) {
  TraceInfo info = example_info();
  info.virtual_clock = true;
  const ParsedTrace trace(example_profile(), info);
  EXPECT_EQ(trace.json.at("traceName"), "Naive/cuda/cold/bf16/causal/batch:1 (virtual clock, not a time)");
  EXPECT_EQ(trace.lane_name(0, 7), "stream 7 (virtual clock, not a time)");
  EXPECT_EQ(trace.all("name", "process_name").back().at("args").at("name"), "attn_bench (virtual clock, not a time)");
  EXPECT_EQ(trace.lane_name(4700, kExampleThread), "thread 4711 (attn_bench)");
  EXPECT_EQ(trace_text(example_profile()).find("virtual"), std::string::npos);
}

TEST(VirtualClock, IsMovedSoThatNoLaunchBeginsBeforeItsCall) {
  TraceInfo info = example_info();
  info.virtual_clock = true;
  const ParsedTrace trace(on_another_clock(), info);
  EXPECT_EQ(trace.json.at("baseTimeNanoseconds"), kExampleBegin);
  // The copy, the library and the set begin 2 µs after their calls, the kernel 3 µs.
  EXPECT_EQ(trace.named("Memcpy DtoD (Device -> Device)").at("ts"), 42.0);
  EXPECT_EQ(trace.named("void a_kernel<float>(float*)").at("ts"), 4.0);
  EXPECT_THAT(trace.all("ph", "f"), SizeIs(4));
}

TEST(VirtualClock, GivesNoBandwidth) {
  TraceInfo info = example_info();
  info.virtual_clock = true;
  const json copy = ParsedTrace(example_profile(), info).named("Memcpy DtoD (Device -> Device)");
  EXPECT_EQ(copy.at("args").at("bytes"), 4096);
  EXPECT_FALSE(copy.at("args").contains("memory bandwidth (GB/s)"));
}

TEST(VirtualClock, WithoutAnyLinkBeginsWithTheHost) {
  TraceInfo info = example_info();
  info.virtual_clock = true;
  Profile profile = on_another_clock();
  for (Launch& launch : profile.launches) launch.call = std::nullopt;
  EXPECT_EQ(ParsedTrace(profile, info).named("void a_kernel<float>(float*)").at("ts"), 0.0);
}

}  // namespace
}  // namespace attn
