#include "benchmarks/external/hugging_face_kernel.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <vector>

#include "benchmarks/external/sha256.h"
#include "profiling/text_file.h"
#include "results/bad_request.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

#if defined(__aarch64__)
constexpr const char* kSystem = "aarch64-linux";
#else
constexpr const char* kSystem = "x86_64-linux";
#endif

/// A build by its folder's name: "torch211-cxx11-cu130-x86_64-linux" or "torch-stable-abi210-cu130-x86_64-linux".
struct Variant {
  fs::path folder;
  MajorMinor torch;
  bool stable_abi = false;
  std::optional<MajorMinor> cuda;  ///< nothing: for the CPU
};

/// "213" is 2.13, as PyTorch's major version has one digit.
MajorMinor torch_version_in(const std::string& digits) {
  return {.major = digits[0] - '0', .minor = std::stoi(digits.substr(1))};
}

/// "130" is 13.0, as CUDA's minor version has one digit.
MajorMinor cuda_version_in(const std::string& digits) {
  return {.major = std::stoi(digits.substr(0, digits.size() - 1)), .minor = digits.back() - '0'};
}

/// Nothing for a name that is no variant of this system.
std::optional<Variant> read_variant(const fs::path& folder) {
  static const std::regex kName(R"(torch(-stable-abi)?(\d\d{1,2})(?:-cxx11)?-(cpu|cu(\d{2,3}))-(.+))");
  const std::string name = folder.filename().string();
  std::smatch match;
  if (!std::regex_match(name, match, kName) || match[5] != kSystem) return std::nullopt;
  Variant variant{.folder = folder, .torch = torch_version_in(match[2]), .stable_abi = match[1].matched, .cuda = {}};
  if (match[4].matched) variant.cuda = cuda_version_in(match[4]);
  return variant;
}

bool fits(const Variant& variant, const KernelPlatform& platform) {
  if (variant.stable_abi ? variant.torch > platform.torch : variant.torch != platform.torch) return false;
  if (!variant.cuda) return !platform.on_cuda;
  return platform.cuda && variant.cuda->major == platform.cuda->major && *variant.cuda <= *platform.cuda;
}

/// Whether `left` is to be taken rather than `right`, both fitting: for the CPU what is for the CPU alone.
bool is_better(const Variant& left, const Variant& right) {
  if (left.cuda.has_value() != right.cuda.has_value()) return !left.cuda;
  if (left.stable_abi != right.stable_abi) return !left.stable_abi;
  return std::tie(left.torch, left.cuda) > std::tie(right.torch, right.cuda);
}

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) entries.push_back(entry.path());
  std::ranges::sort(entries);
  return entries;
}

std::vector<fs::path> libraries_in(const fs::path& folder) {
  std::vector<fs::path> libraries;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".so" && entry.is_regular_file()) libraries.push_back(entry.path());
  std::ranges::sort(libraries);
  return libraries;
}

std::string text_of(const fs::path& path) {
  return read_text_file(path).value_or("");
}

/// The snapshot that the hub's cache calls main, or the only one.
fs::path snapshot_in(const fs::path& cache) {
  std::string commit = text_of(cache / "refs" / "main");
  commit = commit.substr(0, commit.find_first_of(" \t\r\n"));
  if (!commit.empty() && fs::is_directory(cache / "snapshots" / commit)) return cache / "snapshots" / commit;
  const std::vector<fs::path> snapshots = entries_of(cache / "snapshots");
  if (snapshots.size() == 1) return snapshots.front();
  throw BadRequest(fmt::format("{}: it has {} snapshots and no refs/main; give the folder of one of them",
                               cache.string(), snapshots.size()));
}

std::string words_of(const KernelPlatform& platform) {
  return fmt::format("LibTorch {}.{}, {}, {}", platform.torch.major, platform.torch.minor,
                     platform.cuda ? fmt::format("CUDA {}.{}", platform.cuda->major, platform.cuda->minor) : "no CUDA",
                     kSystem);
}

