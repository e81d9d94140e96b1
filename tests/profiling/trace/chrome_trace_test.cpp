#include "profiling/trace/chrome_trace.h"

#include <gmock/gmock.h>

#include "tests/golden_file.h"
#include "tests/profiling/trace/parsed_trace.h"

namespace attn {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::SizeIs;

TEST(ChromeTrace, IsWrittenAsThisFileShows) {
  expect_golden("trace.json", trace_text(example_profile()));
}

TEST(ChromeTrace, HoldsTheDeviceAsPyTorchDescribesIt) {
  const ParsedTrace trace(example_profile());
  EXPECT_EQ(trace.json.at("schemaVersion"), 1);
  EXPECT_EQ(trace.json.at("traceName"), "Naive/cuda/cold/bf16/causal/batch:1");
  const json expected =
      json::parse(R"([{"id": 0, "name": "NVIDIA A100-SXM4-80GB", "totalGlobalMem": 85100068864, "computeMajor": 8,
              "computeMinor": 0, "maxThreadsPerBlock": 1024, "maxThreadsPerMultiprocessor": 2048, "regsPerBlock": 65536,
              "warpSize": 32, "sharedMemPerBlock": 49152, "numSms": 108, "regsPerMultiprocessor": 65536,
              "sharedMemPerBlockOptin": 166912, "sharedMemPerMultiprocessor": 167936}])");
  EXPECT_EQ(trace.json.at("deviceProperties"), expected);
}

// 216 blocks on 108 SMs are 2 an SM, of 4 warps each: 8 of the 64 that it holds.
TEST(ChromeTrace, AKernelHasTheArgumentsThatPyTorchWrites) {
  const json kernel = ParsedTrace(example_profile()).named("void a_kernel<float>(float*)");
  EXPECT_EQ(kernel.at("cat"), "kernel");
  EXPECT_EQ(kernel.at("pid"), 0);
  EXPECT_EQ(kernel.at("tid"), 7);
  const json expected =
      json::parse(R"({"External id": 2, "queued": 0, "device": 0, "context": 1, "stream": 7, "correlation": 11,
              "registers per thread": 32, "shared memory": 1040, "blocks per SM": 2.0, "warps per SM": 8.0,
              "grid": [108, 2, 1], "block": [128, 1, 1], "est. achieved occupancy %": 13})");
  EXPECT_EQ(kernel.at("args"), expected);
}

// As PyTorch 2.11 writes them with record_shapes=True; a list of tensors is a list more.
TEST(ChromeTrace, AnOpHasWhatItWasGivenAsPyTorchWritesIt) {
  Profile profile = example_profile();
  profile.inputs = {
      {{.type = "c10::BFloat16", .sizes = {{1, 4, 32, 16}}}, {.type = "Scalar"}, {}},
      {{.is_list = true, .type = "TensorList", .sizes = {{2, 3}, {}}}, {.type = "double", .sizes = {{}}}},
  };
  profile.ops[0].inputs = 0;
  profile.ops[1].inputs = 1;
  const ParsedTrace trace(profile);
  const json first = trace.named("aten::matmul").at("args");
  EXPECT_EQ(first.at("Input Dims"), json::parse("[[1, 4, 32, 16], [], []]"));
  EXPECT_EQ(first.at("Input type"), json::parse(R"(["c10::BFloat16", "Scalar", ""])"));
  const json second = trace.named("aten::bmm").at("args");
  EXPECT_EQ(second.at("Input Dims"), json::parse("[[[2, 3], []], []]"));
  EXPECT_EQ(second.at("Input type"), json::parse(R"(["TensorList", "double"])"));
  const json unknown = trace.named("aten::copy_").at("args");
  EXPECT_FALSE(unknown.contains("Input Dims"));
  EXPECT_FALSE(unknown.contains("Input type"));
}

TEST(ChromeTrace, AnOpThatWasGivenNothingHasNoInputsWritten) {
  Profile profile = example_profile();
  profile.inputs = {{}};
  profile.ops[0].inputs = 0;
  EXPECT_FALSE(ParsedTrace(profile).named("aten::matmul").at("args").contains("Input Dims"));
}

