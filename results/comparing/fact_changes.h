#pragma once

#include <string>
#include <vector>

#include "results/comparing/comparison.h"
#include "results/comparing/side.h"

namespace attn {

/// A fact that the runs of two sides differ in.
struct FactChange {
  std::string key;
  std::string before;  ///< of several values all, " or " between; empty where no run of the side has it
  std::string after;

  friend bool operator==(const FactChange&, const FactChange&) = default;
};

struct FactChanges {
  std::vector<FactChange> changes;
  size_t equal = 0;  ///< facts that are the same in all runs of both sides
};

/// Where and how the sides' runs were made, by runs.csv and by what the cases repeat of it. Left out is what says
/// nothing about the thing measured: the command line, where results went, momentary readings of a GPU. With several
/// GPUs on a side each is compared with its like, and a change of them all is there once.
FactChanges fact_changes(const Side& base, const Side& now);

/// Why a change in time may not come from what was meant to change, a sentence each: another GPU, CPU, host, LibTorch,
/// number of threads, other clocks (by what the cases measured, over 2 %, and by the settings), other ways of
/// measuring, a side whose runs differ among themselves, runs of a plan beside measured ones, cases that were disturbed
/// or throttled, the same run on both sides.
std::vector<std::string> confounders(const Side& base, const Side& now, const FactChanges& facts);

/// The run's value of a fact or, where it has none, of a column of its cases: nothing for neither. Throws BadRequest
/// when its cases differ in the column.
std::optional<std::string> value_of_run(const KeptRun& run, std::string_view name);

}  // namespace attn
