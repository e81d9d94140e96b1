#pragma once

#include <optional>
#include <span>
#include <string>

#include "benchmarks/case_result.h"
#include "benchmarks/options.h"
#include "fixtures/gpus.h"
#include "profiling/device.h"

namespace attn {

/// The peaks of a card as traffic is held against them.
DevicePeaks peaks_of(const Gpu& gpu);

/// Puts what the forward of an ok case launches into its result: `observed`, `ops`, `backend_ran`, and the guess for
/// its variant where there is one. Lost records make the case failed. Throws what the forward and the recorder throw.
void observe_case(CaseResult& result, const Case& benchmark_case, const Forward& forward, Device& device,
                  const std::optional<Gpu>& gpu, std::span<const Guess> guesses, bool times_are_real);

/// The guess for a variant, or nothing.
std::optional<Guess> guess_for(std::span<const Guess> guesses, const std::string& variant);

/// Throws BadRequest, with near names, for a guess about a variant that none of the cases has.
void check_guesses(std::span<const Guess> guesses, std::span<const Case> cases);

/// The lines of --launches and --guess for a case that was observed; empty where there is nothing to say.
std::string observation_text(const Options& options, const Case& benchmark_case, const CaseResult& result);

/// Whether a guess about this case was wrong.
bool guessed_wrong(const CaseResult& result);

}  // namespace attn
