#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "results/case_lines.h"
#include "results/clean_text.h"
#include "results/launch_diff.h"
#include "results/launch_text.h"
#include "results/readable_figures.h"
#include "results/short_kernel_name.h"
#include "results/text_width.h"

namespace attn {
namespace {

constexpr size_t kNameWidth = 72;

/// "Memcpy DtoD of 268,435,456 bytes", "flash_fwd_kernel<…> (8,8,16 × 128,1,1)".
std::string with_size(const LaunchRow& launch) {
  std::string text = name_on_one_line(launch, kNameWidth);
  if (launch.grid && launch.block) text += fmt::format(" ({} × {})", text_of(launch.grid), text_of(launch.block));
  if (launch.bytes) text += fmt::format(" of {} bytes", with_commas(*launch.bytes));
  return text;
}

std::string with_size_and_ops(const LaunchRow& launch) {
  return fmt::format("{}, {}", with_size(launch), from_ops(launch));
}

/// Two names as short as they can be without being the same: kernels often differ in the last letters alone.
std::pair<std::string, std::string> told_apart(const std::string& before, const std::string& after) {
  const std::string short_before = short_kernel_name(before), short_after = short_kernel_name(after);
  if (short_before == short_after) return {before, after};
  const std::string cut_before = cut_to_width(short_before, kNameWidth);
  const std::string cut_after = cut_to_width(short_after, kNameWidth);
  if (cut_before == cut_after) return {short_before, short_after};
  return {cut_before, cut_after};
}

/// "registers 255 → 168".
std::string in_words(const ChangedField& field) {
  std::string before = clean_text(field.before), after = clean_text(field.after);
  if (field.name == "name") std::tie(before, after) = told_apart(before, after);
  return fmt::format("{} {} → {}", field.name, before, after);
}

/// "registers 255 → 168, bytes 4 → 8: flash_fwd_kernel<…>, from aten::copy_".
std::string changes_in_words(const LaunchDifference& difference) {
  std::vector<std::string> changes;
  for (const ChangedField& field : difference.fields) changes.push_back(in_words(field));
  const bool is_renamed = std::ranges::find(difference.fields, "name", &ChangedField::name) != difference.fields.end();
  const std::string name = is_renamed ? "" : ": " + name_on_one_line(*difference.after, kNameWidth);
  return fmt::format("{}{}, {}", fmt::join(changes, ", "), name, from_ops(*difference.after));
}

/// "cublasGemmEx launched ampere_bf16_s16816gemm… (8,8,16 × 128,1,1), from aten::mm".
std::string library_in_words(const LibraryLaunches& library) {
  std::vector<std::string> launched;
  for (const LaunchRow& launch : library.launched) launched.push_back(with_size(launch));
  const std::string count = library.calls.size() == 1 ? "" : fmt::format("{} calls of ", library.calls.size());
  return fmt::format("{}{} launched {}, {}", count, name_on_one_line(library.calls.front(), kNameWidth),
                     fmt::join(launched, " and "), from_ops(library.calls.front()));
}

/// Lines in the order of their first coming, with the number of times that each came.
class Lines {
 public:
  void add(std::string_view sign, std::string text) {
    const auto [known, is_new] = places_.try_emplace(std::string(sign) + text, lines_.size());
    if (is_new) lines_.push_back({.sign = sign, .text = std::move(text), .count = 0});
    ++lines_[known->second].count;
  }

  /// "+ 3 text", "~ text" or "~ 3 × text"; what is past the first `most` is counted.
  std::string text(size_t most) const {
    std::string text;
    for (const Line& line : std::span(lines_).first(std::min(most, lines_.size()))) {
      const bool is_counted = line.sign == "+ " || line.sign == "- ";
      const std::string times = line.count == 1 ? "" : fmt::format("{} × ", line.count);
      text += fmt::format("{}{}{}\n", line.sign, is_counted ? fmt::format("{} ", line.count) : times, line.text);
    }
    if (lines_.size() > most)
      text += fmt::format("… and {} lines more\n", with_commas(static_cast<int64_t>(lines_.size() - most)));
    return text;
  }

 private:
  struct Line {
    std::string_view sign;
    std::string text;
    int64_t count = 0;
  };

  std::vector<Line> lines_;
  std::unordered_map<std::string, size_t> places_;
};

}  // namespace

std::string describe_launch_diff(const LaunchDiff& diff, size_t most_lines) {
  Lines differences, library;
  for (const LaunchDifference& difference : diff.differences) {
    if (!difference.before) {
      differences.add("+ ", with_size_and_ops(*difference.after));
    } else if (!difference.after) {
      differences.add("- ", with_size_and_ops(*difference.before));
    } else {
      differences.add("~ ", changes_in_words(difference));
    }
  }
  for (const LibraryLaunches& launches : diff.library) library.add("", library_in_words(launches));
  const std::string same =
      fmt::format("{} launch{} the same\n", with_commas(diff.matched), diff.matched == 1 ? " is" : "es are");
  if (!diff.differences.empty()) return differences.text(most_lines) + library.text(most_lines) + same;
  return (diff.matched == 0 ? "nothing is different\n" : "nothing is different: " + same) + library.text(most_lines);
}

}  // namespace attn
