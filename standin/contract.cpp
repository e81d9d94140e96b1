#include "standin/contract.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace attn::standin {
namespace {

constexpr auto kNumbers = std::to_array<std::pair<std::string_view, int64_t Card::*>>({
    {"major", &Card::major},
    {"minor", &Card::minor},
    {"sm_count", &Card::sm_count},
    {"memory_bytes", &Card::memory_bytes},
    {"l2_bytes", &Card::l2_bytes},
    {"sm_clock_hz", &Card::sm_clock_hz},
    {"registers_per_sm", &Card::registers_per_sm},
    {"shared_bytes_per_sm", &Card::shared_bytes_per_sm},
    {"shared_bytes_per_block_optin", &Card::shared_bytes_per_block_optin},
    {"max_threads_per_sm", &Card::max_threads_per_sm},
    {"max_blocks_per_sm", &Card::max_blocks_per_sm},
});

/// The value of "key=value;", which `text` is to begin with, and is left without.
std::optional<std::string_view> take(std::string_view& text, std::string_view key) {
  if (!text.starts_with(key) || !text.substr(key.size()).starts_with('=')) return std::nullopt;
  const size_t end = text.find(';');
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view value = text.substr(key.size() + 1, end - key.size() - 1);
  text.remove_prefix(end + 1);
  return value;
}

}  // namespace

std::vector<std::string> files_of(std::string_view list) {
  std::vector<std::string> files;
  while (!list.empty()) {
    const size_t colon = std::min(list.find(':'), list.size());
    if (colon > 0) files.emplace_back(list.substr(0, colon));
    list.remove_prefix(std::min(colon + 1, list.size()));
  }
  return files;
}

std::string encode(const Card& card) {
  std::string text = "full_name=" + card.full_name + ";";
  for (const auto& [key, member] : kNumbers) text += std::string(key) + "=" + std::to_string(card.*member) + ";";
  return text;
}

std::optional<Card> decode_card(std::string_view text) {
  Card card;
  const auto name = take(text, "full_name");
  if (!name || name->empty()) return std::nullopt;
  card.full_name = *name;
  for (const auto& [key, member] : kNumbers) {
    const auto value = take(text, key);
    if (!value) return std::nullopt;
    const auto [end, error] = std::from_chars(value->data(), value->data() + value->size(), card.*member);
    if (error != std::errc() || end != value->data() + value->size()) return std::nullopt;
  }
  if (!text.empty()) return std::nullopt;
  return card;
}

}  // namespace attn::standin
