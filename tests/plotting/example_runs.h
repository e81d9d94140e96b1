#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "results/record.h"
#include "results/results_directory.h"

namespace attn {

/// What a run of the tests is made of.
struct ExampleRun {
  std::string run_id = "run-1";
  std::string source = "measured";
  std::string device = "cpu";
  std::string driver_version = {};
  std::string libtorch_version = "2.11.0";
  std::vector<std::string> variants = {"Naive", "SdpaFlash"};
  std::vector<int64_t> lengths = {256, 512, 1024};
  int64_t head_dim = 64;
  double slower = 1;  ///< all times are multiplied by it
  Facts facts = {};   ///< besides the command line
};

/// Appends the run to the folder. The time of variant number v (from 0) at length S is slower·(S/1024)²·10 ms/(1 + v),
/// its interval 5 % to both sides; of a plan there is none. On a GPU there are launches, ops and host times too.
void keep_example(const std::filesystem::path& folder, const ExampleRun& run);

/// Its cases, to be changed before they are kept.
struct ExampleCase {
  CaseRow row;
  std::vector<MetricValue> metrics;
};
std::vector<ExampleCase> example_cases(const ExampleRun& run);

/// Folders for tests of the page, by name: see make_example.
std::vector<std::string> example_names();

/// Makes the folder that `name` stands for. Throws std::invalid_argument for a name that example_names lacks.
void make_example(const std::string& name, const std::filesystem::path& folder);

}  // namespace attn
