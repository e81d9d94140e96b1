#include "tests/profiling/cupti/records_in_hand.h"

#include <cstring>
#include <stdexcept>

namespace attn {
namespace {

constexpr size_t kBytes = size_t(64) << 10;

/// What all activities on the device have.
template <typename Record>
Record on_device(CUpti_ActivityKind kind, uint32_t correlation) {
  Record record{};
  record.kind = kind;
  record.start = 1000;
  record.end = 3000;
  record.streamId = 7;
  record.correlationId = correlation;
  return record;
}

CUpti_ActivityAPI api_record(CUpti_ActivityKind kind, CUpti_CallbackId call, uint32_t correlation) {
  CUpti_ActivityAPI record{};
  record.kind = kind;
  record.cbid = call;
  record.correlationId = correlation;
  return record;
}

}  // namespace

KernelRecord kernel_record(const char* name, uint32_t correlation) {
  auto record = on_device<KernelRecord>(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, correlation);
  record.name = name;
  record.gridX = 4, record.gridY = 2, record.gridZ = 1;
  record.blockX = 128, record.blockY = 1, record.blockZ = 1;
  record.registersPerThread = 40;
  record.staticSharedMemory = 1024;
  record.dynamicSharedMemory = 2048;
  return record;
}

MemcpyRecord memcpy_record(CUpti_ActivityMemcpyKind kind, uint64_t bytes, uint32_t correlation) {
  auto record = on_device<MemcpyRecord>(CUPTI_ACTIVITY_KIND_MEMCPY, correlation);
  record.copyKind = static_cast<uint8_t>(kind);
  record.bytes = bytes;
  return record;
}

CUpti_ActivityMemcpyPtoP4 peer_record(uint64_t bytes, uint32_t correlation) {
  auto record = on_device<CUpti_ActivityMemcpyPtoP4>(CUPTI_ACTIVITY_KIND_MEMCPY2, correlation);
  record.copyKind = CUPTI_ACTIVITY_MEMCPY_KIND_PTOP;
  record.bytes = bytes;
  return record;
}

CUpti_ActivityMemset4 memset_record(uint64_t bytes, uint32_t correlation) {
  auto record = on_device<CUpti_ActivityMemset4>(CUPTI_ACTIVITY_KIND_MEMSET, correlation);
  record.bytes = bytes;
  return record;
}

CUpti_ActivityAPI runtime_record(CUpti_CallbackId call, uint32_t correlation) {
  return api_record(CUPTI_ACTIVITY_KIND_RUNTIME, call, correlation);
}

CUpti_ActivityAPI driver_record(CUpti_CallbackId call, uint32_t correlation) {
  return api_record(CUPTI_ACTIVITY_KIND_DRIVER, call, correlation);
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

BufferInHand::BufferInHand() {
  buffer_.bytes.reset(static_cast<uint8_t*>(std::aligned_alloc(8, kBytes)));
}

RecordBuffer BufferInHand::take(size_t bytes_lost) {
  buffer_.valid_bytes -= bytes_lost;
  return std::move(buffer_);
}

BufferInHand& BufferInHand::put_bytes(const void* record, size_t bytes) {
  if (buffer_.valid_bytes + bytes > kBytes) throw std::length_error("the buffer in hand is full");
  std::memcpy(buffer_.bytes.get() + buffer_.valid_bytes, record, bytes);
  buffer_.valid_bytes += bytes;
  return *this;
}

}  // namespace attn
