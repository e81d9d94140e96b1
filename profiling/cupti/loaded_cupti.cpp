#include <ATen/Context.h>
#include <cuda.h>
#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "profiling/cupti/cupti_functions.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

constexpr int kCudaMajor = CUDA_VERSION / 1000;

std::string file_of(const void* function) {
  Dl_info info{};
  if (function == nullptr || dladdr(function, &info) == 0 || info.dli_fname == nullptr) return "an unknown file";
  std::error_code ignored;
  const fs::path file = fs::weakly_canonical(info.dli_fname, ignored);
  return ignored ? info.dli_fname : file.string();
}

/// Beside LibTorch, as its wheels and its zip have it, then in a toolkit.
std::vector<fs::path> candidate_files() {
  const std::string name = fmt::format("libcupti.so.{}", kCudaMajor);
  const fs::path torch_lib = fs::path(file_of(reinterpret_cast<const void*>(&at::globalContext))).parent_path();
  const fs::path wheels = torch_lib / "../../nvidia";
  std::vector<fs::path> files = {torch_lib / name, wheels / fmt::format("cu{}/lib", kCudaMajor) / name,
                                 wheels / "cuda_cupti/lib" / name};
  std::vector<fs::path> toolkits = {fmt::format("/usr/local/cuda-{}", kCudaMajor), "/usr/local/cuda"};
  if (const char* home = std::getenv("CUDA_HOME")) toolkits.insert(toolkits.begin(), home);
  for (const fs::path& toolkit : toolkits) {
    files.push_back(toolkit / "extras/CUPTI/lib64" / name);
    files.push_back(toolkit / "lib64" / name);
  }
  return files;
}

/// Opens it for good, since CUPTI can't be closed while it has callbacks.
void* open_cupti() {
  const std::string name = fmt::format("libcupti.so.{}", kCudaMajor);
  void* handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
  for (const fs::path& file : candidate_files()) {
    if (handle == nullptr && fs::exists(file)) handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  }
  return handle;
}

int add_if_cupti(dl_phdr_info* info, size_t, void* files) {
  const std::string name = fs::path(info->dlpi_name).filename();
  if (name.starts_with("libcupti") && name.find(".so") != std::string::npos) {
    std::error_code ignored;
    static_cast<std::vector<std::string>*>(files)->push_back(fs::weakly_canonical(info->dlpi_name, ignored));
  }
  return 0;
}

std::vector<std::string> loaded_copies() {
  std::vector<std::string> files;
  dl_iterate_phdr(&add_if_cupti, &files);
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

}  // namespace

CuptiSource loaded_cupti() {
  CuptiSource source;
  void* handle = dlsym(RTLD_DEFAULT, "cuptiGetVersion") != nullptr ? nullptr : open_cupti();
  // RTLD_DEFAULT first, so that what is preloaded in CUPTI's place is found.
  source.find = [handle](const char* name) {
    void* function = dlsym(RTLD_DEFAULT, name);
    return function != nullptr || handle == nullptr ? function : dlsym(handle, name);
  };
  source.file_of = file_of;
  source.loaded_copies = loaded_copies();
  return source;
}

}  // namespace attn
