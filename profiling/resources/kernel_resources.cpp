#include "profiling/resources/kernel_resources.h"

#include <fmt/format.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>

#include "profiling/resources/device_code.h"
#include "profiling/resources/find_cuobjdump.h"
#include "profiling/resources/resource_cache.h"
#include "profiling/resources/run_commands.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kMostAtOnce = 4;  // a cuobjdump takes 1.5 GB with LibTorch

CodeArch card_arch(const std::string& card) {
  const auto arch = parse_code_arch(card);
  if (!arch || arch->features != 0) throw std::invalid_argument(fmt::format("'{}' is no card's architecture", card));
  return *arch;
}

/// Why the first of those that failed did, or "".
std::string failure_among(const std::vector<Command>& commands, const std::vector<CommandEnd>& ends) {
  for (size_t i = 0; i < ends.size(); ++i) {
    if (ends[i].exit_code == 0) continue;
    const std::string_view errors = ends[i].errors;
    return fmt::format("{} failed with exit code {}: {}", commands[i].arguments.front(), ends[i].exit_code,
                       errors.substr(0, errors.find('\n')));
  }
  return "";
}

/// "sm_86", …: the code objects that the cards take, without letters, since cuobjdump lists them together.
std::set<std::string> needed_code(const DeviceCode& device_code, const std::vector<CodeArch>& cards) {
  std::set<std::string> needed;
  for (const CodeArch& card : cards) {
    for (std::vector<CodeArch> code : device_code.fatbins) {
      std::erase_if(code, [&](const CodeArch& arch) { return !runs_on(arch, card); });
      const auto best = std::ranges::min_element(code, fits_better);
      if (best != code.end()) needed.insert(name_of({best->major, best->minor}));
    }
  }
  return needed;
}

/// Throws std::runtime_error with cuobjdump's reason when it fails.
KernelsByArch list_kernels(const fs::path& cuobjdump, const fs::path& library, const std::set<std::string>& archs) {
  std::vector<ResourceListing> listings(archs.size());
  std::vector<Command> commands;
  for (const std::string& arch : archs) {
    ResourceListing& listing = listings[commands.size()];
    commands.push_back({{cuobjdump, "-res-usage", "-arch", arch, library},
                        [&listing](std::string_view line) { listing.take_line(line); }});
  }
  const unsigned at_once = std::clamp(std::thread::hardware_concurrency(), 1U, kMostAtOnce);
  const std::string failure = failure_among(commands, run_commands(commands, at_once));
  if (!failure.empty()) throw std::runtime_error(failure);
  KernelsByArch kernels;
  int64_t without_figures = 0;
  for (ResourceListing& listing : listings) {
    without_figures += listing.without_figures();
    kernels.merge(listing.take_kernels());
  }
  // Not to be taken, and kept, for a library without code for the card.
  if (without_figures > 0 || (kernels.empty() && !archs.empty()))
    throw std::runtime_error(
        fmt::format("{} lists its kernels in a way that this program doesn't know", cuobjdump.string()));
  return kernels;
}

CardResources resources_for(const CodeArch& card, const KernelsByArch& kernels, const DeviceCode& device_code) {
  const auto runs = [&](const CodeArch& ptx) { return ptx_runs_on(ptx, card); };
  return {.kernels = kernels_for(card, kernels), .has_ptx = std::ranges::any_of(device_code.ptx, runs)};
}

/// Size and time of the library, by which another build of it is known.
std::optional<ResourceKey> resource_key(const fs::path& library) {
  struct stat status {};
  if (stat(library.c_str(), &status) == -1) return std::nullopt;
  return ResourceKey{.library = fs::canonical(library),
                     .bytes = static_cast<uint64_t>(status.st_size),
                     .changed_ns = status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec,
                     .card = {}};
}

/// Fills in the files that are missing. Throws std::runtime_error with the reason where none can be made.
void make_files(const ResourceKey& library, const std::vector<CodeArch>& cards, const fs::path& cache_folder,
                const fs::path& libtorch_folder, std::vector<FoundFile>& files) {
  const std::optional<DeviceCode> device_code = device_code_of(library.library);
  if (!device_code) throw std::runtime_error("it holds no device code");
  const FoundFile cuobjdump = find_cuobjdump(libtorch_folder);
  if (!cuobjdump.path) throw std::runtime_error(cuobjdump.reason);
  std::vector<CodeArch> missing;
  for (size_t i = 0; i < cards.size(); ++i) {
    if (!files[i].path) missing.push_back(cards[i]);
  }
  const KernelsByArch kernels = list_kernels(*cuobjdump.path, library.library, needed_code(*device_code, missing));
  for (size_t i = 0; i < cards.size(); ++i) {
    if (files[i].path) continue;
    ResourceKey key = library;
    key.card = cards[i];
    files[i] = keep_resources(cache_folder, key, resources_for(cards[i], kernels, *device_code));
  }
}

void give_reason(std::vector<FoundFile>& files, const std::string& reason) {
  for (FoundFile& file : files) {
    if (!file.path) file.reason = reason;
  }
}

}  // namespace

std::vector<FoundFile> kernel_resources_of(const fs::path& library, const std::vector<std::string>& cards,
                                           const fs::path& cache_folder,
                                           const std::optional<fs::path>& libtorch_folder) {
  std::vector<CodeArch> archs;
  for (const std::string& card : cards) archs.push_back(card_arch(card));
  std::vector<FoundFile> files(cards.size());
  const std::optional<ResourceKey> found = resource_key(library);
  if (!found) {
    give_reason(files, fmt::format("{}: it can't be read: {}", library.string(), std::strerror(errno)));
    return files;
  }
  for (size_t i = 0; i < archs.size(); ++i) {
    ResourceKey key = *found;
    key.card = archs[i];
    files[i].path = find_resources(cache_folder, key);
  }
  if (std::ranges::all_of(files, [](const FoundFile& file) { return file.path.has_value(); })) return files;
  try {
    make_files(*found, archs, cache_folder, libtorch_folder.value_or(found->library.parent_path()), files);
  } catch (const std::runtime_error& error) {
    give_reason(files, fmt::format("{}: {}", found->library.string(), error.what()));
  }
  return files;
}

bool driver_compiles_the_rest(const fs::path& resources) {
  std::ifstream file(resources);
  std::string line;
  for (int i = 0; i < 3; ++i) {
    if (!std::getline(file, line))
      throw std::runtime_error(fmt::format("{} can't be read as a file of kernel resources", resources.string()));
  }
  return line == "ptx=1";
}

fs::path user_cache_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache != '\0') return fs::path(cache) / "attn_bench";
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home == '\0') {
    const passwd* user = getpwuid(getuid());
    home = user == nullptr ? "/" : user->pw_dir;
  }
  return fs::path(home) / ".cache" / "attn_bench";
}

}  // namespace attn
