#include "profiling/cupti/activity_decoder.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "profiling/cupti/activity_views.h"
#include "profiling/cupti/kernel_name.h"

namespace attn {
namespace {

template <typename View>
const View& as(const CUpti_Activity& record) {
  return reinterpret_cast<const View&>(record);
}

/// Copies of CUPTI's names, each once. They are known by their address and number: to read the text anew for each of a
/// million records would take longer than all the rest.
class Names {
 public:
  explicit Names(NamePool& pool) : pool_(pool) {}

  struct OfKernel {
    std::string_view recorded;
    std::string_view readable;  ///< as C++ writes it
  };

  OfKernel of_kernel(const char* recorded) {
    if (recorded == nullptr) return {kNameless, kNameless};
    if (recorded == last_recorded_) return last_;
    auto [found, is_new] = kernels_.try_emplace(recorded);
    if (is_new) found->second = {pool_.keep(recorded), pool_.keep(readable_kernel_name(recorded))};
    last_recorded_ = recorded;
    return last_ = found->second;
  }

  std::string_view of_call(const CuptiFunctions& cupti, const ApiView& record) {
    const bool runtime = record.kind == CUPTI_ACTIVITY_KIND_RUNTIME;
    auto [found, is_new] = calls_.try_emplace(uint64_t{record.cbid} * 2 + (runtime ? 1 : 0));
    if (is_new) found->second = pool_.keep(call_name(cupti, record.cbid, runtime));
    return found->second;
  }

 private:
  static std::string call_name(const CuptiFunctions& cupti, CUpti_CallbackId call, bool runtime) {
    const char* name = nullptr;
    static_cast<void>(
        cupti.callback_name(runtime ? CUPTI_CB_DOMAIN_RUNTIME_API : CUPTI_CB_DOMAIN_DRIVER_API, call, &name));
    return name != nullptr ? std::string(plain_api_name(name))
                           : (runtime ? "runtime call " : "driver call ") + std::to_string(call);
  }

