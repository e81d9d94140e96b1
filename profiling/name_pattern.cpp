#include "profiling/name_pattern.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace attn {
namespace {

// <cctype> asks the locale.
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_identifier(char c) {
  return is_word(c) || c == '_';
}

bool is_edge(std::string_view name, size_t at) {
  const bool before = at > 0 && is_word(name[at - 1]);
  const bool after = at < name.size() && is_word(name[at]);
  return before != after;
}

size_t length_of(std::string_view name, size_t at, bool (*belongs)(char)) {
  const auto* begin = name.begin() + static_cast<std::ptrdiff_t>(at);
  return static_cast<size_t>(std::find_if_not(begin, name.end(), belongs) - begin);
}

/// Of the template argument that begins at `at`: up to the comma or the bracket that ends it.
size_t type_length(std::string_view name, size_t at) {
  int depth = 0;
  size_t end = at;
  for (; end < name.size(); ++end) {
    const char c = name[end];
    const bool closes = c == '>' || c == ')' || c == '}';
    if (depth == 0 && (closes || c == ',')) break;
    if (c == '<' || c == '(' || c == '{') ++depth;
    if (closes) --depth;
  }
  while (end > at && name[end - 1] == ' ') --end;  // "complex<float> >"
  return end - at;
}

}  // namespace

NamePattern::NamePattern(std::string_view pattern) {
  constexpr std::array<std::pair<std::string_view, Step>, 8> kSteps{{{"{n}", Step::kNumber},
                                                                     {"{word}", Step::kWord},
                                                                     {"{id}", Step::kIdentifier},
                                                                     {"{type}", Step::kType},
                                                                     {"*", Step::kAnything},
                                                                     {"|", Step::kEdge},
                                                                     {"^", Step::kBegin},
                                                                     {"$", Step::kEnd}}};
  while (!pattern.empty()) {
    const auto* const step =
        std::ranges::find_if(kSteps, [&](const auto& one) { return pattern.starts_with(one.first); });
    if (step != kSteps.end()) {
      parts_.push_back({.step = step->second});
      pattern.remove_prefix(step->first.size());
      continue;
    }
    const size_t length = std::max<size_t>(1, pattern.find_first_of("{*|^$"));
    // A lambda of C++ is "{lambda(…)#1}"; every other word in braces is a slip of the pen.
    if (pattern.starts_with('{') && !pattern.starts_with("{lambda")) {
      throw std::logic_error("no such part of a pattern: " + std::string(pattern));
    }
    if (parts_.empty() || parts_.back().step != Step::kText) parts_.push_back({.step = Step::kText});
    parts_.back().text += pattern.substr(0, length);
    pattern.remove_prefix(std::min(length, pattern.size()));
  }
}

std::optional<std::vector<std::string_view>> NamePattern::find_in(std::string_view name) const {
  Taken taken;
  return matches_somewhere(0, name, 0, taken) ? std::optional(taken) : std::nullopt;
}

bool NamePattern::matches_somewhere(size_t part, std::string_view name, size_t at, Taken& taken) const {
  const auto step_of = [&](size_t i) { return i < parts_.size() ? parts_[i].step : Step::kAnything; };
  if (step_of(part) == Step::kBegin) return matches_from(part, name, at, taken);
  // Looking for the text is quicker than trying every place, also behind an edge, which takes up no room.
  const size_t next = step_of(part) == Step::kEdge ? part + 1 : part;
  for (; at <= name.size(); ++at) {
    if (step_of(next) == Step::kText) at = name.find(parts_[next].text, at);
    if (at == std::string_view::npos) return false;
    if (matches_from(part, name, at, taken)) return true;
  }
  return false;
}

bool NamePattern::matches_from(size_t part, std::string_view name, size_t at, Taken& taken) const {
  if (part == parts_.size()) return true;
  switch (parts_[part].step) {
    case Step::kText:
      return name.substr(at).starts_with(parts_[part].text) &&
             matches_from(part + 1, name, at + parts_[part].text.size(), taken);
    case Step::kEdge:
      return is_edge(name, at) && matches_from(part + 1, name, at, taken);
    case Step::kBegin:
      return at == 0 && matches_from(part + 1, name, at, taken);
    case Step::kEnd:
      return at == name.size() && matches_from(part + 1, name, at, taken);
    case Step::kAnything:
      return matches_somewhere(part + 1, name, at, taken);
    default:
      return takes_from(part, name, at, taken);
  }
}

bool NamePattern::takes_from(size_t part, std::string_view name, size_t at, Taken& taken) const {
  const Step step = parts_[part].step;
  const size_t longest = step == Step::kType     ? type_length(name, at)
                         : step == Step::kNumber ? length_of(name, at, is_digit)
                         : step == Step::kWord   ? length_of(name, at, is_word)
                                                 : length_of(name, at, is_identifier);
  // Numbers and types are taken whole, words as far as what follows allows: "{id}_kernel" takes "add" of "add_kernel".
  const size_t shortest = step == Step::kNumber || step == Step::kType ? std::max<size_t>(1, longest) : 1;
  for (size_t length = longest; length >= shortest; --length) {
    taken.push_back(name.substr(at, length));
    if (matches_from(part + 1, name, at + length, taken)) return true;
    taken.pop_back();
  }
  return false;
}

}  // namespace attn
