#include "profiling/cupti/activity_decoder.h"

#include <algorithm>
#include <string>
#include <utility>

#include "profiling/cupti/activity_views.h"
#include "profiling/cupti/kernel_name.h"

namespace attn {
namespace {

template <typename View>
const View& as(const CUpti_Activity& record) {
  return reinterpret_cast<const View&>(record);
}

/// What all views of activities on the device have under the same names.
template <typename View>
DeviceActivity activity_of(const View& record, LaunchKind kind, std::string name) {
  DeviceActivity activity;
  activity.kind = kind;
  activity.name = std::move(name);
  activity.start_ns = record.start;
  activity.end_ns = record.end;
  activity.correlation = record.correlationId;
  activity.graph_node = record.graphNodeId;
  activity.stream = record.streamId;
  return activity;
}

DeviceActivity read_kernel(const KernelView& record) {
  const std::string name = record.name != nullptr ? record.name : "kernel without a name";
  if (is_library_call(name)) return activity_of(record, LaunchKind::kLibrary, name);
  DeviceActivity kernel = activity_of(record, LaunchKind::kKernel, name);
  kernel.grid = {record.gridX, record.gridY, record.gridZ};
  kernel.block = {record.blockX, record.blockY, record.blockZ};
  if (record.registersPerThread != 0) {  // else neither is known
    kernel.registers = record.registersPerThread;
    kernel.static_shared_bytes = record.staticSharedMemory;
  }
  kernel.dynamic_shared_bytes = record.dynamicSharedMemory;
  return kernel;
}

/// From where to where: a host's or a device's memory, an array, a peer's memory.
const char* copy_name(uint8_t kind) {
  switch (kind) {
    case CUPTI_ACTIVITY_MEMCPY_KIND_HTOD:
      return "Memcpy HtoD";
    case CUPTI_ACTIVITY_MEMCPY_KIND_DTOH:
      return "Memcpy DtoH";
    case CUPTI_ACTIVITY_MEMCPY_KIND_HTOA:
      return "Memcpy HtoA";
    case CUPTI_ACTIVITY_MEMCPY_KIND_ATOH:
      return "Memcpy AtoH";
    case CUPTI_ACTIVITY_MEMCPY_KIND_ATOA:
      return "Memcpy AtoA";
    case CUPTI_ACTIVITY_MEMCPY_KIND_ATOD:
      return "Memcpy AtoD";
    case CUPTI_ACTIVITY_MEMCPY_KIND_DTOA:
      return "Memcpy DtoA";
    case CUPTI_ACTIVITY_MEMCPY_KIND_DTOD:
      return "Memcpy DtoD";
    case CUPTI_ACTIVITY_MEMCPY_KIND_HTOH:
      return "Memcpy HtoH";
    case CUPTI_ACTIVITY_MEMCPY_KIND_PTOP:
      return "Memcpy PtoP";
    default:
      return "Memcpy";
  }
}

template <typename View>
DeviceActivity read_copy(const View& record) {
  DeviceActivity copy = activity_of(record, LaunchKind::kMemcpy, copy_name(record.copyKind));
  copy.bytes = static_cast<int64_t>(record.bytes);
  return copy;
}

DeviceActivity read_memset(const MemsetView& record) {
  DeviceActivity set = activity_of(record, LaunchKind::kMemset, "Memset");
  set.bytes = static_cast<int64_t>(record.bytes);
  return set;
}

ApiCall read_call(const CuptiFunctions& cupti, const ApiView& record) {
  const bool runtime = record.kind == CUPTI_ACTIVITY_KIND_RUNTIME;
  const char* name = nullptr;
  static_cast<void>(
      cupti.callback_name(runtime ? CUPTI_CB_DOMAIN_RUNTIME_API : CUPTI_CB_DOMAIN_DRIVER_API, record.cbid, &name));
  ApiCall call;
  call.name = name != nullptr ? std::string(plain_api_name(name))
                              : (runtime ? "runtime call " : "driver call ") + std::to_string(record.cbid);
  call.correlation = record.correlationId;
  call.failed = record.returnValue != 0;
  call.of = runtime ? ApiCall::Of::kRuntime : ApiCall::Of::kDriver;
  call.thread = record.threadId;
  call.start_ns = record.start;
  call.end_ns = record.end;
  return call;
}

void read_external_id(const ExternalIdView& record, std::vector<ExternalId>& external_ids) {
  if (record.externalKind == kOpIds) {
    external_ids.push_back({ExternalId::Of::kOp, record.externalId, record.correlationId});
  } else if (record.externalKind == kIterationIds) {
    external_ids.push_back({ExternalId::Of::kIteration, record.externalId, record.correlationId});
  }
}

void read(const CuptiFunctions& cupti, const CUpti_Activity& record, ActivityRecords& records) {
  switch (record.kind) {
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
    case CUPTI_ACTIVITY_KIND_KERNEL:
      records.activities.push_back(read_kernel(as<KernelView>(record)));
      break;
    case CUPTI_ACTIVITY_KIND_MEMCPY:
      records.activities.push_back(read_copy(as<MemcpyView>(record)));
      break;
    case CUPTI_ACTIVITY_KIND_MEMCPY2:
      records.activities.push_back(read_copy(as<PeerMemcpyView>(record)));
      break;
    case CUPTI_ACTIVITY_KIND_MEMSET:
      records.activities.push_back(read_memset(as<MemsetView>(record)));
      break;
    case CUPTI_ACTIVITY_KIND_RUNTIME:
    case CUPTI_ACTIVITY_KIND_DRIVER:
      records.calls.push_back(read_call(cupti, as<ApiView>(record)));
      break;
    case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION:
      read_external_id(as<ExternalIdView>(record), records.external_ids);
      break;
    default:  // CUPTI's own overhead, and what others have enabled
      break;
  }
}

/// Whether another record begins after `last`, before the end. For a record that is cut off the library reports no more
/// than the end of the buffer; what it steps over is the size of its records, which headers don't tell for all
/// versions. So it is asked again with room behind.
bool is_cut_off(const CuptiFunctions& cupti, const CUpti_Activity* last, const uint8_t* end) {
  constexpr size_t kRoom = 1024;  // several times a record, and no record begins in it: kind 0 is invalid
  const auto* const begin = reinterpret_cast<const uint8_t*>(last);
  std::vector<uint64_t> copy((static_cast<size_t>(end - begin) + kRoom) / sizeof(uint64_t));
  auto* const bytes = reinterpret_cast<uint8_t*>(copy.data());
  std::copy(begin, end, bytes);
  auto* record = reinterpret_cast<CUpti_Activity*>(bytes);
  return cupti.next_record(bytes, copy.size() * sizeof(uint64_t), &record) == CUPTI_SUCCESS;
}

/// Reads a buffer; returns whether that went to its end.
bool read_buffer(const CuptiFunctions& cupti, const RecordBuffer& buffer, ActivityRecords& records) {
  if (buffer.valid_bytes == 0) return true;
  CUpti_Activity* record = nullptr;
  CUpti_Activity* last = nullptr;
  CUptiResult code = CUPTI_SUCCESS;
  while ((code = cupti.next_record(buffer.bytes.get(), buffer.valid_bytes, &record)) == CUPTI_SUCCESS) {
    read(cupti, *record, records);
    last = record;
  }
  // MAX_LIMIT_REACHED is the end; INVALID_KIND is one that can't be read on.
  return code == CUPTI_ERROR_MAX_LIMIT_REACHED && last != nullptr &&
         !is_cut_off(cupti, last, buffer.bytes.get() + buffer.valid_bytes);
}

}  // namespace

ActivityRecords decode(const CuptiFunctions& cupti, const std::vector<RecordBuffer>& buffers) {
  ActivityRecords records;
  for (const RecordBuffer& buffer : buffers) {
    if (!read_buffer(cupti, buffer, records)) ++records.invalid_buffers;
  }
  return records;
}

}  // namespace attn
