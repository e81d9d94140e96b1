#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "benchmarks/compiled/compile_tools.h"
#include "fixtures/attention_shape.h"

namespace attn {

/// What is to be compiled, and for what.
struct PackageRequest {
  std::string variant;  ///< the eager one's name, "Naive"
  AttentionShape shape;
  bool dynamic = false;  ///< for any q_len and kv_len: those of the shape are an example
  std::string device;    ///< "cpu", "cuda"
  std::string target;    ///< what the code is for: a GPU and its architecture, or a processor and its capability
};

/// Whether the compiled forward is given the tensor of masked keys beside query, key and value: SDPA only for the
/// alignment that it has no flag for, the naive ones for every mask.
bool takes_mask(const PackageRequest& request);

/// A package (.pt2) in the cache.
struct CompiledPackage {
  std::filesystem::path path;
  double compile_time_s = 0;  ///< when it was made
};

/// Packages by what they were made from and for, in a folder that all runs share. Beside each are the .json of its
/// making and the .log of what the compiler said.
class PackageStore {
 public:
  /// Runs the tools' Python with the script and its one argument, all output to `log`; returns the exit code.
  using RunScript = std::function<int(const std::filesystem::path& script, const std::string& request,
                                      const std::filesystem::path& log)>;

  /// `libtorch`: its version, of which the key is made too.
  PackageStore(std::filesystem::path folder, CompileTools tools, std::string libtorch, RunScript run_script);

  /// The one that is there.
  std::optional<CompiledPackage> find(const PackageRequest& request) const;

  /// The same, or one made now, which takes half a minute; written beside and renamed, so that what is there is whole.
  /// Throws std::runtime_error with the compiler's last line where it can't be made, BadRequest for a folder that can't
  /// be written.
  CompiledPackage make(const PackageRequest& request) const;

  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::string name_of(const PackageRequest& request) const;

  std::filesystem::path folder_;
  CompileTools tools_;
  std::string libtorch_;
  RunScript run_script_;
};

}  // namespace attn
