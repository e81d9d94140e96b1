#include "results/csv_cells.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

namespace attn {
namespace {

constexpr std::string_view kStrayQuote =
    "stray quote; quote the whole cell and double the quotes in it (\"a \"\"b\"\" c\")";

/// How many of the first bytes are equal. By words: rows of one case share some 300 bytes.
std::size_t common_length(const char* first, const char* second, std::size_t most) {
  static_assert(std::endian::native == std::endian::little);
  std::size_t i = 0;
  for (; i + sizeof(uint64_t) <= most; i += sizeof(uint64_t)) {
    uint64_t a = 0;
    uint64_t b = 0;
    std::memcpy(&a, first + i, sizeof a);
    std::memcpy(&b, second + i, sizeof b);
    if (a != b) return i + static_cast<std::size_t>(std::countr_zero(a ^ b)) / 8;
  }
  while (i < most && first[i] == second[i]) ++i;
  return i;
}

}  // namespace

std::string_view CsvCells::cut(std::string_view line) {
  const std::size_t begin = keep_same(line);
  std::copy(line.begin() + static_cast<std::ptrdiff_t>(begin), line.end(),
            line_.begin() + static_cast<std::ptrdiff_t>(begin));
  length_ = line.size();
  line_[length_] = '\0';
  for (const char* cell = line_.data() + begin;;) {
    const std::string_view fault = *cell == '"' ? cut_quoted(cell) : cut_plain(cell);
    if (!fault.empty()) return fault;
    if (ends_.back() == length_) return "";
    cell = line_.data() + ends_.back() + 1;
  }
}

std::size_t CsvCells::keep_same(std::string_view line) {
  std::size_t same = 0;
  if (line.size() < line_.size()) {
    // Most often as much is the same as the line before.
    const std::size_t most = std::min(line.size(), length_);
    std::size_t begin = same_cells_ == 0 ? 0 : ends_[same_cells_ - 1] + 1;
    if (begin <= most && std::memcmp(line.data(), line_.data(), begin) == 0) {
      same = same_cells_;
    } else {
      begin = 0;
    }
    const std::size_t common = begin + common_length(line.data() + begin, line_.data() + begin, most - begin);
    // A cell is the same only with the comma after it.
    while (same < ends_.size() && ends_[same] < common) ++same;
  } else {
    line_.resize(2 * line.size() + 1);
  }
  same_cells_ = same;
  cells_.resize(same);
  ends_.resize(same);
  return same == 0 ? 0 : ends_.back() + 1;
}

inline void CsvCells::add(std::string_view cell, const char* end) {
  cells_.push_back(cell);
  ends_.push_back(static_cast<std::size_t>(end - line_.data()));
}

std::string_view CsvCells::cut_plain(const char* begin) {
  const char* end = begin;
  while (*end != ',' && *end != '\0' && *end != '"') ++end;
  if (*end == '"') return kStrayQuote;
  add({begin, static_cast<std::size_t>(end - begin)}, end);
  return "";
}

std::string_view CsvCells::cut_quoted(const char* begin) {
  const char* end = begin + 1;
  for (bool doubled = false;; end += 2, doubled = true) {
    end = std::strchr(end, '"');
    if (end == nullptr) return "a quote is not closed on its line";
    if (end[1] == '"') continue;
    if (end[1] != ',' && end[1] != '\0') return kStrayQuote;
    const std::string_view inner(begin + 1, end);
    add(doubled ? unescape(inner) : inner, end + 1);
    return "";
  }
}

std::string_view CsvCells::unescape(std::string_view quoted) {
  const std::size_t index = cells_.size();
  if (unescaped_.size() <= index) unescaped_.resize(index + 1);
  std::string& text = unescaped_[index];
  text.clear();
  for (std::size_t i = 0; i < quoted.size(); ++i) {
    text += quoted[i];
    if (quoted[i] == '"') ++i;
  }
  return text;
}

}  // namespace attn
