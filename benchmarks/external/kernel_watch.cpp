#include "benchmarks/external/kernel_watch.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace attn {
namespace {

[[noreturn]] void fail(const char* doing) {
  throw std::system_error(errno, std::generic_category(), doing);
}

}  // namespace

void set_case_name(KernelWatch& watch, std::string_view name) {
  const size_t size = std::min(name.size(), sizeof watch.case_name - 1);
  std::copy_n(name.begin(), size, watch.case_name);
  watch.case_name[size] = '\0';
}

KernelWatch& watch_of(int descriptor) {
  void* page = mmap(nullptr, sizeof(KernelWatch), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (page == MAP_FAILED) fail("sharing memory with the process of a kernel");
  return *static_cast<KernelWatch*>(page);
}

SharedWatch::SharedWatch() : descriptor_(memfd_create("attn_kernel_watch", MFD_CLOEXEC)), watch_(nullptr) {
  if (descriptor_ < 0) fail("making memory to share with the process of a kernel");
  if (ftruncate(descriptor_, sizeof(KernelWatch)) != 0) {
    close(descriptor_);
    fail("making memory to share with the process of a kernel");
  }
  watch_ = &watch_of(descriptor_);
}

SharedWatch::~SharedWatch() {
  munmap(watch_, sizeof(KernelWatch));
  close(descriptor_);
}

}  // namespace attn
