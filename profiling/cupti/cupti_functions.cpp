#include "profiling/cupti/cupti_functions.h"

#include <cuda.h>
#include <fmt/format.h>

#include "profiling/cupti/activity_views.h"
#include "profiling/cupti/cupti_check.h"
#include "profiling/cupti_unavailable.h"

namespace attn {
namespace {

/// Fills a table from a source and remembers what was not there.
class Loader {
 public:
  explicit Loader(const CuptiSource& source) : source_(source) {}

  template <typename Function>
  void optional(const char* name, Function*& function) {
    function = reinterpret_cast<Function*>(source_.find(name));
  }

  template <typename Function>
  void needed(const char* name, Function*& function) {
    optional(name, function);
    if (function == nullptr) missing_.emplace_back(name);
  }

  const std::vector<std::string>& missing() const { return missing_; }

 private:
  const CuptiSource& source_;
  std::vector<std::string> missing_;
};

void load_functions(Loader& loader, CuptiFunctions& cupti) {
  loader.needed("cuptiGetVersion", cupti.get_version);
  loader.needed("cuptiSubscribe", cupti.subscribe);
  loader.needed("cuptiUnsubscribe", cupti.unsubscribe);
  loader.needed("cuptiActivityRegisterCallbacks", cupti.register_callbacks);
  loader.needed("cuptiActivityEnable", cupti.enable);
  loader.needed("cuptiActivityDisable", cupti.disable);
  loader.needed("cuptiActivityFlushAll", cupti.flush_all);
  loader.needed("cuptiActivityGetNumDroppedRecords", cupti.dropped_records);
  loader.needed("cuptiActivityGetNextRecord", cupti.next_record);
  loader.needed("cuptiActivityPushExternalCorrelationId", cupti.push_id);
  loader.needed("cuptiActivityPopExternalCorrelationId", cupti.pop_id);
  loader.needed("cuptiGetCallbackName", cupti.callback_name);
  loader.optional("cuptiSubscribe_v2", cupti.subscribe_v2);
  loader.optional("cuptiActivityEnableRuntimeApi", cupti.enable_runtime_api);
  loader.optional("cuptiActivityEnableDriverApi", cupti.enable_driver_api);
  loader.optional("cuptiGetResultString", cupti.result_string);
}

void check_copies(const CuptiSource& source) {
  if (source.loaded_copies.size() < 2) return;
  throw CuptiUnavailable(
      CuptiState::kTwoCopies,
      fmt::format("launches can't be counted: {} copies of CUPTI are loaded, and each loses records to the other: {}; "
                  "take what loads the copy that isn't LibTorch's out of LD_PRELOAD and LD_LIBRARY_PATH",
                  source.loaded_copies.size(), fmt::join(source.loaded_copies, ", ")));
}

void check_found(const Loader& loader, const CuptiFunctions& cupti, const CuptiSource& source) {
  if (loader.missing().empty()) return;
  if (cupti.get_version == nullptr && cupti.enable == nullptr) {
    throw CuptiUnavailable(CuptiState::kNotFound,
                           fmt::format("launches can't be counted: no libcupti.so.{} was found, neither loaded by "
                                       "LibTorch, nor beside it, nor in a CUDA toolkit; install nvidia-cuda-cupti",
                                       CUDA_VERSION / 1000));
  }
  const void* found = cupti.get_version != nullptr ? reinterpret_cast<const void*>(cupti.get_version)
                                                   : reinterpret_cast<const void*>(cupti.enable);
  throw CuptiUnavailable(
      CuptiState::kNotFound,
      fmt::format("launches can't be counted: {} is no CUPTI to count with, it lacks {}; take it out "
                  "of LD_PRELOAD and LD_LIBRARY_PATH",
                  source.file_of(found), fmt::join(loader.missing(), ", ")));
}

/// Of a version that is not too old.
uint32_t cuda_major(uint32_t cupti_version) {
  return cupti_version >= 10000 ? cupti_version / 10000 : 12;
}

void check_version(const CuptiFunctions& cupti) {
  if (cupti.version < kOldestCuptiVersion) {
    throw CuptiUnavailable(
        CuptiState::kTooOld,
        fmt::format("launches can't be counted: {} is CUPTI {}, whose records are shorter than what is read here; {} "
                    "(CUDA 12.2) is the oldest that will do. Take it out of LD_LIBRARY_PATH and LD_PRELOAD",
                    cupti.file, cupti.version, kOldestCuptiVersion));
  }
  if (cuda_major(cupti.version) != CUDA_VERSION / 1000) {
    throw CuptiUnavailable(
        CuptiState::kMismatched,
        fmt::format("launches can't be counted: {} is CUPTI {} of CUDA {}, but this LibTorch's CUDA is {}. Take it out "
                    "of LD_LIBRARY_PATH and LD_PRELOAD",
                    cupti.file, cupti.version, cuda_major(cupti.version), CUDA_VERSION / 1000));
  }
}

}  // namespace

CuptiFunctions load_cupti(const CuptiSource& source) {
  CuptiFunctions cupti;
  Loader loader(source);
  load_functions(loader, cupti);
  check_found(loader, cupti, source);
  check_copies(source);
  // A stand-in before the real library may have but the older of the two.
  const auto* const subscribe_v2 = reinterpret_cast<const void*>(cupti.subscribe_v2);
  if (source.file_of(subscribe_v2) != source.file_of(reinterpret_cast<const void*>(cupti.subscribe))) {
    cupti.subscribe_v2 = nullptr;
  }
  cupti.file = source.file_of(reinterpret_cast<const void*>(cupti.enable));
  cupti.read_by = source.file_of(reinterpret_cast<const void*>(cupti.next_record));
  ATTN_CUPTI_CHECK(cupti, cupti.get_version(&cupti.version), "asking CUPTI for its version");
  check_version(cupti);
  return cupti;
}

}  // namespace attn
