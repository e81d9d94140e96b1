#include "benchmarks/temporary_folder.h"

#include <fmt/format.h>

#include "benchmarks/run_identity.h"
#include "results/bad_request.h"

namespace attn {

TemporaryFolder::TemporaryFolder(const std::string& needed_by) try
    : path_(std::filesystem::temp_directory_path() / ("attn_bench-" + new_run_id())) {
  std::filesystem::create_directories(path_);
} catch (const std::filesystem::filesystem_error& error) {
  throw BadRequest(fmt::format("{} needs a folder for a while: {}; set TMPDIR or give --out", needed_by, error.what()));
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace attn
