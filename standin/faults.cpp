#include "standin/faults.h"

#include <array>
#include <charconv>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

namespace attn::standin {

namespace {

using Member = std::variant<std::optional<uint64_t> Faults::*, uint64_t Faults::*, bool Faults::*>;

constexpr auto kNames = std::to_array<std::pair<std::string_view, Member>>({
    {"memory_bytes", &Faults::memory_bytes},
    {"launch_error_after", &Faults::launch_error_after},
    {"device_lost_after", &Faults::device_lost_after},
    {"queue_limit", &Faults::queue_limit},
    {"drop_records", &Faults::drop_records},
    {"zero_time_records", &Faults::zero_time_records},
    {"truncate_records", &Faults::truncate_records},
    {"cupti_taken", &Faults::cupti_taken},
    {"no_kernel_image", &Faults::no_kernel_image},
    {"no_stream_hold", &Faults::no_stream_hold},
});

std::string all_names() {
  std::string names;
  for (const auto& [name, member] : kNames) names += (names.empty() ? "" : ", ") + std::string(name);
  return names;
}

uint64_t parse_value(std::string_view fault, std::string_view text) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw std::invalid_argument("\"" + std::string(fault) + "\" is no fault with a whole number, as memory_bytes=1000");
  }
  return value;
}

void set_fault(Faults& faults, std::string_view fault) {
  const size_t equals = std::min(fault.find('='), fault.size());
  for (const auto& [name, member] : kNames) {
    if (name != fault.substr(0, equals)) continue;
    const uint64_t value = equals == fault.size() && std::holds_alternative<bool Faults::*>(member)
                               ? 1
                               : parse_value(fault, fault.substr(std::min(equals + 1, fault.size())));
    std::visit([&](auto pointer) { faults.*pointer = value; }, member);
    return;
  }
  throw std::invalid_argument("\"" + std::string(fault) + "\" is no fault; there are " + all_names());
}

}  // namespace

Faults parse_faults(std::string_view text) {
  Faults faults;
  while (!text.empty()) {
    const size_t comma = std::min(text.find(','), text.size());
    set_fault(faults, text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return faults;
}

}  // namespace attn::standin
