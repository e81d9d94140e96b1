#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "results/comparing/fact_changes.h"
#include "results/readable_figures.h"

namespace attn {
namespace {

/// A fact that can change times by itself.
struct Suspect {
  std::string_view key;
  std::string_view words;
};

constexpr auto kSuspects = std::to_array<Suspect>({
    {"device", "another device"},
    {"gpu_name", "another GPU"},
    {"arch", "another architecture"},
    {"cpu_model", "another CPU model"},
    {"cpu_capability", "other CPU instructions"},
    {"host", "another host"},
    {"libtorch_version", "another LibTorch"},
    {"cudnn_version", "another cuDNN"},
    {"cublas_version", "another cuBLAS"},
    {"cuda_runtime_version", "another CUDA runtime"},
    {"threads", "another number of threads"},
    {"cpus_allowed", "another number of CPUs allowed"},
    {"sm_clock_application_hz", "another clock set"},
    {"sm_clock_max_hz", "another highest clock"},
    {"memory_clock_application_hz", "another memory clock set"},
    {"power_limit_w", "another power limit"},
    {"ecc_mode", "ECC otherwise"},
    {"mig_mode", "MIG otherwise"},
    {"persistence_mode", "persistence mode otherwise"},
    {"keep_memory", "freed memory kept or not"},
    {"malloc", "another malloc"},
    {"matmul_precision", "another matmul precision"},
    {"tf32_cublas", "TF32 of cuBLAS otherwise"},
    {"tf32_cudnn", "TF32 of cuDNN otherwise"},
    {"sdp_math_reduced_precision", "another precision of SdpaMath"},
    {"attn_bench_version", "another attn_bench"},
    {"min_time_s", "another least time a case"},
    {"max_time_s", "another most time a case"},
    {"rounds", "another number of rounds"},
    {"seed", "another seed"},
});

constexpr double kOtherClocks = 0.02;

/// Of ln of the SM clocks that the cases measured; nothing without any.
std::optional<double> mean_log_clock(const Side& side) {
  double sum = 0;
  size_t count = 0;
  for (const KeptRun* run : side.runs()) {
    for (const KeptCase& kept : run->cases) {
      const std::optional<double> clock_hz = metric_of(kept, "sm_clock_hz");
      if (!clock_hz || !(*clock_hz > 0)) continue;
      sum += std::log(*clock_hz);
      ++count;
    }
  }
  if (count == 0) return std::nullopt;
  return sum / static_cast<double>(count);
}

void add_clocks(std::vector<std::string>& sentences, const Side& base, const Side& now) {
  const std::optional<double> before = mean_log_clock(base);
  const std::optional<double> after = mean_log_clock(now);
  if (!before || !after || std::abs(*after - *before) <= std::log1p(kOtherClocks)) return;
  sentences.push_back(fmt::format("other clocks: the SM ran at {:.0f} MHz in base and at {:.0f} MHz in new",
                                  std::exp(*before) * 1e-6, std::exp(*after) * 1e-6));
}

bool has_flag(const CaseRow& row, std::string_view flag) {
  return !row.flags.empty() && fmt::format(" {} ", row.flags).find(fmt::format(" {} ", flag)) != std::string::npos;
}

struct FlagCount {
  size_t with_it = 0;
  size_t of = 0;
};

FlagCount count_flag(const Side& side, std::string_view flag) {
  FlagCount count;
  for (const KeptRun* run : side.runs()) {
    for (const KeptCase& kept : run->cases) {
      if (kept.row.source != "measured" || kept.row.status != "ok") continue;
      ++count.of;
      if (has_flag(kept.row, flag)) ++count.with_it;
    }
  }
  return count;
}

void add_flag(std::vector<std::string>& sentences, const Side& base, const Side& now, std::string_view flag,
              std::string_view meaning) {
  const FlagCount before = count_flag(base, flag);
  const FlagCount after = count_flag(now, flag);
  if (before.with_it + after.with_it == 0) return;
  sentences.push_back(fmt::format("{}: {} of {} measurements of a case in base, {} of {} in new: {}", flag,
                                  before.with_it, before.of, after.with_it, after.of, meaning));
}

std::set<std::string> sources_of(const Side& side) {
  std::set<std::string> sources;
  for (const KeptRun* run : side.runs()) {
    for (const KeptCase& kept : run->cases) sources.insert(kept.row.source);
  }
  return sources;
}

void add_sources(std::vector<std::string>& sentences, const Side& base, const Side& now) {
  const std::set<std::string> before = sources_of(base);
  const std::set<std::string> after = sources_of(now);
  if (before.size() == 1 && before == after) return;
  sentences.push_back(fmt::format(
      "base is {}, new is {}: a plan has no times, so only what was measured on both sides is compared in time",
      fmt::join(before, " and "), fmt::join(after, " and ")));
}

void add_shared_runs(std::vector<std::string>& sentences, const Side& base, const Side& now) {
  std::set<std::string_view> of_base;
  for (const KeptRun* run : base.runs()) of_base.insert(run->run_id);
  const auto shared =
      std::ranges::count_if(now.runs(), [&](const KeptRun* run) { return of_base.contains(run->run_id); });
  if (shared == 0) return;
  sentences.push_back(fmt::format("{} on both sides: what is compared with itself is unchanged",
                                  counted(static_cast<int64_t>(shared), "run")));
}

}  // namespace

std::vector<std::string> confounders(const Side& base, const Side& now, const FactChanges& facts) {
  std::vector<std::string> sentences;
  add_sources(sentences, base, now);
  for (const Suspect& suspect : kSuspects) {
    const auto change = std::ranges::find(facts.changes, suspect.key, &FactChange::key);
    if (change == facts.changes.end()) continue;
    sentences.push_back(change->before == change->after
                            ? fmt::format("{} among the runs of a side: {}", suspect.words, change->before)
                            : fmt::format("{}: {} → {}", suspect.words, change->before, change->after));
  }
  add_clocks(sentences, base, now);
  add_flag(sentences, base, now, "throttled", "the GPU slowed itself down");
  add_flag(sentences, base, now, "disturbed", "other work took the cores");
  add_flag(sentences, base, now, "unblocked", "the host was too slow for the GPU");
  add_shared_runs(sentences, base, now);
  return sentences;
}

}  // namespace attn
