#include "profiling/cupti/link_launches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace attn {
namespace {

Launch activity(std::string_view name, int64_t correlation, int64_t begin_ns = 1000, int64_t end_ns = 3000) {
  return {.name = name, .correlation = correlation, .span = TimeSpan{begin_ns, end_ns}};
}

CudaCall call(std::string_view name, int64_t correlation) {
  return {.name = name, .correlation = correlation};
}

ExternalId op_id(uint64_t id, uint32_t correlation) {
  return {id, correlation, ExternalId::Of::kOp};
}
ExternalId iteration_id(uint64_t id, uint32_t correlation) {
  return {id, correlation, ExternalId::Of::kIteration};
}

/// A call of iteration 0 from op `op` that launched one kernel.
void add_launch(ActivityRecords& records, std::string_view name, uint32_t correlation, uint64_t op,
                std::string_view api = "cudaLaunchKernel") {
  records.launches.push_back(activity(name, correlation, 1000LL * correlation, 1000LL * correlation + 250));
  records.calls.push_back(call(api, correlation));
  records.external_ids.push_back(iteration_id(0, correlation));
  records.external_ids.push_back(op_id(op, correlation));
}

constexpr int64_t kThread = 77;

/// Ops 0 to 199, of that thread.
LinkedLaunches link(const ActivityRecords& records) {
  const std::vector<RecordedOp> ops(200, RecordedOp{.name = "op", .thread = kThread});
  return link_launches(records, ops, kThread);
}

std::string_view api_of(const LinkedLaunches& linked, const Launch& launch) {
  return launch.call ? linked.calls.at(*launch.call).name : std::string_view();
}

std::vector<std::string> names_of(const std::vector<Launch>& launches) {
  std::vector<std::string> names;
  for (const Launch& launch : launches) names.emplace_back(launch.name);
  return names;
}

TEST(LinkLaunches, FollowsAKernelToItsCallItsOpAndItsIteration) {
  ActivityRecords records;
  records.launches = {activity("gemm(float*)", 12)};
  records.calls = {call("cudaLaunchKernel", 12)};
  records.external_ids = {op_id(5, 12), iteration_id(2, 12)};
  const LinkedLaunches linked = link(records);
  ASSERT_EQ(linked.launches.size(), 1U);
  const Launch& launch = linked.launches[0];
  EXPECT_EQ(launch.name, "gemm(float*)");
  EXPECT_EQ(api_of(linked, launch), "cudaLaunchKernel");
  EXPECT_EQ(launch.op, 5U);
  EXPECT_EQ(launch.iteration, 2);
  EXPECT_EQ(launch.span, (TimeSpan{1000, 3000}));
  EXPECT_EQ(linked.loss, LossCount{});
}

TEST(LinkLaunches, FindsTheSameWhateverTheOrderOfTheRecords) {
  ActivityRecords records;
  for (uint32_t i = 1; i <= 40; ++i) add_launch(records, i % 2 == 0 ? "even" : "odd", i, 100 + i);
  std::mt19937 random(1);
  for (int round = 0; round < 20; ++round) {
    std::shuffle(records.launches.begin(), records.launches.end(), random);
    std::shuffle(records.calls.begin(), records.calls.end(), random);
    std::shuffle(records.external_ids.begin(), records.external_ids.end(), random);
    const LinkedLaunches linked = link(records);
    ASSERT_EQ(linked.launches.size(), 40U);
    EXPECT_EQ(linked.loss, LossCount{});
    for (uint32_t i = 1; i <= 40; ++i) {
      ASSERT_EQ(linked.launches[i - 1].op, 100 + i);
      ASSERT_EQ(linked.launches[i - 1].name, i % 2 == 0 ? "even" : "odd");
      ASSERT_EQ(linked.launches[i - 1].span.value().begin_ns, i * 1000);
    }
  }
}

// cuBLAS, cuDNN and Triton launch so; with the runtime's calls alone their kernels have no origin.
TEST(LinkLaunches, LinksKernelsThatTheDriverApiLaunched) {
  ActivityRecords records;
  add_launch(records, "triton_per_fused_0", 3, 1, "cuLaunchKernel");
  add_launch(records, "cutlass_80_gemm", 4, 2, "cuLaunchKernelEx");
  const LinkedLaunches linked = link(records);
  ASSERT_EQ(linked.launches.size(), 2U);
  EXPECT_EQ(api_of(linked, linked.launches[0]), "cuLaunchKernel");
  EXPECT_EQ(linked.launches[0].op, 1U);
  EXPECT_EQ(linked.launches[1].op, 2U);
  EXPECT_EQ(linked.loss, LossCount{});
}

TEST(LinkLaunches, KeepsEachNodeOfAGraphThoughAllShareOneCall) {
  ActivityRecords records;
  records.launches = {activity("second", 8, 2000, 2100), activity("first", 8, 1000, 1100),
                      activity("third", 8, 3000, 3100)};
  for (size_t i = 0; i < 3; ++i) records.launches[i].graph_node = i + 1;
  records.calls = {call("cudaGraphLaunch", 8)};
  records.external_ids = {iteration_id(0, 8)};
  const LinkedLaunches linked = link(records);
  EXPECT_THAT(names_of(linked.launches), testing::ElementsAre("first", "second", "third"));
  for (const Launch& launch : linked.launches) EXPECT_EQ(api_of(linked, launch), "cudaGraphLaunch");
  EXPECT_EQ(linked.loss, LossCount{});
}

TEST(LinkLaunches, LeavesTheOpOutOfALaunchOutsideAnyOp) {
  ActivityRecords records;
  records.launches = {activity("plugin", 1)};
  records.calls = {call("cudaLaunchKernel", 1)};
  records.external_ids = {iteration_id(0, 1)};
  const LinkedLaunches linked = link(records);
  EXPECT_EQ(linked.launches.at(0).op, std::nullopt);
  EXPECT_EQ(linked.loss, LossCount{});
}

TEST(LinkLaunches, CountsAKernelWithoutACallOrIterationAsUnlinkedAndKeepsIt) {
  ActivityRecords records;
  add_launch(records, "known", 1, 0);
  records.launches.push_back(activity("no call", 2));
  records.launches.push_back(activity("of another thread", 3));
  records.calls.push_back(call("cudaLaunchKernel", 3));
  const LinkedLaunches linked = link(records);
  EXPECT_THAT(names_of(linked.launches), testing::ElementsAre("known", "no call", "of another thread"));
  EXPECT_EQ(api_of(linked, linked.launches[1]), "");
  EXPECT_EQ(linked.loss, LossCount{.unlinked = 2});
  EXPECT_EQ(linked.launches[0].iteration, 0);
  EXPECT_FALSE(linked.launches[1].iteration) << "of no known forward, so not among those of the first";
  EXPECT_FALSE(linked.launches[2].iteration);
}

// As reported of sessions whose first kernels are missing, with no record counted as dropped.
TEST(LinkLaunches, CountsALaunchWhoseKernelIsMissing) {
  ActivityRecords records;
  for (const char* api : {"cudaLaunchKernel", "__cudaLaunchKernel", "cudaLaunchKernelExC", "cuLaunchKernelEx",
                          "cudaLaunchCooperativeKernel", "cuLaunchCooperativeKernel"}) {
    records.calls = {call(api, 1)};
    EXPECT_EQ(link(records).loss.missing, 1) << api;
  }
  for (const char* api : {"cudaMemcpyAsync", "cudaGraphLaunch", "cudaMalloc", "cudaLaunchHostFunc"}) {
    records.calls = {call(api, 1)};
    EXPECT_EQ(link(records).loss.missing, 0) << api << " may launch nothing";
  }
  records.calls = {call("cudaLaunchKernel", 1)};
  records.calls[0].failed = true;
  EXPECT_EQ(link(records).loss.missing, 0) << "a launch that failed has no kernel";
}

TEST(LinkLaunches, CountsNoKernelTwiceWhereTheDriversCallIsRecordedInsideTheRuntimes) {
  ActivityRecords records;
  add_launch(records, "gemm", 1, 0);
  records.calls[0].span = {100, 200};
  CudaCall inner = call("cuLaunchKernel", 2);
  inner.of_driver = true;
  inner.span = {120, 180};
  records.calls.push_back(inner);
  EXPECT_EQ(link(records).loss, LossCount{});
  records.calls.back().thread = 1;
  EXPECT_EQ(link(records).loss.missing, 1) << "another thread's is its own";
  records.calls.back().thread = 0;
  records.calls.back().span.end_ns = 201;
  EXPECT_EQ(link(records).loss.missing, 1) << "and so is one that ends later";
}

TEST(LinkLaunches, CountsLaunchesWithoutTimesAndKeepsThem) {
  ActivityRecords records;
  add_launch(records, "whole", 1, 0);
  add_launch(records, "timeless", 2, 0);
  records.launches[1].span.reset();
  const LinkedLaunches linked = link(records);
  EXPECT_EQ(linked.loss.zero_time, 1);
  EXPECT_EQ(linked.loss.unlinked, 0);
  ASSERT_EQ(linked.launches.size(), 2U);
  EXPECT_NEAR(length_s(linked.launches[0].span.value()), 250e-9, 1e-18);
  EXPECT_FALSE(linked.launches[1].span);
}

TEST(LinkLaunches, LeavesForwardsThatWarmUpOutWithoutCountingThemAsLost) {
  ActivityRecords records;
  add_launch(records, "kept", 2, 0);
  records.launches.push_back(activity("warming up", 1));
  records.calls.push_back(call("cudaLaunchKernel", 1));
  records.calls.push_back(call("cudaLaunchKernel", 3));  // its kernel is lost, but nobody asked for it
  for (const uint32_t correlation : {1U, 3U}) {
    records.external_ids.push_back(iteration_id(kLeftOut, correlation));
    records.external_ids.push_back(op_id(kLeftOut, correlation));
  }
  const LinkedLaunches linked = link(records);
  EXPECT_THAT(names_of(linked.launches), testing::ElementsAre("kept"));
  EXPECT_EQ(linked.calls.size(), 1U);
  EXPECT_EQ(linked.loss, LossCount{});
}

// CUPTI keeps ids a thread, so that a call from another thread has those of its ops alone.
TEST(LinkLaunches, TakesTheIterationAndThreadOfACallOfAnotherThreadFromItsOp) {
  ActivityRecords records;
  records.launches = {activity("kernel", 1)};
  records.calls = {call("cudaLaunchKernel", 1)};
  records.external_ids = {op_id(0, 1)};
  const LinkedLaunches linked =
      link_launches(records, {{.name = "op", .iteration = 2, .thread = kThread + 1}}, kThread);
  EXPECT_EQ(linked.loss, LossCount{});
  EXPECT_EQ(linked.launches.at(0).iteration, 2);
  EXPECT_EQ(linked.calls.at(0).thread, kThread + 1);
}

TEST(LinkLaunches, KeepsCallsByTheirCorrelationWithTheirTimes) {
  ActivityRecords records;
  add_launch(records, "second", 9, 5);
  add_launch(records, "first", 4, 3);
  records.calls[1].span = {1'764'528'000'123'456'789, 1'764'528'000'123'456'799};
  records.calls.push_back(call("cudaMalloc", 6));
  records.external_ids.push_back(iteration_id(0, 6));
  const LinkedLaunches linked = link(records);
  ASSERT_EQ(linked.calls.size(), 3U);
  EXPECT_EQ(linked.calls[0].correlation, 4);
  EXPECT_EQ(linked.calls[0].span, (TimeSpan{1'764'528'000'123'456'789, 1'764'528'000'123'456'799}));
  EXPECT_EQ(linked.calls[0].op, 3U);
  EXPECT_EQ(linked.calls[0].thread, kThread);
  EXPECT_EQ(linked.calls[1].name, "cudaMalloc");
  EXPECT_EQ(linked.launches[0].call, 0U);
  EXPECT_EQ(linked.launches[1].call, 2U);
}

TEST(LinkLaunches, FindsIdsThatLieFarApart) {
  ActivityRecords records;
  for (const uint32_t correlation : {4'000'000'000U, 7U, 2'000'000'000U}) add_launch(records, "kernel", correlation, 1);
  const LinkedLaunches linked = link(records);
  EXPECT_EQ(linked.loss, LossCount{});
  EXPECT_EQ(linked.launches.at(2).correlation, 4'000'000'000);
}

TEST(LinkLaunches, TakesNoRecordsForNoLaunches) {
  const LinkedLaunches linked = link({});
  EXPECT_TRUE(linked.launches.empty());
  EXPECT_EQ(linked.loss.total(), 0);
}

}  // namespace
}  // namespace attn
