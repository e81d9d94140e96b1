#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "benchmarks/options.h"
#include "benchmarks/reported_case.h"

namespace attn {

/// How the cases ended, each counted once by its worst round.
struct RunOutcome {
  std::map<Status, int64_t> count;
  bool interrupted = false;
  bool guessed_wrong = false;  ///< --guess named another number of launches
};

struct ReportSetup {
  std::string first_line;             ///< device, threads, LibTorch, driver
  Facts context;                      ///< into the JSON's context
  std::function<bool()> interrupted;  ///< polled between cases; the rest is then skipped and the outputs end valid
};

/// Runs the cases, already filtered, through Google Benchmark with one call of its body a repetition, and reports them
/// on the console, as JSON or as CSV with their real forwards and times. With JSON or CSV on standard output everything
/// else goes to standard error. Throws BadRequest when the output file can't be written (before any case is run).
RunOutcome run_google_benchmark(const GoogleBenchmarkFlags& flags, const std::vector<CaseToReport>& cases,
                                const ReportSetup& setup);

/// Google Benchmark's version, "1.7.1".
std::string google_benchmark_version();

}  // namespace attn
