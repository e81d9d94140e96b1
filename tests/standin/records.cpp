#include "tests/standin/records.h"

#include <dlfcn.h>

#include <cstdlib>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "standin/activity_records.h"

namespace attn::standin {

namespace {

std::mutex mutex;
size_t bytes_of_a_buffer = 0;
std::vector<Record> records;
bool found_invalid_kind = false;

void request(uint8_t** buffer, size_t* bytes, size_t* most_records) {
  *bytes = bytes_of_a_buffer;
  *buffer = static_cast<uint8_t*>(std::aligned_alloc(8, *bytes));
  *most_records = 0;
}

std::string function_name(CUpti_CallbackDomain domain, uint32_t cbid) {
  const char* name = nullptr;
  static_cast<void>(ATTN_CUPTI(cuptiGetCallbackName)(domain, cbid, &name));
  return name == nullptr ? "" : name;
}

Record read_api(const CUpti_ActivityAPI& api) {
  const auto domain =
      api.kind == CUPTI_ACTIVITY_KIND_RUNTIME ? CUPTI_CB_DOMAIN_RUNTIME_API : CUPTI_CB_DOMAIN_DRIVER_API;
  return {.kind = api.kind,
          .name = function_name(domain, api.cbid),
          .correlation = api.correlationId,
          .start = api.start,
          .end = api.end,
          .numbers = {static_cast<int>(api.returnValue)}};
}

Record read_kernel(const KernelRecord& kernel) {
  return {.kind = kernel.kind,
          .name = kernel.name,
          .correlation = kernel.correlationId,
          .start = kernel.start,
          .end = kernel.end,
          .numbers = {kernel.gridX, kernel.gridY, kernel.gridZ, kernel.blockX, kernel.blockY, kernel.blockZ,
                      kernel.registersPerThread, kernel.staticSharedMemory, kernel.dynamicSharedMemory},
          .graph = kernel.graphId,
          .graph_node = kernel.graphNodeId};
}

Record read_record(const CUpti_Activity* record) {
  switch (record->kind) {
    case CUPTI_ACTIVITY_KIND_RUNTIME:
    case CUPTI_ACTIVITY_KIND_DRIVER:
      return read_api(*reinterpret_cast<const CUpti_ActivityAPI*>(record));
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
      return read_kernel(*reinterpret_cast<const KernelRecord*>(record));
    case CUPTI_ACTIVITY_KIND_MEMCPY: {
      const auto& copy = *reinterpret_cast<const CUpti_ActivityMemcpy6*>(record);
      return {.kind = copy.kind,
              .correlation = copy.correlationId,
              .start = copy.start,
              .end = copy.end,
              .numbers = {copy.copyKind},
              .bytes = copy.bytes,
              .graph = copy.graphId,
              .graph_node = copy.graphNodeId};
    }
    case CUPTI_ACTIVITY_KIND_MEMSET: {
      const auto& set = *reinterpret_cast<const CUpti_ActivityMemset4*>(record);
      return {.kind = set.kind,
              .correlation = set.correlationId,
              .start = set.start,
              .end = set.end,
              .numbers = {static_cast<int>(set.value)},
              .bytes = set.bytes,
              .graph = set.graphId,
              .graph_node = set.graphNodeId};
    }
    case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION: {
      const auto& external = *reinterpret_cast<const CUpti_ActivityExternalCorrelation*>(record);
      return {.kind = external.kind,
              .correlation = external.correlationId,
              .external = external.externalId,
              .numbers = {external.externalKind}};
    }
    default:
      return {.kind = record->kind};
  }
}

void complete(CUcontext, uint32_t, uint8_t* buffer, size_t, size_t valid_bytes) {
  const std::lock_guard lock(mutex);
  CUpti_Activity* record = nullptr;
  CUptiResult result = CUPTI_SUCCESS;
  while ((result = ATTN_CUPTI(cuptiActivityGetNextRecord)(buffer, valid_bytes, &record)) == CUPTI_SUCCESS) {
    records.push_back(read_record(record));
  }
  found_invalid_kind = found_invalid_kind || result == CUPTI_ERROR_INVALID_KIND;
  std::free(buffer);
}

void check(CUptiResult result, const char* call) {
  if (result != CUPTI_SUCCESS) throw std::runtime_error(std::string(call) + ": " + std::to_string(result));
}

}  // namespace

void* cupti_function(const char* name) {
  if (void* function = dlsym(RTLD_DEFAULT, name)) return function;
  static void* const library = dlopen(CUPTI_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  void* const function = library == nullptr ? nullptr : dlsym(library, name);
  if (function == nullptr) throw std::runtime_error(std::string("no ") + name);
  return function;
}

std::vector<CUpti_ActivityKind> all_kinds() {
  return {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY,  CUPTI_ACTIVITY_KIND_MEMSET,
          CUPTI_ACTIVITY_KIND_RUNTIME,           CUPTI_ACTIVITY_KIND_DRIVER,  CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION,
          CUPTI_ACTIVITY_KIND_SYNCHRONIZATION,   CUPTI_ACTIVITY_KIND_OVERHEAD};
}

Recording::Recording(const std::vector<CUpti_ActivityKind>& kinds, size_t buffer_bytes) : kinds_(kinds) {
  bytes_of_a_buffer = buffer_bytes;
  records.clear();
  found_invalid_kind = false;
  check(ATTN_CUPTI(cuptiActivityRegisterCallbacks)(request, complete), "cuptiActivityRegisterCallbacks");
  for (const CUpti_ActivityKind kind : kinds_) check(ATTN_CUPTI(cuptiActivityEnable)(kind), "cuptiActivityEnable");
}

std::vector<Record> Recording::stop() {
  check(ATTN_CUPTI(cuptiActivityFlushAll)(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED), "cuptiActivityFlushAll");
  for (const CUpti_ActivityKind kind : kinds_) check(ATTN_CUPTI(cuptiActivityDisable)(kind), "cuptiActivityDisable");
  check(ATTN_CUPTI(cuptiActivityGetNumDroppedRecords)(nullptr, 0, &dropped_), "cuptiActivityGetNumDroppedRecords");
  torn_ = found_invalid_kind;
  return std::exchange(records, {});
}

}  // namespace attn::standin
