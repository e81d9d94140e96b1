#include "results/common_subsequence.h"

#include <algorithm>
#include <bit>

namespace attn {
namespace {

using Numbers = std::span<const int32_t>;

/// Where each number stands in a list: a chain of places a number.
class Places {
 public:
  explicit Places(size_t numbers) : last_(numbers, kNone) {}

  void set(Numbers list, bool backward) {
    for (const int32_t number : known_) last_[static_cast<size_t>(number)] = kNone;
    known_.assign(list.begin(), list.end());
    before_.resize(list.size());
    for (size_t i = 0; i < list.size(); ++i) {
      size_t& last = last_[static_cast<size_t>(list[backward ? list.size() - 1 - i : i])];
      before_[i] = last;
      last = i;
    }
  }

  template <typename Visit>
  void visit(int32_t number, const Visit& visit_place) const {
    for (size_t place = last_[static_cast<size_t>(number)]; place != kNone; place = before_[place]) visit_place(place);
  }

 private:
  static constexpr size_t kNone = SIZE_MAX;

  std::vector<size_t> last_;    ///< by number
  std::vector<size_t> before_;  ///< by place
  std::vector<int32_t> known_;  ///< the list that is set
};

class Alignment {
 public:
  explicit Alignment(size_t numbers) : places_(numbers) {}

  /// Appends the pairs of two parts of the lists that begin at those indices.
  void align(Numbers first, Numbers second, size_t first_begin, size_t second_begin) {
    while (!first.empty() && !second.empty() && first.front() == second.front()) {
      pairs_.emplace_back(first_begin++, second_begin++);
      first = first.subspan(1);
      second = second.subspan(1);
    }
    size_t tail = 0;
    while (tail < std::min(first.size(), second.size()) &&
           first.rbegin()[static_cast<std::ptrdiff_t>(tail)] == second.rbegin()[static_cast<std::ptrdiff_t>(tail)]) {
      ++tail;
    }
    first = first.first(first.size() - tail);
    second = second.first(second.size() - tail);
    align_middle(first, second, first_begin, second_begin);
    for (size_t i = 0; i < tail; ++i) {
      pairs_.emplace_back(first_begin + first.size() + i, second_begin + second.size() + i);
    }
  }

  std::vector<std::pair<size_t, size_t>> take_pairs() { return std::move(pairs_); }

 private:
  void align_middle(Numbers first, Numbers second, size_t first_begin, size_t second_begin) {
    if (first.empty() || second.empty()) return;
    if (first.size() == 1) {
      const auto found = std::ranges::find(second, first.front());
      if (found != second.end()) {
        pairs_.emplace_back(first_begin, second_begin + static_cast<size_t>(found - second.begin()));
      }
      return;
    }
    const size_t half = first.size() / 2;
    const std::vector<size_t> before = lengths(first.first(half), second, false);
    const std::vector<size_t> after = lengths(first.subspan(half), second, true);
    size_t cut = 0;
    for (size_t i = 0; i <= second.size(); ++i) {
      if (before[i] + after[second.size() - i] > before[cut] + after[second.size() - cut]) cut = i;
    }
    align(first.first(half), second.first(cut), first_begin, second_begin);
    align(first.subspan(half), second.subspan(cut), first_begin + half, second_begin + cut);
  }

  /// How long the common subsequence of `first` is with each of the beginnings of `second`, by their lengths; of both
  /// read backward if so.
  std::vector<size_t> lengths(Numbers first, Numbers second, bool backward) {
    const size_t words = (second.size() + 63) / 64;
    std::vector<uint64_t> row(words, ~uint64_t{0}), equal(words, 0);  // a 0 in the row: one longer from here on
    places_.set(second, backward);
    for (size_t i = 0; i < first.size(); ++i) {
      const int32_t number = first[backward ? first.size() - 1 - i : i];
      places_.visit(number, [&](size_t place) { equal[place / 64] |= uint64_t{1} << (place % 64); });
      uint64_t carry = 0;
      for (size_t word = 0; word < words; ++word) {
        const uint64_t old = row[word];
        const uint64_t common = old & equal[word];
        const uint64_t sum = old + common;
        row[word] = (sum + carry) | (old & ~equal[word]);
        carry = static_cast<uint64_t>(sum < old || sum + carry < sum);
      }
      places_.visit(number, [&](size_t place) { equal[place / 64] = 0; });
    }
    std::vector<size_t> counts(second.size() + 1, 0);
    for (size_t i = 0; i < second.size(); ++i) {
      counts[i + 1] = counts[i] + static_cast<size_t>((~row[i / 64] >> (i % 64)) & 1);
    }
    return counts;
  }

  Places places_;
  std::vector<std::pair<size_t, size_t>> pairs_;
};

}  // namespace

std::vector<std::pair<size_t, size_t>> common_subsequence(std::span<const int32_t> first,
                                                          std::span<const int32_t> second) {
  int32_t largest = -1;
  for (const Numbers list : {first, second}) {
    for (const int32_t number : list) largest = std::max(largest, number);
  }
  Alignment alignment(static_cast<size_t>(largest + 1));
  alignment.align(first, second, 0, 0);
  return alignment.take_pairs();
}

}  // namespace attn
