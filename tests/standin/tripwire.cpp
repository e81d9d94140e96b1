// A driver and NVML in name, for tests that nothing asks the GPU's: who loads it or calls one of the functions by which
// everything begins is written to the file that ATTN_TRIPWIRE names.
#include <cstdio>
#include <cstdlib>

#include "standin/contract.h"

namespace {

void write(const char* what) {
  const char* file = std::getenv("ATTN_TRIPWIRE");
  std::FILE* out = file == nullptr ? nullptr : std::fopen(file, "a");
  if (out == nullptr) return;
  const bool stood_in = std::getenv(attn::standin::kCardVariable) != nullptr;
  static_cast<void>(std::fprintf(out, "%s%s\n", what, stood_in ? " beside the stand-in" : ""));
  static_cast<void>(std::fclose(out));
}

__attribute__((constructor)) void loaded() {
  write("loaded");
}

int called(const char* function) {
  write(function);
  return 100;  // CUDA_ERROR_NO_DEVICE
}

}  // namespace

#define ATTN_TRIPWIRE_FUNCTION(name)                             \
  extern "C" __attribute__((visibility("default"))) int name() { \
    return called("called " #name);                              \
  }
ATTN_TRIPWIRE_FUNCTION(cuInit)
ATTN_TRIPWIRE_FUNCTION(cuDriverGetVersion)
ATTN_TRIPWIRE_FUNCTION(cuGetProcAddress)
ATTN_TRIPWIRE_FUNCTION(cuGetProcAddress_v2)
ATTN_TRIPWIRE_FUNCTION(nvmlInit)
ATTN_TRIPWIRE_FUNCTION(nvmlInit_v2)
ATTN_TRIPWIRE_FUNCTION(nvmlInitWithFlags)
