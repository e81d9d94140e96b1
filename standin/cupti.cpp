#include <cupti.h>

#include "standin/exported.h"
#include "standin/machine.h"

// CUPTI's activity API. Parsing (cuptiActivityGetNextRecord) and names (cuptiGetCallbackName, cuptiGetResultString)
// stay with the real library as long as it needs no driver for them; from 13.2 on cupti_reading.cpp has them.

using attn::standin::Api;
using attn::standin::machine;
using attn::standin::now_ns;

namespace {

// What a client holds; it is never looked into.
CUpti_SubscriberHandle the_subscriber() {
  static char subscriber = 0;
  return reinterpret_cast<CUpti_SubscriberHandle>(&subscriber);
}

CUptiResult subscribe(CUpti_SubscriberHandle* subscriber) {
  if (subscriber == nullptr) return CUPTI_ERROR_INVALID_PARAMETER;
  if (machine().cupti_subscribed.exchange(true)) return CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED;
  *subscriber = the_subscriber();
  return CUPTI_SUCCESS;
}

}  // namespace

ATTN_EXPORTED CUptiResult cuptiGetVersion(uint32_t* version) {
  if (version == nullptr) return CUPTI_ERROR_INVALID_PARAMETER;
  *version = CUPTI_API_VERSION;
  return CUPTI_SUCCESS;
}

ATTN_EXPORTED CUptiResult cuptiSubscribe(CUpti_SubscriberHandle* subscriber, CUpti_CallbackFunc, void*) {
  return subscribe(subscriber);
}

#if CUPTI_API_VERSION >= 130000
ATTN_EXPORTED CUptiResult cuptiSubscribe_v2(CUpti_SubscriberHandle* subscriber, CUpti_CallbackFunc, void*,
                                            CUpti_SubscriberParams*) {
  return subscribe(subscriber);
}
#endif

ATTN_EXPORTED CUptiResult cuptiUnsubscribe(CUpti_SubscriberHandle subscriber) {
  if (subscriber != the_subscriber()) return CUPTI_ERROR_INVALID_PARAMETER;
  machine().cupti_subscribed = machine().settings.faults.cupti_taken;
  return CUPTI_SUCCESS;
}

// Nobody is called back at a call: only activities are recorded.
ATTN_EXPORTED CUptiResult cuptiEnableCallback(uint32_t, CUpti_SubscriberHandle, CUpti_CallbackDomain,
                                              CUpti_CallbackId) {
  return CUPTI_SUCCESS;
}

ATTN_EXPORTED CUptiResult cuptiEnableDomain(uint32_t, CUpti_SubscriberHandle, CUpti_CallbackDomain) {
  return CUPTI_SUCCESS;
}

ATTN_EXPORTED CUptiResult cuptiActivityRegisterCallbacks(CUpti_BuffersCallbackRequestFunc request,
                                                         CUpti_BuffersCallbackCompleteFunc complete) {
  if (request == nullptr || complete == nullptr) return CUPTI_ERROR_INVALID_PARAMETER;
  machine().activities.buffers().register_callbacks(request, complete);
  return CUPTI_SUCCESS;
}

ATTN_EXPORTED CUptiResult cuptiActivityRegisterTimestampCallback(CUpti_TimestampCallbackFunc callback) {
  machine().activities.clock().set(callback);
  return CUPTI_SUCCESS;
}

ATTN_EXPORTED CUptiResult cuptiActivityEnable(CUpti_ActivityKind kind) {
  return machine().activities.enable(kind, true) ? CUPTI_SUCCESS : CUPTI_ERROR_INVALID_KIND;
}

ATTN_EXPORTED CUptiResult cuptiActivityDisable(CUpti_ActivityKind kind) {
  return machine().activities.enable(kind, false) ? CUPTI_SUCCESS : CUPTI_ERROR_INVALID_KIND;
}

ATTN_EXPORTED CUptiResult cuptiActivityEnableRuntimeApi(CUpti_CallbackId cbid, uint8_t enable) {
  machine().activities.mute(Api::kRuntime, cbid, enable == 0);
  return CUPTI_SUCCESS;
}

ATTN_EXPORTED CUptiResult cuptiActivityEnableDriverApi(CUpti_CallbackId cbid, uint8_t enable) {
  machine().activities.mute(Api::kDriver, cbid, enable == 0);
  return CUPTI_SUCCESS;
}

ATTN_EXPORTED CUptiResult cuptiActivityEnableCudaEventDeviceTimestamps(uint8_t) {
  return CUPTI_SUCCESS;
}

ATTN_EXPORTED CUptiResult cuptiActivityFlushAll(uint32_t) {
  machine().activities.flush();
  return CUPTI_SUCCESS;
}

ATTN_EXPORTED CUptiResult cuptiActivityGetNumDroppedRecords(CUcontext, uint32_t, size_t* dropped) {
  if (dropped == nullptr) return CUPTI_ERROR_INVALID_PARAMETER;
  *dropped = machine().activities.buffers().take_dropped();
  return CUPTI_SUCCESS;
}

ATTN_EXPORTED CUptiResult cuptiActivityPushExternalCorrelationId(CUpti_ExternalCorrelationKind kind, uint64_t id) {
  machine().activities.push_external(kind, id);
  return CUPTI_SUCCESS;
}

ATTN_EXPORTED CUptiResult cuptiActivityPopExternalCorrelationId(CUpti_ExternalCorrelationKind kind, uint64_t* last) {
  const auto id = machine().activities.pop_external(kind);
  if (!id) return CUPTI_ERROR_QUEUE_EMPTY;
  if (last != nullptr) *last = *id;
  return CUPTI_SUCCESS;
}

ATTN_EXPORTED CUptiResult cuptiActivitySetAttribute(CUpti_ActivityAttribute, size_t* bytes, void* value) {
  return bytes == nullptr || value == nullptr ? CUPTI_ERROR_INVALID_PARAMETER : CUPTI_SUCCESS;
}

ATTN_EXPORTED CUptiResult cuptiGetTimestamp(uint64_t* timestamp) {
  if (timestamp == nullptr) return CUPTI_ERROR_INVALID_PARAMETER;
  *timestamp = machine().activities.clock().time()(now_ns());
  return CUPTI_SUCCESS;
}

// Its client may go on afterwards, and subscribe again.
ATTN_EXPORTED CUptiResult cuptiFinalize() {
  machine().activities.flush();
  machine().cupti_subscribed = machine().settings.faults.cupti_taken;
  return CUPTI_SUCCESS;
}
