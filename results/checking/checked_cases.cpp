#include "results/checking/checked_cases.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "results/csv.h"
#include "results/readable_figures.h"
#include "results/statistics.h"

namespace attn {
namespace {

/// The median is of the same doubles; another order of adding may cost a bit.
constexpr double kMedianTolerance = 1e-9;
constexpr double kQuotientTolerance = 1e-9;

/// A case as a whole.
class CaseCheck {
 public:
  CaseCheck(const CheckedCase& checked, const RunFacts* facts, const std::string& file, Findings& findings)
      : case_(checked), facts_(facts), file_(file), findings_(findings) {}

  void check_run() const {
    if (facts_ == nullptr || facts_->contains(case_.run_id)) return;
    findings_.add(file_, case_.line, "run_id", fmt::format("runs.csv has nothing of the run {}", case_.run_id));
  }

  void check_time() const {
    const auto time = case_.figures.find("time_s");
    if (case_.status == "ok" && case_.source == "measured" && time == case_.figures.end()) {
      findings_.add(file_, case_.line, "metric", "the case is ok and has no time_s");
    }
    if (case_.status != "ok" && time != case_.figures.end()) {
      findings_.add(file_, time->second.line, "metric", fmt::format("a time of a case that is {}", case_.status));
    }
  }

  void check_samples() const {
    const auto time = case_.figures.find("time_s");
    if (time == case_.figures.end() || case_.sample_times_s.empty()) return;
    const auto& [value, line, samples] = time->second;
    const auto count = static_cast<int64_t>(case_.sample_times_s.size());
    if (samples && *samples != count) {
      findings_.add(file_, line, "samples", fmt::format("{}, but samples.csv has {} of the case", *samples, count));
    }
    const double middle = median(case_.sample_times_s);
    if (std::abs(middle - value) > kMedianTolerance * value) {
      findings_.add(file_, line, "value", fmt::format("{} s, but the median of its samples is {} s", value, middle));
    }
  }

  void check_count(std::string_view metric, int64_t rows, std::string_view other) const {
    const auto figure = case_.figures.find(metric);
    if (figure == case_.figures.end() || rows == 0 || figure->second.value == static_cast<double>(rows)) return;
    findings_.add(file_, figure->second.line, "value",
                  fmt::format("{} {}, but {} has {} of the case", figure->second.value, metric, other, rows));
  }

  void check_quotient(std::string_view rate, std::string_view amount) const {
    const auto quotient = case_.figures.find(rate), of = case_.figures.find(amount),
               time = case_.figures.find("time_s");
    if (quotient == case_.figures.end() || of == case_.figures.end() || time == case_.figures.end()) return;
    const double expected = of->second.value / time->second.value;
    if (std::abs(quotient->second.value - expected) <= kQuotientTolerance * expected) return;
    findings_.add(file_, quotient->second.line, "value",
                  fmt::format("{} {}, but {} over time_s is {}", quotient->second.value, rate, amount, expected));
  }

  /// False where there is a rate and no peak.
  bool check_rates() const {
    const bool flops = check_rate("flops_per_s", peak_flops());
    // What fits the cache comes from there, faster than memory can give it.
    const bool bytes = case_.cache != "cold" || check_rate("bytes_per_s", fact("peak_bandwidth_bytes_per_s"));
    return flops && bytes;
  }

 private:
  bool check_rate(std::string_view metric, std::optional<double> peak) const {
    const auto rate = case_.figures.find(metric);
    if (rate == case_.figures.end()) return true;
    if (!peak) return false;
    if (rate->second.value > *peak) {
      findings_.add(file_, rate->second.line, "value",
                    fmt::format("{} {} is above the card's peak, {}", rate->second.value, metric, *peak));
    }
    return true;
  }

  std::optional<double> fact(std::string_view key) const {
    if (facts_ == nullptr) return std::nullopt;
    const auto run = facts_->find(case_.run_id);
    if (run == facts_->end()) return std::nullopt;
    const auto found = run->second.find(key);
    return found == run->second.end() ? std::nullopt : parse_number(found->second);
  }

  /// fp32 may be done as TF32.
  std::optional<double> peak_flops() const {
    if (case_.dtype == "fp64") return fact("peak_fp64_flops_per_s");
    if (case_.dtype != "fp32") return fact("peak_half_flops_per_s");
    const auto plain = fact("peak_fp32_flops_per_s"), tensor = fact("peak_tf32_flops_per_s");
    return plain && tensor ? std::max(plain, tensor) : plain;
  }

  const CheckedCase& case_;
  const RunFacts* facts_;
  const std::string& file_;
  Findings& findings_;
};

}  // namespace

std::string CheckedCases::key(std::string_view run_id, std::string_view case_name) {
  return fmt::format("{}\n{}", run_id, case_name);
}

CheckedCase* CheckedCases::find(std::string_view run_id, std::string_view case_name) {
  const auto found = cases_.find(key(run_id, case_name));
  return found == cases_.end() ? nullptr : &found->second;
}

CheckedCase& CheckedCases::at(std::string_view run_id, std::string_view case_name) {
  const auto [found, is_new] = cases_.try_emplace(key(run_id, case_name));
  if (is_new) order_.push_back(&found->second);
  return found->second;
}

int64_t check_cases(const CheckedCases& cases, const RunFacts* facts, const std::string& results_file,
                    Findings& findings) {
  int64_t without_peak = 0;
  for (const CheckedCase* checked : cases.in_order()) {
    const CaseCheck check(*checked, facts, results_file, findings);
    check.check_run();
    check.check_time();
    check.check_samples();
    check.check_count("launches", checked->launches, "launches.csv");
    check.check_quotient("flops_per_s", "model_flops");
    check.check_quotient("bytes_per_s", "traffic_bytes");
    if (!check.check_rates()) ++without_peak;
  }
  return without_peak;
}

}  // namespace attn
