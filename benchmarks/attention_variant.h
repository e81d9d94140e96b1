#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "fixtures/inputs.h"
#include "profiling/forward.h"

namespace attn {

class Device;

/// A variant can't do this shape on this device; the message is the reason.
class Unsupported : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One way to compute attention. A value, built by one function in variants/<name>.cpp.
struct AttentionVariant {
  std::string name;  ///< "NaiveInplace", the first part of its case names

  /// Set-up outside the measured call (mask, layout); the Forward returned does one forward pass, pins its backend
  /// itself and restores it. Throws Unsupported.
  std::function<Forward(const AttentionInputs&)> prepare;

  /// A lower bound of what one forward and its set-up hold at once beside the inputs, in bytes: asked before anything
  /// is allocated, to answer out_of_memory without trying.
  std::function<double(const AttentionShape&)> least_bytes;

  /// The backend that must run ("flash"), or empty where any may.
  std::string pinned_backend;

  /// What takes long and is done once a shape before any case is run: compiling. Empty where there is nothing. Never
  /// throws: what goes wrong there, `prepare` throws.
  std::function<void(const AttentionShape&, const Device&)> make_ready = {};

  /// How long the compiling of what is run took, in s, whenever that was; empty, or nothing, for what is not compiled.
  std::function<std::optional<double>(const AttentionShape&)> compile_time_s = {};

  /// Not all that its forward does is dispatched as ops, which then don't tell the backend.
  bool is_compiled = false;

  /// A --kernel, whose cases a process of its own runs: see external/. `prepare` is empty but there.
  bool is_external = false;
};

/// The backend that the variant ran, by what its ops say; "compiled" where they can't tell.
inline std::string backend_that_ran(const AttentionVariant& variant, const std::string& by_ops) {
  return variant.is_compiled ? "compiled" : by_ops;
}

/// All variants, in the order in which they are listed and run.
std::vector<AttentionVariant> variant_list();

}  // namespace attn