TEST(ChromeTrace, OccupancyIsBoundByTheBlocksThatFit) {
  TraceInfo info = example_info();
  info.fitting_blocks = [](const Launch&) { return 1; };  // 128 threads of 2,048
  const json arguments = ParsedTrace(example_profile(), info).named("void a_kernel<float>(float*)").at("args");
  EXPECT_EQ(arguments.at("est. achieved occupancy %"), 6);
  EXPECT_EQ(arguments.at("blocks per SM"), 2.0);
}

TEST(ChromeTrace, WhatIsNotKnownIsNotWritten) {
  TraceInfo info = example_info();
  info.devices.clear();
  info.fitting_blocks = nullptr;
  Profile profile = example_profile();
  profile.launches[0].registers = profile.launches[0].static_shared_bytes = std::nullopt;
  profile.launches[0].op = std::nullopt;
  const json arguments = ParsedTrace(profile, info).named("void a_kernel<float>(float*)").at("args");
  for (const char* name : {"External id", "registers per thread", "shared memory", "blocks per SM", "warps per SM",
                           "est. achieved occupancy %", "graph id", "graph node id", "bytes"}) {
    EXPECT_FALSE(arguments.contains(name)) << name;
  }
}

TEST(ChromeTrace, ACopyHasItsBytesAndBandwidth) {
  const ParsedTrace trace(example_profile());
  const json copy = trace.named("Memcpy DtoD (Device -> Device)");
  const json expected = json::parse(R"json({"External id": 3, "device": 0, "context": 1, "stream": 7,
    "correlation": 13, "bytes": 4096, "memory bandwidth (GB/s)": 8.192})json");
  EXPECT_EQ(copy.at("cat"), "gpu_memcpy");
  EXPECT_EQ(copy.at("args"), expected);
  EXPECT_THAT(trace.of_category("gpu_memset"), SizeIs(1));
}

TEST(ChromeTrace, ABandwidthOverNoTimeIsNotWritten) {
  Profile profile = example_profile();
  profile.launches[2].span->end_ns = profile.launches[2].span->begin_ns;
  const json copy = ParsedTrace(profile).named("Memcpy DtoD (Device -> Device)");
  EXPECT_EQ(copy.at("dur"), 0.0);
  EXPECT_FALSE(copy.at("args").contains("memory bandwidth (GB/s)"));
}

TEST(ChromeTrace, ACallIntoALibraryStandsAmongTheKernelsUnderAName) {
  const json call = ParsedTrace(example_profile()).named("library call: cublasGemmEx");
  EXPECT_EQ(call.at("cat"), "kernel");
  EXPECT_FALSE(call.at("args").contains("grid"));
}

TEST(ChromeTrace, CallsTellRuntimeFromDriver) {
  const ParsedTrace trace(example_profile());
  EXPECT_THAT(trace.of_category("cuda_runtime"), SizeIs(3));
  ASSERT_THAT(trace.of_category("cuda_driver"), SizeIs(1));
  const json call = trace.of_category("cuda_driver").front();
  EXPECT_EQ(call.at("name"), "cuLaunchKernelEx");
  EXPECT_EQ(call.at("pid"), 4700);
  EXPECT_EQ(call.at("tid"), kExampleThread);
  EXPECT_EQ(call.at("args"), json::parse(R"({"External id": 2, "correlation": 12})"));
}

