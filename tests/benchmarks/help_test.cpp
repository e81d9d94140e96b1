#include <gmock/gmock.h>

#include <algorithm>
#include <sstream>

#include "benchmarks/option_declarations.h"
#include "tests/benchmarks/parse_line.h"
#include "tests/golden_file.h"

namespace attn {
namespace {

using testing::HasSubstr;

/// Every --name in the help.
std::vector<std::string> names_in(const std::string& help) {
  std::vector<std::string> names;
  std::istringstream words(help);
  for (std::string word; words >> word;)
    if (word.starts_with("--")) names.push_back(word.substr(0, word.find_first_of("=.[")));
  return names;
}

TEST(Help, IsWhatPeopleHaveReadBefore) {
  expect_golden("help.txt", help_text());
}

TEST(Help, NamesEveryOptionOnceAndNoOther) {
  std::vector<std::string> declared;
  for (const OptionDeclaration& option : option_declarations())
    if (option.group != OptionGroup::kHidden) declared.push_back(option.name);
  std::vector<std::string> shown = names_in(help_text());
  std::erase(shown, "--benchmark_");  // the sentence about the environment
  EXPECT_EQ(shown, declared);
}

TEST(Help, NamesOnlyOptionsThatParse) {
  for (const std::string& name : names_in(help_text())) {
    if (name == "--benchmark_" || name == "--help" || name == "--version") continue;
    try {
      parse_line({name + "=no such value"});
    } catch (const BadRequest& error) {
      EXPECT_THAT(error.what(), testing::Not(HasSubstr("no such flag"))) << name;
    }
  }
}

TEST(Help, FitsAScreen) {
  std::istringstream lines(help_text());
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) EXPECT_LE(line.size(), 80U) << line;
  EXPECT_LE(count, 56);
}

TEST(Help, ShowsDefaultsThatHold) {
  const Options defaults = parse_line({});
  for (const OptionDeclaration& option : option_declarations()) {
    if (option.default_text.empty()) continue;
    // Giving the default changes nothing: what is then declared as the default is the same.
    Options given = defaults;
    option.apply(given, {option.name, option.default_text});
    EXPECT_EQ(given.sampling.min_time_s, defaults.sampling.min_time_s);
    EXPECT_EQ(given.sampling.warmup_time_s, defaults.sampling.warmup_time_s);
    EXPECT_EQ(given.sampling.max_time_s, defaults.sampling.max_time_s);
    EXPECT_EQ(given.sampling.max_noise, defaults.sampling.max_noise);
    EXPECT_EQ(given.sampling.min_samples, defaults.sampling.min_samples);
    EXPECT_EQ(given.google.repetitions, defaults.google.repetitions);
    EXPECT_EQ(given.google.format + given.google.out_format + given.google.color,
              defaults.google.format + defaults.google.out_format + defaults.google.color);
    EXPECT_EQ(given.processes, defaults.processes);
    EXPECT_EQ(given.seed, defaults.seed);
    EXPECT_EQ(given.keep_memory, defaults.keep_memory);
    EXPECT_EQ(given.device, defaults.device);
  }
}

TEST(Help, ComesBeforeAnyComplaint) {
  for (const auto& line : std::vector<std::vector<std::string>>{{"--help"}, {"-h"}, {"--nonsense", "--help"}}) {
    try {
      parse_line(line);
      FAIL() << "no PrintAndExit";
    } catch (const PrintAndExit& print) {
      EXPECT_EQ(print.text, help_text());
    }
  }
}

}  // namespace
}  // namespace attn
