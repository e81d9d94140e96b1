#include "benchmarks/launch_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "profiling/kernel_words.h"
#include "results/case_lines.h"
#include "results/clean_text.h"
#include "results/launch_text.h"
#include "results/readable_figures.h"
#include "results/text_width.h"

namespace attn {
namespace {

// Where words say what the name says, the name is there to be recognised; else it is all there is.
constexpr size_t kNameWidth = 72;
constexpr size_t kNameWidthWithWords = 40;
constexpr size_t kWordsWidth = 72;

/// Without the last parts, "softmax, …", where they are too long.
std::string first_parts(const std::string& words) {
  if (display_width(words) <= kWordsWidth) return words;
  const std::string fitting = cut_to_width(words, kWordsWidth - 3);
  const size_t comma = fitting.rfind(", ");
  return comma == std::string::npos ? fitting : fitting.substr(0, comma) + ", …";
}

/// One text a launch: its name and what the name says, "Memcpy DtoD  copy within the GPU", the words in one column; a
/// name without words runs on into their column.
std::vector<std::string> names_and_words(std::span<const LaunchRow> launches) {
  std::vector<std::string> names, words;
  size_t width = 0;
  for (const LaunchRow& launch : launches) {
    words.push_back(first_parts(words_for_kernel(clean_text(launch.name)).value_or("")));
    names.push_back(name_on_one_line(launch, words.back().empty() ? kNameWidth : kNameWidthWithWords));
    if (!words.back().empty()) width = std::max(width, display_width(names.back()));
  }
  for (size_t i = 0; i < names.size(); ++i) {
    if (!words[i].empty()) names[i] = padded(names[i], width) + "  " + words[i];
  }
  return names;
}

/// What follows kind and name: "8,8,16 × 128,1,1  255 registers  0+49152 B shared  12.5 % (registers)".
std::string details(const LaunchRow& launch, std::string_view unknown_registers) {
  std::vector<std::string> parts;
  if (launch.grid && launch.block) parts.push_back(fmt::format("{} × {}", text_of(launch.grid), text_of(launch.block)));
  if (launch.registers)
    parts.push_back(fmt::format("{} registers", *launch.registers));
  else if (launch.kind == "kernel" && !unknown_registers.empty())
    parts.push_back(fmt::format("registers: {}", unknown_registers));
  if (launch.dynamic_shared_bytes) {
    const std::string fixed = launch.static_shared_bytes ? fmt::to_string(*launch.static_shared_bytes) : "?";
    parts.push_back(fmt::format("{}+{} B shared", fixed, *launch.dynamic_shared_bytes));
  }
  if (launch.occupancy)
    parts.push_back(fmt::format("{:.1f} % ({})", 100 * *launch.occupancy, launch.occupancy_limiter));
  if (launch.bytes) parts.push_back(with_commas(*launch.bytes) + " bytes");
  return fmt::format("{}", fmt::join(parts, "  "));
}

/// "one Memcpy DtoD of 268,435,456 bytes, from aten::copy_".
std::string in_words(const LaunchRow& launch) {
  const std::string size = launch.bytes ? fmt::format(" of {} bytes", with_commas(*launch.bytes)) : "";
  return fmt::format("one {}{}, {}", name_on_one_line(launch, kNameWidth), size, from_ops(launch));
}

bool is_copy_or_set(const LaunchRow& launch) {
  return launch.kind == "memcpy" || launch.kind == "memset";
}

/// "2 from aten::matmul › aten::bmm, 1 from aten::mul", in the order in which they came first.
std::string by_op(std::span<const LaunchRow> launches) {
  std::vector<std::pair<std::string, int64_t>> counts;
  for (const LaunchRow& launch : launches) {
    const std::string ops = from_ops(launch);
    const auto found = std::ranges::find(counts, ops, &std::pair<std::string, int64_t>::first);
    if (found == counts.end())
      counts.emplace_back(ops, 1);
    else
      ++found->second;
  }
  std::vector<std::string> parts;
  for (const auto& [ops, count] : counts) parts.push_back(fmt::format("{} {}", count, ops));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string unexpected(std::span<const LaunchRow> launches, int64_t surplus) {
  std::vector<std::string> forgotten;
  for (const LaunchRow& launch : launches)
    if (is_copy_or_set(launch)) forgotten.push_back(in_words(launch));
  const bool explains = !forgotten.empty() && static_cast<int64_t>(forgotten.size()) == surplus;
  return explains ? fmt::format("{}", fmt::join(forgotten, "; ")) : by_op(launches);
}

}  // namespace

LaunchCounts count_launches(std::span<const LaunchRow> launches) {
  const auto of_kind = [&](std::string_view kind) { return std::ranges::count(launches, kind, &LaunchRow::kind); };
  return {.kernels = of_kind("kernel"),
          .memcpys = of_kind("memcpy"),
          .memsets = of_kind("memset"),
          .library_calls = of_kind("library")};
}

std::string launch_list(const std::string& case_name, std::span<const LaunchRow> launches,
                        std::string_view unknown_registers) {
  const std::vector<std::string> names = names_and_words(launches);
  size_t op_width = 0, name_width = 0;
  for (const std::string& name : names) name_width = std::max(name_width, display_width(name));
  for (const LaunchRow& launch : launches) op_width = std::max(op_width, display_width(launch.op_path));
  std::string text =
      fmt::format("{}: {}\n", clean_text(case_name), counted(static_cast<int64_t>(launches.size()), "launch"));
  for (size_t i = 0; i < launches.size(); ++i) {
    const std::string line = fmt::format("{:>4}  {}  {:<7}  {}  {}", launches[i].order + 1,
                                         padded(clean_text(launches[i].op_path), op_width), launches[i].kind,
                                         padded(names[i], name_width), details(launches[i], unknown_registers));
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

std::string judge_guess(const std::string& case_name, std::span<const LaunchRow> launches, const Guess& guess) {
  const auto count = static_cast<int64_t>(launches.size());
  if (count == guess.launches) return fmt::format("{}: {}, as you guessed", case_name, counted(count, "launch"));
  return fmt::format("{}: {}, you guessed {}: {}", case_name, counted(count, "launch"), guess.launches,
                     count > guess.launches ? unexpected(launches, count - guess.launches) : by_op(launches));
}

}  // namespace attn
