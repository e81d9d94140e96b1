#include "profiling/kernel_words.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <stdexcept>

#include "profiling/name_pattern.h"
#include "results/csv.h"

namespace attn {

extern const std::map<std::string, std::string_view> kernel_word_texts;  // generated from profiling/kernel_words.csv

namespace {

constexpr size_t kMostCharacters = 4096;

struct Rule {
  int64_t line = 0;
  std::string kind;
  std::string part;
  NamePattern pattern;
  std::string words;
};

struct Rules {
  std::vector<Rule> rules;
  std::map<std::string, std::string, std::less<>> types;  ///< "c10::BFloat16" → "bf16"
};

Rules read_rules() {
  constexpr std::array<std::string_view, 4> kColumns{"kind", "part", "pattern", "words"};
  const CsvTable table = parse_csv(kernel_word_texts.at("kernel_words"), "kernel_words.csv", kColumns);
  Rules read;
  for (size_t row = 0; row < table.rows.size(); ++row) {
    const std::vector<std::string>& cells = table.rows[row];
    if (cells[0] == "type") {
      read.types.emplace(cells[2], cells[3]);
      continue;
    }
    read.rules.push_back({.line = table.lines[row],
                          .kind = cells[0],
                          .part = cells[1],
                          .pattern = NamePattern(cells[2]),
                          .words = cells[3]});
  }
  return read;
}

const Rules& known_rules() {
  static const Rules rules = read_rules();
  return rules;
}

std::string_view called(const Rules& rules, std::string_view taken) {
  const auto type = rules.types.find(taken);
  return type == rules.types.end() ? taken : type->second;
}

/// The rule's words with what was taken in the place of {1}, {2}, ….
std::string fill_in(const Rules& rules, const Rule& rule, const std::vector<std::string_view>& taken) {
  std::string words = rule.words;
  for (size_t i = 0; i < taken.size(); ++i) {
    const std::string place = "{" + std::to_string(i + 1) + "}";
    const std::string_view text = called(rules, taken[i]);
    for (size_t at = words.find(place); at != std::string::npos; at = words.find(place, at + text.size())) {
      words.replace(at, place.size(), text);
    }
  }
  return words;
}

struct Saying {
  int64_t line = 0;
  std::string words;
};

std::vector<Saying> sayings_of(std::string_view name) {
  const Rules& known = known_rules();
  name = name.substr(0, kMostCharacters);
  std::vector<Saying> sayings;
  std::string_view kind;
  std::set<std::string_view> said;  // parts
  for (const Rule& rule : known.rules) {
    const bool decides = rule.part == "what";
    if (decides ? !kind.empty() : rule.kind != kind || said.contains(rule.part)) continue;
    const auto taken = rule.pattern.find_in(name);
    if (!taken) continue;
    if (decides) kind = rule.kind;
    said.insert(rule.part);
    sayings.push_back({.line = rule.line, .words = fill_in(known, rule, *taken)});
  }
  return sayings;
}

}  // namespace

std::optional<std::string> words_for_kernel(std::string_view name) {
  std::string text;
  for (const Saying& saying : sayings_of(name)) {
    if (!text.empty() && !saying.words.empty()) text += ", ";
    text += saying.words;
  }
  return text.empty() ? std::nullopt : std::optional(text);
}

std::vector<int64_t> kernel_word_lines(std::string_view name) {
  std::vector<int64_t> lines;
  for (const Saying& saying : sayings_of(name)) lines.push_back(saying.line);
  return lines;
}

std::vector<int64_t> all_kernel_word_lines() {
  std::vector<int64_t> lines;
  for (const Rule& rule : known_rules().rules) lines.push_back(rule.line);
  return lines;
}

}  // namespace attn
