#include "standin/activity_records.h"

#include <pthread.h>
#include <unistd.h>

namespace attn::standin {

namespace {

// CUPTI's default kind of thread id on Linux.
uint32_t thread_id() {
  return static_cast<uint32_t>(pthread_self());
}

constexpr uint32_t kDevice = 0;
constexpr uint32_t kContext = 1;

#if CUPTI_API_VERSION >= 130000 && CUPTI_API_VERSION < 130100
// Measured with the parser of CUDA 13.0.
static_assert(sizeof(KernelRecord) == 216);
#endif
static_assert(sizeof(CUpti_ActivityAPI) == 40);
static_assert(sizeof(CUpti_ActivityExternalCorrelation) == 24);
static_assert(sizeof(CUpti_ActivityMemcpy6) == 96);
static_assert(sizeof(CUpti_ActivityMemset4) == 88);
static_assert(sizeof(CUpti_ActivitySynchronization2) == 56);
static_assert(sizeof(CUpti_ActivityOverhead3) == 56);

}  // namespace

CUpti_ActivityAPI api_record(const Call& call, int64_t end_ns, uint32_t result, const RecordTime& time) {
  CUpti_ActivityAPI record{};
  record.kind = call.api == Api::kRuntime ? CUPTI_ACTIVITY_KIND_RUNTIME : CUPTI_ACTIVITY_KIND_DRIVER;
  record.cbid = call.cbid;
  record.start = time(call.start_ns);
  record.end = time(end_ns);
  record.processId = static_cast<uint32_t>(getpid());
  record.threadId = thread_id();
  record.correlationId = call.correlation;
  record.returnValue = result;
  return record;
}

KernelRecord kernel_record(const KernelActivity& kernel, uint32_t correlation, const RecordTime& time) {
  KernelRecord record{};
  record.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
  record.registersPerThread = kernel.registers;
  record.start = time(kernel.interval.start_ns);
  record.end = time(kernel.interval.end_ns);
  record.completed = record.end;
  record.deviceId = kDevice;
  record.contextId = kContext;
  record.streamId = kernel.interval.stream_id;
  record.gridX = static_cast<int32_t>(kernel.grid[0]);
  record.gridY = static_cast<int32_t>(kernel.grid[1]);
  record.gridZ = static_cast<int32_t>(kernel.grid[2]);
  record.blockX = static_cast<int32_t>(kernel.block[0]);
  record.blockY = static_cast<int32_t>(kernel.block[1]);
  record.blockZ = static_cast<int32_t>(kernel.block[2]);
  record.staticSharedMemory = static_cast<int32_t>(kernel.static_shared_bytes);
  record.dynamicSharedMemory = static_cast<int32_t>(kernel.dynamic_shared_bytes);
  record.sharedMemoryExecuted = kernel.static_shared_bytes + kernel.dynamic_shared_bytes;
  record.correlationId = correlation;
  record.gridId = correlation;
  record.name = kernel.name;
  record.graphId = kernel.place.graph;
  record.graphNodeId = kernel.place.node;
  record.launchType =
      kernel.cooperative ? CUPTI_ACTIVITY_LAUNCH_TYPE_COOPERATIVE_SINGLE_DEVICE : CUPTI_ACTIVITY_LAUNCH_TYPE_REGULAR;
  return record;
}

CUpti_ActivityMemcpy6 copy_record(const CopyActivity& copy, const Call& call, const RecordTime& time) {
  CUpti_ActivityMemcpy6 record{};
  record.kind = CUPTI_ACTIVITY_KIND_MEMCPY;
  record.copyKind = static_cast<uint8_t>(copy.kind);
  record.srcKind = static_cast<uint8_t>(copy.from);
  record.dstKind = static_cast<uint8_t>(copy.to);
  record.flags = copy.async ? CUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC : CUPTI_ACTIVITY_FLAG_NONE;
  record.bytes = copy.bytes;
  record.start = time(copy.interval.start_ns);
  record.end = time(copy.interval.end_ns);
  record.deviceId = kDevice;
  record.contextId = kContext;
  record.streamId = copy.interval.stream_id;
  record.correlationId = call.correlation;
  if (call.api == Api::kRuntime) record.runtimeCorrelationId = call.correlation;
  record.copyCount = 1;
  record.graphId = copy.place.graph;
  record.graphNodeId = copy.place.node;
  return record;
}

CUpti_ActivityMemset4 set_record(const SetActivity& set, uint32_t correlation, const RecordTime& time) {
  CUpti_ActivityMemset4 record{};
  record.kind = CUPTI_ACTIVITY_KIND_MEMSET;
  record.value = set.value;
  record.bytes = set.bytes;
  record.start = time(set.interval.start_ns);
  record.end = time(set.interval.end_ns);
  record.deviceId = kDevice;
  record.contextId = kContext;
  record.streamId = set.interval.stream_id;
  record.correlationId = correlation;
  record.flags = set.async ? CUPTI_ACTIVITY_FLAG_MEMSET_ASYNC : CUPTI_ACTIVITY_FLAG_NONE;
  record.memoryKind = static_cast<uint16_t>(set.memory);
  record.graphId = set.place.graph;
  record.graphNodeId = set.place.node;
  return record;
}

CUpti_ActivitySynchronization2 synchronization_record(const Synchronization& wait, uint32_t correlation,
                                                      const RecordTime& time) {
  CUpti_ActivitySynchronization2 record{};
  record.kind = CUPTI_ACTIVITY_KIND_SYNCHRONIZATION;
  record.type = wait.type;
  record.start = time(wait.interval.start_ns);
  record.end = time(wait.interval.end_ns);
  record.correlationId = correlation;
  record.contextId = kContext;
  record.streamId = wait.interval.stream_id;
  return record;
}

CUpti_ActivityExternalCorrelation external_record(CUpti_ExternalCorrelationKind kind, uint64_t id,
                                                  uint32_t correlation) {
  CUpti_ActivityExternalCorrelation record{};
  record.kind = CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION;
  record.externalKind = kind;
  record.externalId = id;
  record.correlationId = correlation;
  return record;
}

CUpti_ActivityOverhead3 flush_record(int64_t start_ns, int64_t end_ns, const RecordTime& time) {
  CUpti_ActivityOverhead3 record{};
  record.kind = CUPTI_ACTIVITY_KIND_OVERHEAD;
  record.overheadKind = CUPTI_ACTIVITY_OVERHEAD_CUPTI_BUFFER_FLUSH;
  record.objectKind = CUPTI_ACTIVITY_OBJECT_THREAD;
  record.objectId.pt.processId = static_cast<uint32_t>(getpid());
  record.objectId.pt.threadId = thread_id();
  record.start = time(start_ns);
  record.end = time(end_ns);
  return record;
}

}  // namespace attn::standin
