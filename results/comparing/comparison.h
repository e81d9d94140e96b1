#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "results/comparing/exact_changes.h"
#include "results/comparing/side.h"
#include "results/geometric_means.h"
#include "results/verdict.h"

namespace attn {

/// What became of a case, apart from its time.
enum class CaseChange {
  kBoth,          ///< ok on both sides
  kAdded,         ///< only new has it
  kRemoved,       ///< only base has it
  kNewlyFailing,  ///< was ok, or not failed: now it is not ok, or has failed
  kNewlyOk,       ///< was not ok for another reason than the next: now it is
  kNowSupported,  ///< was unsupported: now it is ok
  kNotOk,         ///< is not ok on both sides
};

/// "added", "removed", "newly failing", "newly ok", "no longer unsupported", "not ok"; "" of kBoth.
std::string_view change_name(CaseChange change);

/// A case of base, of new or of both.
struct ComparedCase {
  std::string key;
  const SideCase* base = nullptr;  ///< null in an added case
  const SideCase* now = nullptr;   ///< null in a removed one
  CaseChange change = CaseChange::kBoth;
  std::string reason = {};                  ///< of the change: both statuses and why
  std::optional<CaseVerdict> verdict = {};  ///< on its time; only of kBoth with a measured process on both sides
  std::vector<ExactChange> exact = {};      ///< only of kBoth
};

struct CompareSettings {
  VerdictRule rule = {};
  bool allow_removed = false;
  bool strict = false;  ///< unsure is a bad answer too
};

struct Comparison {
  std::vector<ComparedCase> cases;  ///< in the order of base, then those that were added
  std::vector<MeanRatio> means;     ///< of the cases that have a verdict
};

/// Base against new, by case_key. `aa` are sittings of the same thing as base, each compared with base for the noise
/// floor. Times are compared where both sides measured: never with those of a plan, which has none. The sides are to
/// outlive the comparison. Throws BadRequest when they have no case in common.
Comparison compare(const Side& base, const Side& now, std::span<const Side> aa, const VerdictRule& rule);

/// The same of several, with one correction for the number of all their tests.
std::vector<Comparison> compare_each(const Side& base, std::span<const Side* const> others, std::span<const Side> aa,
                                     const VerdictRule& rule);

/// ln(time of a sitting / time of base) of each sitting that has the case with times.
std::vector<double> aa_log_ratios(const SideCase& base_case, std::span<const Side> aa);

/// Cases of one kind, and of one verdict.
size_t count_of(const Comparison& comparison, CaseChange change);
size_t count_of(const Comparison& comparison, Verdict verdict);

/// kExitBadAnswer with a slower case, one that is newly failing, one that was removed unless allowed, and, when strict,
/// one that is unsure; else kExitFine.
int exit_code_of(const Comparison& comparison, const CompareSettings& settings);

}  // namespace attn
