#include "profiling/cupti/link_launches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace attn {
namespace {

DeviceActivity activity(const char* name, uint32_t correlation, uint64_t start_ns = 1000, uint64_t end_ns = 3000) {
  DeviceActivity kernel;
  kernel.name = name;
  kernel.correlation = correlation;
  kernel.start_ns = start_ns;
  kernel.end_ns = end_ns;
  return kernel;
}

ApiCall call(const char* name, uint32_t correlation) {
  ApiCall made;
  made.name = name;
  made.correlation = correlation;
  return made;
}

ExternalId op_id(uint64_t id, uint32_t correlation) {
  return {ExternalId::Of::kOp, id, correlation};
}
ExternalId iteration_id(uint64_t id, uint32_t correlation) {
  return {ExternalId::Of::kIteration, id, correlation};
}

/// A call of iteration 0 from op `op` that launched one kernel.
void add_launch(ActivityRecords& records, const char* name, uint32_t correlation, uint64_t op,
                const char* api = "cudaLaunchKernel") {
  records.activities.push_back(activity(name, correlation, 1000 * correlation, 1000 * correlation + 250));
  records.calls.push_back(call(api, correlation));
  records.external_ids.push_back(iteration_id(0, correlation));
  records.external_ids.push_back(op_id(op, correlation));
}

std::vector<std::string> names_of(const std::vector<Launch>& launches) {
  std::vector<std::string> names;
  for (const Launch& launch : launches) names.push_back(launch.name);
  return names;
}

TEST(LinkLaunches, FollowsAKernelToItsCallItsOpAndItsIteration) {
  ActivityRecords records;
  records.activities = {activity("_Z4gemmPf", 12)};
  records.calls = {call("cudaLaunchKernel", 12)};
  records.external_ids = {op_id(5, 12), iteration_id(2, 12)};
  const LinkedLaunches linked = link_launches(records);
  ASSERT_EQ(linked.launches.size(), 1U);
  const Launch& launch = linked.launches[0];
  EXPECT_EQ(launch.name, "gemm(float*)");
  EXPECT_EQ(launch.mangled_name, "_Z4gemmPf");
  EXPECT_EQ(launch.api, "cudaLaunchKernel");
  EXPECT_EQ(launch.op, 5U);
  EXPECT_EQ(launch.iteration, 2);
  EXPECT_DOUBLE_EQ(launch.start_s.value(), 0);
  EXPECT_DOUBLE_EQ(launch.time_s.value(), 2000e-9);
  EXPECT_EQ(linked.loss, LossCount{});
}

TEST(LinkLaunches, FindsTheSameWhateverTheOrderOfTheRecords) {
  ActivityRecords records;
  for (uint32_t i = 1; i <= 40; ++i) add_launch(records, i % 2 == 0 ? "even" : "odd", i, 100 + i);
  std::mt19937 random(1);
  for (int round = 0; round < 20; ++round) {
    std::shuffle(records.activities.begin(), records.activities.end(), random);
    std::shuffle(records.calls.begin(), records.calls.end(), random);
    std::shuffle(records.external_ids.begin(), records.external_ids.end(), random);
    const LinkedLaunches linked = link_launches(records);
    ASSERT_EQ(linked.launches.size(), 40U);
    EXPECT_EQ(linked.loss, LossCount{});
    for (uint32_t i = 1; i <= 40; ++i) {
      ASSERT_EQ(linked.launches[i - 1].op, 100 + i);
      ASSERT_EQ(linked.launches[i - 1].name, i % 2 == 0 ? "even" : "odd");
      ASSERT_NEAR(linked.launches[i - 1].start_s.value(), (i - 1) * 1e-6, 1e-15);
    }
  }
}

// cuBLAS, cuDNN and Triton launch so; with the runtime's calls alone their kernels have no origin.
TEST(LinkLaunches, LinksKernelsThatTheDriverApiLaunched) {
  ActivityRecords records;
  add_launch(records, "triton_per_fused_0", 3, 1, "cuLaunchKernel");
  add_launch(records, "cutlass_80_gemm", 4, 2, "cuLaunchKernelEx");
  const LinkedLaunches linked = link_launches(records);
  ASSERT_EQ(linked.launches.size(), 2U);
  EXPECT_EQ(linked.launches[0].api, "cuLaunchKernel");
  EXPECT_EQ(linked.launches[0].op, 1U);
  EXPECT_EQ(linked.launches[1].op, 2U);
  EXPECT_EQ(linked.loss, LossCount{});
}

TEST(LinkLaunches, KeepsEachNodeOfAGraphThoughAllShareOneCall) {
  ActivityRecords records;
  records.activities = {activity("second", 8, 2000, 2100), activity("first", 8, 1000, 1100),
                        activity("third", 8, 3000, 3100)};
  for (size_t i = 0; i < 3; ++i) records.activities[i].graph_node = i + 1;
  records.calls = {call("cudaGraphLaunch", 8)};
  records.external_ids = {iteration_id(0, 8)};
  const LinkedLaunches linked = link_launches(records);
  EXPECT_THAT(names_of(linked.launches), testing::ElementsAre("first", "second", "third"));
  for (const Launch& launch : linked.launches) EXPECT_EQ(launch.api, "cudaGraphLaunch");
  EXPECT_EQ(linked.loss, LossCount{});
}

TEST(LinkLaunches, LeavesTheOpOutOfALaunchOutsideAnyOp) {
  ActivityRecords records;
  records.activities = {activity("plugin", 1)};
  records.calls = {call("cudaLaunchKernel", 1)};
  records.external_ids = {iteration_id(0, 1)};
  const LinkedLaunches linked = link_launches(records);
  EXPECT_EQ(linked.launches.at(0).op, std::nullopt);
  EXPECT_EQ(linked.loss, LossCount{});
}

TEST(LinkLaunches, CountsAKernelWithoutACallOrIterationAsUnlinkedAndKeepsIt) {
  ActivityRecords records;
  add_launch(records, "known", 1, 0);
  records.activities.push_back(activity("no call", 2));
  records.activities.push_back(activity("of another thread", 3));
  records.calls.push_back(call("cudaLaunchKernel", 3));
  const LinkedLaunches linked = link_launches(records);
  EXPECT_THAT(names_of(linked.launches), testing::ElementsAre("known", "no call", "of another thread"));
  EXPECT_EQ(linked.launches[1].api, "");
  EXPECT_EQ(linked.loss.unlinked, 2);
}

// As reported of sessions whose first kernels are missing, with no record counted as dropped.
TEST(LinkLaunches, CountsALaunchWhoseKernelIsMissing) {
  ActivityRecords records;
  for (const char* api : {"cudaLaunchKernel", "__cudaLaunchKernel", "cudaLaunchKernelExC", "cuLaunchKernelEx",
                          "cudaLaunchCooperativeKernel", "cuLaunchCooperativeKernel"}) {
    records.calls = {call(api, 1)};
    EXPECT_EQ(link_launches(records).loss.unlinked, 1) << api;
  }
  for (const char* api : {"cudaMemcpyAsync", "cudaGraphLaunch", "cudaMalloc", "cudaLaunchHostFunc"}) {
    records.calls = {call(api, 1)};
    EXPECT_EQ(link_launches(records).loss.unlinked, 0) << api << " may launch nothing";
  }
  records.calls = {call("cudaLaunchKernel", 1)};
  records.calls[0].failed = true;
  EXPECT_EQ(link_launches(records).loss.unlinked, 0) << "a launch that failed has no kernel";
}

TEST(LinkLaunches, CountsNoKernelTwiceWhereTheDriversCallIsRecordedInsideTheRuntimes) {
  ActivityRecords records;
  add_launch(records, "gemm", 1, 0);
  records.calls[0].start_ns = 100;
  records.calls[0].end_ns = 200;
  ApiCall inner = call("cuLaunchKernel", 2);
  inner.of = ApiCall::Of::kDriver;
  inner.start_ns = 120;
  inner.end_ns = 180;
  records.calls.push_back(inner);
  EXPECT_EQ(link_launches(records).loss, LossCount{});
  records.calls.back().thread = 1;
  EXPECT_EQ(link_launches(records).loss.unlinked, 1) << "another thread's is its own";
  records.calls.back().thread = 0;
  records.calls.back().end_ns = 201;
  EXPECT_EQ(link_launches(records).loss.unlinked, 1) << "and so is one that ends later";
}

TEST(LinkLaunches, CountsLaunchesWithoutTimesAndGivesThemNone) {
  ActivityRecords records;
  add_launch(records, "whole", 1, 0);
  add_launch(records, "no start", 2, 0);
  add_launch(records, "no end", 3, 0);
  add_launch(records, "ends before it starts", 4, 0);
  records.activities[1].start_ns = 0;
  records.activities[2].end_ns = 0;
  records.activities[3].end_ns = records.activities[3].start_ns - 1;
  const LinkedLaunches linked = link_launches(records);
  EXPECT_EQ(linked.loss.zero_time, 3);
  EXPECT_EQ(linked.loss.unlinked, 0);
  ASSERT_EQ(linked.launches.size(), 4U);
  EXPECT_NEAR(linked.launches[0].time_s.value(), 250e-9, 1e-18);
  for (size_t i = 1; i < 4; ++i) {
    EXPECT_FALSE(linked.launches[i].start_s) << linked.launches[i].name;
    EXPECT_FALSE(linked.launches[i].time_s) << linked.launches[i].name;
  }
}

TEST(LinkLaunches, KeepsTheNanosecondsOfTimesSinceTheEpoch) {
  ActivityRecords records;
  add_launch(records, "a", 1, 0);
  add_launch(records, "b", 2, 0);
  records.activities[0].start_ns = 1'764'528'000'123'456'789;
  records.activities[0].end_ns = 1'764'528'000'123'456'790;
  records.activities[1].start_ns = 1'764'528'000'123'456'792;
  records.activities[1].end_ns = 1'764'528'000'123'456'799;
  const LinkedLaunches linked = link_launches(records);
  EXPECT_DOUBLE_EQ(linked.launches.at(0).time_s.value(), 1e-9);
  EXPECT_DOUBLE_EQ(linked.launches.at(1).start_s.value(), 3e-9);
  EXPECT_DOUBLE_EQ(linked.launches.at(1).time_s.value(), 7e-9);
}

TEST(LinkLaunches, NamesALibraryCallByItsFunction) {
  ActivityRecords records;
  add_launch(records, "library call: cublasGemmStridedBatchedEx", 1, 0);
  records.activities[0].kind = LaunchKind::kLibrary;
  EXPECT_EQ(link_launches(records).launches.at(0).name, "cublasGemmStridedBatchedEx");
}

TEST(LinkLaunches, KeepsTheNameOfACopyAsItIs) {
  ActivityRecords records;
  add_launch(records, "Memcpy DtoD", 1, 0, "cudaMemcpyAsync");
  records.activities[0].kind = LaunchKind::kMemcpy;
  records.activities[0].bytes = 268'435'456;
  const LinkedLaunches linked = link_launches(records);
  EXPECT_EQ(linked.launches.at(0).name, "Memcpy DtoD");
  EXPECT_EQ(linked.launches.at(0).bytes, 268'435'456);
}

TEST(LinkLaunches, TakesNoRecordsForNoLaunches) {
  const LinkedLaunches linked = link_launches({});
  EXPECT_TRUE(linked.launches.empty());
  EXPECT_EQ(linked.loss.total(), 0);
}

}  // namespace
}  // namespace attn
