#include <cupti.h>

#include <map>

#include "standin/activity_records.h"
#include "standin/cupti_names.h"
#include "standin/exported.h"

// The part of CUPTI that reads: the real library does it up to CUDA 13.1. From 13.2 on (seen with 13.2.86) every
// function of it that meets no driver of NVIDIA's calls itself until the stack ends, also without a stand-in; so then
// these take its place.

using namespace attn::standin;

namespace {

/// 0 for a kind that the stand-in never writes.
size_t record_bytes(CUpti_ActivityKind kind) {
  switch (kind) {
    case CUPTI_ACTIVITY_KIND_KERNEL:
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
      return sizeof(KernelRecord);
    case CUPTI_ACTIVITY_KIND_MEMCPY:
      return sizeof(CUpti_ActivityMemcpy6);
    case CUPTI_ACTIVITY_KIND_MEMSET:
      return sizeof(CUpti_ActivityMemset4);
    case CUPTI_ACTIVITY_KIND_RUNTIME:
    case CUPTI_ACTIVITY_KIND_DRIVER:
      return sizeof(CUpti_ActivityAPI);
    case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION:
      return sizeof(CUpti_ActivityExternalCorrelation);
    case CUPTI_ACTIVITY_KIND_SYNCHRONIZATION:
      return sizeof(CUpti_ActivitySynchronization2);
    case CUPTI_ACTIVITY_KIND_OVERHEAD:
      return sizeof(CUpti_ActivityOverhead3);
    default:
      return 0;
  }
}

CUptiResult find_name(const std::map<unsigned, const char*>& names, unsigned number, const char** name) {
  const auto found = names.find(number);
  if (found == names.end() || name == nullptr) return CUPTI_ERROR_INVALID_PARAMETER;
  *name = found->second;
  return CUPTI_SUCCESS;
}

}  // namespace

ATTN_EXPORTED CUptiResult cuptiActivityGetNextRecord(uint8_t* buffer, size_t valid_bytes, CUpti_Activity** record) {
  if (buffer == nullptr || record == nullptr) return CUPTI_ERROR_INVALID_PARAMETER;
  size_t at = 0;
  if (*record != nullptr) {
    at = static_cast<size_t>(reinterpret_cast<uint8_t*>(*record) - buffer) + record_bytes((*record)->kind);
  }
  if (at >= valid_bytes) return CUPTI_ERROR_MAX_LIMIT_REACHED;
  auto* const next = reinterpret_cast<CUpti_Activity*>(buffer + at);
  const size_t bytes = record_bytes(next->kind);
  if (bytes == 0 || at + bytes > valid_bytes) return CUPTI_ERROR_INVALID_KIND;
  *record = next;
  return CUPTI_SUCCESS;
}

ATTN_EXPORTED CUptiResult cuptiGetCallbackName(CUpti_CallbackDomain domain, uint32_t cbid, const char** name) {
  if (domain == CUPTI_CB_DOMAIN_RUNTIME_API) return find_name(kRuntimeFunctions, cbid, name);
  if (domain == CUPTI_CB_DOMAIN_DRIVER_API) return find_name(kDriverFunctions, cbid, name);
  return CUPTI_ERROR_INVALID_PARAMETER;
}

ATTN_EXPORTED CUptiResult cuptiGetResultString(CUptiResult result, const char** text) {
  return find_name(kCuptiResults, static_cast<unsigned>(result), text);
}
