#include "tests/profiling/cupti/fake_cupti.h"

#include <cstring>
#include <stdexcept>
#include <thread>
#include <utility>

namespace attn {
namespace {

FakeCupti* s_fake = nullptr;

}  // namespace

struct FakeFunctions {
  static CUptiResult subscribe(CUpti_SubscriberHandle* handle, CUpti_CallbackFunc, void*) {
    *handle = reinterpret_cast<CUpti_SubscriberHandle>(s_fake);
    return s_fake->answer("subscribe");
  }
  static CUptiResult subscribe_v2(CUpti_SubscriberHandle* handle, CUpti_CallbackFunc, void*,
                                  CUpti_SubscriberParams* parameters) {
    const CUptiResult code = s_fake->answer("subscribe_v2");
    *handle = code == CUPTI_SUCCESS ? reinterpret_cast<CUpti_SubscriberHandle>(s_fake) : nullptr;
    if (code != CUPTI_SUCCESS && parameters->oldSubscriberName != nullptr) {
      std::strncpy(parameters->oldSubscriberName, "Nsight Systems", parameters->oldSubscriberSize);
    }
    return code;
  }
  static CUptiResult unsubscribe(CUpti_SubscriberHandle) { return s_fake->answer("unsubscribe"); }
  static CUptiResult register_callbacks(CUpti_BuffersCallbackRequestFunc request,
                                        CUpti_BuffersCallbackCompleteFunc complete) {
    s_fake->request_ = request;
    s_fake->complete_ = complete;
    return s_fake->answer("register");
  }
  static CUptiResult enable(CUpti_ActivityKind kind) { return s_fake->answer("enable " + std::to_string(kind)); }
  static CUptiResult disable(CUpti_ActivityKind kind) { return s_fake->answer("disable " + std::to_string(kind)); }
  static CUptiResult flush_all(uint32_t flag) {
    const CUptiResult code = s_fake->answer("flush " + std::to_string(flag));
    if (code == CUPTI_SUCCESS && !s_fake->keeps_buffer) s_fake->complete();
    return code;
  }
  static CUptiResult dropped_records(CUcontext, uint32_t, size_t* dropped) {
    *dropped = std::exchange(s_fake->dropped, 0);
    return s_fake->answer("dropped");
  }
  static CUptiResult push_id(CUpti_ExternalCorrelationKind kind, uint64_t id) {
    s_fake->pushed_[kind].push_back(id);
    return CUPTI_SUCCESS;
  }
  static CUptiResult pop_id(CUpti_ExternalCorrelationKind kind, uint64_t* id) {
    std::vector<uint64_t>& ids = s_fake->pushed_[kind];
    if (ids.empty()) return CUPTI_ERROR_QUEUE_EMPTY;
    *id = ids.back();
    ids.pop_back();
    return CUPTI_SUCCESS;
  }
  static CUptiResult mute(CUpti_CallbackId, uint8_t) { return CUPTI_ERROR_NOT_INITIALIZED; }
};

FakeCupti::FakeCupti() : functions(load_cupti(loaded_cupti())) {
  if (s_fake != nullptr) throw std::logic_error("there is a fake CUPTI already");
  s_fake = this;
  functions.subscribe = FakeFunctions::subscribe;
  functions.subscribe_v2 = FakeFunctions::subscribe_v2;
  functions.unsubscribe = FakeFunctions::unsubscribe;
  functions.register_callbacks = FakeFunctions::register_callbacks;
  functions.enable = FakeFunctions::enable;
  functions.disable = FakeFunctions::disable;
  functions.flush_all = FakeFunctions::flush_all;
  functions.dropped_records = FakeFunctions::dropped_records;
  functions.push_id = FakeFunctions::push_id;
  functions.pop_id = FakeFunctions::pop_id;
  functions.enable_runtime_api = FakeFunctions::mute;
}

FakeCupti::~FakeCupti() {
  complete();
  s_fake = nullptr;
}

CUptiResult FakeCupti::answer(const std::string& call) {
  calls.push_back(call);
  const auto wanted = answers.find(call.substr(0, call.find(' ')));
  return wanted == answers.end() ? CUPTI_SUCCESS : wanted->second;
}

void FakeCupti::take_buffer() {
  size_t most_records = 1;
  request_(&buffer_, &size_, &most_records);
  bytes_ = 0;
  if (reinterpret_cast<uintptr_t>(buffer_) % 8 != 0) misplaced.push_back(buffers);
  ++buffers;
}

void FakeCupti::complete() {
  if (buffer_ == nullptr) return;
  uint8_t* const full = buffer_;
  buffer_ = nullptr;
  complete_(nullptr, 0, full, size_, bytes_);
}

void FakeCupti::complete_from_another_thread() {
  std::thread([this] { complete(); }).join();
}

template <typename Record>
void FakeCupti::write(const Record& record) {
  if (buffer_ != nullptr && bytes_ + sizeof record > size_) complete();
  if (buffer_ == nullptr) take_buffer();
  std::memcpy(buffer_ + bytes_, &record, sizeof record);
  bytes_ += sizeof record;
}

void FakeCupti::put(const KernelRecord& record) {
  write(record);
}

void FakeCupti::put(const CUpti_ActivityAPI& record) {
  write(record);
}

void FakeCupti::launch(const char* name) {
  ++correlation_;
  for (const auto& [kind, ids] : pushed_) {
    if (!ids.empty()) write(external_record(kind, ids.back(), correlation_));
  }
  write(runtime_record(CUPTI_RUNTIME_TRACE_CBID_cudaLaunchKernel_v7000, correlation_));
  write(kernel_record(name, correlation_));
}

}  // namespace attn
