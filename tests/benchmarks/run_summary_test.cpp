#include "benchmarks/run_summary.h"

#include <gmock/gmock.h>

#include <cmath>

#include "benchmarks/aggregate_line.h"

namespace attn {
namespace {

using testing::ElementsAre;
using testing::Pair;

ReportLine line_with(Status status, const std::string& flags = "", const std::string& backend = "math") {
  ReportLine line;
  line.status = status;
  line.flags = flags;
  line.backend = backend;
  return line;
}

TEST(RunSummary, CountsEachCaseOnceByItsWorstRound) {
  const RunOutcome outcome = outcome_of({{line_with(Status::kOk), line_with(Status::kFailed)},
                                         {line_with(Status::kIncorrect), line_with(Status::kOk)},
                                         {line_with(Status::kOk)},
                                         {line_with(Status::kOk)}},
                                        false);
  EXPECT_THAT(outcome.count, ElementsAre(Pair(Status::kOk, 2), Pair(Status::kIncorrect, 1), Pair(Status::kFailed, 1)));
  EXPECT_EQ(summary_line(outcome, 4), "2 ok, 1 incorrect, 1 failed");
}

TEST(RunSummary, SaysHowManyCasesAnInterruptionLeftOut) {
  EXPECT_EQ(summary_line(outcome_of({{line_with(Status::kOk)}, {}, {}}, true), 3),
            "1 ok; interrupted, 2 of 3 cases not run");
}

TEST(AggregateLine, JoinsFlagsAndDropsABackendThatChanged) {
  const std::vector<ReportLine> rounds = {line_with(Status::kOk, "disturbed"),
                                          line_with(Status::kOk, "not_converged disturbed", "flash")};
  const ReportLine line = aggregate_line(rounds, "mean", false, {});
  EXPECT_EQ(line.flags, "not_converged disturbed");
  EXPECT_EQ(line.backend, "");
  EXPECT_EQ(line.iterations, 2);
}

TEST(AggregateLine, LeavesOutFiguresThatAreNotFinite) {
  const std::vector<ReportLine> rounds = {line_with(Status::kOk), line_with(Status::kOk)};
  const ReportLine line =
      aggregate_line(rounds, "cv", true, {{"real_time", 0.5}, {"error_rms", std::nan("")}, {"ops", INFINITY}});
  EXPECT_EQ(line.figures.time_s, 0.5);
  EXPECT_FALSE(line.figures.error_rms || line.figures.ops);
}

TEST(ReportLine, TakesATimeThatIsNoneForAFailure) {
  for (const double time_s : {0.0, -1.0, std::nan(""), static_cast<double>(INFINITY)}) {
    ReportedCase round;
    round.status = Status::kOk;
    round.time_s = time_s;
    const ReportLine line = line_of(round);
    EXPECT_EQ(line.status, Status::kFailed);
    EXPECT_FALSE(line.figures.time_s.has_value());
    EXPECT_THAT(line.reason, testing::HasSubstr("no time"));
  }
}

TEST(ReportLine, LeavesOutWhatIsNotFiniteAndKeepsTheRest) {
  ReportedCase round;
  round.status = Status::kOk;
  round.time_s = 1e-3;
  round.flops_per_s = INFINITY;
  round.bytes_per_s = 1e9;
  round.time_interval = Interval{std::nan(""), 1};
  const ReportLine line = line_of(round);
  EXPECT_EQ(line.figures.time_s, 1e-3);
  EXPECT_EQ(line.figures.bytes_per_s, 1e9);
  EXPECT_FALSE(line.figures.flops_per_s || line.figures.time_low_s || line.figures.time_high_s);
}

}  // namespace
}  // namespace attn
