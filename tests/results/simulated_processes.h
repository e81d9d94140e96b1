#pragma once

#include <cmath>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "results/verdict.h"

namespace attn {

/// Processes whose times are drawn, for the rates at which verdicts are wrong. Noise is of ln time.
struct SimulatedNoise {
  double process = 0;        ///< standard deviation between the processes of a case
  double shared = 0;         ///< of that variance, the share that a process has in all its cases
  bool heavy_tails = false;  ///< Student's t with 3 degrees of freedom, scaled to the same standard deviation
  double drift = 0;          ///< from the first process to the last, in all cases
  double sample = 0.02;      ///< standard deviation of the samples within a process
};

class SimulatedProcesses {
 public:
  SimulatedProcesses(SimulatedNoise noise, unsigned seed) : noise_(noise), random_(seed) {}

  /// cases[case][process], each with 30 samples around 1 ms.
  std::vector<std::vector<ProcessTimes>> measure(size_t processes, size_t cases) {
    std::vector<std::vector<ProcessTimes>> measured(cases);
    for (size_t process = 0; process < processes; ++process) {
      const double of_all = std::sqrt(noise_.shared) * deviation() +
                            noise_.drift * static_cast<double>(process) / static_cast<double>(processes - 1);
      for (std::vector<ProcessTimes>& of_case : measured) {
        of_case.push_back(draw(process, of_all + std::sqrt(1 - noise_.shared) * deviation()));
      }
    }
    return measured;
  }

  std::mt19937_64& random() { return random_; }

 private:
  double deviation() {
    if (!noise_.heavy_tails) return noise_.process * normal_(random_);
    return noise_.process * std::student_t_distribution<double>(3)(random_) / std::sqrt(3.0);  // its variance is 3
  }

  ProcessTimes draw(size_t process, double log_time) {
    ProcessTimes times{.run_id = std::to_string(process), .samples_s = {}};
    for (int sample = 0; sample < 30; ++sample) {
      times.samples_s.push_back(1e-3 * std::exp(log_time + noise_.sample * normal_(random_)));
    }
    return times;
  }

  SimulatedNoise noise_;
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
};

/// 0, 1, … n − 1.
inline std::vector<size_t> in_order(size_t n) {
  std::vector<size_t> order(n);
  std::iota(order.begin(), order.end(), size_t{0});
  return order;
}

/// Each case's processes as a comparison: the first half of `order` is base, the second new.
inline std::vector<CasePair> split(const std::vector<std::vector<ProcessTimes>>& measured,
                                   const std::vector<size_t>& order) {
  std::vector<CasePair> pairs;
  for (const std::vector<ProcessTimes>& of_case : measured) {
    CasePair& pair = pairs.emplace_back();
    pair.name = std::to_string(pairs.size());
    pair.variant = "Naive";
    for (size_t i = 0; i < order.size(); ++i) {
      (i < order.size() / 2 ? pair.base : pair.now).push_back(of_case[order[i]]);
    }
  }
  return pairs;
}

}  // namespace attn
