#include "benchmarks/compiled/package_store.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "benchmarks/external/sha256.h"
#include "results/bad_request.h"
#include "results/file_beside.h"

namespace attn {

extern const std::map<std::string, std::string_view> compile_script_texts;  // compile_package.py, put in by CMake

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string_view script_text() {
  return compile_script_texts.at("compile_package");
}

/// What the script is told, but for paths. With `dynamic` the lengths are only an example: what matters of them is
/// whether they are one length and whether there is one query.
Json json_of(const PackageRequest& request) {
  const AttentionShape& s = request.shape;
  return {{"variant", request.variant},
          {"device", request.device},
          {"dtype", attn::name_of(s.dtype)},
          {"mask", attn::name_of(s.mask)},
          {"batch", s.batch},
          {"q_heads", s.q_heads},
          {"kv_heads", s.kv_heads},
          {"q_len", s.q_len},
          {"kv_len", s.kv_len},
          {"head_dim", s.head_dim},
          {"scale", 1 / std::sqrt(static_cast<double>(s.head_dim))},
          {"dynamic", request.dynamic},
          {"takes_mask", takes_mask(request)}};
}

Json key_of(const PackageRequest& request) {
  Json key = json_of(request);
  key["target"] = request.target;
  if (!request.dynamic) return key;
  key["q_len"] = request.shape.q_len == request.shape.kv_len ? "kv_len" : request.shape.q_len == 1 ? "1" : "any";
  key["kv_len"] = "any";
  return key;
}

/// The last line that calls something an error, Python's or the compiler's, else the last one.
std::string last_error(const fs::path& log) {
  std::ifstream file(log);
  std::string last = "it said nothing", last_error;
  for (std::string line; std::getline(file, line);) {
    if (line.find_first_not_of(" \t") == std::string::npos) continue;
    last = line;
    if (line.find("Error: ") != std::string::npos || line.find(" error: ") != std::string::npos) last_error = line;
  }
  return last_error.empty() ? last : last_error;
}

void write_whole(const fs::path& path, std::string_view text) {
  try {
    FileBeside file(path);
    file.write(text);
    file.keep();
  } catch (const std::system_error&) {
    throw BadRequest(fmt::format("{}: can't be written; XDG_CACHE_HOME names another cache", path.string()));
  }
}

}  // namespace

bool takes_mask(const PackageRequest& request) {
  const AttentionShape& shape = request.shape;
  if (shape.mask == Mask::kNone) return false;
  return request.variant != "SdpaAuto" || (shape.mask == Mask::kCausalBottomRight && shape.q_len != shape.kv_len);
}

PackageStore::PackageStore(fs::path folder, CompileTools tools, std::string libtorch, RunScript run_script)
    : folder_(std::move(folder)),
      tools_(std::move(tools)),
      libtorch_(std::move(libtorch)),
      run_script_(std::move(run_script)) {}

std::string PackageStore::name_of(const PackageRequest& request) const {
  const std::string text = fmt::format("{}\n{}\n{}\n{}\n{}", key_of(request).dump(), libtorch_, tools_.compiler,
                                       inductor_settings(), script_text());
  return fmt::format("{}-{}", request.variant, hex_of(sha256_of_text(text)).substr(0, 32));
}

std::optional<CompiledPackage> PackageStore::find(const PackageRequest& request) const {
  const fs::path package = folder_ / (name_of(request) + ".pt2");
  std::ifstream result(fs::path(package).replace_extension(".json"));
  if (!fs::exists(package) || !result) return std::nullopt;
  const Json made = Json::parse(result, nullptr, false);
  if (!made.is_object() || !made.contains("compile_time_s")) return std::nullopt;
  return CompiledPackage{.path = package, .compile_time_s = made["compile_time_s"].get<double>()};
}

CompiledPackage PackageStore::make(const PackageRequest& request) const {
  if (const auto found = find(request)) return *found;
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) throw BadRequest(fmt::format("{}: can't be made: {}", folder_.string(), error.message()));
  const std::string name = name_of(request);
  const fs::path script =
      folder_ / fmt::format("compile_package-{}.py", hex_of(sha256_of_text(script_text())).substr(0, 16));
  if (!fs::exists(script)) write_whole(script, script_text());
  const fs::path package = folder_ / (name + ".pt2"), result = folder_ / (name + ".json"),
                 log = folder_ / (name + ".log");
  const fs::path new_package = folder_ / fmt::format("{}.{}.pt2", name, getpid());
  const fs::path new_result = folder_ / fmt::format("{}.{}.json", name, getpid());
  Json told = json_of(request);
  told["package"] = new_package.string();
  told["result"] = new_result.string();
  const int code = run_script_(script, told.dump(), log);
  if (code != 0 || !fs::exists(new_package) || !fs::exists(new_result)) {
    fs::remove(new_package, error);
    fs::remove(new_result, error);
    throw std::runtime_error(
        fmt::format("compiling it ended with code {}: {} (all of it: {})", code, last_error(log), log.string()));
  }
  fs::rename(new_package, package);
  fs::rename(new_result, result);
  return find(request).value();
}

}  // namespace attn
