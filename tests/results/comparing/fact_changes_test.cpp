#include "results/comparing/fact_changes.h"

#include <gmock/gmock.h>

#include "results/bad_request.h"
#include "tests/results/comparing/example_runs.h"

namespace attn {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using Runs = std::vector<KeptRun>;

Facts gpu_facts(const std::string& driver) {
  return {{"command_line", "attn_bench --out=runs/" + driver},
          {"gpu_name", "NVIDIA A100-SXM4-80GB"},
          {"driver_version", driver},
          {"sm_clock_hz", driver + "000"},
          {"sm_clock_application_hz", "1410000000"},
          {"option --out", "runs/" + driver}};
}

KeptRun gpu_run(const std::string& run_id, const std::string& driver) {
  KeptCase kept = timed_case("Naive", 128, 1);
  kept.row.device = "NVIDIA A100-SXM4-80GB";
  kept.row.driver_version = driver;
  return run_of(run_id, {kept}, gpu_facts(driver));
}

std::vector<std::string> confounders_of(const Runs& base, const Runs& now) {
  const Side base_side(base);
  const Side new_side(now);
  return confounders(base_side, new_side, fact_changes(base_side, new_side));
}

std::vector<std::string> changed_keys(const Runs& base, const Runs& now) {
  std::vector<std::string> keys;
  for (const FactChange& change : fact_changes(Side(base), Side(now)).changes) keys.push_back(change.key);
  return keys;
}

TEST(FactChanges, SayThatOnlyTheDriverIsAnother) {
  const Runs base = {gpu_run("b", "580.65.06")};
  const Runs now = {gpu_run("n", "590.10.01")};
  const FactChanges facts = fact_changes(Side(base), Side(now));
  ASSERT_EQ(facts.changes.size(), 1u);
  EXPECT_EQ(facts.changes[0].key, "driver_version");
  EXPECT_EQ(facts.changes[0].before, "580.65.06");
  EXPECT_EQ(facts.changes[0].after, "590.10.01");
  EXPECT_EQ(facts.equal, 8u);  // host, source, device, arch, LibTorch, threads; the GPU's name, the clock set
  EXPECT_THAT(confounders_of(base, now), IsEmpty());
}

TEST(FactChanges, AreKnownFromTheCasesWhereRunsCsvIsMissing) {
  Runs base = {gpu_run("b", "580.65.06")};
  const Runs now = {gpu_run("n", "590.10.01")};
  base[0].facts.clear();
  EXPECT_THAT(changed_keys(base, now), ElementsAre("driver_version"));
}

TEST(FactChanges, NameAFactThatOnlyOneSideHas) {
  Runs base = {gpu_run("b", "580.65.06")};
  Runs now = base;
  now[0].facts.emplace_back("env_OMP_NUM_THREADS", "1");
  const FactChanges facts = fact_changes(Side(base), Side(now));
  ASSERT_EQ(facts.changes.size(), 1u);
  EXPECT_EQ(facts.changes[0].before, "");
  EXPECT_EQ(facts.changes[0].after, "1");
}

TEST(FactChanges, NameAllValuesOfASideWhoseRunsDiffer) {
  const Runs base = {gpu_run("b1", "580.65.06"), gpu_run("b2", "580.95.05")};
  const FactChanges facts = fact_changes(Side(base), Side(base));
  ASSERT_EQ(facts.changes.size(), 1u);
  EXPECT_EQ(facts.changes[0].before, "580.65.06 or 580.95.05");
}

TEST(FactChanges, CompareEachOfSeveralGpusWithItsLike) {
  Runs base = {gpu_run("b1", "580.65.06"), gpu_run("b2", "580.65.06")};
  Runs now = {gpu_run("n1", "590.10.01"), gpu_run("n2", "590.10.01")};
  for (KeptRun* run : {&base[1], &now[1]}) {
    run->cases[0].row.device = "NVIDIA H100 80GB HBM3";
    run->facts[1].second = "NVIDIA H100 80GB HBM3";
  }
  const FactChanges facts = fact_changes(Side(base, DeviceKey::kName), Side(now, DeviceKey::kName));
  EXPECT_THAT(facts.changes, ElementsAre(FactChange{"driver_version", "580.65.06", "590.10.01"}));
}

TEST(Confounders, AreNamedEach) {
  const Runs base = {gpu_run("b", "580.65.06")};
  const auto changed = [&](auto change) {
    Runs now = {gpu_run("n", "590.10.01")};
    change(now[0]);
    return confounders_of(base, now);
  };
  const auto set_fact = [](KeptRun& run, std::string_view key, const std::string& value) {
    for (auto& [name, known] : run.facts) {
      if (name == key) known = value;
    }
  };
  EXPECT_THAT(changed([&](KeptRun& run) { set_fact(run, "gpu_name", "NVIDIA H100"); }),
              ElementsAre("another GPU: NVIDIA A100-SXM4-80GB → NVIDIA H100"));
  EXPECT_THAT(changed([&](KeptRun& run) { set_fact(run, "sm_clock_application_hz", "1065000000"); }),
              ElementsAre(HasSubstr("another clock set: 1410000000 → 1065000000")));
  EXPECT_THAT(changed([](KeptRun& run) { run.cases[0].row.device = "NVIDIA H100"; }),
              ElementsAre(HasSubstr("another device")));
  EXPECT_THAT(changed([](KeptRun& run) { run.cases[0].row.threads = 1; }),
              ElementsAre("another number of threads: 2 → 1"));
  EXPECT_THAT(changed([](KeptRun& run) { run.cases[0].row.libtorch_version = "2.13.0"; }),
              ElementsAre("another LibTorch: 2.11.0 → 2.13.0"));
  EXPECT_THAT(changed([](KeptRun& run) { run.cases[0].row.host = "host-b"; }), ElementsAre(HasSubstr("another host")));
  EXPECT_THAT(changed([](KeptRun& run) { run.cases[0].row.flags = "not_converged disturbed"; }),
              ElementsAre(HasSubstr("disturbed: 0 of 1 measurements of a case in base, 1 of 1 in new")));
  EXPECT_THAT(changed([](KeptRun& run) { run.cases[0].row.source = "planned"; }),
              Contains(AllOf(HasSubstr("base is measured, new is planned"), HasSubstr("compared in time"))));
}

TEST(Confounders, AreOtherClocksByWhatTheCasesMeasured) {
  Runs base = {gpu_run("b", "580.65.06")};
  Runs now = {gpu_run("n", "590.10.01")};
  base[0].cases[0].metrics.push_back({.name = "sm_clock_hz", .value = 1410e6});
  now[0].cases[0].metrics.push_back({.name = "sm_clock_hz", .value = 1400e6});
  EXPECT_THAT(confounders_of(base, now), IsEmpty());
  now[0].cases[0].metrics.back().value = 1200e6;
  EXPECT_THAT(confounders_of(base, now),
              ElementsAre("other clocks: the SM ran at 1410 MHz in base and at 1200 MHz in new"));
}

TEST(Confounders, AreRunsOnBothSides) {
  const Runs base = {gpu_run("b1", "580.65.06"), gpu_run("b2", "580.65.06")};
  EXPECT_THAT(confounders_of(base, {base[1]}), ElementsAre(HasSubstr("1 run on both sides")));
}

TEST(ValueOfRun, IsAFactOrAColumnThatAllItsCasesShare) {
  KeptRun run = gpu_run("b", "580.65.06");
  EXPECT_EQ(value_of_run(run, "driver_version"), "580.65.06");
  EXPECT_EQ(value_of_run(run, "threads"), "2");
  EXPECT_EQ(value_of_run(run, "backend_ran"), std::nullopt);
  EXPECT_EQ(value_of_run(run, "weather"), std::nullopt);
  run.cases.push_back(timed_case("SdpaMath", 128, 1));
  EXPECT_THAT([&] { value_of_run(run, "variant"); },
              testing::ThrowsMessage<BadRequest>(AllOf(HasSubstr("run b"), HasSubstr("'Naive' and 'SdpaMath'"))));
}

}  // namespace
}  // namespace attn
