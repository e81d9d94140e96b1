#include "results/read_launches.h"

#include <gmock/gmock.h>

#include <fstream>

#include "results/bad_request.h"
#include "results/results_directory.h"
#include "tests/results/example_case.h"
#include "tests/results/temporary_folder.h"

namespace attn {
namespace {

using testing::HasSubstr;

LaunchRow kernel() {
  return {.order = 0,
          .op_path = "aten::mul",
          .kind = "kernel",
          .name = "f<1, \"x\">(int, int)",
          .grid = LaunchExtent{.x = 8, .y = 4, .z = 2},
          .block = LaunchExtent{.x = 128, .y = 1, .z = 1},
          .registers = 255,
          .static_shared_bytes = 0,
          .dynamic_shared_bytes = 49152,
          .occupancy = 0.125,
          .occupancy_limiter = "registers",
          .time_s = 1.5e-6};
}

class ReadLaunches : public testing::Test {
 protected:
  TemporaryFolder folder_;
};

TEST_F(ReadLaunches, GivesBackWhatWasKeptOfARun) {
  ResultsDirectory results(folder_.path());
  const LaunchRow copy = {.order = 1, .op_path = "", .kind = "memcpy", .name = "Memcpy DtoD", .bytes = 268'435'456};
  results.append_case(example_case("run-1"), {}, {}, std::vector{kernel(), copy});
  results.append_case(example_case("run-2"), {}, {}, std::vector{copy});
  const auto launches = read_launches(folder_.path(), "run-1");
  ASSERT_EQ(launches.size(), 1u);
  const std::vector<LaunchRow>& rows = launches.at(example_case().case_name);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].name, kernel().name);
  EXPECT_EQ(rows[0].op_path, "aten::mul");
  EXPECT_EQ(rows[0].grid, kernel().grid);
  EXPECT_EQ(rows[0].block, kernel().block);
  EXPECT_EQ(rows[0].registers, 255);
  EXPECT_EQ(rows[0].dynamic_shared_bytes, 49152);
  EXPECT_EQ(rows[0].occupancy, 0.125);
  EXPECT_EQ(rows[0].occupancy_limiter, "registers");
  EXPECT_EQ(rows[0].time_s, 1.5e-6);
  EXPECT_EQ(rows[1].order, 1);
  EXPECT_EQ(rows[1].grid, std::nullopt);
  EXPECT_EQ(rows[1].bytes, 268'435'456);
}

TEST_F(ReadLaunches, FindsNoneWhereNoneWereKept) {
  EXPECT_TRUE(read_launches(folder_.path(), "run-1").empty());
}

TEST_F(ReadLaunches, RefusesAnExtentThatIsNoneWithItsPlace) {
  ResultsDirectory(folder_.path()).append_case(example_case("run-1"), {}, {}, std::vector{kernel()});
  for (const char* extent : {"8,4", "8,4,x", "8,4,2,1", "8;4;2"}) {
    std::ofstream(folder_.path() / "launches.csv")
        << "run_id,case,order,op_path,kind,name,grid,block,registers,static_shared_bytes,dynamic_shared_bytes,"
           "occupancy,occupancy_limiter,bytes,time_s\n"
        << "run-1,c,0,,kernel,k,\"" << extent << "\",,,,,,,,\n";
    EXPECT_THAT([&] { read_launches(folder_.path(), "run-1"); },
                testing::ThrowsMessage<BadRequest>(
                    testing::AllOf(HasSubstr("launches.csv, line 2, column grid"), HasSubstr("three integers"))))
        << extent;
  }
}

}  // namespace
}  // namespace attn
