#include "standin/environment.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <stdexcept>
#include <string_view>

namespace attn::standin {

namespace fs = std::filesystem;

namespace {

constexpr const char* kLibrary = "standin/lib/libattn_standin.so";

/// AddressSanitizer has to be loaded before everything else, so before a stand-in that is built with it.
constexpr std::string_view kLoadedFirst = ATTN_STANDIN_LOADED_FIRST;

std::string value_of(const char* variable) {
  const char* value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

/// Without `entry`, which a nested start has put there.
std::string without(std::string_view list, std::string_view separators, std::string_view entry) {
  std::string result;
  while (!list.empty()) {
    const size_t end = std::min(list.find_first_of(separators), list.size());
    const std::string_view one = list.substr(0, end);
    if (!one.empty() && one != entry) result += (result.empty() ? "" : ":") + std::string(one);
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return result;
}

std::string joined(const std::string& first, const std::string& second) {
  return first.empty() || second.empty() ? first + second : first + ":" + second;
}

}  // namespace

bool is_active() {
  return dlsym(RTLD_DEFAULT, kSetMemoryBytes) != nullptr;
}

Installation find_installation() {
  const fs::path program = fs::read_symlink("/proc/self/exe");
  for (fs::path folder = program.parent_path(); folder != folder.root_path(); folder = folder.parent_path()) {
    const fs::path library = folder / kLibrary;
    if (access(library.c_str(), R_OK) == 0) return {.library = library, .folder = library.parent_path()};
  }
  throw std::runtime_error("the stand-in GPU's library, " + std::string(kLibrary) +
                           ", can't be read in any folder above " + program.string());
}

Variables environment_for(const Request& request, const Installation& installation) {
  // ld.so takes blanks and colons between preloads.
  std::string preloads = without(value_of("LD_PRELOAD"), ": ", installation.library.string());
  if (!kLoadedFirst.empty()) preloads = joined(std::string(kLoadedFirst), without(preloads, ":", kLoadedFirst));
  const std::string paths = without(value_of("LD_LIBRARY_PATH"), ":;", installation.folder.string());
  std::string resource_files;
  for (const fs::path& file : request.resource_files) resource_files = joined(resource_files, fs::absolute(file));
  return {{"LD_PRELOAD", joined(preloads, installation.library)},
          {"LD_LIBRARY_PATH", joined(installation.folder, paths)},
          {kCardVariable, encode(request.card)},
          {kResourcesVariable, resource_files},
          {kFaultsVariable, request.faults},
          {kActivityNsVariable, std::to_string(request.activity_ns.value_or(kDefaultActivityNs))}};
}

}  // namespace attn::standin
