#include "benchmarks/kept_results.h"

#include <fmt/format.h>

#include <utility>

#include "benchmarks/case_writer.h"
#include "results/bad_request.h"

namespace attn {

ResultsDirectory open_results_folder(const std::filesystem::path& folder) {
  try {
    return ResultsDirectory(folder);
  } catch (const BadRequest& error) {
    throw BadRequest(fmt::format("--out={}: {}", folder.string(), error.what()));
  }
}

KeptResults::KeptResults(const std::optional<std::filesystem::path>& folder, RunIdentity identity, Facts facts)
    : identity_(std::move(identity)), facts_(std::move(facts)) {
  if (folder) folder_ = open_results_folder(*folder);
}

template <typename Write>
void KeptResults::write(Write write) {
  if (!folder_) return;
  try {
    if (!std::exchange(run_is_kept_, true)) folder_->append_run(identity_.run_id, facts_);
    write();
  } catch (const std::exception& error) {
    throw BadRequest(fmt::format("--out={}: {}", folder_->folder().string(), error.what()));
  }
}

void KeptResults::keep(const Case& benchmark_case, const CaseResult& result) {
  write([&] { write_case(*folder_, identity_, benchmark_case, result); });
}

void KeptResults::keep_observation(const Case& benchmark_case, const CaseResult& result) {
  write([&] { write_observation(*folder_, identity_, benchmark_case, result); });
}

}  // namespace attn
