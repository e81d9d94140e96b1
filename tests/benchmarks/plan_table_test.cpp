#include "benchmarks/plan_table.h"

#include <gtest/gtest.h>

#include <sstream>

#include "tests/golden_file.h"

namespace attn {
namespace {

TEST(PlanTable, ShowsWhatIsKnownAndWhyTheRestIsNot) {
  std::ostringstream out;
  PlanTable table(out, {.first_line = "launch plan for a100", .name_width = 12, .shows_fit = true});
  table.begin();
  table.line({.case_name = "Naive/a100",
              .status = Status::kOk,
              .reason = "",
              .backend = "none",
              .launches = LaunchCounts{.kernels = 3, .memcpys = 1, .library_calls = 2},
              .ops = 39,
              .peak_memory_bytes = 536870912,
              .largest_registers = 32,
              .lowest_occupancy = 0.5,
              .floor_s = 1.35e-3,
              .host_time_s = 21.5e-6,
              .fits_seq_len = 12890});
  table.line({.case_name = "Cudnn/a100", .status = Status::kOk, .reason = "", .backend = "cudnn"});
  table.line(
      {.case_name = "Math/a100", .status = Status::kOutOfMemory, .reason = "needs 137 GB of 85.1 GB", .backend = ""});
  table.line(
      {.case_name = "Flash/a100", .status = Status::kFailed, .reason = "no kernel image for sm_80", .backend = ""});
  table.end("2 ok, 1 out_of_memory, 1 failed");
  expect_golden("plan.txt", out.str());
}

}  // namespace
}  // namespace attn
