#include "results/comparing/comparison.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "results/bad_request.h"
#include "results/exit_code.h"
#include "tests/results/comparing/example_runs.h"
#include "tests/results/launch_rows.h"

namespace attn {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Runs = std::vector<KeptRun>;

Comparison compare_runs(const Runs& base, const Runs& now) {
  return compare(Side(base), Side(now), {}, {});
}

/// Keeps what a comparison points into.
struct Compared {
  Runs base;
  Runs now;
  Side base_side{base};
  Side new_side{now};
  Comparison comparison = compare(base_side, new_side, {}, {});

  const ComparedCase& only() const { return comparison.cases.at(0); }
};

Compared compared_statuses(const std::string& before, const std::string& after) {
  return {.base = {run_of("b", {bad_case("Naive", 128, before, before == "ok" ? "" : "why base")})},
          .now = {run_of("n", {bad_case("Naive", 128, after, after == "ok" ? "" : "why new")})}};
}

TEST(Compare, MatchesCasesByTheirFullKeyWhateverTheCardAndTheOrder) {
  Runs base = {run_of("b", {timed_case("Naive", 128, 1), timed_case("Naive", 256, 1)})};
  Runs now = {run_of("n", {timed_case("Naive", 256, 1), timed_case("Naive", 128, 1)})};
  for (KeptCase& kept : base[0].cases) kept.row.device = "NVIDIA A100-SXM4-80GB";
  for (KeptCase& kept : now[0].cases) kept.row.device = "NVIDIA H100 80GB HBM3";
  const Compared compared{.base = base, .now = now};
  ASSERT_EQ(compared.comparison.cases.size(), 2u);
  for (const ComparedCase& each : compared.comparison.cases) EXPECT_EQ(each.change, CaseChange::kBoth);
  EXPECT_EQ(compared.only().key,
            "Naive/cuda/fp32/causal/batch:1/q_heads:8/kv_heads:8/q_len:128/kv_len:128/head_dim:64");
}

TEST(Compare, ACaseThatDiffersInAnyPartOfTheKeyIsAnother) {
  const KeptCase first = timed_case("Naive", 128, 1);
  const auto change = [&](auto change_row) {
    KeptCase other = first;
    change_row(other.row);
    return other;
  };
  const std::vector<KeptCase> others = {change([](CaseRow& row) { row.variant = "SdpaMath"; }),
                                        change([](CaseRow& row) { row.dtype = "bf16"; }),
                                        change([](CaseRow& row) { row.mask = "full"; }),
                                        change([](CaseRow& row) { row.cache = "cold"; }),
                                        change([](CaseRow& row) { row.launch = "graph"; }),
                                        change([](CaseRow& row) { row.device = "NVIDIA A100"; }),
                                        change([](CaseRow& row) { row.batch = 2; }),
                                        change([](CaseRow& row) { row.q_heads = 16; }),
                                        change([](CaseRow& row) { row.kv_heads = 4; }),
                                        change([](CaseRow& row) { row.q_len = 1; }),
                                        change([](CaseRow& row) { row.kv_len = 256; }),
                                        change([](CaseRow& row) { row.head_dim = 128; })};
  for (const KeptCase& other : others) {
    // A common case besides, without which there is no comparison.
    const Compared compared{.base = {run_of("b", {timed_case("Zero", 1, 1), first})},
                            .now = {run_of("n", {timed_case("Zero", 1, 1), other})}};
    ASSERT_EQ(compared.comparison.cases.size(), 3u);
    EXPECT_EQ(count_of(compared.comparison, CaseChange::kRemoved), 1u);
    EXPECT_EQ(count_of(compared.comparison, CaseChange::kAdded), 1u);
  }
}

TEST(Compare, KeepsTheCasesOfSeveralGpusOnASideApart) {
  Runs base = {run_of("b1", {cpu_case("Naive", 128)}), run_of("b2", {cpu_case("Naive", 128)})};
  base[0].cases[0].row.device = "NVIDIA A100-SXM4-80GB";
  base[1].cases[0].row.device = "NVIDIA H100 80GB HBM3";
  const Runs cpu_and_gpu = {base[0], run_of("c", {cpu_case("Naive", 128)})};
  EXPECT_EQ(device_key_for(pointers_to(cpu_and_gpu)), DeviceKey::kClass);
  ASSERT_EQ(device_key_for(pointers_to(base)), DeviceKey::kName);
  const Side side(base, DeviceKey::kName);
  ASSERT_EQ(side.cases().size(), 2u);
  EXPECT_THAT(side.cases()[1].key, testing::StartsWith("Naive/NVIDIA H100 80GB HBM3/fp32/"));
}

TEST(Compare, NamesWhatBecameOfEachStatus) {
  EXPECT_EQ(compared_statuses("ok", "ok").only().change, CaseChange::kBoth);
  for (const char* status : {"failed", "incorrect", "unsupported", "out_of_memory"}) {
    EXPECT_EQ(compared_statuses("ok", status).only().change, CaseChange::kNewlyFailing) << status;
    EXPECT_EQ(compared_statuses(status, status).only().change, CaseChange::kNotOk) << status;
  }
  EXPECT_EQ(compared_statuses("unsupported", "ok").only().change, CaseChange::kNowSupported);
  EXPECT_EQ(compared_statuses("out_of_memory", "ok").only().change, CaseChange::kNewlyOk);
  EXPECT_EQ(compared_statuses("unsupported", "failed").only().change, CaseChange::kNewlyFailing);
  EXPECT_EQ(compared_statuses("failed", "unsupported").only().change, CaseChange::kNotOk);
  EXPECT_EQ(compared_statuses("unsupported", "failed").only().reason, "unsupported (why base) → failed (why new)");
}

TEST(Compare, ACaseThatFailsInOneProcessIsNotOk) {
  const Compared compared{.base = {run_of("b", {timed_case("Naive", 128, 1)})},
                          .now = {run_of("n1", {timed_case("Naive", 128, 1)}),
                                  run_of("n2", {bad_case("Naive", 128, "failed", "broke off")})}};
  EXPECT_EQ(compared.only().change, CaseChange::kNewlyFailing);
  EXPECT_THAT(compared.only().reason, HasSubstr("broke off"));
  EXPECT_EQ(compared.only().verdict, std::nullopt);
}

TEST(Compare, NeverComparesAPlanInTime) {
  Runs planned = five_runs("n", "Naive", 128, 2);
  for (KeptRun& run : planned) run.cases[0].row.source = "planned";
  const Compared compared{.base = five_runs("b", "Naive", 128, 1), .now = planned};
  EXPECT_EQ(compared.only().change, CaseChange::kBoth);
  EXPECT_EQ(compared.only().verdict, std::nullopt);
  EXPECT_THAT(compared.comparison.means, IsEmpty());
}

TEST(Compare, LeavesThePlannedRunsOfASideOutOfItsTimes) {
  Runs now = five_runs("n", "Naive", 128, 1);
  Runs planned = five_runs("p", "Naive", 128, 9);
  for (KeptRun& run : planned) run.cases[0].row.source = "planned";
  now.insert(now.end(), planned.begin(), planned.end());
  const Compared compared{.base = five_runs("b", "Naive", 128, 1), .now = now};
  EXPECT_EQ(compared.only().verdict->new_processes, 5u);
  EXPECT_EQ(compared.only().verdict->verdict, Verdict::kUnchanged);
}

TEST(Compare, TellsExactMetricsThatChanged) {
  KeptCase before = cpu_case("Naive", 128);
  before.row.backend_ran = "flash";
  before.metrics = {{.name = "ops", .value = 45},
                    {.name = "peak_memory_bytes", .value = 4194316},
                    {.name = "launches_guessed", .value = 5},
                    {.name = "error_rms", .value = 1e-7},
                    {.name = "kernels", .value = 3}};
  KeptCase after = before;
  after.row.backend_ran = "efficient";
  after.metrics = {{.name = "ops", .value = 46},
                   {.name = "peak_memory_bytes", .value = 8388632},
                   {.name = "launches_guessed", .value = 6},
                   {.name = "error_rms", .value = 2e-7},
                   {.name = "memcpys", .value = 1}};
  const Compared compared{.base = {run_of("b", {before})}, .now = {run_of("n", {after})}};
  EXPECT_THAT(compared.only().exact,
              ElementsAre(ExactChange{"backend_ran", "flash", "efficient"}, ExactChange{"ops", "45", "46"},
                          ExactChange{"peak_memory_bytes", "4,194,316 B", "8,388,632 B"}));
  const Compared same{.base = {run_of("b", {before})}, .now = {run_of("n", {before})}};
  EXPECT_THAT(same.only().exact, IsEmpty());
}

TEST(Compare, TellsWhereTheProcessesOfASideDifferInWhatIsExact) {
  KeptCase one = cpu_case("Naive", 128);
  one.metrics = {{.name = "ops", .value = 45}};
  KeptCase other = one;
  other.metrics[0].value = 46;
  const Compared compared{.base = {run_of("b", {one})}, .now = {run_of("n1", {one}), run_of("n2", {other})}};
  EXPECT_THAT(compared.only().exact, ElementsAre(ExactChange{"ops", "45", "45 or 46"}));
}

TEST(Compare, TellsLaunchesThatChangedOneByOne) {
  KeptCase before = cpu_case("Naive", 128);
  before.launches = {kernel_row("aten::mul", "f"), kernel_row("aten::masked_fill", "g")};
  KeptCase after = before;
  after.launches[0].registers = 168;
  after.launches.push_back(copy_row("aten::masked_fill", 268'435'456));
  const Compared compared{.base = {run_of("b", {before})}, .now = {run_of("n", {after})}};
  const std::string changes = launch_changes(*compared.only().base, *compared.only().now);
  EXPECT_THAT(changes, AllOf(HasSubstr("registers 255 → 168"), HasSubstr("+ 1 Memcpy DtoD of 268,435,456 bytes")));
  EXPECT_THAT(launch_changes(*compared.only().base, *compared.only().base), IsEmpty());
}

TEST(Compare, RefusesSidesWithoutACommonCase) {
  const Runs base = {run_of("b", {timed_case("Naive", 128, 1)})};
  const Runs now = {run_of("n", {timed_case("Naive", 256, 1)})};
  EXPECT_THAT([&] { compare_runs(base, now); },
              testing::ThrowsMessage<BadRequest>(
                  AllOf(HasSubstr("no case in common"), HasSubstr("q_len:128"), HasSubstr("q_len:256"))));
}

TEST(Compare, SittingsOfBaseRaiseTheNoiseFloor) {
  const Runs base = five_runs("b", "Naive", 128, 1);
  const Runs now = five_runs("n", "Naive", 128, 1.05);
  const Side base_side(base);
  const Side new_side(now);
  EXPECT_EQ(compare(base_side, new_side, {}, {}).cases[0].verdict->verdict, Verdict::kSlower);
  std::vector<Runs> sittings;
  for (const double time_s : {1.08, 0.93, 1.05, 0.96, 1.07}) sittings.push_back(five_runs("a", "Naive", 128, time_s));
  std::vector<Side> aa;
  for (const Runs& runs : sittings) aa.emplace_back(runs);
  const Comparison comparison = compare(base_side, new_side, aa, {});
  EXPECT_EQ(comparison.cases[0].verdict->verdict, Verdict::kUnsure);
  EXPECT_GT(comparison.cases[0].verdict->noise_floor, 0.1);
}

TEST(ExitCode, IsBadForARegressionAndWhatIsAsBad) {
  const CompareSettings plain;
  const Compared slower{.base = five_runs("b", "Naive", 128, 1), .now = five_runs("n", "Naive", 128, 1.2)};
  const Compared faster{.base = five_runs("b", "Naive", 128, 1), .now = five_runs("n", "Naive", 128, 0.8)};
  const Compared failing = compared_statuses("ok", "failed");
  const Compared removed{.base = {run_of("b", {timed_case("Naive", 128, 1), timed_case("Naive", 256, 1)})},
                         .now = {run_of("n", {timed_case("Naive", 128, 1)})}};
  EXPECT_EQ(exit_code_of(slower.comparison, plain), kExitBadAnswer);
  EXPECT_EQ(exit_code_of(faster.comparison, plain), kExitFine);
  EXPECT_EQ(exit_code_of(failing.comparison, plain), kExitBadAnswer);
  EXPECT_EQ(exit_code_of(removed.comparison, plain), kExitBadAnswer);
  EXPECT_EQ(exit_code_of(removed.comparison, {.allow_removed = true}), kExitFine);
  EXPECT_EQ(exit_code_of(removed.comparison, {.allow_removed = true, .strict = true}), kExitBadAnswer)
      << "one process a side is unsure";
  EXPECT_EQ(exit_code_of(compared_statuses("unsupported", "ok").comparison, plain), kExitFine);
}

}  // namespace
}  // namespace attn
