#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "results/crossover.h"
#include "results/run_set.h"
#include "results/scaling.h"
#include "results/statistics.h"

namespace attn {

/// All that cases must share to be drawn in one picture: everything but variant and length.
struct Setting {
  std::string source;  ///< "measured" or "planned"
  std::string host;
  std::string device;
  std::string cpu_model;    ///< of the run's facts; empty where unknown
  std::string keep_memory;  ///< likewise, "on" or "off"
  std::string arch;
  std::string driver_version;
  std::string libtorch_version;
  int64_t threads = 0;
  std::string dtype;
  std::string mask;
  int64_t batch = 0;
  int64_t q_heads = 0;
  int64_t kv_heads = 0;
  int64_t head_dim = 0;
  std::string cache;
  std::string launch;
  std::optional<int64_t> q_len = {};  ///< nothing where it is kv_len; else the length is kv_len

  friend auto operator<=>(const Setting&, const Setting&) = default;
};

/// "NVIDIA A100 · bf16 · causal · batch 8 · 16 heads · head_dim 64": what a person needs to know of it.
std::string setting_text(const Setting& setting);

/// A variant at a length, over all processes that have it.
struct SummaryCase {
  std::string variant;
  int64_t length = 0;
  std::string case_name;  ///< of its first process
  std::string status;     ///< "ok" where it is so in all
  std::string reason;     ///< of another status
  std::string flags;      ///< those that any process has, a space between
  std::string backend_ran;
  int64_t processes = 0;
  std::map<std::string, double> process_times_s = {};  ///< the median of each process that has one, by run_id
  std::optional<double> time_s = {};                   ///< geometric mean of the process medians
  std::optional<Interval> interval_s = {};     ///< 95 %: by Student's t on their logarithms; of one process as recorded
  std::optional<double> speedup = {};          ///< Naive's time over this one
  std::map<std::string, double> metrics = {};  ///< by name, the median of the processes
};

/// The variants of one setting at one length, and which is the fastest.
struct FastestVariant {
  int64_t length = 0;
  std::string variant;
  double time_s = 0;
  std::vector<std::string> not_told_apart = {};  ///< others whose interval reaches into its interval
};

struct VariantScaling {
  std::string variant;
  Scaling scaling;
};

/// The length from which on `then` is faster than `before`.
struct Overtaking {
  std::string before;
  std::string then;
  Crossing crossing;
};

/// What the cases of one setting say together.
struct SettingSummary {
  Setting setting;
  std::vector<std::string> variants = {};    ///< in order of appearance
  std::vector<int64_t> lengths = {};         ///< ascending
  std::vector<SummaryCase> cases = {};       ///< by length, then by variant in that order
  std::vector<FastestVariant> fastest = {};  ///< a length that has a time
  std::vector<VariantScaling> scaling = {};  ///< a variant that has a time
  std::vector<Overtaking> overtakings = {};
};

/// By setting, in order of appearance.
std::vector<SettingSummary> summarize(std::span<const KeptRun> runs);

/// Null where there is none.
const SummaryCase* find_case(const SettingSummary& summary, const std::string& variant, int64_t length);

}  // namespace attn
