#include "results/merging/anonymous_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "results/readable_figures.h"

namespace attn {
namespace {

constexpr std::string_view kSeparators = " \t=:,;'\"()[]{}<>|@`";

constexpr std::string_view kNameCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";

bool is_separator(char c) {
  return kSeparators.find(c) != std::string_view::npos;
}

bool is_letter_or_digit(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

bool is_of_a_word(char c) {
  return is_letter_or_digit(c) || c == '_' || c == '-' || c == '.';
}

/// "-I", "-isystem" at the end, after a space or the like.
bool ends_in_option(std::string_view before) {
  size_t at = before.size();
  while (at > 0 && is_letter_or_digit(before[at - 1])) --at;
  return at > 0 && at < before.size() && before[at - 1] == '-' && (at == 1 || is_separator(before[at - 2]));
}

/// Whether the slash or tilde at `at` begins an absolute path.
bool begins_path(std::string_view text, size_t at) {
  size_t slash = at;
  if (text[at] == '~') {
    while (slash < text.size() && (text[slash] == '~' || is_of_a_word(text[slash]))) ++slash;
  }
  if (slash >= text.size() || text[slash] != '/') return false;
  slash = text.find_first_not_of('/', slash);
  if (slash == std::string_view::npos || is_separator(text[slash])) return false;
  if (at == 0) return true;
  const char before = text[at - 1];
  const bool in_a_word = is_of_a_word(before) || before == ')' || before == ']' || before == '>' || before == '/';
  return !in_a_word || (text[at] == '/' && ends_in_option(text.substr(0, at)));
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

/// Whether "//" of an address, "ssh://…", is at `at`.
bool begins_address(std::string_view text, size_t at) {
  return at > 1 && text.substr(at).starts_with("//") && text[at - 1] == ':' && is_letter_or_digit(text[at - 2]);
}

bool is_of_the_web(std::string_view before) {
  return before.ends_with("http:") || before.ends_with("https:");
}

}  // namespace

AnonymousText::AnonymousText(std::span<const std::string> hosts, std::span<const std::string> paths)
    : paths_(paths.begin(), paths.end()) {
  size_t count = 0;
  for (const std::string& name : hosts) {
    if (name.empty() || host(name) != name) continue;
    const std::string other = fmt::format("host-{}", ++count);
    hosts_.emplace_back(name, other);
    if (const size_t dot = name.find('.'); dot != std::string::npos) hosts_.emplace_back(name.substr(0, dot), other);
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
    if (begins_address(text, at)) {
      const size_t end = std::min(text.find_first_of(" \t'\"", at), text.size());
      const std::string_view address = text.substr(at, end - at);
      const bool stays = is_of_the_web(text.substr(0, at));
      kept += stays ? address : last_component(address);
      paths_replaced_ += stays ? 0 : 1;
      at = end;
    } else if ((text[at] == '/' || text[at] == '~') && begins_path(text, at)) {
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
      size_t end = at + name.size();
      const bool begins = at == 0 || !is_of_a_word(text[at - 1]);
      const bool ends = end == text.size() || !is_of_a_word(text[end]) || text[end] == '.';
      if (begins && ends) {
        // The domain goes too; a full stop stays.
        while (end + 1 < text.size() && is_of_a_word(text[end]) && is_letter_or_digit(text[end + 1])) {
          end = std::min(text.find_first_not_of(kNameCharacters, end + 1), text.size());
        }
        text.replace(at, end - at, other);
      }
      at += begins && ends ? other.size() : name.size();
    }
  }
  return text;
}

std::vector<std::string> AnonymousText::done() const {
  std::vector<std::string> done;
  std::string_view last;
  for (const auto& [name, other] : hosts_) {
    if (name != other && other != last) done.push_back(fmt::format("the host {} is {}", name, other));
    last = other;
  }
  if (paths_replaced_ > 0) done.push_back(fmt::format("{} left out of paths", counted(paths_replaced_, "folder")));
  return done;
}

}  // namespace attn
