#include "benchmarks/compiled/compiled_variants.h"

#include <ATen/Version.h>
#include <fmt/format.h>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>

#include "benchmarks/child_process.h"
#include "benchmarks/compiled/package_store.h"
#include "benchmarks/interrupt.h"
#include "benchmarks/libtorch_by_name.h"
#include "benchmarks/run_identity.h"
#include "benchmarks/temporary_folder.h"
#include "benchmarks/variants/naive_attention.h"
#include "benchmarks/variants/sdpa.h"
#include "profiling/device.h"
#include "profiling/host_facts.h"
#include "profiling/libtorch_facts.h"
#include "profiling/resources/kernel_resources.h"

namespace attn {
namespace {

/// What became of a shape's package in this process.
struct Readied {
  std::optional<CompiledPackage> package;
  std::exception_ptr error;
};

/// What all compiled variants are made with, found when the first is.
struct Toolchain {
  CompileTools tools = find_compile_tools(libtorch_folder());
  std::string processor = value_of(host_facts(), "cpu_model") + " " + at::get_cpu_capability();
};

/// A variant and what was readied of it, by shape.
struct CompiledVariant {
  std::string eager;  ///< "Naive"
  bool dynamic = false;
  std::shared_ptr<std::optional<Toolchain>> toolchain;  ///< of all of them
  std::map<std::string, Readied> readied = {};
};

std::string key_of(const AttentionShape& shape) {
  return fmt::format("{}/{}/{}", name_of(shape.dtype), name_of(shape.mask), extents_name(shape));
}

/// The script in a process of its own, which leaves nothing in the user's other caches. On a stand-in GPU it finds it
/// by the environment, as this process did.
int run_script(const std::string& python, const std::filesystem::path& script, const std::string& request,
               const std::filesystem::path& log) {
  const TemporaryFolder scratch("--compile");
  const std::string folder = scratch.path().string();
  return run_program({python, "-I", script.string(), request}, log.string(),
                     {{"TORCHINDUCTOR_CACHE_DIR", folder + "/inductor"}, {"TRITON_CACHE_DIR", folder + "/triton"}});
}

CompiledPackage find_or_make(const CompileTools& tools, const PackageRequest& request) {
  const PackageStore store(user_cache_folder() / "compiled", tools, libtorch_version(),
                           [&](const auto& script, const std::string& told, const auto& log) {
                             return run_script(tools.python, script, told, log);
                           });
  if (const auto found = store.find(request)) return *found;
  if (!tools.missing.empty()) throw Unsupported(tools.missing);
  if (isatty(STDERR_FILENO) == 0)  // else the line of progress says so
    fmt::print(stderr, "attn_bench: compiling {}Compiled/{}: some ten seconds, then kept in {}\n", request.variant,
               key_of(request.shape), store.folder().string());
  return store.make(request);
}

/// What the code is for. A GPU's name too: what was tuned on one, or for a plan, is not for another.
std::string target_of(const Device& device, const Toolchain& toolchain) {
  return device.torch_device().is_cuda() ? device.name() + " " + device.arch() : toolchain.processor;
}

void make_ready(CompiledVariant& variant, const AttentionShape& shape, const Device& device) {
  if (variant.readied.contains(key_of(shape))) return;
  Readied readied;
  try {
    if (variant.eager != "SdpaAuto") check_every_query_sees_a_key(shape);
    if (!*variant.toolchain) variant.toolchain->emplace();
    const Toolchain& toolchain = **variant.toolchain;
    readied.package = find_or_make(toolchain.tools, {.variant = variant.eager,
                                                     .shape = shape,
                                                     .dynamic = variant.dynamic,
                                                     .device = device.torch_device().is_cuda() ? "cuda" : "cpu",
                                                     .target = target_of(device, toolchain)});
  } catch (...) {
    readied.error = std::current_exception();
  }
  if (!interrupted()) variant.readied[key_of(shape)] = readied;
}

Forward prepare(const CompiledVariant& variant, const AttentionInputs& inputs) {
  const auto readied = variant.readied.find(key_of(inputs.shape));
  if (readied == variant.readied.end()) throw std::logic_error("it was not compiled for this shape");
  if (readied->second.error) std::rethrow_exception(readied->second.error);
  provide_libtorch_by_name();
  // One runner without locks between threads: one forward runs at a time, and a CUDA graph can't capture the locks.
  const auto loader = std::make_shared<torch::inductor::AOTIModelPackageLoader>(readied->second.package->path.string(),
                                                                                "model", /*run_single_threaded=*/true);
  std::vector<at::Tensor> arguments = {inputs.query, inputs.key, inputs.value};
  if (takes_mask({.variant = variant.eager, .shape = inputs.shape, .dynamic = false, .device = "", .target = ""}))
    arguments.push_back(make_masked_out(inputs.shape, inputs.query.device()));
  return [loader, arguments] { return loader->run(arguments).at(0); };
}

AttentionVariant compiled(const std::string& eager, bool dynamic,
                          const std::shared_ptr<std::optional<Toolchain>>& toolchain) {
  const auto variant =
      std::make_shared<CompiledVariant>(CompiledVariant{.eager = eager, .dynamic = dynamic, .toolchain = toolchain});
  AttentionVariant made;
  made.name = eager + "Compiled";
  made.prepare = [variant](const AttentionInputs& inputs) { return prepare(*variant, inputs); };
  made.is_compiled = true;
  made.least_bytes = sdpa_least_bytes;  // what it fuses is Inductor's choice: no less than the output
  made.make_ready = [variant](const AttentionShape& shape, const Device& device) {
    make_ready(*variant, shape, device);
  };
  made.compile_time_s = [variant](const AttentionShape& shape) -> std::optional<double> {
    const auto readied = variant->readied.find(key_of(shape));
    if (readied == variant->readied.end() || !readied->second.package) return std::nullopt;
    return readied->second.package->compile_time_s;
  };
  return made;
}

}  // namespace

Facts compile_facts() {
  const CompileTools tools = find_compile_tools(libtorch_folder());
  Facts facts;
  if (!tools.compiler.empty()) facts.emplace_back("inductor_compiler", tools.compiler);
  if (!tools.python.empty()) facts.emplace_back("inductor_python", tools.python);
  if (const std::string settings = inductor_settings(); !settings.empty())
    facts.emplace_back("inductor_settings", settings);
  return facts;
}

std::vector<AttentionVariant> compiled_variants(bool dynamic) {
  const auto toolchain = std::make_shared<std::optional<Toolchain>>();
  return {compiled("Naive", dynamic, toolchain), compiled("NaiveInplace", dynamic, toolchain),
          compiled("SdpaAuto", dynamic, toolchain)};
}

}  // namespace attn
