#include "benchmarks/read_observing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "results/csv.h"

namespace attn {

void read_plan(Options& options, const GivenValue& given) {
  options.plan.clear();
  for (const std::string& card : read_list(given)) {
    if (std::ranges::find(options.plan, card) == options.plan.end()) options.plan.push_back(card);
  }
}

void read_guesses(Options& options, const GivenValue& given) {
  options.guesses.clear();
  options.guess_plan = given.text == "plan";
  if (options.guess_plan) return;
  for (const std::string& guess : read_list(given)) {
    const size_t colon = guess.find(':');
    const auto launches =
        colon == std::string::npos ? std::nullopt : parse_integer(std::string_view(guess).substr(colon + 1));
    if (colon == 0 || !launches || *launches < 0)
      refuse(given, "plan, or VARIANT:N with N = 0, 1, ..., such as Naive:5,SdpaMath:20,");
    const std::string variant = guess.substr(0, colon);
    if (std::ranges::find(options.guesses, variant, &Guess::variant) != options.guesses.end())
      refuse(given, fmt::format("one guess for {}", variant));
    options.guesses.push_back({.variant = variant, .launches = *launches});
  }
}

void read_schedule(Options& options, const GivenValue& given) {
  constexpr int64_t kMost = 1000;
  const auto refuse_it = [&] {
    refuse(given, fmt::format("WAIT,WARMUP,ACTIVE such as 1,1,3, each at most {}, ACTIVE at least 1,", kMost));
  };
  std::vector<int64_t> counts;
  for (const std::string& count : read_list(given)) counts.push_back(parse_integer(count).value_or(-1));
  if (counts.size() != 3 || counts[2] < 1) refuse_it();
  for (const int64_t count : counts)
    if (count < 0 || count > kMost) refuse_it();
  options.profile.schedule = {.wait = counts[0], .warm_up = counts[1], .active = counts[2]};
}

void read_table(Options& options, const GivenValue& given) {
  constexpr size_t kUsualRows = 15;
  const std::optional<int64_t> rows = parse_integer(given.text);
  if (rows && *rows > 0)
    options.profile.table_rows = static_cast<size_t>(*rows);
  else if (given.text == "true")
    options.profile.table_rows = kUsualRows;
  else
    refuse(given, "a number of rows, 1 or more and fewer than 2^63,");
  options.profile.wanted = true;
}

void read_trace(Options& options, const GivenValue& given) {
  options.profile.trace = read_text(given);
  options.profile.wanted = true;
}

}  // namespace attn
