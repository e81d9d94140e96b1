#pragma once

#include <cupti.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace attn {

/// CUPTI's functions that are used. It is not linked: LibTorch brings a copy, a second one in the process would lose
/// records, and a stand-in can take its place. The last four may be null.
struct CuptiFunctions {
  CUptiResult (*get_version)(uint32_t*) = nullptr;
  CUptiResult (*subscribe)(CUpti_SubscriberHandle*, CUpti_CallbackFunc, void*) = nullptr;
  CUptiResult (*unsubscribe)(CUpti_SubscriberHandle) = nullptr;
  CUptiResult (*register_callbacks)(CUpti_BuffersCallbackRequestFunc, CUpti_BuffersCallbackCompleteFunc) = nullptr;
  CUptiResult (*enable)(CUpti_ActivityKind) = nullptr;
  CUptiResult (*disable)(CUpti_ActivityKind) = nullptr;
  CUptiResult (*flush_all)(uint32_t) = nullptr;
  CUptiResult (*dropped_records)(CUcontext, uint32_t, size_t*) = nullptr;
  CUptiResult (*next_record)(uint8_t*, size_t, CUpti_Activity**) = nullptr;
  CUptiResult (*push_id)(CUpti_ExternalCorrelationKind, uint64_t) = nullptr;
  CUptiResult (*pop_id)(CUpti_ExternalCorrelationKind, uint64_t*) = nullptr;
  CUptiResult (*callback_name)(CUpti_CallbackDomain, uint32_t, const char**) = nullptr;

  CUptiResult (*subscribe_v2)(CUpti_SubscriberHandle*, CUpti_CallbackFunc, void*, CUpti_SubscriberParams*) = nullptr;
  CUptiResult (*enable_runtime_api)(CUpti_CallbackId, uint8_t) = nullptr;
  CUptiResult (*enable_driver_api)(CUpti_CallbackId, uint8_t) = nullptr;
  CUptiResult (*result_string)(CUptiResult, const char**) = nullptr;

  std::string file;      ///< that records come from
  std::string read_by;   ///< file that decodes them: another one where a stand-in writes them
  uint32_t version = 0;  ///< as cuptiGetVersion() gives it: 28 is CUDA 12.9U1, 130001 is 13.0U1
};

/// Where the functions are looked for: this process, or what a test makes up.
struct CuptiSource {
  std::function<void*(const char* name)> find;
  std::function<std::string(const void* function)> file_of;
  std::vector<std::string> loaded_copies;  ///< files of libcupti in this process
};

/// The functions that the program has loaded already (LibTorch's, or what is preloaded before them), else those of the
/// libcupti beside LibTorch, else of the CUDA toolkit's.
CuptiSource loaded_cupti();

/// Throws CuptiUnavailable where they are not there, there are two copies, or the library's records are not those that
/// are read here.
CuptiFunctions load_cupti(const CuptiSource& source);

}  // namespace attn
