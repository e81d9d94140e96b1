#include "standin/lacking.h"

#include <cublas_v2.h>
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <cudnn.h>
#include <cupti.h>
#include <nvml.h>

#include <cstdio>
#include <mutex>
#include <set>
#include <string>

#include "standin/api_call.h"

namespace attn::standin {

namespace {

thread_local const char* last = "";

bool is_new(const char* function) {
  static auto* const mutex = new std::mutex;
  static auto* const known = new std::set<std::string>;
  const std::lock_guard lock(*mutex);
  return known->insert(function).second;
}

}  // namespace

const char* last_lacking() {
  return last;
}

void report_lacking(const char* function) {
  last = function;
  if (!is_new(function)) return;
  static_cast<void>(std::fprintf(stderr, "stand-in GPU: %s is called, which it does not have\n", function));
}

}  // namespace attn::standin

// What the generated functions call, one an API: each answers its API's "not supported".

using attn::standin::report_lacking;

extern "C" {

int attn_standin_lacks_runtime(const char* function) {
  report_lacking(function);
  return attn::standin::remember(cudaErrorNotSupported);
}

int attn_standin_lacks_driver(const char* function) {
  report_lacking(function);
  return CUDA_ERROR_NOT_SUPPORTED;
}

int attn_standin_lacks_cublas(const char* function) {
  report_lacking(function);
  return CUBLAS_STATUS_NOT_SUPPORTED;
}

int attn_standin_lacks_cudnn(const char* function) {
  report_lacking(function);
  return CUDNN_STATUS_NOT_SUPPORTED;
}

int attn_standin_lacks_cupti(const char* function) {
  report_lacking(function);
  return CUPTI_ERROR_NOT_SUPPORTED;
}

int attn_standin_lacks_nvml(const char* function) {
  report_lacking(function);
  return NVML_ERROR_NOT_SUPPORTED;
}
}
