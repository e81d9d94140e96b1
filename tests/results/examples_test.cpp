#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <random>

#include "results/checking/check.h"
#include "results/comparing/side.h"
#include "results/run_set.h"
#include "results/summarizing/summary.h"
#include "results/verdict.h"

namespace attn {
namespace {

using testing::IsEmpty;

namespace fs = std::filesystem;

fs::path example(const std::string& name) {
  return fs::path(ATTN_SOURCE_DIR) / "results/examples" / name;
}

RunSet read_example(const std::string& name) {
  return read_runs(std::array{example(name)});
}

TEST(Examples, AreSound) {
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(example(""))) {
    if (entry.is_directory()) folders.push_back(entry.path());
  }
  EXPECT_EQ(folders.size(), 6u);
  const CheckedRuns checked = check_runs(folders);
  EXPECT_EQ(checked.found, 0);
  EXPECT_THAT(checked.findings, IsEmpty());
}

/// Draws five of the runs against five others, again and again, as if they were measurements of two things.
class SelfComparisons {
 public:
  explicit SelfComparisons(const RunSet& runs) : side_(std::span(runs.runs)) {
    for (const SideCase& one : side_.cases()) times_.push_back(times_of(one));
  }

  /// In how many of 200 any case is called faster or slower.
  int alarms(double threshold) {
    std::mt19937_64 random(7);
    int alarms = 0;
    for (int comparison = 0; comparison < 200; ++comparison) {
      std::vector<size_t> order(20);
      std::iota(order.begin(), order.end(), size_t{0});
      std::ranges::shuffle(order, random);
      const std::vector<CaseVerdict> verdicts = judge(drawn(order), {.threshold = threshold});
      const bool is_alarm = std::ranges::any_of(verdicts, [](const CaseVerdict& verdict) {
        return verdict.verdict == Verdict::kFaster || verdict.verdict == Verdict::kSlower;
      });
      alarms += is_alarm ? 1 : 0;
    }
    return alarms;
  }

 private:
  std::vector<CasePair> drawn(const std::vector<size_t>& order) const {
    std::vector<CasePair> pairs;
    for (size_t i = 0; i < times_.size(); ++i) {
      CasePair& pair = pairs.emplace_back();
      pair.name = side_.cases()[i].key;
      for (size_t k = 0; k < 5; ++k) {
        pair.base.push_back(times_[i].at(order[k]));
        pair.now.push_back(times_[i].at(order[5 + k]));
      }
    }
    return pairs;
  }

  Side side_;
  std::vector<std::vector<ProcessTimes>> times_;  ///< of each case
};

TEST(Examples, TwentyProcessesOfTheSameThingHardlyEverDiffer) {
  const RunSet runs = read_example("cpu_twenty_processes");
  ASSERT_EQ(runs.runs.size(), 20u);
  SelfComparisons comparisons(runs);
  const int at_zero = comparisons.alarms(0), at_two_percent = comparisons.alarms(0.02);
  EXPECT_LE(at_zero, 17);
  EXPECT_LE(at_two_percent, 4);
  RecordProperty("at_zero", at_zero);
  RecordProperty("at_two_percent", at_two_percent);
}

TEST(Examples, NaiveIsQuadraticWhereMemoryIsKept) {
  const std::vector<SettingSummary> summaries = summarize(read_example("cpu_memory_kept").runs);
  ASSERT_EQ(summaries.size(), 1u);
  const VariantScaling& naive = summaries[0].scaling.at(0);
  ASSERT_EQ(naive.variant, "Naive");
  const Interval interval = naive.scaling.fit.value().exponent.interval;
  EXPECT_LE(interval.low, 2);
  EXPECT_GE(interval.high, 2);
  EXPECT_LE((interval.high - interval.low) / 2, 0.25);
}

TEST(Examples, NaiveSeemsWorseThanQuadraticWhereMemoryIsGivenBack) {
  const std::vector<SettingSummary> summaries = summarize(read_example("cpu_memory_not_kept").runs);
  EXPECT_GT(summaries.at(0).scaling.at(0).scaling.fit.value().exponent.interval.low, 2);
}

}  // namespace
}  // namespace attn
