#include "results/launch_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "results/case_lines.h"
#include "results/common_subsequence.h"
#include "results/readable_figures.h"

namespace attn {
namespace {

using Launches = std::span<const LaunchRow>;

bool is_library(const LaunchRow& launch) {
  return launch.kind == "library";
}

/// Of each launch of both lists the index of its partner in the other.
struct Partners {
  std::vector<std::optional<size_t>> of_first;
  std::vector<std::optional<size_t>> of_second;
};

/// What two launches must have in common to be paired; nothing: pair with none.
using Likeness = std::optional<std::string> (*)(const LaunchRow& launch);

std::optional<std::string> kind_ops_and_name(const LaunchRow& launch) {
  return launch.kind + '\n' + launch.op_path + '\n' + launch.name;
}

std::optional<std::string> kind_and_ops(const LaunchRow& launch) {
  return (is_library(launch) ? "kernel" : launch.kind) + '\n' + launch.op_path;
}

/// Not of copies: every copy has the same name.
std::optional<std::string> kernel_name(const LaunchRow& launch) {
  return launch.kind == "kernel" ? std::optional(launch.name) : std::nullopt;
}

/// Numbers from 0, the same for launches that are alike.
class Numbering {
 public:
  explicit Numbering(Likeness likeness) : likeness_(likeness) {}

  std::vector<int32_t> number(Launches launches) {
    std::vector<int32_t> numbers;
    for (const LaunchRow& launch : launches) {
      const auto text = likeness_(launch);
      const auto [known, is_new] = text ? numbers_.try_emplace(*text, next_) : std::pair(numbers_.end(), true);
      numbers.push_back(is_new ? next_++ : known->second);
    }
    return numbers;
  }

 private:
  Likeness likeness_;
  std::unordered_map<std::string, int32_t> numbers_;
  int32_t next_ = 0;
};

/// Pairs launches that are alike and stand between the same pairs.
void pair_between_pairs(Partners& partners, Launches first, Launches second, Likeness likeness) {
  // The gaps lie apart, so that all of them together are aligned in no more time than one of the lists' length.
  for (size_t i = 0, j = 0; i < first.size() || j < second.size(); ++i, ++j) {
    const size_t i_begin = i, j_begin = j;
    while (i < first.size() && !partners.of_first[i]) ++i;
    while (j < second.size() && !partners.of_second[j]) ++j;
    if (i == i_begin || j == j_begin) continue;
    Numbering numbering(likeness);
    const std::vector<int32_t> firsts = numbering.number(first.subspan(i_begin, i - i_begin));
    const std::vector<int32_t> seconds = numbering.number(second.subspan(j_begin, j - j_begin));
    for (const auto& [in_first, in_second] : common_subsequence(firsts, seconds)) {
      partners.of_first[i_begin + in_first] = j_begin + in_second;
      partners.of_second[j_begin + in_second] = i_begin + in_first;
    }
  }
}

void add_change(std::vector<ChangedField>& fields, std::string name, const std::string& before,
                const std::string& after) {
  if (before != after) fields.push_back({.name = std::move(name), .before = before, .after = after});
}

template <typename Value>
void add_change(std::vector<ChangedField>& fields, std::string name, const std::optional<Value>& before,
                const std::optional<Value>& after) {
  if (!before || !after || *before == *after) return;
  if constexpr (std::is_same_v<Value, LaunchExtent>) {
    fields.push_back({.name = std::move(name), .before = text_of(before), .after = text_of(after)});
  } else {
    fields.push_back({.name = std::move(name), .before = with_commas(*before), .after = with_commas(*after)});
  }
}

std::vector<ChangedField> changed_fields(const LaunchRow& before, const LaunchRow& after) {
  std::vector<ChangedField> fields;
  add_change(fields, "kind", before.kind, after.kind);
  add_change(fields, "op", before.op_path, after.op_path);
  add_change(fields, "name", before.name, after.name);
  add_change(fields, "grid", before.grid, after.grid);
  add_change(fields, "block", before.block, after.block);
  add_change(fields, "registers", before.registers, after.registers);
  add_change(fields, "static shared bytes", before.static_shared_bytes, after.static_shared_bytes);
  add_change(fields, "dynamic shared bytes", before.dynamic_shared_bytes, after.dynamic_shared_bytes);
  add_change(fields, "bytes", before.bytes, after.bytes);
  return fields;
}

/// Neighbouring library calls from the same ops, with what the second list has in their place.
struct LibraryBlock {
  std::vector<size_t> calls;     ///< indices in the first list
  std::vector<size_t> launched;  ///< in the second
};

/// The block of library calls that begins at `begin` of the first list; launches nothing where the second list has
/// nothing in its place.
LibraryBlock library_block_at(size_t begin, const Partners& partners, Launches first, Launches second) {
  LibraryBlock block;
  std::vector<size_t> found;
  for (size_t i = begin; i < first.size() && is_library(first[i]) && first[i].op_path == first[begin].op_path; ++i) {
    const auto partner = partners.of_first[i];
    if (partner && is_library(second[*partner])) break;  // the second list doesn't know the kernels either
    block.calls.push_back(i);
    if (partner) found.push_back(*partner);
  }
  if (found.empty()) return block;
  const auto belongs = [&](size_t j) { return !partners.of_second[j] && second[j].op_path == first[begin].op_path; };
  size_t from = found.front(), to = found.back();
  while (from > 0 && belongs(from - 1)) --from;
  while (to + 1 < second.size() && belongs(to + 1)) ++to;
  for (size_t j = from; j <= to; ++j) {
    if (belongs(j) || std::ranges::binary_search(found, j)) block.launched.push_back(j);
  }
  return block;
}

/// As many parts as the block has calls where each must have launched the same: as many launches as calls, or the same
/// names over and over. Else the one block.
std::vector<LibraryBlock> divided(const LibraryBlock& block, Launches second) {
  const size_t count = block.calls.size();
  const size_t each = count == 0 ? 0 : block.launched.size() / count;
  bool repeats = each > 0 && each * count == block.launched.size();
  for (size_t k = each; repeats && each > 1 && k < block.launched.size(); ++k) {
    repeats = second[block.launched[k]].name == second[block.launched[k - each]].name;
  }
  if (!repeats) return {block};
  std::vector<LibraryBlock> parts;
  for (size_t call = 0; call < count; ++call) {
    const auto begin = block.launched.begin() + static_cast<std::ptrdiff_t>(call * each);
    parts.push_back({.calls = {block.calls[call]}, .launched = {begin, begin + static_cast<std::ptrdiff_t>(each)}});
  }
  return parts;
}

class Comparison {
 public:
  Comparison(Launches first, Launches second)
      : first_(first), second_(second), in_library_first_(first.size()), in_library_second_(second.size()) {
    partners_.of_first.resize(first.size());
    partners_.of_second.resize(second.size());
    for (const Likeness likeness : {kind_ops_and_name, kind_and_ops, kernel_name}) {
      pair_between_pairs(partners_, first, second, likeness);
    }
  }

