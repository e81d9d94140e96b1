// launches.csv and ops.csv.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

#include "results/bad_request.h"
#include "results/results_directory.h"
#include "tests/results/example_case.h"
#include "tests/results/temporary_folder.h"

namespace attn {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::ThrowsMessage;

const std::string kLaunchesHeader =
    "run_id,case,order,op_path,kind,name,grid,block,registers,static_shared_bytes,dynamic_shared_bytes,occupancy,"
    "occupancy_limiter,bytes,time_s\n";
const std::string kOpsHeader =
    "run_id,case,order,op_path,calls,self_host_time_s,total_host_time_s,self_device_time_s,total_device_time_s,bytes,"
    "flops,floor_s\n";
const std::string kOfExample = "run-1,SdpaFlash/cuda/cold/bf16/causal/batch:2/q_heads:8,";

// Each number another, so that two columns swapped are seen.
const LaunchRow kKernel = {.order = 0,
                           .op_path = "aten::matmul > aten::bmm",
                           .kind = "kernel",
                           .name = "void flash<64, true>(Params)",
                           .grid = LaunchExtent{8, 16, 2},
                           .block = LaunchExtent{128, 1, 3},
                           .registers = 255,
                           .static_shared_bytes = 16,
                           .dynamic_shared_bytes = 49'152,
                           .occupancy = 0.125,
                           .occupancy_limiter = "registers",
                           .time_s = 1e-6};
const LaunchRow kCopy = {
    .order = 1, .op_path = "aten::copy_", .kind = "memcpy", .name = "Memcpy DtoD", .bytes = 268'435'456};
const OpRow kOp = {.order = 2,
                   .op_path = "aten::softmax",
                   .calls = 3,
                   .self_host_time_s = 0.5,
                   .total_host_time_s = 0.75,
                   .self_device_time_s = 0.25,
                   .total_device_time_s = 0.375,
                   .bytes = 4096,
                   .flops = 1e12,
                   .floor_s = 0.125};

void append(ResultsDirectory& directory, const std::vector<LaunchRow>& launches, const std::vector<OpRow>& ops,
            const CaseRow& row = example_case()) {
  directory.append_case(row, std::vector<MetricValue>{{.name = "ops", .value = 45}}, {}, launches, ops);
}

TEST(CaseDetails, ACaseWithoutLaunchesAndOpsBeginsNoFileForThem) {
  const TemporaryFolder folder;
  ResultsDirectory directory(folder.path());
  append(directory, {}, {});
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "launches.csv"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "ops.csv"));
}

TEST(CaseDetails, EveryLaunchIsARowInOrderUnderOneHeader) {
  const TemporaryFolder folder;
  ResultsDirectory directory(folder.path());
  append(directory, {kKernel, kCopy}, {});
  append(directory, {kCopy}, {});
  const std::string copy = kOfExample + "1,aten::copy_,memcpy,Memcpy DtoD,,,,,,,,268435456,\n";
  EXPECT_EQ(
      text_of(folder.path() / "launches.csv"),
      kLaunchesHeader + kOfExample +
          "0,aten::matmul > aten::bmm,kernel,\"void flash<64, true>(Params)\",\"8,16,2\",\"128,1,3\",255,16,49152,"
          "0.125,registers,,1e-06\n" +
          copy + copy);
}

TEST(CaseDetails, EveryOpIsARow) {
  const TemporaryFolder folder;
  ResultsDirectory directory(folder.path());
  append(directory, {}, {kOp, {.order = 3, .op_path = "aten::view", .floor_s = INFINITY}});
  EXPECT_EQ(text_of(folder.path() / "ops.csv"), kOpsHeader + kOfExample +
                                                    "2,aten::softmax,3,0.5,0.75,0.25,0.375,4096,1e+12,0.125\n" +
                                                    kOfExample + "3,aten::view,1,,,,,,,\n");
}

TEST(CaseDetails, FilesOfOtherColumnsAreRefusedFromTheStart) {
  for (const char* name : {"launches.csv", "ops.csv"}) {
    const TemporaryFolder folder;
    write_text(folder.path() / name, "a,b\n");
    EXPECT_THAT([&] { const ResultsDirectory directory(folder.path()); },
                ThrowsMessage<BadRequest>(AllOf(HasSubstr(name), HasSubstr("unknown a,b"))));
    EXPECT_EQ(text_of(folder.path() / name), "a,b\n");
  }
}

TEST(CaseDetails, AFileOfOtherColumnsThatCameMeanwhileIsNotAppendedTo) {
  const TemporaryFolder folder;
  ResultsDirectory directory(folder.path());
  write_text(folder.path() / "ops.csv", "a,b\n");
  const std::string results = text_of(folder.path() / "results.csv");
  EXPECT_THAT([&] { append(directory, {kKernel}, {kOp}); }, ThrowsMessage<BadRequest>(HasSubstr("ops.csv")));
  EXPECT_EQ(text_of(folder.path() / "ops.csv"), "a,b\n");
  EXPECT_EQ(text_of(folder.path() / "results.csv"), results);
  EXPECT_EQ(text_of(folder.path() / "launches.csv"), "");  // begun for this case, and taken back
}

TEST(CaseDetails, WhatFollowsACaseThatWasTakenBackBeginsTheFileAgain) {
  const TemporaryFolder folder;
  ResultsDirectory directory(folder.path());
  std::filesystem::create_symlink("/dev/full", folder.path() / "ops.csv");
  EXPECT_THAT([&] { append(directory, {kKernel}, {kOp}); },
              ThrowsMessage<std::runtime_error>(HasSubstr("ops.csv: No space left on device")));
  std::filesystem::remove(folder.path() / "ops.csv");
  append(directory, {kCopy}, {kOp});
  EXPECT_EQ(text_of(folder.path() / "launches.csv"),
            kLaunchesHeader + kOfExample + "1,aten::copy_,memcpy,Memcpy DtoD,,,,,,,,268435456,\n");
  EXPECT_THAT(text_of(folder.path() / "ops.csv"), EndsWith(",4096,1e+12,0.125\n"));
  EXPECT_EQ(read_results(folder.path(), "run-1").size(), 1U);
}

}  // namespace
}  // namespace attn
