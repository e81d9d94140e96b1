#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A pattern that is looked for in a kernel's name. Text stands for itself but
///   {n}     a number, taken
///   {word}  letters and digits, taken
///   {id}    letters, digits and underscores, taken
///   {type}  a C++ template argument with all that is nested in it, taken
///   *       any text, as short as possible
///   |       a place where letters and digits begin or end; an underscore is neither
///   ^ $     the name's begin and end
/// Not std::regex, whose matching calls itself once a character: names are thousands of characters long.
class NamePattern {
 public:
  /// Throws std::logic_error for an unknown {...}.
  explicit NamePattern(std::string_view pattern);

  /// What was taken in the first place of `name` that matches, in the pattern's order; nothing where none does.
  std::optional<std::vector<std::string_view>> find_in(std::string_view name) const;

 private:
  enum class Step { kText, kNumber, kWord, kIdentifier, kType, kAnything, kEdge, kBegin, kEnd };
  struct Part {
    Step step = Step::kText;
    std::string text = {};
  };
  using Taken = std::vector<std::string_view>;

  bool matches_somewhere(size_t part, std::string_view name, size_t at, Taken& taken) const;
  bool matches_from(size_t part, std::string_view name, size_t at, Taken& taken) const;
  bool takes_from(size_t part, std::string_view name, size_t at, Taken& taken) const;

  std::vector<Part> parts_;
};

}  // namespace attn
