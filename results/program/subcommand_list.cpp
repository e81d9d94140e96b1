#include <array>

#include "results/program/subcommand.h"

namespace attn {

Work declare_check(CLI::App& app);
Work declare_compare(CLI::App& app);
Work declare_merge(CLI::App& app);
Work declare_summary(CLI::App& app);

namespace {

constexpr auto kSubcommands = std::to_array<Subcommand>({
    {"compare", "What changed between two sets of runs, and is it faster or slower", &declare_compare},
    {"summary", "The fastest variant a shape, exponents, crossing lengths, what failed", &declare_summary},
    {"merge", "Many runs into one folder, with the names of machines or without", &declare_merge},
    {"check", "Looks for what can't be so: units, ranges, rates above the card's peak", &declare_check},
});

}  // namespace

std::span<const Subcommand> subcommands() {
  return kSubcommands;
}

}  // namespace attn