TEST(ChromeTrace, EachForwardIsAStepOnTheHostAndOnTheStream) {
  Profile profile = example_profile();
  profile.iterations.push_back({kExampleBegin + 100'000, kExampleBegin + 110'000});
  add_launch(profile, "cudaLaunchKernel", {101'000, 102'000}, {103'000, 104'000}).iteration = 1;
  const ParsedTrace trace(profile);
  const auto host = trace.of_category("user_annotation");
  const auto device = trace.of_category("gpu_user_annotation");
  ASSERT_THAT(host, SizeIs(2));
  ASSERT_THAT(device, SizeIs(2));
  EXPECT_EQ(host[0].at("name"), "ProfilerStep#2");
  EXPECT_EQ(host[1].at("name"), "ProfilerStep#3");
  EXPECT_EQ(host[1].at("ts"), 100.0);
  EXPECT_EQ(device[0].at("name"), "ProfilerStep#2");
  EXPECT_EQ(device[0].at("ts"), 6.0);
  EXPECT_EQ(device[0].at("dur"), 46.1);
  EXPECT_EQ(device[1].at("tid"), 7);
  EXPECT_EQ(device[1].at("args").at("External id"), host[1].at("args").at("External id"));
}

TEST(ChromeTrace, TimesAreExactToTheNanosecond) {
  const ParsedTrace trace(example_profile());
  EXPECT_EQ(trace.json.at("baseTimeNanoseconds"), kExampleBegin);
  const std::string text = trace_text(example_profile());
  EXPECT_NE(text.find(R"("ts": 2.001, "dur": 37.998,)"), std::string::npos) << text;
}

TEST(ChromeTrace, AnHourBetweenTwoForwardsKeepsTheNanoseconds) {
  Profile profile = example_profile();
  profile.iterations.push_back({kExampleBegin + 3'600'000'000'001, kExampleBegin + 3'600'000'000'003});
  EXPECT_NE(trace_text(profile).find(R"("ts": 3600000000.001, "dur": 0.002,)"), std::string::npos);
}

TEST(ChromeTrace, AnEmptyProfileIsATraceWithoutEvents) {
  const ParsedTrace trace(Profile{});
  EXPECT_TRUE(trace.json.at("traceEvents").empty());
  EXPECT_EQ(trace.json.at("baseTimeNanoseconds"), 0);
}

TEST(ChromeTrace, LossesAreWritten) {
  Profile profile = example_profile();
  profile.loss.dropped = 3;
  const ParsedTrace trace(profile);
  const std::string loss = "3 records dropped: the count is no result";
  EXPECT_EQ(trace.json.at("attn_bench").at("loss"), loss);
  EXPECT_EQ(trace.all("name", "process_labels").back().at("args").at("labels"), "GPU 0, " + loss);
}

TEST(ChromeTrace, ALaunchWithoutTimesIsAMarkAtItsCall) {
  Profile profile = example_profile();
  profile.launches[0].span = std::nullopt;
  const ParsedTrace trace(profile);
  const json mark = trace.named("void a_kernel<float>(float*)");
  EXPECT_EQ(mark.at("ph"), "i");
  EXPECT_EQ(mark.at("cat"), "times_lost");
  EXPECT_EQ(mark.at("ts"), 3.0);
  EXPECT_EQ(mark.at("tid"), 7);
  EXPECT_FALSE(mark.contains("dur"));
  EXPECT_EQ(mark.at("args").at("correlation"), 11);
  EXPECT_THAT(trace.of_category("kernel"), SizeIs(1));
}

TEST(ChromeTrace, AnUnlinkedLaunchHasNoArrow) {
  Profile profile = example_profile();
  profile.launches[0].call = std::nullopt;
  profile.launches[1].call = std::nullopt;
  profile.launches[1].span = std::nullopt;
  const ParsedTrace trace(profile);
  EXPECT_THAT(trace.all("ph", "s"), SizeIs(2));
  EXPECT_THAT(trace.all("ph", "f"), SizeIs(2));
  EXPECT_EQ(trace.named("library call: cublasGemmEx").at("ts"), 0.0);
}

TEST(ChromeTrace, OfACpuThereAreNoDeviceLanes) {
  Profile profile = example_profile();
  profile.calls.clear();
  profile.launches.clear();
  const ParsedTrace trace(profile);
  ASSERT_THAT(trace.all("name", "process_name"), SizeIs(1));
  EXPECT_EQ(trace.named("process_name").at("args").at("name"), "attn_bench");
  EXPECT_EQ(trace.lane_name(4700, kExampleThread), "thread 4711 (attn_bench)");
}

}  // namespace
}  // namespace attn
