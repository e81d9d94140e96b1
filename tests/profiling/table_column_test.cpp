#include "profiling/table_column.h"

#include <gmock/gmock.h>

#include "results/bad_request.h"

namespace attn {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;
using testing::ThrowsMessage;

TEST(TableColumn, HasTheNamesThatPyTorchSortsBy) {
  EXPECT_EQ(table_column_named("cpu_time", ""), TableColumn::kMeanHostTime);
  EXPECT_EQ(table_column_named("cpu_time_total", ""), TableColumn::kTotalHostTime);
  EXPECT_EQ(table_column_named("self_cpu_time_total", ""), TableColumn::kSelfHostTime);
  EXPECT_EQ(table_column_named("cuda_time", ""), TableColumn::kMeanDeviceTime);
  EXPECT_EQ(table_column_named("cuda_time_total", ""), TableColumn::kTotalDeviceTime);
  EXPECT_EQ(table_column_named("self_cuda_time_total", ""), TableColumn::kSelfDeviceTime);
  EXPECT_EQ(table_column_named("self_device_time_total", ""), TableColumn::kSelfDeviceTime);
  EXPECT_EQ(table_column_named("count", ""), TableColumn::kCalls);
  EXPECT_EQ(table_column_named("key", ""), TableColumn::kName);
}

TEST(TableColumn, IsFoundByItsHeading) {
  for (const char* heading : {"Self CPU %", "Self CPU", "CPU total %", "CPU total", "CPU time avg", "Self CUDA",
                              "Self CUDA %", "CUDA total", "CUDA time avg", "# of Calls", "Name"}) {
    const std::string shown(heading_of(table_column_named(heading, "")));
    EXPECT_THAT(heading, StartsWith(shown));
  }
}

TEST(TableColumn, IsFoundByTheNameThatHelpShows) {
  const std::vector<std::string> names = table_column_names();
  ASSERT_EQ(names.size(), 8U);
  for (size_t i = 0; i < names.size(); ++i)
    EXPECT_EQ(table_column_named(names[i], ""), static_cast<TableColumn>(i)) << names[i];
}

TEST(TableColumn, ThatIsUnknownIsRefusedWithNearNames) {
  EXPECT_THAT([] { table_column_named("self_cuda_tme", "--table_by"); },
              ThrowsMessage<BadRequest>(AllOf(StartsWith("--table_by=self_cuda_tme: no such column (did you mean "
                                                         "self_device_time"),
                                              HasSubstr("there are name, self_cpu_time, cpu_time_total"))));
  EXPECT_THROW(table_column_named("", "--table_by"), BadRequest);
  EXPECT_THROW(table_column_named("flops", "--table_by"), BadRequest);
}

}  // namespace
}  // namespace attn
