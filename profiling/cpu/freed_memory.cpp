#include "profiling/cpu/freed_memory.h"

#include <dlfcn.h>
#include <malloc.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace attn {
namespace {

/// File name of the library that a C function comes from when it is looked up as the program does.
std::string library_of(const char* function) {
  Dl_info info{};
  if (dladdr(dlsym(RTLD_DEFAULT, function), &info) == 0 || info.dli_fname == nullptr) return {};
  return std::filesystem::path(info.dli_fname).filename().string();
}

}  // namespace

std::string malloc_library() {
  return library_of("malloc");
}

bool keep_freed_memory() {
#ifdef __GLIBC__
  // A preloaded malloc ignores mallopt, which answers that all is well.
  return malloc_library() == library_of("getenv") && mallopt(M_MMAP_MAX, 0) == 1 && mallopt(M_TRIM_THRESHOLD, -1) == 1;
#else
  return false;
#endif
}

int64_t kept_freed_bytes() {
#ifdef __GLIBC__
  return static_cast<int64_t>(mallinfo2().fordblks);
#else
  return 0;
#endif
}

void touch_memory(int64_t bytes) {
  if (bytes <= 0) return;
  const auto page_bytes = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const auto size = static_cast<size_t>(bytes);
  auto* memory = static_cast<volatile char*>(std::malloc(size));
  if (memory == nullptr) return;  // then the forwards do what they can with what there is
  for (size_t at = 0; at < size; at += page_bytes) memory[at] = 0;
  std::free(const_cast<char*>(memory));
}

void give_back_freed_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

}  // namespace attn
