#include "benchmarks/launch_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "results/case_lines.h"
#include "results/clean_text.h"

namespace attn {
namespace {

constexpr size_t kNameWidth = 72;

/// As many columns as a terminal shows: continuation bytes of UTF-8 take none.
size_t display_width(std::string_view text) {
  return static_cast<size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string padded(const std::string& text, size_t width) {
  return text + std::string(width - std::min(width, display_width(text)), ' ');
}

/// "268,435,456", in any locale.
std::string with_commas(int64_t number) {
  std::string text = fmt::format("{}", number);
  for (int64_t place = static_cast<int64_t>(text.size()) - 3; place > 0; place -= 3)
    text.insert(static_cast<size_t>(place), ",");
  return text;
}

/// What follows kind and name: "8,8,16 × 128,1,1  255 registers  0+49152 B shared  12.5 % (registers)".
std::string details(const LaunchRow& launch) {
  std::vector<std::string> parts;
  if (launch.grid && launch.block) parts.push_back(fmt::format("{} × {}", text_of(launch.grid), text_of(launch.block)));
  if (launch.registers) parts.push_back(fmt::format("{} registers", *launch.registers));
  if (launch.dynamic_shared_bytes) {
    const std::string fixed = launch.static_shared_bytes ? fmt::to_string(*launch.static_shared_bytes) : "?";
    parts.push_back(fmt::format("{}+{} B shared", fixed, *launch.dynamic_shared_bytes));
  }
  if (launch.occupancy)
    parts.push_back(fmt::format("{:.1f} % ({})", 100 * *launch.occupancy, launch.occupancy_limiter));
  if (launch.bytes) parts.push_back(with_commas(*launch.bytes) + " bytes");
  return fmt::format("{}", fmt::join(parts, "  "));
}

std::string from_ops(const LaunchRow& launch) {
  return launch.op_path.empty() ? "outside any op" : "from " + launch.op_path;
}

/// "one Memcpy DtoD of 268,435,456 bytes, from aten::copy_".
std::string in_words(const LaunchRow& launch) {
  const std::string size = launch.bytes ? fmt::format(" of {} bytes", with_commas(*launch.bytes)) : "";
  return fmt::format("one {}{}, {}", short_kernel_name(launch.name, kNameWidth), size, from_ops(launch));
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

std::string plural(int64_t count) {
  return fmt::format("{} launch{}", count, count == 1 ? "" : "es");
}

}  // namespace

LaunchCounts count_launches(std::span<const LaunchRow> launches) {
  const auto of_kind = [&](std::string_view kind) { return std::ranges::count(launches, kind, &LaunchRow::kind); };
  return {.kernels = of_kind("kernel"),
          .memcpys = of_kind("memcpy"),
          .memsets = of_kind("memset"),
          .library_calls = of_kind("library")};
}

std::string launch_list(const std::string& case_name, std::span<const LaunchRow> launches) {
  size_t op_width = 0, name_width = 0;
  std::vector<std::string> names;
  for (const LaunchRow& launch : launches) {
    names.push_back(short_kernel_name(clean_text(launch.name), kNameWidth));
    op_width = std::max(op_width, display_width(launch.op_path));
    name_width = std::max(name_width, display_width(names.back()));
  }
  std::string text = fmt::format("{}: {}\n", clean_text(case_name), plural(static_cast<int64_t>(launches.size())));
  for (size_t i = 0; i < launches.size(); ++i) {
    const std::string line = fmt::format("{:>4}  {}  {:<7}  {}  {}", launches[i].order + 1,
                                         padded(clean_text(launches[i].op_path), op_width), launches[i].kind,
                                         padded(names[i], name_width), details(launches[i]));
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }
  return text;
}

std::string judge_guess(const std::string& case_name, std::span<const LaunchRow> launches, const Guess& guess) {
  const auto count = static_cast<int64_t>(launches.size());
  if (count == guess.launches) return fmt::format("{}: {}, as you guessed", case_name, plural(count));
  return fmt::format("{}: {}, you guessed {}: {}", case_name, plural(count), guess.launches,
                     count > guess.launches ? unexpected(launches, count - guess.launches) : by_op(launches));
}

std::string short_kernel_name(const std::string& name, size_t width) {
  constexpr std::string_view kAnonymous = "(anonymous namespace)::";
  std::string text = name;
  for (size_t at = text.find(kAnonymous); at != std::string::npos; at = text.find(kAnonymous, at))
    text.erase(at, kAnonymous.size());
  if (text.starts_with("void ")) text.erase(0, 5);
  if (text.ends_with(')')) {  // the list of arguments: back to the parenthesis that opens it
    int64_t depth = 0;
    for (size_t at = text.size(); at-- > 0;) {
      depth += text[at] == ')' ? 1 : text[at] == '(' ? -1 : 0;
      if (depth > 0) continue;
      text.resize(at);
      break;
    }
  }
  if (display_width(text) <= width) return text;
  size_t end = width - 1;
  while (end > 0 && (text[end] & 0xC0) == 0x80) --end;  // not inside a character
  return text.substr(0, end) + "…";
}

}  // namespace attn
