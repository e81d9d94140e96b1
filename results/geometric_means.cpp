#include "results/geometric_means.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "results/log_ratio.h"
#include "results/process_medians.h"

namespace attn {
namespace {

/// A case with its processes' medians; without those it has no ratio.
struct MedianCase {
  const CasePair* pair;
  std::vector<double> base_s;
  std::vector<double> new_s;
};

/// What each process weighs in the mean of a side, by run_id.
using Weights = std::map<std::string_view, double>;

void add_weights(std::span<const ProcessTimes> processes, std::span<const double> medians_s, size_t cases,
                 Weights& weights) {
  const double mean = log_times(medians_s).mean;
  const auto share = static_cast<double>(processes.size() * cases);
  for (size_t i = 0; i < processes.size(); ++i) {
    weights[processes[i].run_id] += (std::log(medians_s[i]) - mean) / share;
  }
}

/// A side as if each process had one time, so that the variance of its mean is the clusters'.
LogTimes side_of(const Weights& weights, double mean) {
  const auto n = static_cast<double>(weights.size());
  LogTimes times{.processes = weights.size(), .mean = mean};
  for (const auto& [run_id, weight] : weights) times.variance += weight * weight * n * n / (n - 1);
  return times;
}

/// Why no interval can be given; empty where it can.
std::string refusal_of(std::span<const MedianCase* const> cases, const Weights& base, const Weights& now) {
  const auto single = [](const MedianCase* a) { return std::min(a->base_s.size(), a->new_s.size()) < 2; };
  if (std::ranges::any_of(cases, single)) return "a case has a single process on a side";
  const auto on_both = [&now](const auto& weight) { return now.contains(weight.first); };
  if (std::ranges::any_of(base, on_both)) return "a process is on both sides";
  return "";
}

void set_ratio(std::span<const MedianCase* const> cases, MeanRatio& mean) {
  double log_ratio = 0;
  Weights base;
  Weights now;
  for (const MedianCase* each : cases) {
    log_ratio += (log_times(each->new_s).mean - log_times(each->base_s).mean) / static_cast<double>(cases.size());
    add_weights(each->pair->base, each->base_s, cases.size(), base);
    add_weights(each->pair->now, each->new_s, cases.size(), now);
  }
  const double ratio = std::exp(log_ratio);
  if (!(ratio > 0) || !std::isfinite(ratio)) {
    mean.reason = "the times of base and new are too far apart for a ratio";
    return;
  }
  mean.ratio = ratio;
  mean.reason = refusal_of(cases, base, now);
  if (!mean.reason.empty()) return;
  const std::optional<LogRatio> welch = welch_log_ratio(side_of(base, 0), side_of(now, log_ratio));
  if (welch) mean.interval = ratio_interval(*welch);
  if (!mean.interval) mean.reason = "the processes have all the same time: no spread to judge by";
}

/// All cases, those without a ratio without times.
std::vector<MedianCase> read_cases(std::span<const CasePair> cases) {
  std::vector<MedianCase> read;
  for (const CasePair& pair : cases) {
    ProcessMedians base = process_medians(pair.base, "base");
    ProcessMedians now = process_medians(pair.now, "new");
    read.push_back({&pair, {}, {}});
    if (!base.refusal.empty() || !now.refusal.empty()) continue;
    read.back().base_s = std::move(base.medians_s);
    read.back().new_s = std::move(now.medians_s);
  }
  return read;
}

MeanRatio mean_of(std::span<const MedianCase* const> cases, std::string_view variant) {
  MeanRatio mean{.variant = std::string(variant)};
  std::vector<const MedianCase*> usable;
  for (const MedianCase* each : cases) {
    if (!variant.empty() && each->pair->variant != variant) continue;
    if (each->base_s.empty()) {
      ++mean.left_out;
    } else {
      usable.push_back(each);
    }
  }
  mean.cases = usable.size();
  if (usable.empty()) {
    mean.reason = "no case has a ratio";
  } else {
    set_ratio(usable, mean);
  }
  return mean;
}

}  // namespace

std::vector<MeanRatio> geometric_means(std::span<const CasePair> cases) {
  std::vector<std::string_view> variants;
  for (const CasePair& pair : cases) {
    if (!pair.variant.empty() && std::ranges::find(variants, pair.variant) == variants.end()) {
      variants.push_back(pair.variant);
    }
  }
  const std::vector<MedianCase> read = read_cases(cases);
  std::vector<const MedianCase*> all;
  for (const MedianCase& each : read) all.push_back(&each);
  std::vector<MeanRatio> means;
  for (const std::string_view variant : variants) means.push_back(mean_of(all, variant));
  means.push_back(mean_of(all, ""));
  return means;
}

}  // namespace attn
