#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "results/checking/row_check.h"
#include "results/text_map.h"

namespace attn {

/// What results.csv says of one case of a run, gathered for the checks that need more than a row.
struct CheckedCase {
  std::string run_id;
  int64_t line = 0;                      ///< its first
  std::vector<std::string> shared = {};  ///< the cells that all of its rows share
  bool has_row_without_metric = false;
  std::string status;
  std::string source;
  std::string dtype;
  std::string cache;
  struct Figure {
    double value = 0;
    int64_t line = 0;
    std::optional<int64_t> samples = {};
  };
  std::map<std::string, Figure, std::less<>> figures;  ///< by metric

  std::vector<double> sample_times_s = {};             ///< of samples.csv
  std::set<std::pair<int64_t, int64_t>> samples = {};  ///< their rounds and numbers
  int64_t launches = 0;                                ///< rows of launches.csv
  int64_t ops = 0;                                     ///< rows of ops.csv
};

/// The cases of one results.csv.
class CheckedCases {
 public:
  /// Null where there is none.
  CheckedCase* find(std::string_view run_id, std::string_view case_name);
  /// A new one where there is none.
  CheckedCase& at(std::string_view run_id, std::string_view case_name);
  const std::vector<CheckedCase*>& in_order() const { return order_; }

 private:
  static std::string key(std::string_view run_id, std::string_view case_name);

  TextMap<CheckedCase> cases_;
  std::vector<CheckedCase*> order_;
};

/// Looks at a row of results.csv and takes down what it says of its case.
void check_result(const RowCheck& row, CheckedCases& cases);

/// Each run's facts, by run_id and key.
using RunFacts = std::map<std::string, std::map<std::string, std::string, std::less<>>, std::less<>>;

/// Looks at the cases as wholes, when all files were read; `facts` is null where there is no runs.csv. Returns how many
/// of the cases with rates had no peak to hold them against.
int64_t check_cases(const CheckedCases& cases, const RunFacts* facts, const std::string& results_file,
                    Findings& findings);

}  // namespace attn
