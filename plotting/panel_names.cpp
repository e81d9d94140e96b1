#include "plotting/panel_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace attn {
namespace {

/// Whose values say what they are.
constexpr auto kPlain = std::to_array<std::string_view>({"source", "device", "dtype", "mask", "cache", "launch"});
constexpr size_t kLongestSlug = 80;

std::string text_of(const std::string& name, const std::string& value, std::string_view between) {
  if (std::ranges::find(kPlain, name) != kPlain.end()) return value;
  return fmt::format("{}{}{}", name, between, value);
}

using Names = std::set<std::string>;

/// Adds the names that only one of the two has, or with another value.
void add_differing(const NamedValues& one, const NamedValues& other, Names& names) {
  for (const auto* values : {&one, &other}) {
    const NamedValues& against = values == &one ? other : one;
    for (const auto& named : *values) {
      if (std::ranges::find(against, named) == against.end()) names.insert(named.first);
    }
  }
}

/// Of the Setting's members those that differ at all; of the facts those that differ where the Setting doesn't.
Names telling_names(const std::vector<PanelValues>& panels) {
  Names names;
  for (const PanelValues& panel : panels) {
    add_differing(panels.front().setting, panel.setting, names);
    for (const PanelValues& other : panels) {
      if (panel.setting == other.setting) add_differing(panel.facts, other.facts, names);
    }
  }
  if (names.contains("device")) names.erase("arch");
  if (names.contains("host")) names.erase("cpu_model");
  return names;
}

}  // namespace

NamedValues values_of(const Setting& setting) {
  NamedValues values = {{"source", setting.source},
                        {"host", setting.host},
                        {"device", setting.device},
                        {"cpu_model", setting.cpu_model},
                        {"keep_memory", setting.keep_memory},
                        {"arch", setting.arch},
                        {"driver_version", setting.driver_version},
                        {"libtorch_version", setting.libtorch_version},
                        {"threads", std::to_string(setting.threads)},
                        {"dtype", setting.dtype},
                        {"mask", setting.mask},
                        {"batch", std::to_string(setting.batch)},
                        {"q_heads", std::to_string(setting.q_heads)},
                        {"kv_heads", std::to_string(setting.kv_heads)},
                        {"head_dim", std::to_string(setting.head_dim)},
                        {"cache", setting.cache},
                        {"launch", setting.launch}};
  if (setting.q_len) values.emplace_back("q_len", std::to_string(*setting.q_len));
  return values;
}

std::string slug_of(const std::string& text) {
  std::string slug;
  for (const char c : text) {
    const bool is_upper = c >= 'A' && c <= 'Z';
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
    if (is_upper || is_plain) {
      slug += static_cast<char>(is_upper ? c - 'A' + 'a' : c);
    } else if (!slug.empty() && slug.back() != '-') {
      slug += '-';
    }
  }
  while (!slug.empty() && slug.back() == '-') slug.pop_back();
  return slug;
}

std::vector<PanelName> name_panels(const std::vector<PanelValues>& panels) {
  const Names names = telling_names(panels);
  std::vector<PanelName> named;
  Names taken;
  for (const PanelValues& panel : panels) {
    PanelName& added = named.emplace_back();
    std::string words;
    for (const NamedValues* values : {&panel.setting, &panel.facts}) {
      for (const auto& [name, value] : *values) {
        if (!names.contains(name)) continue;
        if (values == &panel.facts) added.title_end += fmt::format(" · {} {}", name, value);
        words += text_of(name, value, "-") + " ";
      }
    }
    const std::string slug = slug_of(words).substr(0, kLongestSlug);
    added.slug = slug;
    for (int number = 2; !taken.insert(added.slug).second; ++number) added.slug = fmt::format("{}-{}", slug, number);
  }
  return named;
}

}  // namespace attn
