#include "profiling/cupti/cupti_session.h"

#include <fmt/format.h>

#include <array>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

#include "profiling/cupti/cupti_check.h"

namespace attn {
namespace {

constexpr size_t kBufferBytes = size_t(4) << 20;
constexpr size_t kAlignment = 8;  // CUPTI's ACTIVITY_RECORD_ALIGNMENT

// CUPTI's callbacks carry nothing of ours, so that this is how they find the running session. They may come from
// CUPTI's own threads, and for a buffer that it still held when the session ended: then there is no session.
std::mutex s_mutex;
std::vector<RecordBuffer>* s_filled = nullptr;

void CUPTIAPI on_buffer_requested(uint8_t** buffer, size_t* size, size_t* most_records) {
  *buffer = static_cast<uint8_t*>(std::aligned_alloc(kAlignment, kBufferBytes));
  *size = *buffer != nullptr ? kBufferBytes : 0;  // CUPTI counts as dropped what it gets no buffer for
  *most_records = 0;                              // as many as fit
}

void CUPTIAPI on_buffer_completed(CUcontext, uint32_t, uint8_t* bytes, size_t, size_t valid_bytes) {
  RecordBuffer buffer{std::unique_ptr<uint8_t, RecordBuffer::Free>(bytes), valid_bytes};
  const std::lock_guard lock(s_mutex);
  if (s_filled != nullptr && valid_bytes > 0) s_filled->push_back(std::move(buffer));
}

void attach(std::vector<RecordBuffer>& filled) {
  const std::lock_guard lock(s_mutex);
  if (s_filled != nullptr) throw std::logic_error("launches are being recorded already");
  s_filled = &filled;
}

void detach() noexcept {
  const std::lock_guard lock(s_mutex);
  s_filled = nullptr;
}

void CUPTIAPI on_nothing(void*, CUpti_CallbackDomain, CUpti_CallbackId, const void*) {}

// CONCURRENT_KERNEL, because KERNEL has kernels run one after the other. DRIVER as well as RUNTIME: cuBLAS, cuDNN and
// Triton launch through the driver. No GRAPH_TRACE: it stands in for the kernels of a graph.
constexpr auto kKinds = std::to_array<CUpti_ActivityKind>({
    CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
    CUPTI_ACTIVITY_KIND_MEMCPY,
    CUPTI_ACTIVITY_KIND_MEMCPY2,
    CUPTI_ACTIVITY_KIND_MEMSET,
    CUPTI_ACTIVITY_KIND_RUNTIME,
    CUPTI_ACTIVITY_KIND_DRIVER,
    CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION,
    CUPTI_ACTIVITY_KIND_OVERHEAD,
});

// Calls that LibTorch makes around every op and that launch nothing. Those that PyTorch's profiler leaves out, and no
// others, so that the two can be held against each other.
constexpr auto kMutedRuntimeCalls = std::to_array<CUpti_runtime_api_trace_cbid>({
    CUPTI_RUNTIME_TRACE_CBID_cudaGetDevice_v3020,
    CUPTI_RUNTIME_TRACE_CBID_cudaSetDevice_v3020,
    CUPTI_RUNTIME_TRACE_CBID_cudaGetLastError_v3020,
    CUPTI_RUNTIME_TRACE_CBID_cudaEventCreate_v3020,
    CUPTI_RUNTIME_TRACE_CBID_cudaEventCreateWithFlags_v3020,
    CUPTI_RUNTIME_TRACE_CBID_cudaEventDestroy_v3020,
});

}  // namespace

CuptiSession::CuptiSession(const CuptiFunctions& cupti) : cupti_(cupti) {
  attach(buffers_);
  try {
    claim();
    ATTN_CUPTI_CHECK(cupti_, cupti_.register_callbacks(&on_buffer_requested, &on_buffer_completed),
                     "giving CUPTI its buffers");
    size_t others = 0;  // reading resets: what was dropped before belongs to no recording of ours
    static_cast<void>(cupti_.dropped_records(nullptr, 0, &others));
    enable_kinds();
  } catch (...) {
    end();
    throw;
  }
}

CuptiSession::~CuptiSession() {
  end();
}

// CUPTI has room for one. To record without asking would take the records from a profiler that is attached already.
void CuptiSession::claim() {
  if (cupti_.subscribe_v2 == nullptr) {
    ATTN_CUPTI_CHECK(cupti_, cupti_.subscribe(&subscriber_, &on_nothing, nullptr), "attaching to CUPTI");
    return;
  }
  std::array<char, CUPTI_OLD_SUBSCRIBER_NAME_MIN_LEN> other{};
  CUpti_SubscriberParams parameters{};
  parameters.structSize = CUpti_SubscriberParams_STRUCT_SIZE;
  parameters.subscriberName = "attn_bench";
  parameters.oldSubscriberName = other.data();
  parameters.oldSubscriberSize = other.size();
  const CUptiResult code = cupti_.subscribe_v2(&subscriber_, &on_nothing, nullptr, &parameters);
  const std::string doing =
      other[0] == '\0' ? "attaching to CUPTI" : fmt::format("attaching to CUPTI, which \"{}\" has", other.data());
  check_cupti(cupti_, code, "cuptiSubscribe_v2", doing.c_str());
}

void CuptiSession::enable_kinds() {
  for (const CUpti_ActivityKind kind : kKinds) {
    ATTN_CUPTI_CHECK(cupti_, cupti_.enable(kind), "enabling a kind of records");
    enabled_.push_back(kind);
  }
  // After the kinds, which unmute all. Records too many cost time and no truth: a refusal doesn't matter.
  if (cupti_.enable_runtime_api == nullptr) return;
  for (const CUpti_runtime_api_trace_cbid call : kMutedRuntimeCalls) {
    static_cast<void>(cupti_.enable_runtime_api(call, 0));
  }
}

RecordedBuffers CuptiSession::stop() {
  if (!running_) throw std::logic_error("the session has been stopped already");
  while (!enabled_.empty()) {
    const CUpti_ActivityKind kind = enabled_.back();
    enabled_.pop_back();
    ATTN_CUPTI_CHECK(cupti_, cupti_.disable(kind), "disabling a kind of records");
  }
  // Forced, else CUPTI keeps buffers that aren't full. It calls on_buffer_completed meanwhile: no lock may be held
  // here.
  ATTN_CUPTI_CHECK(cupti_, cupti_.flush_all(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED), "collecting the records");
  size_t dropped = 0;
  ATTN_CUPTI_CHECK(cupti_, cupti_.dropped_records(nullptr, 0, &dropped), "asking what was dropped");
  end();
  return {std::move(buffers_), static_cast<int64_t>(dropped)};
}

void CuptiSession::end() noexcept {
  if (!running_) return;
  running_ = false;
  for (const CUpti_ActivityKind kind : enabled_) static_cast<void>(cupti_.disable(kind));
  if (!enabled_.empty()) static_cast<void>(cupti_.flush_all(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED));
  enabled_.clear();
  detach();
  if (subscriber_ != nullptr) static_cast<void>(cupti_.unsubscribe(subscriber_));
}

}  // namespace attn
