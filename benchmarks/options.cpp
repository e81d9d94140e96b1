#include "benchmarks/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <span>

#include "benchmarks/case_filter.h"
#include "benchmarks/external/read_kernels.h"
#include "benchmarks/option_declarations.h"
#include "results/bad_request.h"
#include "results/near_names.h"

namespace attn {
namespace {

struct ParsedOption {
  const OptionDeclaration* declaration;
  CLI::Option* parsed;
};

bool needs_value(const OptionDeclaration& declaration) {
  return !declaration.value_hint.empty() && !declaration.value_hint.starts_with('[');
}

std::vector<ParsedOption> declare(CLI::App& app, std::span<const OptionDeclaration> declarations) {
  std::vector<ParsedOption> options;
  for (const OptionDeclaration& declaration : declarations) {
    const std::string names = (declaration.name == "--help" ? "-h," : "") + declaration.name;
    CLI::Option* option = needs_value(declaration) ? app.add_option(names) : app.add_flag(names);
    option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)->type_name(declaration.value_hint);
    options.push_back({&declaration, option});
  }
  return options;
}

bool may_have_value(const OptionDeclaration& declaration) {
  return declaration.value_hint.starts_with('[');
}

/// "=ROWS" of "[=ROWS]".
std::string_view hint_in_brackets(const OptionDeclaration& declaration) {
  const std::string_view hint = declaration.value_hint;
  return hint.substr(1, hint.size() - 2);
}

/// CLI11 takes "--name=" for "--name" and reads the value from the next argument: give it an empty one to read. Of what
/// may do without a value an empty one is refused.
std::vector<std::string> arguments(int argc, const char* const* argv, std::span<const OptionDeclaration> declarations) {
  std::vector<std::string> reversed;
  for (int i = argc - 1; i > 0; --i) {
    std::string argument = argv[i];
    const bool empty_value = std::ranges::any_of(declarations, [&](const OptionDeclaration& declaration) {
      if (argument != declaration.name + "=") return false;
      if (may_have_value(declaration))
        throw BadRequest(fmt::format("{0}=: its value is missing; allowed are {0} and {0}{1}", declaration.name,
                                     hint_in_brackets(declaration)));
      return needs_value(declaration);
    });
    if (empty_value) {
      reversed.emplace_back();
      argument.pop_back();
    }
    reversed.push_back(std::move(argument));
  }
  return reversed;
}

void parse(CLI::App& app, std::vector<std::string> reversed_arguments) {
  try {
    app.parse(std::move(reversed_arguments));
  } catch (const CLI::ArgumentMismatch& error) {
    throw BadRequest(fmt::format("a value is missing: {}", error.what()));
  } catch (const CLI::ParseError& error) {
    throw BadRequest(error.what());
  }
}

void refuse_unknown(const std::vector<std::string>& unknown, std::span<const OptionDeclaration> declarations) {
  if (unknown.empty()) return;
  const std::string& argument = unknown.front();
  if (!argument.starts_with('-'))
    throw BadRequest(fmt::format("{}: not a flag; allowed are --flag=value, see --help", argument));
  std::vector<std::string> names;
  for (const OptionDeclaration& declaration : declarations)
    if (declaration.group != OptionGroup::kHidden) names.push_back(declaration.name);
  const std::string name = argument.substr(0, argument.find('='));
  throw BadRequest(fmt::format("{}: no such flag{}; see --help", name, did_you_mean(name, names)));
}

/// What was given for an option: on the command line, else in the environment.
std::vector<GivenValue> values_of(const ParsedOption& option) {
  const OptionDeclaration& declaration = *option.declaration;
  std::vector<GivenValue> values;
  for (const std::string& value : option.parsed->results()) {
    if (value.starts_with("--"))
      throw BadRequest(fmt::format("{}: its value is missing before {}", declaration.name, value));
    values.push_back({declaration.name, value});
  }
  if (!values.empty()) return values;
  const std::string variable = environment_variable(declaration);
  if (variable.empty()) return values;
  if (const char* text = std::getenv(variable.c_str())) values.push_back({variable, text});
  return values;
}

void apply(Options& options, const OptionDeclaration& declaration, std::vector<GivenValue> values) {
  if (values.empty()) return;
  if (values.size() > 1 && !declaration.adds_up) {
    options.notices.push_back(fmt::format("{} was given {} times; the last one counts: {}", declaration.name,
                                          values.size(), values.back().text));
    values.erase(values.begin(), values.end() - 1);
  }
  for (const GivenValue& value : values) {
    declaration.apply(options, value);
    if (declaration.group != OptionGroup::kHidden) options.given.emplace_back(declaration.name, value.text);
  }
}

bool was_given(const Options& options, std::string_view name) {
  return std::ranges::find(options.given, name, &Facts::value_type::first) != options.given.end();
}

/// What a plan could not do anything with is refused, not dropped.
void check_plan(const Options& options, std::span<const OptionDeclaration> declarations) {
  constexpr std::array<std::string_view, 3> kOfGoogleBenchmark = {"--benchmark_filter", "--benchmark_list_tests",
                                                                  "--benchmark_color"};
  for (const OptionDeclaration& declaration : declarations) {
    const auto given = std::ranges::find(options.given, declaration.name, &Facts::value_type::first);
    if (given == options.given.end()) continue;
    const std::string text = fmt::format("{}={} beside --plan: ", given->first, given->second);
    if (declaration.name == "--device")
      throw BadRequest(text + "a plan is made on a stand-in GPU, not on a device of this machine; give one of the two");
    const bool times = declaration.group == OptionGroup::kSampling;
    const bool reports_times = (declaration.group == OptionGroup::kGoogleBenchmark ||
                                declaration.group == OptionGroup::kGoogleBenchmarkRest) &&
                               std::ranges::find(kOfGoogleBenchmark, declaration.name) == kOfGoogleBenchmark.end();
    if (times || reports_times) throw BadRequest(text + "a plan has no times; --out=DIR keeps its figures");
  }
}

void check_launches(Options& options) {
  if (options.stood_in && options.plan.size() != 1) throw BadRequest("--stood_in: for this program's own use");
  for (const char* shown : {"--launches", "--guess", "--profile", "--table", "--trace"})
    if (was_given(options, shown) && options.processes > 1)
      throw BadRequest(fmt::format("{} beside --processes={}: one process shows it; leave out --processes", shown,
                                   options.processes));
  if (options.fit && options.plan.empty()) throw BadRequest("--fit: it is found by planning; name a card: --plan=a100");
  if (!options.profile.wanted && was_given(options, "--schedule"))
    throw BadRequest("--schedule: it says how to profile; add --profile, --table or --trace=DIR");
  if (!options.profile.table_rows && was_given(options, "--table_by"))
    throw BadRequest("--table_by: it sorts the table; add --table");
  if (options.unmeasured && options.out) throw BadRequest("--unmeasured beside --out: nothing of it is to be kept");
  if (options.guess_plan && !options.plan.empty())
    throw BadRequest(
        "--guess=plan beside --plan: it holds what a GPU of this machine launches against its plan; without one, "
        "guess yourself: --guess=Naive:5");
  if (options.strict && options.guesses.empty() && !options.guess_plan)
    throw BadRequest("--strict: it judges a guess; give one: --guess=Naive:5");
}

void check_together(Options& options, std::span<const OptionDeclaration> declarations) {
  const CaseFilter refuses_a_bad_expression(options.google.filter);
  give_to_kernels(options);
  if (options.compile != CompileChoice::kNone && !options.plan.empty())
    options.notices.emplace_back(
        "--compile beside --plan: where Inductor chooses between kernels by timing them, a real GPU may choose others");
  if (options.guess_plan && !options.external.kernels.empty())
    throw BadRequest("--guess=plan beside --kernel: only this program's own variants are held against a plan so");
  if (!options.plan.empty()) check_plan(options, declarations);
  check_launches(options);
  const SamplingRule& rule = options.sampling;
  if (rule.min_time_s > rule.max_time_s)
    options.notices.push_back(fmt::format("--benchmark_min_time={} can't be reached: --max_time_s={} wins",
                                          rule.min_time_s, rule.max_time_s));
}

}  // namespace

Options parse_options(int argc, const char* const* argv) {
  const std::vector<OptionDeclaration> declarations = option_declarations();
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  const std::vector<ParsedOption> parsed = declare(app, declarations);
  parse(app, arguments(argc, argv, declarations));

  if (app.count("--help") > 0) throw PrintAndExit{help_text()};
  if (app.count("--version") > 0) throw PrintAndExit{fmt::format("attn_bench {}\n", kAttnBenchVersion)};
  refuse_unknown(app.remaining(), declarations);

  Options options;
  for (const ParsedOption& option : parsed) apply(options, *option.declaration, values_of(option));
  check_together(options, declarations);
  return options;
}

}  // namespace attn
