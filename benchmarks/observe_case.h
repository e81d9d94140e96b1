#pragma once

#include <optional>
#include <span>
#include <string>

#include "benchmarks/case_result.h"
#include "benchmarks/options.h"
#include "fixtures/gpus.h"
#include "profiling/device.h"

namespace attn {

/// Puts what the forward of an ok case launches into its result: `observed`, `ops`, `backend_ran`. Lost records make
/// the case failed, without an observation. `gpu`: for the floor. Throws what the forward and the recorder throw.
void observe_case(CaseResult& result, const Case& benchmark_case, const LaunchedForward& forward, Device& device,
                  const std::optional<Gpu>& gpu, bool times_are_real);

/// Puts the guess about the case's variant, where there is one, into its result.
void note_guess(CaseResult& result, const Case& benchmark_case, std::span<const Guess> guesses);

/// Throws BadRequest, with near names, for a guess about a variant that none of the cases has.
void check_guesses(std::span<const Guess> guesses, std::span<const Case> cases);

/// The lines of --launches, --profile, --table, --trace and --guess for a case; empty where there is nothing to say.
std::string observation_text(const Options& options, const Case& benchmark_case, const CaseResult& result);

/// Whether a guess about this case was wrong, or could not be judged.
bool guessed_wrong(const CaseResult& result);

}  // namespace attn
