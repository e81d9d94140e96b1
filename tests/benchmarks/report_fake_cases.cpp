// Runs made-up cases through the real command line and the real Google Benchmark, for the tests to read what comes out.
//   report_fake_cases SET --flag=value…

#include <fmt/format.h>

#include <cstdlib>
#include <iostream>
#include <limits>
#include <locale>
#include <stdexcept>

#include "benchmarks/case_filter.h"
#include "benchmarks/google_benchmark.h"
#include "results/bad_request.h"

namespace attn {
namespace {

constexpr auto kShape = "cpu/fp32/causal/batch:1/q_heads:8/kv_heads:8/q_len:512/kv_len:512/head_dim:64";

std::string name(const std::string& variant) {
  return variant + "/" + kShape;
}

ReportedCase ok(double time_s, int64_t forwards) {
  return {.status = Status::kOk,
          .reason = "",
          .flags = "",
          .backend = "math",
          .forwards = forwards,
          .time_s = time_s,
          .host_time_s = time_s / 2,
          .time_interval = Interval{time_s * 0.99, time_s * 1.02},
          .flops_per_s = 0.5e12,
          .bytes_per_s = 25e9,
          .ops = 45,
          .error_rms = 2e-7,
          .peak_memory_bytes = 16.0 * 1024 * 1024};
}

ReportedCase not_ok(Status status, const std::string& reason) {
  ReportedCase result = ok(0, 0);
  result.status = status;
  result.reason = reason;
  return result;
}

CaseToReport always(const std::string& variant, const ReportedCase& result) {
  return {name(variant), [=](int64_t) { return result; }};
}

std::vector<CaseToReport> mixed() {
  ReportedCase bare = {.status = Status::kOk,
                       .reason = "",
                       .flags = "not_converged disturbed",
                       .backend = "",
                       .forwards = 3000,
                       .time_s = 2.5,
                       .host_time_s = 2.5,
                       .time_interval = {},
                       .flops_per_s = {},
                       .bytes_per_s = {},
                       .ops = {},
                       .error_rms = {},
                       .peak_memory_bytes = {}};
  return {always("SdpaCudnn", not_ok(Status::kUnsupported, "a CPU has no cuDNN")),
          always("Naive", ok(1.5e-3, 50)),
          always("NaiveInplace", bare),
          always("Large", not_ok(Status::kOutOfMemory, "needs 80.0 GiB, there are 16.0 GiB")),
          always("Wrong", not_ok(Status::kIncorrect, "rms error 1.02e-02, at most 5.0e-03 allowed")),
          always("Nasty", not_ok(Status::kFailed, "a \"quote\", \x1b[31m a\x01 byte,\n\x80 and \xc3\xa9\\")),
          always("NoTime", ok(std::numeric_limits<double>::quiet_NaN(), 5)),
          {name("Throws"), [](int64_t) -> ReportedCase { throw std::runtime_error("thrown by the variant"); }}};
}

/// 1, 2 and 6 ms with 50, 60 and 40 forwards: mean 3 ms, median 2 ms, standard deviation √7 ms.
ReportedCase round_of_three(int64_t round) {
  static const std::vector<std::pair<double, int64_t>> kRounds = {{1e-3, 50}, {2e-3, 60}, {6e-3, 40}};
  const auto& [time_s, forwards] = kRounds.at(static_cast<size_t>(round));
  ReportedCase result = ok(time_s, forwards);
  result.error_rms = 0;
  if (round == 1) result.flags = "disturbed";
  return result;
}

std::vector<CaseToReport> rounds() {
  const auto fails_first = [](int64_t round) {
    return round == 0 ? not_ok(Status::kFailed, "cold feet") : round_of_three(round);
  };
  return {{name("Naive"), round_of_three},
          {name("FailsFirst"), fails_first},
          always("SdpaCudnn", not_ok(Status::kUnsupported, "a CPU has no cuDNN"))};
}

std::vector<CaseToReport> cases_of(const std::string& set, int64_t& runs) {
  if (set == "mixed") return mixed();
  if (set == "rounds") return rounds();
  if (set == "none_ok") return {mixed().front()};
  const auto counted = [&runs](int64_t) { return ++runs, ok(1e-3, 10); };
  return {{name("A"), counted}, {name("B"), counted}, {name("C"), counted}};
}

/// "1.234,5" as in a German locale, which need not be installed.
class CommaLocale : public std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

int run(int argc, char** argv) {
  if (std::getenv("FAKE_COMMA_LOCALE") != nullptr) {
    std::locale::global(std::locale(std::locale(), new CommaLocale));
    std::cout.imbue(std::locale());
  }
  const Options options = parse_options(argc - 1, argv + 1);
  for (const std::string& notice : options.notices) fmt::print(stderr, "{}\n", notice);
  const std::string set = argv[1];
  int64_t runs = 0;
  const int64_t interrupted_after = set == "interrupted" ? 3 : set == "interrupted_at_once" ? 0 : 1000;
  std::vector<CaseToReport> cases = cases_of(set, runs);
  const CaseFilter filter(options.google.filter);
  std::erase_if(cases, [&](const CaseToReport& a_case) { return !filter.keeps(a_case.name); });
  const RunOutcome outcome = run_google_benchmark(options.google, cases,
                                                  {.first_line = "cpu · 2 threads · LibTorch 2.11.0",
                                                   .context = {{"threads", "2"}, {"governor", "per\"formance\x02\xff"}},
                                                   .interrupted = [&] { return runs >= interrupted_after; }});
  return outcome.interrupted ? 130 : 0;
}

}  // namespace
}  // namespace attn

int main(int argc, char** argv) {
  try {
    return attn::run(argc, argv);
  } catch (const attn::PrintAndExit& print) {
    fmt::print("{}", print.text);
    return 0;
  } catch (const attn::BadRequest& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
