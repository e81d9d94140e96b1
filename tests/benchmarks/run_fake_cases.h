#pragma once

#include <sys/wait.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "tests/results/temporary_folder.h"

namespace attn {

struct EndedProgram {
  int exit_code;  ///< −1 when a signal ended it
  std::string out;
  std::string err;
};

/// report_fake_cases with these arguments, and nothing of the caller's in the environment but what `environment` names
/// ("NAME=value").
inline EndedProgram run_fake_cases(const std::vector<std::string>& arguments,
                                   const std::vector<std::string>& environment = {}) {
  const TemporaryFolder folder;
  std::string command = "env -i";
  for (const std::string& variable : environment) command += " '" + variable + "'";
  command += std::string(" '") + ATTN_FAKE_CASES + "'";
  for (const std::string& argument : arguments) command += " '" + argument + "'";
  const std::string out = folder.path() / "out";
  const std::string err = folder.path() / "err";
  const int status = std::system((command + " >" + out + " 2>" + err).c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of(out), text_of(err)};
}

}  // namespace attn
