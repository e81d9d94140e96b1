// What reading a results.csv and comparing half of its runs with the other half costs, against going over the same file
// with fast-cpp-csv-parser alone, and in memory: results_reading RESULTS.csv. results_reading.py makes a file of a
// million rows and sets pandas and polars beside it.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <span>
#include <string>
#include <vector>

#include "results/comparing/comparison.h"
#include "results/run_set.h"
#include "tests/own_cost/bare_parser.h"

namespace attn {
namespace {

constexpr int kRounds = 5;

/// Of the processor, so that a busy machine counts little.
template <typename Work>
double seconds_of(const Work& work) {
  const std::clock_t begin = std::clock();
  work();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

double peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

size_t read_and_compare(const std::filesystem::path& file) {
  const RunSet set = read_runs(std::array{file});
  const std::span<const KeptRun> runs = set.runs;
  const Side base(runs.first(runs.size() / 2));
  const Side now(runs.subspan(runs.size() / 2));
  return compare(base, now, {}, {}).cases.size();
}

void print_costs(const std::filesystem::path& file) {
  const auto file_bytes = static_cast<double>(std::filesystem::file_size(file));
  const size_t cases = read_and_compare(file);
  const double memory = peak_bytes();
  double read_s = 1e9;
  double ours_s = 1e9;
  double bare_s = 1e9;
  int64_t rows = 0;
  for (int round = 0; round < kRounds; ++round) {
    bare_s = std::min(bare_s, seconds_of([&] { rows = count_rows_with_bare_parser(file); }));
    ours_s = std::min(ours_s, seconds_of([&] { read_and_compare(file); }));
    read_s = std::min(read_s, seconds_of([&] { read_runs(std::array{file}); }));
  }
  fmt::print(
      "{} rows, {} cases a run: bare parser {:.3f} s, reading {:.3f} s, reading and comparing {:.3f} s, ratio {:.2f}\n",
      rows, cases, bare_s, read_s, ours_s, ours_s / bare_s);
  fmt::print("memory: {:.2f} times the file\n", memory / file_bytes);
}

}  // namespace
}  // namespace attn

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  attn::print_costs(argv[1]);
}
