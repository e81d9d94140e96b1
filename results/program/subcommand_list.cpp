#include <array>

#include "results/program/subcommand.h"

namespace attn {

Work declare_compare(CLI::App& app);

namespace {

constexpr auto kSubcommands = std::to_array<Subcommand>({
    {"compare", "What changed between two sets of runs, and is it faster or slower", &declare_compare},
});

}  // namespace

std::span<const Subcommand> subcommands() {
  return kSubcommands;
}

}  // namespace attn
