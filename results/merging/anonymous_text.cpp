#include "results/merging/anonymous_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "results/readable_figures.h"

namespace attn {
namespace {

constexpr std::string_view kSeparators = " \t=:,;'\"()[]{}<>|@";

bool is_separator(char c) {
  return kSeparators.find(c) != std::string_view::npos;
}

bool is_of_a_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
}

bool is_option_letter(std::string_view before) {
  const size_t size = before.size();
  return size >= 2 && before[size - 2] == '-' && std::isupper(static_cast<unsigned char>(before[size - 1])) != 0 &&
         (size == 2 || is_separator(before[size - 3]));
}

/// Whether the slash at `at` begins an absolute path.
bool begins_path(std::string_view text, size_t at) {
  if (at + 1 == text.size() || text[at + 1] == '/' || is_separator(text[at + 1])) return false;
  if (at == 0) return true;
  return is_separator(text[at - 1]) || is_option_letter(text.substr(0, at));
}

/// Where the path that begins at `begin` ends.
size_t end_of_path(std::string_view text, size_t begin) {
  const char before = begin == 0 ? ' ' : text[begin - 1];
  size_t end = std::string_view::npos;
  if (before == '\'' || before == '"') end = text.find(before, begin);
  if (end == std::string_view::npos) end = text.find_first_of(kSeparators, begin);
  return std::min(end, text.size());
}

std::string_view last_component(std::string_view path) {
  while (path.ends_with('/')) path.remove_suffix(1);
  return path.substr(path.rfind('/') + 1);
}

bool is_address(std::string_view text, size_t slash) {
  return slash > 0 && text[slash - 1] == ':' && text.substr(slash).starts_with("//");
}

}  // namespace

AnonymousText::AnonymousText(std::span<const std::string> hosts, std::span<const std::string> paths)
    : paths_(paths.begin(), paths.end()) {
  for (const std::string& name : hosts) {
    const bool known = std::ranges::find(hosts_, name, &std::pair<std::string, std::string>::first) != hosts_.end();
    if (!name.empty() && !known) hosts_.emplace_back(name, fmt::format("host-{}", hosts_.size() + 1));
  }
  std::ranges::sort(paths_, std::ranges::greater(), &std::string::size);
}

std::string AnonymousText::host(std::string_view name) const {
  const auto found = std::ranges::find(hosts_, name, &std::pair<std::string, std::string>::first);
  return found == hosts_.end() ? std::string(name) : found->second;
}

std::string AnonymousText::text(std::string_view text) {
  std::string replaced(text);
  for (const std::string& path : paths_) {
    for (size_t at = replaced.find(path); at != std::string::npos; at = replaced.find(path, at)) {
      const std::string name(last_component(path));
      replaced.replace(at, path.size(), name);
      at += name.size();
      ++paths_replaced_;
    }
  }
  return with_other_hosts(without_folders(replaced));
}

std::string AnonymousText::without_folders(std::string_view text) {
  std::string kept;
  size_t at = 0;
  while (at < text.size()) {
    if (is_address(text, at)) {
      const size_t end = std::min(text.find_first_of(" \t'\"", at), text.size());
      kept += text.substr(at, end - at);
      at = end;
    } else if (text[at] == '/' && begins_path(text, at)) {
      const size_t end = end_of_path(text, at);
      kept += last_component(text.substr(at, end - at));
      at = end;
      ++paths_replaced_;
    } else {
      kept += text[at++];
    }
  }
  return kept;
}

std::string AnonymousText::with_other_hosts(std::string text) const {
  for (const auto& [name, other] : hosts_) {
    for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at)) {
      const size_t end = at + name.size();
      const bool is_word = (at == 0 || !is_of_a_word(text[at - 1])) && (end == text.size() || !is_of_a_word(text[end]));
      if (is_word) text.replace(at, name.size(), other);
      at += is_word ? other.size() : name.size();
    }
  }
  return text;
}

std::vector<std::string> AnonymousText::done() const {
  std::vector<std::string> done;
  for (const auto& [name, other] : hosts_) {
    if (name != other) done.push_back(fmt::format("the host {} is {}", name, other));
  }
  if (paths_replaced_ > 0) done.push_back(fmt::format("{} left out of paths", counted(paths_replaced_, "folder")));
  return done;
}

}  // namespace attn
