#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "results/program/command_line.h"

namespace attn {

/// What a call of attn_results left.
struct ProgramEnd {
  int exit_code = 0;
  std::string out;
  std::string err;
};

inline ProgramEnd run_attn_results(const std::vector<std::string>& arguments) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  ProgramEnd end{.exit_code = run_command_line(arguments), .out = "", .err = ""};
  end.out = testing::internal::GetCapturedStdout();
  end.err = testing::internal::GetCapturedStderr();
  return end;
}

}  // namespace attn
