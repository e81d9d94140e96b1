#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "results/exit_code.h"
#include "results/program/report.h"

namespace CLI {
class App;
}

namespace attn {

/// What a subcommand has to say.
struct Answer {
  Report report;  ///< printed in the format asked for
  int exit_code = kExitFine;
};

/// Does what was asked for, after the command line was read. Throws BadRequest.
using Work = std::function<Answer()>;

/// A subcommand of attn_results: `attn_results NAME …`.
struct Subcommand {
  std::string_view name;
  std::string_view description;    ///< one sentence without a full stop
  Work (*declare)(CLI::App& app);  ///< declares its options and operands; those shared by all (--format) are there
};

/// All of them, in the order of the help. A new one is a file with its `declare` function and a line in
/// subcommand_list.cpp.
std::span<const Subcommand> subcommands();

}  // namespace attn
