#include "benchmarks/process_sweep.h"

#include <gtest/gtest.h>

#include <cmath>

namespace attn {
namespace {

ResultRow row_of(const std::string& run_id, const std::string& metric, double value) {
  ResultRow row;
  row.row.run_id = run_id;
  row.row.status = "ok";
  row.row.backend_ran = "flash";
  row.metric = MetricValue{.name = metric, .value = value};
  return row;
}

TEST(Processes, AreReportedByTheMedianOfTheirMediansAndATIntervalOfTheLogs) {
  std::vector<ResultRow> rows;
  for (const double time_s : {1.0, 2.0, 4.0}) {
    const std::string run_id = std::to_string(time_s);
    rows.push_back(row_of(run_id, "time_s", time_s));
    rows.push_back(row_of(run_id, "forwards", 10));
    rows.push_back(row_of(run_id, "model_flops", 8));
  }
  const ReportedCase combined = combine_processes(rows);
  EXPECT_EQ(combined.status, Status::kOk);
  EXPECT_EQ(combined.time_s, 2);
  EXPECT_EQ(combined.forwards, 30);
  EXPECT_EQ(combined.flops_per_s, 4);
  EXPECT_EQ(combined.backend, "flash");
  // Logs −ln 2, 0, ln 2 about ln 2: sd ln 2, se ln 2 / √3, t(0.975, 2) = 4.302653 (any table).
  ASSERT_TRUE(combined.time_interval);
  const double half_width = 4.302653 * std::log(2.0) / std::sqrt(3.0);
  EXPECT_NEAR(combined.time_interval->low, 2 * std::exp(-half_width), 1e-5);
  EXPECT_NEAR(combined.time_interval->high, 2 * std::exp(half_width), 1e-4);
}

TEST(Processes, TheWorstStatusOfAnyProcessCounts) {
  std::vector<ResultRow> rows = {row_of("1", "time_s", 1), row_of("2", "time_s", 1)};
  rows[1].row.status = "incorrect";
  rows[1].row.reason = "rms error too large";
  const ReportedCase combined = combine_processes(rows);
  EXPECT_EQ(combined.status, Status::kIncorrect);
  EXPECT_EQ(combined.reason, "rms error too large");
}

TEST(Processes, FlagsOfAnyProcessAreShownOnceInOrder) {
  std::vector<ResultRow> rows = {row_of("1", "time_s", 1), row_of("2", "time_s", 1)};
  rows[0].row.flags = "disturbed";
  rows[1].row.flags = "not_converged disturbed";
  EXPECT_EQ(combine_processes(rows).flags, "not_converged disturbed");
}

}  // namespace
}  // namespace attn
