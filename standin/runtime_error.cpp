#include <cuda_runtime_api.h>
#include <dlfcn.h>

#include <string>

#include "standin/exported.h"
#include "standin/lacking.h"

// Texts of errors. They are the real runtime's, which needs no GPU for them, with the name of a function that the
// stand-in lacks.

namespace {

using TextOf = const char* (*)(cudaError_t);

// The program has it loaded, but Python keeps it out of the scope in which names are looked up.
TextOf find_real(const char* function) {
  const std::string library = "libcudart.so." + std::to_string(CUDART_VERSION / 1000);
  void* const handle = dlopen(library.c_str(), RTLD_NOW | RTLD_NOLOAD);
  return handle == nullptr ? nullptr : reinterpret_cast<TextOf>(dlsym(handle, function));
}

}  // namespace

ATTN_EXPORTED const char* cudaGetErrorName(cudaError_t error) {
  static const TextOf real = find_real("cudaGetErrorName");
  return real != nullptr ? real(error) : "cudaError";
}

ATTN_EXPORTED const char* cudaGetErrorString(cudaError_t error) {
  static const TextOf real = find_real("cudaGetErrorString");
  const char* const text = real != nullptr ? real(error) : "a CUDA error whose text needs libcudart";
  if (error != cudaErrorNotSupported || *attn::standin::last_lacking() == '\0') return text;
  // The caller keeps the pointer as long as it likes, so it stays as long as the thread.
  thread_local char named[256];
  const std::string whole = std::string(text) + ": the stand-in GPU does not have " + attn::standin::last_lacking();
  named[whole.copy(named, sizeof named - 1)] = '\0';
  return named;
}
