#include "profiling/op_times.h"

#include <gtest/gtest.h>

#include "tests/profiling/example_profile.h"

namespace attn {
namespace {

TEST(OpTimes, OfTheHostAreWithAndWithoutTheOpsCalled) {
  const ExampleProfile example = example_of_two_forwards();
  const std::vector<OpTimes> times = op_times_of(example.profile, DeviceTimes::kReal);
  ASSERT_EQ(times.size(), 6U);
  EXPECT_EQ(times[0].total_host_ns, 400);  // matmul
  EXPECT_EQ(times[0].self_host_ns, 100);
  EXPECT_EQ(times[1].total_host_ns, 300);  // bmm; the call to CUDA is its own
  EXPECT_EQ(times[1].self_host_ns, 300);
}

TEST(OpTimes, OfTheDeviceAreOwnLaunchesAndThoseOfTheOpsBelow) {
  const ExampleProfile example = example_of_two_forwards();
  const std::vector<OpTimes> times = op_times_of(example.profile, DeviceTimes::kReal);
  EXPECT_EQ(times[0].self_device_ns, 0);
  EXPECT_EQ(times[0].total_device_ns, 300);
  EXPECT_EQ(times[1].self_device_ns, 300);
  EXPECT_EQ(times[1].total_device_ns, 300);
  EXPECT_EQ(times[2].self_device_ns, 140);
  EXPECT_EQ(times[2].total_device_ns, 140);
}

TEST(OpTimes, GoUpThroughAllLevels) {
  ExampleProfile example;
  example.forward(0, 1000);
  example.op("a", 0, 1000);
  example.op("b", 100, 900, 0);
  example.op("c", 200, 300, 1);
  example.op("c", 400, 600, 1);
  example.kernel("k", 0, 7, example.call("cudaLaunchKernel", 210, 220, 2));
  example.kernel("k", 0, 11, example.call("cudaLaunchKernel", 410, 420, 3));
  const std::vector<OpTimes> times = op_times_of(example.profile, DeviceTimes::kReal);
  EXPECT_EQ(times[0].self_host_ns, 200);
  EXPECT_EQ(times[1].self_host_ns, 500);
  EXPECT_EQ(times[0].total_device_ns, 18);
  EXPECT_EQ(times[1].total_device_ns, 18);
  EXPECT_EQ(times[1].self_device_ns, 0);
}

TEST(OpTimes, OfAnotherThreadAreItsOwn) {
  ExampleProfile example;
  example.forward(0, 1000);
  example.op("a", 0, 1000);
  example.op("b", 100, 200, 0);
  example.op("worker", 100, 800, -1, 101);
  example.op("inner", 200, 700, 2, 101);
  const std::vector<OpTimes> times = op_times_of(example.profile, DeviceTimes::kNone);
  EXPECT_EQ(times[0].self_host_ns, 900);
  EXPECT_EQ(times[2].self_host_ns, 200);
  EXPECT_EQ(times[3].self_host_ns, 500);
}

TEST(OpTimes, LackWhatAMissingSpanBelongsIn) {
  ExampleProfile example = example_of_two_forwards();
  example.profile.launches[0].span.reset();  // the gemm
  const std::vector<OpTimes> times = op_times_of(example.profile, DeviceTimes::kReal);
  EXPECT_EQ(times[0].self_device_ns, 0);
  EXPECT_EQ(times[0].total_device_ns, std::nullopt);
  EXPECT_EQ(times[1].self_device_ns, std::nullopt);
  EXPECT_EQ(times[2].total_device_ns, 140);
  EXPECT_EQ(times[3].total_device_ns, 300);  // of the second forward
}

TEST(OpTimes, OfTheDeviceAreNothingOnACpuAndOnAVirtualClock) {
  const ExampleProfile example = example_of_two_forwards();
  for (const DeviceTimes device_times : {DeviceTimes::kNone, DeviceTimes::kVirtual}) {
    const std::vector<OpTimes> times = op_times_of(example.profile, device_times);
    EXPECT_EQ(times[1].self_device_ns, std::nullopt);
    EXPECT_EQ(times[0].total_device_ns, std::nullopt);
    EXPECT_EQ(times[0].total_host_ns, 400);
  }
}

TEST(OpTimes, DoNotDependOnLaunchesOutsideAnyOp) {
  ExampleProfile example = example_of_two_forwards();
  example.kernel("stray", 1500, 1600, example.call("cudaLaunchKernel", 1400, 1450));
  EXPECT_EQ(op_times_of(example.profile, DeviceTimes::kReal)[2].total_device_ns, 140);
}

TEST(OpRows, AreTheMeansOverForwardsInTheOrderOfOneForward) {
  ExampleProfile example = example_of_two_forwards();
  example.profile.ops[5].span.end_ns += 100;       // the second mul: 300 ns
  example.profile.launches[3].span->end_ns += 50;  // the second gemm: 350 ns
  const std::vector<OpRow> rows = op_rows_of(example.profile, DeviceTimes::kReal);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].order, 0);
  EXPECT_EQ(rows[0].op_path, "aten::matmul");
  EXPECT_EQ(rows[1].order, 1);
  EXPECT_EQ(rows[1].op_path, "aten::matmul › aten::bmm");
  EXPECT_EQ(rows[1].calls, 1);
  EXPECT_DOUBLE_EQ(*rows[0].self_host_time_s, 100e-9);
  EXPECT_DOUBLE_EQ(*rows[0].total_host_time_s, 400e-9);
  EXPECT_DOUBLE_EQ(*rows[0].self_device_time_s, 0);
  EXPECT_DOUBLE_EQ(*rows[0].total_device_time_s, 325e-9);
  EXPECT_DOUBLE_EQ(*rows[1].self_device_time_s, 325e-9);
  EXPECT_DOUBLE_EQ(*rows[2].total_host_time_s, 250e-9);
}

TEST(OpRows, AreOfTheFirstForwardAloneWhenTheyDiffer) {
  ExampleProfile example = example_of_two_forwards();
  example.profile.ops[5].name = "aten::add";
  example.profile.ops[3].span.end_ns += 100;
  const std::vector<OpRow> rows = op_rows_of(example.profile, DeviceTimes::kReal);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[2].op_path, "aten::mul");
  EXPECT_DOUBLE_EQ(*rows[0].total_host_time_s, 400e-9);
}

TEST(OpRows, HaveNoDeviceTimeThatIsNotRealOrNotWhole) {
  ExampleProfile example = example_of_two_forwards();
  EXPECT_FALSE(op_rows_of(example.profile, DeviceTimes::kVirtual)[1].self_device_time_s);
  example.profile.launches[3].span.reset();  // the second gemm: no mean without it
  const std::vector<OpRow> rows = op_rows_of(example.profile, DeviceTimes::kReal);
  EXPECT_FALSE(rows[0].total_device_time_s);
  EXPECT_FALSE(rows[1].self_device_time_s);
  EXPECT_TRUE(rows[2].self_device_time_s);
}

TEST(OpRows, AreNoneWithoutAForward) {
  EXPECT_TRUE(op_rows_of({}, DeviceTimes::kReal).empty());
}

}  // namespace
}  // namespace attn
