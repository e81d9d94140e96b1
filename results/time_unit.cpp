#include "results/time_unit.h"

#include <array>

namespace attn {
namespace {

constexpr std::array<TimeUnit, 4> kUnits = {{{"ns", 1e9}, {"us", 1e6}, {"ms", 1e3}, {"s", 1}}};

}  // namespace

TimeUnit time_unit_named(std::string_view name) {
  for (const TimeUnit& unit : kUnits)
    if (unit.name == name) return unit;
  return kUnits.front();
}

}  // namespace attn
