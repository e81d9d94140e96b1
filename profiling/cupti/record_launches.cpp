#include "profiling/cupti/record_launches.h"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

#include "profiling/cuda/cuda_check.h"
#include "profiling/cupti/activity_decoder.h"
#include "profiling/cupti/cupti_check.h"
#include "profiling/cupti/cupti_session.h"
#include "profiling/cupti/link_launches.h"
#include "profiling/cupti_unavailable.h"

namespace attn {
namespace {

constexpr uint64_t kIteration = 0;  // a recording holds one

/// Has CUPTI note with each call of this thread that it belongs to the iteration, for as long as this lives.
class IterationId {
 public:
  explicit IterationId(const CuptiFunctions& cupti) : cupti_(cupti) {
    ATTN_CUPTI_CHECK(cupti_, cupti_.push_id(kIterationIds, kIteration), "marking the iteration");
  }
  ~IterationId() {
    uint64_t id = 0;
    static_cast<void>(cupti_.pop_id(kIterationIds, &id));
  }
  IterationId(const IterationId&) = delete;
  IterationId& operator=(const IterationId&) = delete;

 private:
  const CuptiFunctions& cupti_;
};

/// Has CUPTI note with each call of this thread which op was running. Where it refuses, the launches up to the end of
/// that op have no op of their own.
class OpIds : public OpObserver {
 public:
  explicit OpIds(const CuptiFunctions& cupti) : cupti_(cupti) {}

  void op_began(size_t op) noexcept override {
    if (cupti_.push_id(kOpIds, op) != CUPTI_SUCCESS) ++refused_;
  }
  void op_ended(size_t) noexcept override {
    if (refused_ > 0) {  // ops end in the reverse order, so the innermost were refused
      --refused_;
      return;
    }
    uint64_t id = 0;
    static_cast<void>(cupti_.pop_id(kOpIds, &id));
  }

 private:
  const CuptiFunctions& cupti_;
  int64_t refused_ = 0;
};

Facts facts_of(const CuptiFunctions& cupti) {
  Facts facts = {{"cupti_library", cupti.file}, {"cupti_version", std::to_string(cupti.version)}};
  if (cupti.read_by != cupti.file) facts.emplace_back("cupti_decoder", cupti.read_by);
  return facts;
}

std::optional<std::string> why_no_device() {
  int count = 0;
  const cudaError_t code = cudaGetDeviceCount(&count);
  if (code == cudaSuccess && count > 0) return std::nullopt;
  static_cast<void>(cudaGetLastError());
  return fmt::format(
      "launches can't be counted: CUDA has no device here ({}); use a machine with an NVIDIA GPU, or plan "
      "without one (--plan)",
      code == cudaSuccess ? "it lists none" : cudaGetErrorString(code));
}

// Asked once: without a driver CUPTI tries anew to start it at each call, 0.3 ms every time.
void require_device() {
  static const std::optional<std::string> reason = why_no_device();
  if (reason) throw CuptiUnavailable(CuptiState::kNoDevice, *reason);
}

}  // namespace

LaunchRecording record_launches_by(const CuptiFunctions& cupti, const Forward& forward,
                                   const std::function<void()>& synchronize) {
  LaunchRecording recording;
  OpIds op_ids(cupti);
  synchronize();  // so that nothing of an earlier forward ends in the recording
  CuptiSession session(cupti);
  {
    const IterationId iteration(cupti);
    recording.ops = record_ops(forward, &op_ids);
  }
  synchronize();  // a kernel that still runs when the records are collected has no end
  const RecordedBuffers recorded = session.stop();
  LinkedLaunches linked = link_launches(decode(cupti, recorded.buffers));
  recording.launches = std::move(linked.launches);
  recording.loss = linked.loss;
  recording.loss.dropped = recorded.dropped;
  recording.facts = facts_of(cupti);
  return recording;
}

LaunchRecording record_cuda_launches(const Forward& forward) {
  require_device();
  static const CuptiFunctions cupti = load_cupti(loaded_cupti());
  return record_launches_by(cupti, forward, [] { ATTN_CUDA_CHECK(cudaDeviceSynchronize(), "waiting for the GPU"); });
}

}  // namespace attn
