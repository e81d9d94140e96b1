#include "standin/settings.h"

#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

namespace attn::standin {

namespace {

Card read_card() {
  const char* text = std::getenv(kCardVariable);
  if (text == nullptr) {
    refuse(std::string(kCardVariable) + " is not set: it says which GPU to stand in for (standin/run sets it)");
  }
  const std::optional<Card> card = decode_card(text);
  if (!card) refuse(std::string(kCardVariable) + "=\"" + text + "\" describes no card");
  return *card;
}

Faults read_faults() {
  const char* text = std::getenv(kFaultsVariable);
  try {
    return parse_faults(text == nullptr ? "" : text);
  } catch (const std::invalid_argument& error) {
    refuse(std::string(kFaultsVariable) + ": " + error.what());
  }
}

int64_t read_activity_ns() {
  const char* text = std::getenv(kActivityNsVariable);
  if (text == nullptr) return kDefaultActivityNs;
  const std::string_view view = text;
  int64_t value = 0;
  const auto [end, error] = std::from_chars(view.data(), view.data() + view.size(), value);
  if (error != std::errc() || end != view.data() + view.size() || value <= 0) {
    refuse(std::string(kActivityNsVariable) + "=\"" + text + "\" is no whole number of nanoseconds above 0");
  }
  return value;
}

std::vector<std::string> read_resource_files() {
  const char* text = std::getenv(kResourcesVariable);
  std::vector<std::string> files = files_of(text == nullptr ? "" : text);
  for (const std::string& file : files) {
    if (access(file.c_str(), R_OK) != 0) {
      refuse(std::string(kResourcesVariable) + ": " + file + " can't be read");
    }
  }
  return files;
}

}  // namespace

Settings read_settings() {
  return {.card = read_card(),
          .faults = read_faults(),
          .activity_ns = read_activity_ns(),
          .resource_files = read_resource_files()};
}

void refuse(const std::string& reason) {
  static_cast<void>(std::fprintf(stderr, "stand-in GPU: %s\n", reason.c_str()));
  _exit(2);
}

}  // namespace attn::standin
