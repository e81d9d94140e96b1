#pragma once

#include <functional>
#include <string>
#include <vector>

#include "benchmarks/option_values.h"
#include "benchmarks/options.h"

namespace attn {

/// The parts of the help, in its order; of kGoogleBenchmarkRest it shows the names alone. kHidden is left out of help,
/// near names and recording: for the program's own use.
enum class OptionGroup {
  kSweep,
  kWhere,
  kVariants,
  kSampling,
  kKeepAndShow,
  kGoogleBenchmark,
  kGoogleBenchmarkRest,
  kHidden
};

/// All that there is to know about an option: parsing, help and recording follow from it.
struct OptionDeclaration {
  OptionGroup group;
  std::string name;        ///< "--threads"
  std::string value_hint;  ///< "LIST"; empty for a boolean, which may be given without a value, as may "[=N]"
  std::string help;        ///< neighbours with the same hint and help share a line of the help
  std::function<void(Options&, const GivenValue&)> apply;
  std::string default_text;  ///< what holds when it is not given; empty where there is none to show
  bool adds_up = false;      ///< every occurrence counts, not only the last
};

/// Every option, in the order of the help. Adding one is adding it here.
std::vector<OptionDeclaration> option_declarations();

/// The variable that Google Benchmark reads for a flag of its own ("BENCHMARK_FILTER", and "V" for --v); empty for the
/// other options.
std::string environment_variable(const OptionDeclaration& option);

}  // namespace attn
