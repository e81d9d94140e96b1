#pragma once

#include <stdexcept>

namespace attn {

/// The user asked for something that can't be done: a bad option, an unreadable file, an impossible shape. The program
/// ends with exit code 2. The message says what was given, what is allowed and where.
class BadRequest : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace attn
