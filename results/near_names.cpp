#include "results/near_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace attn {
namespace {

constexpr std::size_t kMostNames = 3;

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

/// Insertions, deletions, replacements and swaps of neighbours that turn one into the other (optimal string alignment:
/// Boytsov, Indexing methods for approximate dictionary searching, 2011, 2.2).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

/// One typing error every three characters.
bool is_near(std::string_view given, std::string_view name, std::size_t distance) {
  const bool contained = given.size() >= 2 && name.size() >= 2 &&
                         (name.find(given) != std::string_view::npos || given.find(name) != std::string_view::npos);
  return contained || distance <= (std::max(given.size(), name.size()) + 1) / 3;
}

}  // namespace

std::vector<std::string> near_names(std::string_view given, std::span<const std::string> known) {
  const std::string wanted = lower(given);
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const std::string& name : known) {
    const std::string candidate = lower(name);
    const std::size_t distance = edit_distance(wanted, candidate);
    if (!given.empty() && is_near(wanted, candidate, distance)) near.emplace_back(distance, name);
  }
  std::ranges::stable_sort(near, {}, &std::pair<std::size_t, std::string>::first);
  if (near.size() > kMostNames) near.resize(kMostNames);
  std::vector<std::string> names;
  for (auto& [distance, name] : near) names.push_back(std::move(name));
  return names;
}

std::string did_you_mean(std::string_view given, std::span<const std::string> known) {
  const std::vector<std::string> names = near_names(given, known);
  return names.empty() ? "" : fmt::format(" (did you mean {}?)", fmt::join(names, ", "));
}

}  // namespace attn