  LaunchDiff diff() {
    collect_library();
    for (size_t i = 0, j = 0; i < first_.size() || j < second_.size();) {
      if (i < first_.size() && (in_library_first_[i] || !partners_.of_first[i])) {
        if (!in_library_first_[i]) diff_.differences.push_back({.before = first_[i], .after = {}, .fields = {}});
        ++i;
      } else if (j < second_.size() && (in_library_second_[j] || !partners_.of_second[j])) {
        if (!in_library_second_[j]) diff_.differences.push_back({.before = {}, .after = second_[j], .fields = {}});
        ++j;
      } else {
        compare(first_[i++], second_[j++]);
      }
    }
    return std::move(diff_);
  }

 private:
  void collect_library() {
    for (size_t i = 0; i < first_.size();) {
      const LibraryBlock block =
          is_library(first_[i]) ? library_block_at(i, partners_, first_, second_) : LibraryBlock();
      i += std::max<size_t>(1, block.calls.size());
      if (block.launched.empty()) continue;
      for (const LibraryBlock& part : divided(block, second_)) {
        LibraryLaunches& known = diff_.library.emplace_back();
        for (const size_t call : part.calls) known.calls.push_back(first_[call]);
        for (const size_t launch : part.launched) known.launched.push_back(second_[launch]);
      }
      for (const size_t call : block.calls) in_library_first_[call] = true;
      for (const size_t launch : block.launched) in_library_second_[launch] = true;
    }
  }

  void compare(const LaunchRow& before, const LaunchRow& after) {
    std::vector<ChangedField> fields = changed_fields(before, after);
    if (fields.empty()) {
      ++diff_.matched;
    } else {
      diff_.differences.push_back({.before = before, .after = after, .fields = std::move(fields)});
    }
  }

  Launches first_;
  Launches second_;
  Partners partners_;
  std::vector<bool> in_library_first_;
  std::vector<bool> in_library_second_;
  LaunchDiff diff_;
};

}  // namespace

LaunchDiff diff_launches(std::span<const LaunchRow> first, std::span<const LaunchRow> second) {
  return Comparison(first, second).diff();
}

}  // namespace attn
