#include "results/geometric_means.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "results/log_ratio.h"
#include "results/process_medians.h"

namespace attn {
namespace {

struct UsableCase {
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
std::string refusal_of(std::span<const UsableCase> cases, const Weights& base, const Weights& now) {
  const auto single = [](const UsableCase& a) { return std::min(a.base_s.size(), a.new_s.size()) < 2; };
  if (std::ranges::any_of(cases, single)) return "a case has a single process on a side";
  const auto on_both = [&now](const auto& weight) { return now.contains(weight.first); };
  if (std::ranges::any_of(base, on_both)) return "a process is on both sides";
  return "";
}

void set_ratio(std::span<const UsableCase> cases, MeanRatio& mean) {
  double log_ratio = 0;
  Weights base;
  Weights now;
  for (const UsableCase& each : cases) {
    log_ratio += (log_times(each.new_s).mean - log_times(each.base_s).mean) / static_cast<double>(cases.size());
    add_weights(each.pair->base, each.base_s, cases.size(), base);
    add_weights(each.pair->now, each.new_s, cases.size(), now);
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

MeanRatio mean_of(std::span<const CasePair> cases, std::string_view variant) {
  MeanRatio mean{.variant = std::string(variant)};
  std::vector<UsableCase> usable;
  for (const CasePair& pair : cases) {
    if (!variant.empty() && pair.variant != variant) continue;
    ProcessMedians base = process_medians(pair.base, "base");
    ProcessMedians now = process_medians(pair.now, "new");
    if (base.refusal.empty() && now.refusal.empty()) {
      usable.push_back({&pair, std::move(base.medians_s), std::move(now.medians_s)});
    } else {
      ++mean.left_out;
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
  std::vector<MeanRatio> means;
  for (const std::string_view variant : variants) means.push_back(mean_of(cases, variant));
  means.push_back(mean_of(cases, ""));
  return means;
}

}  // namespace attn
