#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "benchmarks/options.h"
#include "results/bad_request.h"

namespace attn {

/// Options from the arguments after the program's name.
inline Options parse_line(const std::vector<std::string>& arguments) {
  std::vector<const char*> argv = {"attn_bench"};
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  return parse_options(static_cast<int>(argv.size()), argv.data());
}

/// The message with which a request is refused; a failure when it is not.
inline std::string refusal(const std::function<void()>& request) {
  try {
    request();
  } catch (const BadRequest& error) {
    return error.what();
  }
  ADD_FAILURE() << "not refused";
  return "";
}

inline std::string refusal_of(const std::vector<std::string>& arguments) {
  return refusal([&] { parse_line(arguments); });
}

}  // namespace attn
