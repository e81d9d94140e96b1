#include "results/program/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <map>

#include "results/bad_request.h"
#include "results/near_names.h"
#include "results/program/subcommand.h"

namespace attn {
namespace {

const std::map<std::string, ReportFormat>& formats() {
  static const std::map<std::string, ReportFormat> known = {{"csv", ReportFormat::kCsv},
                                                            {"json", ReportFormat::kJson},
                                                            {"markdown", ReportFormat::kMarkdown},
                                                            {"table", ReportFormat::kTable}};
  return known;
}

/// The command line and what it asks for.
class CommandLine {
 public:
  CommandLine() : app_("Reads, compares and merges what attn_bench --out kept.", "attn_results") {
    app_.require_subcommand(1);
    for (const Subcommand& subcommand : subcommands()) {
      CLI::App* const app = app_.add_subcommand(std::string(subcommand.name), std::string(subcommand.description));
      app->add_option("--format", format_, "table, markdown, csv or json [table]")
          ->check([](const std::string& name) {
            return formats().contains(name) ? "" : "'" + name + "' is none of table, markdown, csv, json";
          })
          ->type_name("");
      app->allow_extras();
      works_.emplace_back(app, subcommand.declare(*app));
    }
  }

  /// The subcommand's work; nothing when there was only a help to print.
  const Work* read(std::span<const std::string> arguments) {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    try {
      app_.parse(std::move(reversed));
    } catch (const CLI::Success& help) {
      app_.exit(help);
      return nullptr;
    } catch (const CLI::ParseError& error) {
      throw BadRequest(explain(error, arguments));
    }
    const auto asked = std::ranges::find_if(works_, [](const auto& work) { return work.first->parsed(); });
    refuse_unknown(*asked->first);
    return &asked->second;
  }

  ReportFormat format() const { return formats().at(format_); }

 private:
  static std::string explain(const CLI::ParseError& error, std::span<const std::string> arguments) {
    if (dynamic_cast<const CLI::RequiredError*>(&error) == nullptr || arguments.empty()) {
      return arguments.empty() ? "which of " + names() + "? See --help" : error.what();
    }
    if (std::ranges::find(subcommands(), arguments.front(), &Subcommand::name) != subcommands().end()) {
      return error.what();
    }
    std::vector<std::string> known;
    for (const Subcommand& subcommand : subcommands()) known.emplace_back(subcommand.name);
    return fmt::format("{}: no such subcommand{}; there are {}", arguments.front(),
                       did_you_mean(arguments.front(), known), names());
  }

  static std::string names() {
    std::string text;
    for (const Subcommand& subcommand : subcommands()) {
      text += fmt::format("{}{}", text.empty() ? "" : ", ", subcommand.name);
    }
    return text;
  }

  static void refuse_unknown(const CLI::App& app) {
    const std::vector<std::string> unknown = app.remaining();
    if (unknown.empty()) return;
    std::vector<std::string> known;
    for (const CLI::Option* option : app.get_options()) {
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    }
    const std::string name = unknown.front().substr(0, unknown.front().find('='));
    throw BadRequest(
        fmt::format("{}: no such flag{}; see attn_results {} --help", name, did_you_mean(name, known), app.get_name()));
  }

  CLI::App app_;
  std::string format_ = "table";
  std::vector<std::pair<CLI::App*, Work>> works_;
};

int run(std::span<const std::string> arguments) {
  CommandLine command_line;
  const Work* const work = command_line.read(arguments);
  if (work == nullptr) return kExitFine;
  const Answer answer = (*work)();
  for (const std::string& note : answer.report.notes) fmt::print(stderr, "attn_results: {}\n", note);
  fmt::print("{}", report_text(answer.report, command_line.format()));
  return answer.exit_code;
}

}  // namespace

int run_command_line(std::span<const std::string> arguments) {
  try {
    return run(arguments);
  } catch (const BadRequest& request) {
    fmt::print(stderr, "attn_results: {}\n", request.what());
    return kExitBadRequest;
  } catch (const std::exception& error) {
    fmt::print(stderr, "attn_results: {}\n", error.what());
    return kExitBadAnswer;
  }
}

}  // namespace attn
