#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/planned_line.h"
#include "benchmarks/reported_case.h"

namespace attn {

/// What a process of a kernel is asked, one line of JSON.
struct KernelQuestion {
  enum class What {
    kReady,    ///< whether the kernel is loaded
    kMeasure,  ///< a round of a case
    kPasses,   ///< all cases in --passes, but for some
    kLook,     ///< what --profile and the like ask for, of the cases that were measured
    kPlan,     ///< a case of a launch plan
  };
  What what = What::kReady;
  std::string case_name = {};                   ///< of kMeasure and kPlan
  int64_t round = 0;                            ///< of kMeasure
  std::vector<std::string> without = {};        ///< of kPasses: names of cases
  std::map<std::string, double> measured = {};  ///< of kLook: the cases, and the median time of a forward, in s
};

/// What it answers, one line too.
struct KernelAnswer {
  std::optional<ReportedCase> reported;  ///< to kMeasure; nothing after an interruption
  std::optional<PlannedLine> planned;    ///< to kPlan
  std::string text;                      ///< to kPlan: what else is to be shown
  std::map<Status, int64_t> count;       ///< to kPasses and kLook: how the cases ended
  bool guessed_wrong = false;            ///< to kPlan and kLook
  bool interrupted = false;
};

/// Without the line's end. The same text comes back from read_question() and read_answer(), but for bytes that are no
/// UTF-8, which become U+FFFD.
std::string line_of(const KernelQuestion& question);
std::string line_of(const KernelAnswer& answer);

/// Throw std::runtime_error for what is no such line.
KernelQuestion read_question(const std::string& line);
KernelAnswer read_answer(const std::string& line);

}  // namespace attn
