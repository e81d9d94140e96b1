#pragma once

#include <cupti.h>

#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "profiling/cupti/cupti_session.h"

namespace attn {

/// The records that the CUPTI of these headers writes; older layouts of them have their own names.
#if CUPTI_API_VERSION >= 130400
using KernelRecord = CUpti_ActivityKernel13;
#elif CUPTI_API_VERSION >= 130100
using KernelRecord = CUpti_ActivityKernel11;
#elif CUPTI_API_VERSION >= 130000
using KernelRecord = CUpti_ActivityKernel10;
#else
using KernelRecord = CUpti_ActivityKernel9;
#endif
#if CUPTI_API_VERSION >= 26
using MemcpyRecord = CUpti_ActivityMemcpy6;
#else
using MemcpyRecord = CUpti_ActivityMemcpy5;
#endif

/// On stream 7 from 1,000 to 3,000 ns: grid 4,2,1, block 128,1,1, 40 registers, 1,024 B static and 2,048 B dynamic
/// shared memory.
KernelRecord kernel_record(const char* name, uint32_t correlation);
MemcpyRecord memcpy_record(CUpti_ActivityMemcpyKind kind, uint64_t bytes, uint32_t correlation);
CUpti_ActivityMemcpyPtoP4 peer_record(uint64_t bytes, uint32_t correlation);
CUpti_ActivityMemset4 memset_record(uint64_t bytes, uint32_t correlation);
CUpti_ActivityAPI runtime_record(CUpti_CallbackId call, uint32_t correlation);
CUpti_ActivityAPI driver_record(CUpti_CallbackId call, uint32_t correlation);
CUpti_ActivityExternalCorrelation external_record(CUpti_ExternalCorrelationKind kind, uint64_t id,
                                                  uint32_t correlation);

/// A buffer of 64 KiB, filled by hand.
class BufferInHand {
 public:
  BufferInHand();

  template <typename Record>
  BufferInHand& put(const Record& record) {
    return put_bytes(&record, sizeof record);
  }

  /// What was put, as CUPTI would hand it over; with `bytes_lost` at the end.
  RecordBuffer take(size_t bytes_lost = 0);

 private:
  BufferInHand& put_bytes(const void* record, size_t bytes);

  RecordBuffer buffer_;
};

/// One buffer of these records.
template <typename... Records>
RecordBuffer buffer_of(const Records&... records) {
  BufferInHand buffer;
  (buffer.put(records), ...);
  return buffer.take();
}

template <typename... Buffers>
std::vector<RecordBuffer> buffers_of(Buffers... buffers) {
  std::vector<RecordBuffer> list;
  (list.push_back(std::move(buffers)), ...);
  return list;
}

}  // namespace attn
