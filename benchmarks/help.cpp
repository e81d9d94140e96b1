#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>

#include "benchmarks/option_declarations.h"

namespace attn {
namespace {

constexpr size_t kHelpColumn = 40;
constexpr size_t kScreenWidth = 80;

/// "Sampling": the title of a group, with what its options share.
std::string_view title_of(OptionGroup group) {
  switch (group) {
    case OptionGroup::kSweep:
      return "Sweep (LIST: 1,8 or 128:4096:x2 or 512:2048:+512)";
    case OptionGroup::kWhere:
      return "Where";
    case OptionGroup::kVariants:
      return "More variants";
    case OptionGroup::kSampling:
      return "Sampling";
    case OptionGroup::kKeepAndShow:
      return "Keep and show";
    case OptionGroup::kGoogleBenchmark:
      return "Google Benchmark's";
    case OptionGroup::kGoogleBenchmarkRest:
      return "Google Benchmark's others, as its manual says or refused with the reason";
    case OptionGroup::kHidden:
      return "";
  }
  return "";
}

bool share_a_line(const OptionDeclaration& left, const OptionDeclaration& right) {
  return left.group == right.group && left.help == right.help && left.value_hint == right.value_hint &&
         left.default_text == right.default_text && !left.help.empty();
}

/// The entry of one option, or of neighbours that say the same of each of them.
std::string entry(std::span<const OptionDeclaration> same) {
  std::string names = " ";
  for (const OptionDeclaration& option : same) names += " " + option.name;
  const OptionDeclaration& first = same.front();
  if (!first.value_hint.empty()) names += (first.value_hint.starts_with('[') ? "" : "=") + first.value_hint;
  std::string help = first.help;
  if (!first.default_text.empty()) help += fmt::format("{}[{}]", help.empty() ? "" : " ", first.default_text);
  if (help.empty()) return names + '\n';
  const bool too_long = names.size() + 2 + help.size() > kScreenWidth;
  if (too_long) names += fmt::format("\n{:{}}", "", kHelpColumn - 2);
  return fmt::format("{:<{}}  {}\n", names, kHelpColumn - 2, help);
}

/// Under their title, the names that are shown without a help, as many a line as fit.
std::string names_of_the_rest(std::span<const OptionDeclaration> all) {
  std::string text = fmt::format("{}\n ", title_of(OptionGroup::kGoogleBenchmarkRest));
  size_t width = 1;
  for (const OptionDeclaration& option : all) {
    if (option.group != OptionGroup::kGoogleBenchmarkRest) continue;
    if (width + 1 + option.name.size() > kScreenWidth) {
      text += "\n ";
      width = 1;
    }
    text += " " + option.name;
    width += 1 + option.name.size();
  }
  return text + '\n';
}

}  // namespace

std::string help_text() {
  const std::vector<OptionDeclaration> all = option_declarations();
  std::string text =
      "attn_bench [--flag=value ...]: how fast is attention, and how does it scale?\n"
      "In [brackets]: the default. Exit code 1: a case is incorrect or failed, 2: the\n"
      "request was wrong, 130: interrupted. --benchmark_... also from the environment.\n";
  std::optional<OptionGroup> group;
  for (auto first = all.begin(); first != all.end();) {
    if (first->group == OptionGroup::kGoogleBenchmarkRest) break;
    const auto last =
        std::find_if_not(first + 1, all.end(), [&](const auto& option) { return share_a_line(*first, option); });
    if (first->group != OptionGroup::kHidden) {
      if (group != first->group) text += fmt::format("{}\n", title_of(first->group));
      group = first->group;
      text += entry({first, last});
    }
    first = last;
  }
  return text + names_of_the_rest(all);
}

}  // namespace attn