fs::path best_variant_in(const fs::path& build, const KernelPlatform& platform) {
  std::vector<std::string> names;
  std::optional<Variant> best;
  for (const fs::path& folder : entries_of(build)) {
    names.push_back(folder.filename().string());
    const std::optional<Variant> variant = read_variant(folder);
    if (variant && fits(*variant, platform) && (!best || is_better(*variant, *best))) best = variant;
  }
  if (best) return best->folder;
  throw BadRequest(fmt::format("{}: no build of it fits {} {}; it has {}", build.string(), words_of(platform),
                               platform.on_cuda ? "on a GPU" : "on the CPU",
                               names.empty() ? "none" : fmt::to_string(fmt::join(names, ", "))));
}

/// The folder with the library in it, whichever of the three kinds of folder was given.
fs::path variant_folder_of(const fs::path& folder, const KernelPlatform& platform) {
  if (fs::is_directory(folder / "snapshots")) return variant_folder_of(snapshot_in(folder), platform);
  if (fs::is_directory(folder / "build")) return best_variant_in(folder / "build", platform);
  return folder;
}

nlohmann::json read_metadata(const fs::path& folder) {
  const fs::path path = folder / "metadata.json";
  if (!fs::exists(path)) return nlohmann::json::object();
  nlohmann::json metadata = nlohmann::json::parse(text_of(path), nullptr, false);
  if (!metadata.is_object()) throw BadRequest(fmt::format("{}: not a JSON object", path.string()));
  return metadata;
}

std::string text_in(const nlohmann::json& metadata, const char* key) {
  const auto found = metadata.find(key);
  if (found == metadata.end() || found->is_null()) return "";
  return found->is_string() ? found->get<std::string>() : found->dump();
}

/// A map of file names to base64 texts, either `digest` itself or its "files".
void check_digests(const fs::path& folder, const nlohmann::json& metadata) {
  const auto digest = metadata.find("digest");
  if (digest == metadata.end() || !digest->is_object()) return;
  const auto files = digest->find("files");
  for (const auto& [name, expected] : (files == digest->end() ? *digest : *files).items()) {
    if (!expected.is_string() || name == "algorithm") continue;
    const fs::path file = folder / name;
    std::string sum = expected.get<std::string>();
    if (sum.starts_with("sha256-") || sum.starts_with("sha256:")) sum.erase(0, 7);
    if (!fs::exists(file))
      throw BadRequest(fmt::format("{}: there is no such file, which metadata.json lists", file.string()));
    const std::string seen = base64_of(sha256_of(file));
    if (seen != sum)
      throw BadRequest(
          fmt::format("{}: not the file of its digest: metadata.json has sha256 {}, the file {}; get the "
                      "kernel again",
                      file.string(), sum, seen));
  }
}

fs::path library_in(const fs::path& folder, const std::string& id) {
  const std::vector<fs::path> libraries = libraries_in(folder);
  const auto named = std::ranges::find(libraries, id + ".abi3.so",
                                       [](const fs::path& library) { return library.filename().string(); });
  if (!id.empty() && named != libraries.end()) return *named;
  if (libraries.size() == 1) return libraries.front();
  throw BadRequest(fmt::format("{}: it has {} libraries (*.so){}; give the path of one", folder.string(),
                               libraries.size(), id.empty() ? "" : " and none named " + id + ".abi3.so"));
}

}  // namespace

KernelFile find_kernel_file(const fs::path& path, const KernelPlatform& platform) {
  if (!fs::exists(path)) throw BadRequest(fmt::format("{}: there is no such file", path.string()));
  if (!fs::is_directory(path)) return {.library = fs::canonical(path), .facts = {}};
  const fs::path folder = variant_folder_of(path, platform);
  const nlohmann::json metadata = read_metadata(folder);
  check_digests(folder, metadata);
  const std::string id = text_in(metadata, "id"), version = text_in(metadata, "version");
  KernelFile file{.library = fs::canonical(library_in(folder, id)),
                  .facts = {{"kernel_variant", fs::canonical(folder).filename().string()}}};
  if (!id.empty()) file.facts.emplace_back("kernel_id", id);
  if (!version.empty()) file.facts.emplace_back("kernel_version", version);
  return file;
}

}  // namespace attn