  NamePool& pool_;
  static constexpr std::string_view kNameless = "kernel without a name";
  std::unordered_map<const char*, OfKernel> kernels_;
  const char* last_recorded_ = nullptr;
  OfKernel last_;
  std::unordered_map<uint64_t, std::string_view> calls_;
};

bool has_times(uint64_t start_ns, uint64_t end_ns) {
  return start_ns != 0 && end_ns >= start_ns;
}

TimeSpan span_of(uint64_t start_ns, uint64_t end_ns) {
  return {.begin_ns = static_cast<int64_t>(start_ns), .end_ns = static_cast<int64_t>(end_ns)};
}

/// Adds what all views of activities on the device have under the same names.
template <typename View>
Launch& add_launch(const View& record, LaunchKind kind, std::string_view name, ActivityRecords& records) {
  Launch& launch = records.launches.emplace_back();
  launch.kind = kind;
  launch.name = name;
  launch.mangled_name = name;
  launch.device = record.deviceId;
  launch.context = record.contextId;
  launch.stream = record.streamId;
  launch.correlation = record.correlationId;
  launch.graph = record.graphId;
  launch.graph_node = static_cast<int64_t>(record.graphNodeId);
  if (has_times(record.start, record.end)) launch.span = span_of(record.start, record.end);
  return launch;
}

void read_kernel(const KernelView& record, Names& names, ActivityRecords& records) {
  const Names::OfKernel name = names.of_kernel(record.name);
  const bool is_call = is_library_call(name.recorded);
  Launch& kernel = add_launch(record, is_call ? LaunchKind::kLibrary : LaunchKind::kKernel, name.readable, records);
  kernel.mangled_name = name.recorded;
  if (is_call) return;
  kernel.grid = {record.gridX, record.gridY, record.gridZ};
  kernel.block = {record.blockX, record.blockY, record.blockZ};
  if (record.registersPerThread != 0) {  // else neither is known
    kernel.registers = record.registersPerThread;
    kernel.static_shared_bytes = record.staticSharedMemory;
  }
  kernel.dynamic_shared_bytes = record.dynamicSharedMemory;
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
void read_copy(const View& record, ActivityRecords& records) {
  add_launch(record, LaunchKind::kMemcpy, copy_name(record.copyKind), records).bytes =
      static_cast<int64_t>(record.bytes);
}

void read_memset(const MemsetView& record, ActivityRecords& records) {
  add_launch(record, LaunchKind::kMemset, "Memset", records).bytes = static_cast<int64_t>(record.bytes);
}

void read_call(const CuptiFunctions& cupti, const ApiView& record, Names& names, ActivityRecords& records) {
  CudaCall& call = records.calls.emplace_back();
  call.name = names.of_call(cupti, record);
  call.of_driver = record.kind == CUPTI_ACTIVITY_KIND_DRIVER;
  call.failed = record.returnValue != 0;
  call.thread = record.threadId;
  call.span = span_of(record.start, record.end);
  call.correlation = record.correlationId;
}

void read_external_id(const ExternalIdView& record, std::vector<ExternalId>& external_ids) {
  if (record.externalKind == kOpIds) {
    external_ids.push_back({record.externalId, record.correlationId, ExternalId::Of::kOp});
  } else if (record.externalKind == kIterationIds) {
    external_ids.push_back({record.externalId, record.correlationId, ExternalId::Of::kIteration});
  }
}

void read(const CuptiFunctions& cupti, const CUpti_Activity& record, Names& names, ActivityRecords& records) {
  switch (record.kind) {
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
    case CUPTI_ACTIVITY_KIND_KERNEL:
      read_kernel(as<KernelView>(record), names, records);
      break;
    case CUPTI_ACTIVITY_KIND_MEMCPY:
      read_copy(as<MemcpyView>(record), records);
      break;
    case CUPTI_ACTIVITY_KIND_MEMCPY2:
      read_copy(as<PeerMemcpyView>(record), records);
      break;
    case CUPTI_ACTIVITY_KIND_MEMSET:
      read_memset(as<MemsetView>(record), records);
      break;
    case CUPTI_ACTIVITY_KIND_RUNTIME:
    case CUPTI_ACTIVITY_KIND_DRIVER:
      read_call(cupti, as<ApiView>(record), names, records);
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
bool read_buffer(const CuptiFunctions& cupti, const RecordBuffer& buffer, Names& names, ActivityRecords& records) {
  if (buffer.valid_bytes == 0) return true;
  CUpti_Activity* record = nullptr;
  CUpti_Activity* last = nullptr;
  CUptiResult code = CUPTI_SUCCESS;
  while ((code = cupti.next_record(buffer.bytes.get(), buffer.valid_bytes, &record)) == CUPTI_SUCCESS) {
    read(cupti, *record, names, records);
    last = record;
  }
  // MAX_LIMIT_REACHED is the end; INVALID_KIND is one that can't be read on.
  return code == CUPTI_ERROR_MAX_LIMIT_REACHED && last != nullptr &&
         !is_cut_off(cupti, last, buffer.bytes.get() + buffer.valid_bytes);
}

/// Room for the most that there can be of each, so that nothing grows; memory that is not written to costs nothing.
void reserve_for(const std::vector<RecordBuffer>& buffers, ActivityRecords& records) {
  size_t bytes = 0;
  for (const RecordBuffer& buffer : buffers) bytes += buffer.valid_bytes;
  records.launches.reserve(bytes / sizeof(MemsetView));
  records.calls.reserve(bytes / sizeof(ApiView));
  records.external_ids.reserve(bytes / sizeof(ExternalIdView));
}

}  // namespace

ActivityRecords decode(const CuptiFunctions& cupti, const std::vector<RecordBuffer>& buffers) {
  ActivityRecords records;
  reserve_for(buffers, records);
  Names names(*records.names);
  for (const RecordBuffer& buffer : buffers) {
    if (!read_buffer(cupti, buffer, names, records)) ++records.invalid_buffers;
  }
  return records;
}

}  // namespace attn
