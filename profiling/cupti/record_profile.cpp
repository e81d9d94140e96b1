#include "profiling/cupti/record_profile.h"

#include <cuda_runtime_api.h>
#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "profiling/cuda/cuda_check.h"
#include "profiling/cupti/activity_decoder.h"
#include "profiling/cupti/cupti_check.h"
#include "profiling/cupti/cupti_session.h"
#include "profiling/cupti/link_launches.h"
#include "profiling/cupti_unavailable.h"
#include "profiling/match_inputs.h"
#include "profiling/op_recorder.h"
#include "profiling/warm_up.h"

namespace attn {
namespace {

/// Has CUPTI note with each call which forward and which op of it were running. Where it refuses an op's id, the
/// launches up to the end of that op have no op of their own; where it refuses a forward's, they are unlinked.
class IdsForCupti : public OpObserver {
 public:
  explicit IdsForCupti(const CuptiFunctions& cupti) : cupti_(cupti) {}

  void forward_began(int64_t iteration) noexcept override { push(kIterationIds, id_of_forward(iteration)); }
  void forward_ended(int64_t) noexcept override { pop(kIterationIds); }
  void op_began(size_t op) noexcept override {
    if (!push(kOpIds, id_of_op(op))) ++t_refused;
  }
  void op_ended(size_t) noexcept override {
    if (t_refused > 0)  // ops end in the reverse order, so the innermost were refused
      --t_refused;
    else
      pop(kOpIds);
  }

 protected:
  virtual uint64_t id_of_forward(int64_t iteration) const noexcept { return static_cast<uint64_t>(iteration); }
  virtual uint64_t id_of_op(size_t op) const noexcept { return op; }

 private:
  bool push(CUpti_ExternalCorrelationKind kind, uint64_t id) noexcept {
    return cupti_.push_id(kind, id) == CUPTI_SUCCESS;
  }
  void pop(CUpti_ExternalCorrelationKind kind) noexcept {
    uint64_t id = 0;
    static_cast<void>(cupti_.pop_id(kind, &id));
  }

  const CuptiFunctions& cupti_;
  static thread_local int64_t t_refused;  // CUPTI keeps a stack a thread
};

thread_local int64_t IdsForCupti::t_refused = 0;

/// Marks what belongs to the forwards that warm up.
class LeftOutIds : public IdsForCupti {
  using IdsForCupti::IdsForCupti;
  uint64_t id_of_forward(int64_t) const noexcept override { return kLeftOut; }
  uint64_t id_of_op(size_t) const noexcept override { return kLeftOut; }
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

Profile record_profile_by(const CuptiFunctions& cupti, const Forward& forward, const Schedule& schedule,
                          const std::function<void()>& synchronize) {
  for (int64_t i = 0; i < schedule.wait; ++i) forward();
  synchronize();  // so that nothing of an earlier forward ends in the recording
  CuptiSession session(cupti);
  LeftOutIds left_out(cupti);
  OpsWithInputs warm_up = record_warm_up(forward, schedule, &left_out);
  IdsForCupti ids(cupti);
  RecordedForwards recorded = record_forwards(forward, schedule.active, &ids);
  synchronize();  // a kernel that still runs when the records are collected has no end
  const RecordedBuffers buffers = session.stop();
  ActivityRecords records = decode(cupti, buffers.buffers);
  std::shared_ptr<const NamePool> names = records.names;
  LinkedLaunches linked = link_launches(std::move(records), recorded.ops, gettid());
  Profile profile{.iterations = std::move(recorded.iterations),
                  .thread = gettid(),
                  .ops = std::move(recorded.ops),
                  .calls = std::move(linked.calls),
                  .launches = std::move(linked.launches),
                  .loss = linked.loss,
                  .facts = facts_of(cupti),
                  .names = std::move(names)};
  match_inputs(profile, warm_up.ops, std::move(warm_up.inputs));
  profile.loss.dropped = buffers.dropped;
  return profile;
}

Profile record_cuda_profile(const Forward& forward, const Schedule& schedule) {
  require_device();
  static const CuptiFunctions cupti = load_cupti(loaded_cupti());
  return record_profile_by(cupti, forward, schedule,
                           [] { ATTN_CUDA_CHECK(cudaDeviceSynchronize(), "waiting for the GPU"); });
}

}  // namespace attn
