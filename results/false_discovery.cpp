#include "results/false_discovery.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace attn {

std::vector<double> false_discovery_rates(std::span<const double> p_values) {
  if (!std::ranges::all_of(p_values, [](double p) { return p >= 0 && p <= 1; })) {
    throw std::invalid_argument("a p-value is between 0 and 1");
  }
  std::vector<size_t> by_p(p_values.size());
  std::iota(by_p.begin(), by_p.end(), size_t{0});
  std::ranges::sort(by_p, {}, [p_values](size_t index) { return p_values[index]; });
  std::vector<double> rates(p_values.size());
  const auto tests = static_cast<double>(p_values.size());
  double smallest = 1;
  for (size_t rank = by_p.size(); rank > 0; --rank) {
    const size_t index = by_p[rank - 1];
    smallest = std::min(smallest, p_values[index] * tests / static_cast<double>(rank));
    rates[index] = smallest;
  }
  return rates;
}

}  // namespace attn
