#include "profiling/op_table.h"

#include <gmock/gmock.h>

#include "tests/profiling/example_profile.h"

namespace attn {
namespace {

using testing::ElementsAre;

const OpTableRow& row_named(const OpTable& table, const std::string& name) {
  for (const OpTableRow& row : table.rows)
    if (row.name == name) return row;
  throw std::runtime_error("no row " + name);
}

std::vector<std::string> names_of(const OpTable& table) {
  std::vector<std::string> names;
  for (const OpTableRow& row : table.rows) names.push_back(row.name);
  return names;
}

TEST(OpTable, AddsUpAnOpsTimesOverAllForwards) {
  const OpTable table = op_table_of(example_of_two_forwards().profile, DeviceTimes::kReal);
  const OpTableRow& bmm = row_named(table, "aten::bmm");
  EXPECT_EQ(bmm.kind, TableRowKind::kOp);
  EXPECT_EQ(bmm.calls, 2);
  EXPECT_NEAR(bmm.self_host_time_s, 400e-9, 1e-18);  // without cudaLaunchKernel
  EXPECT_NEAR(bmm.total_host_time_s, 600e-9, 1e-18);
  EXPECT_NEAR(*bmm.self_device_time_s, 600e-9, 1e-18);
  const OpTableRow& matmul = row_named(table, "aten::matmul");
  EXPECT_NEAR(matmul.self_host_time_s, 200e-9, 1e-18);
  EXPECT_NEAR(*matmul.self_device_time_s, 0, 1e-18);
  EXPECT_NEAR(*matmul.total_device_time_s, 600e-9, 1e-18);
  EXPECT_NEAR(*value_of(matmul, TableColumn::kMeanHostTime), 400e-9, 1e-18);
  EXPECT_NEAR(*value_of(matmul, TableColumn::kMeanDeviceTime), 300e-9, 1e-18);
}

TEST(OpTable, HasRowsOfCallsAndOfLaunches) {
  const OpTable table = op_table_of(example_of_two_forwards().profile, DeviceTimes::kReal);
  const OpTableRow& call = row_named(table, "cudaLaunchKernel");
  EXPECT_EQ(call.kind, TableRowKind::kCall);
  EXPECT_EQ(call.calls, 4);
  EXPECT_NEAR(call.self_host_time_s, 300e-9, 1e-18);
  EXPECT_EQ(call.self_device_time_s, 0);
  const OpTableRow& copy = row_named(table, "Memcpy DtoD");
  EXPECT_EQ(copy.kind, TableRowKind::kLaunch);
  EXPECT_EQ(copy.calls, 2);
  EXPECT_EQ(copy.total_host_time_s, 0);
  EXPECT_NEAR(*copy.self_device_time_s, 80e-9, 1e-18);
}

TEST(OpTable, CountsEachTimeOnceInItsSums) {
  const OpTable table = op_table_of(example_of_two_forwards().profile, DeviceTimes::kReal);
  EXPECT_EQ(table.forwards, 2);
  EXPECT_NEAR(table.self_host_time_s, 2 * 600e-9, 1e-18);     // matmul 400 and mul 200
  EXPECT_NEAR(*table.self_device_time_s, 2 * 440e-9, 1e-18);  // 300 + 100 + 40
}

TEST(OpTable, IsSortedByDeviceTimeWhereThereIsOne) {
  const ExampleProfile example = example_of_two_forwards();
  const OpTable table = op_table_of(example.profile, DeviceTimes::kReal);
  EXPECT_EQ(table.sorted_by, TableColumn::kSelfDeviceTime);
  EXPECT_THAT(names_of(table), ElementsAre("aten::bmm", "gemm", "aten::mul", "mul", "Memcpy DtoD", "aten::matmul",
                                           "cudaLaunchKernel", "cudaMemcpyAsync"));
  EXPECT_EQ(op_table_of(example.profile, DeviceTimes::kVirtual).sorted_by, TableColumn::kSelfHostTime);
}

TEST(OpTable, IsSortedByTheColumnThatIsAskedFor) {
  const ExampleProfile example = example_of_two_forwards();
  const auto first = [&](TableColumn column) {
    return names_of(op_table_of(example.profile, DeviceTimes::kReal, column)).front();
  };
  EXPECT_EQ(first(TableColumn::kTotalHostTime), "aten::matmul");
  EXPECT_EQ(first(TableColumn::kSelfHostTime), "aten::bmm");
  EXPECT_EQ(first(TableColumn::kCalls), "cudaLaunchKernel");
  EXPECT_EQ(first(TableColumn::kTotalDeviceTime), "aten::matmul");
  EXPECT_EQ(first(TableColumn::kMeanHostTime), "aten::matmul");
  EXPECT_EQ(first(TableColumn::kMeanDeviceTime), "aten::matmul");
  EXPECT_THAT(names_of(op_table_of(example.profile, DeviceTimes::kReal, TableColumn::kName)),
              ElementsAre("Memcpy DtoD", "aten::bmm", "aten::matmul", "aten::mul", "cudaLaunchKernel",
                          "cudaMemcpyAsync", "gemm", "mul"));
}

TEST(OpTable, SaysWhenThereIsNothingToSortBy) {
  const OpTable table =
      op_table_of(example_of_two_forwards().profile, DeviceTimes::kVirtual, TableColumn::kTotalDeviceTime);
  EXPECT_EQ(table.not_sorted_by, TableColumn::kTotalDeviceTime);
  EXPECT_EQ(table.sorted_by, TableColumn::kSelfHostTime);
  EXPECT_FALSE(row_named(table, "gemm").self_device_time_s);
  EXPECT_FALSE(table.self_device_time_s);
}

TEST(OpTable, LeavesBlankWhatALostSpanBelongsIn) {
  ExampleProfile example = example_of_two_forwards();
  example.profile.launches[0].span.reset();  // a gemm
  const OpTable table = op_table_of(example.profile, DeviceTimes::kReal);
  EXPECT_EQ(table.launches_without_time, 1);
  EXPECT_FALSE(table.self_device_time_s);
  EXPECT_FALSE(row_named(table, "gemm").self_device_time_s);
  EXPECT_FALSE(row_named(table, "aten::bmm").self_device_time_s);
  EXPECT_FALSE(row_named(table, "aten::matmul").total_device_time_s);
  EXPECT_TRUE(row_named(table, "mul").self_device_time_s);
  EXPECT_THAT(names_of(table), ElementsAre("aten::mul", "mul", "Memcpy DtoD", "aten::matmul", "cudaLaunchKernel",
                                           "cudaMemcpyAsync", "aten::bmm", "gemm"));  // what is not known comes last
}

TEST(OpTable, CountsAnOpThatOnlyRepeatsItsCallerOnce) {
  ExampleProfile example;
  example.forward(0, 1000);
  const size_t outer = example.op("aten::mul", 0, 300);
  const size_t middle = example.op("aten::mul", 50, 250, static_cast<int64_t>(outer));
  const size_t inner = example.op("aten::mul", 100, 200, static_cast<int64_t>(middle));
  example.kernel("k", 300, 340, example.call("cudaLaunchKernel", 120, 150, inner));
  const OpTable table = op_table_of(example.profile, DeviceTimes::kReal);
  const OpTableRow& mul = row_named(table, "aten::mul");
  EXPECT_EQ(mul.calls, 1);
  EXPECT_NEAR(mul.total_host_time_s, 300e-9, 1e-18);
  EXPECT_NEAR(mul.self_host_time_s, 270e-9, 1e-18);
  EXPECT_NEAR(*mul.self_device_time_s, 40e-9, 1e-18);
  EXPECT_NEAR(*mul.total_device_time_s, 40e-9, 1e-18);
}

TEST(OpTable, CountsWhatARepeatedOpDoesAsItsCallersDoing) {
  ExampleProfile example;
  example.forward(0, 1000);
  example.op("aten::cat", 0, 300);
  example.op("aten::cat", 10, 290, 0);   // the same again
  example.op("aten::cat", 20, 100, 1);   // but these two are
  example.op("aten::cat", 100, 200, 1);  // calls of their own
  const OpTableRow row = op_table_of(example.profile, DeviceTimes::kNone).rows.at(0);
  EXPECT_EQ(row.calls, 3);
  EXPECT_NEAR(row.total_host_time_s, 480e-9, 1e-18);
  EXPECT_NEAR(row.self_host_time_s, 300e-9, 1e-18);
}

TEST(OpTable, CountsAnOpOfTheSameNameTwiceWhereTheCallerDoesMore) {
  ExampleProfile example;
  example.forward(0, 1000);
  example.op("aten::add", 0, 300);
  example.op("aten::add", 50, 100, 0);
  example.op("aten::to", 100, 200, 0);
  example.op("aten::copy_", 400, 700);
  example.op("aten::copy_", 450, 500, 3);
  example.call("cudaStreamSynchronize", 550, 600, 3);
  const OpTable table = op_table_of(example.profile, DeviceTimes::kReal);
  EXPECT_EQ(row_named(table, "aten::add").calls, 2);
  EXPECT_NEAR(row_named(table, "aten::add").total_host_time_s, 350e-9, 1e-18);
  EXPECT_NEAR(row_named(table, "aten::add").self_host_time_s, 200e-9, 1e-18);
  EXPECT_EQ(row_named(table, "aten::copy_").calls, 2);
}

TEST(OpTable, CountsLaunchesThatOverlapInFull) {
  ExampleProfile example;
  example.forward(0, 1000);
  const size_t op = example.op("a", 0, 300);
  example.kernel("k", 400, 600, example.call("cudaLaunchKernel", 10, 20, op));
  example.kernel("k", 500, 700, example.call("cudaLaunchKernel", 30, 40, op)).stream = 13;
  const OpTable table = op_table_of(example.profile, DeviceTimes::kReal);
  EXPECT_NEAR(*row_named(table, "a").self_device_time_s, 400e-9, 1e-18);
  EXPECT_NEAR(*table.self_device_time_s, 400e-9, 1e-18);
}

TEST(OpTable, TellsTheOpsOfThreadsByNameAlone) {
  ExampleProfile example;
  example.forward(0, 1000);
  example.op("a", 0, 300);
  example.op("a", 0, 500, -1, 101);
  const OpTable table = op_table_of(example.profile, DeviceTimes::kNone);
  ASSERT_EQ(table.rows.size(), 1U);
  EXPECT_EQ(table.rows[0].calls, 2);
  EXPECT_NEAR(table.rows[0].self_host_time_s, 800e-9, 1e-18);
}

TEST(OpTable, OfAnEmptyProfileHasNoRows) {
  const OpTable table = op_table_of({}, DeviceTimes::kReal);
  EXPECT_TRUE(table.rows.empty());
  EXPECT_EQ(table.self_host_time_s, 0);
}

}  // namespace
}  // namespace attn
