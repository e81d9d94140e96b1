#include "benchmarks/shape_run.h"

#include <algorithm>
#include <cmath>

#include "benchmarks/memory_need.h"
#include "benchmarks/verify_case.h"
#include "fixtures/reference.h"

namespace attn {

namespace {

constexpr double kSliceS = 0.01;

/// Why the samples hold what is no time, a clock or an event that failed; nothing when each is a number above 0.
std::optional<std::string> find_no_time(const Sampling& sampling) {
  const auto is_time = [](const TimedSample& sample) { return std::isfinite(sample.time_s) && sample.time_s > 0; };
  if (std::ranges::all_of(sampling.samples, is_time)) return std::nullopt;
  return "the clock gave a forward a time that is not above 0";
}

}  // namespace

/// A case on its way. `sampler` lives for one round; `forward` is empty for a case that is not (or no longer) ok.
struct ShapeRun::Slot {
  Case benchmark_case;
  CaseResult result;
  Forward forward;
  std::unique_ptr<ForwardTimer> timer;
  std::optional<Sampler> sampler;
  bool finished = false;
};

ShapeRun::ShapeRun(Device& device, std::vector<Case> cases, const RunSettings& settings, const ShapeListener& listener)
    : device_(&device), settings_(&settings), listener_(&listener), random_(settings.order_seed) {
  for (Case& benchmark_case : cases) slots_.emplace_back().benchmark_case = std::move(benchmark_case);
}

ShapeRun::~ShapeRun() = default;

std::optional<ReportedCase> ShapeRun::report(size_t index, size_t round) {
  if (!prepared_) prepare();
  run_until_sampled(index, round);
  return report_of(slots_[index].benchmark_case, slots_[index].result, round);
}

void ShapeRun::prepare() {
  prepared_ = true;
  check_memory();
  reserve_memory();
  if (std::ranges::any_of(slots_, [](const Slot& slot) { return slot.result.status == Status::kOk; })) verify_all();
  for (Slot& slot : slots_)
    if (slot.result.status != Status::kOk) finish(slot);
}

void ShapeRun::check_memory() {
  for (Slot& slot : slots_) {
    const double needed = least_needed_bytes(slot.benchmark_case);
    double available = static_cast<double>(device_->available_memory_bytes());
    if (needed > available) {  // what earlier shapes left in the allocator may be what is missing
      device_->release_memory();
      available = static_cast<double>(device_->available_memory_bytes());
    }
    if (needed <= available) continue;
    slot.result.status = Status::kOutOfMemory;
    slot.result.reason = out_of_memory_reason(needed, available);
    slot.result.needed_bytes = needed;
    slot.result.available_bytes = available;
  }
}

/// The variants share the heap and split what the others freed, so it grows to more than any of them needs; to three
/// times that, as was seen at [1,8,4096,64]. Otherwise the growing, a gigabyte of page faults there, falls into the
/// samples.
void ShapeRun::reserve_memory() {
  double most = 0;
  for (const Slot& slot : slots_)
    if (slot.result.status == Status::kOk) most = std::max(most, least_needed_bytes(slot.benchmark_case));
  device_->reserve_memory(static_cast<int64_t>(3 * most));
}

void ShapeRun::verify_all() {
  at::Tensor reference;
  try {
    listener_->on_progress(slots_.front().benchmark_case, "making the reference");
    inputs_ = make_inputs(slots_.front().benchmark_case.shape, device_->torch_device(), settings_->seed);
    reference = attention_reference(*inputs_);
    device_->synchronize();
  } catch (...) {
    for (Slot& slot : slots_)
      if (slot.result.status == Status::kOk) record_failure(slot.result, std::current_exception(), *device_);
    return;
  }
  for (Slot& slot : slots_) {
    if (slot.result.status != Status::kOk || settings_->surroundings.interrupted()) continue;
    listener_->on_progress(slot.benchmark_case, "checking");
    VerifiedCase verified = verify_case(slot.benchmark_case, *inputs_, reference, *device_);
    slot.forward = std::move(verified.forward);
    slot.result = std::move(verified.result);
  }
}

void ShapeRun::run_until_sampled(size_t index, size_t round) {
  Slot& slot = slots_[index];
  while (slot.forward && slot.result.rounds.size() <= round && !settings_->surroundings.interrupted()) {
    if (std::ranges::none_of(slots_, [](const Slot& other) { return other.sampler.has_value(); })) start_round();
    take_turn(index);
  }
  if (!settings_->surroundings.interrupted()) return;
  for (Slot& other : slots_) {
    if (other.sampler && other.sampler->stop_if_interrupted()) collect(other);
    if (!other.result.rounds.empty()) finish(other);
  }
}

void ShapeRun::start_round() {
  for (Slot& slot : slots_) {
    if (!slot.forward || settings_->surroundings.interrupted()) continue;
    try {
      if (!slot.timer) slot.timer = device_->make_timer(slot.benchmark_case.cache, slot.result.ops.value_or(1));
      slot.sampler.emplace(*slot.timer, slot.forward, settings_->sampling, settings_->surroundings);
      listener_->on_progress(slot.benchmark_case, "warming up");
      slot.sampler->warm_up();
    } catch (...) {
      record_failure(slot.result, std::current_exception(), *device_);
      finish(slot);
    }
  }
}

/// The case that is waited for gets twice the time, so that a person sees the first result sooner.
void ShapeRun::take_turn(size_t awaited) {
  std::vector<SamplerSlice> slices;
  for (size_t index = 0; index < slots_.size(); ++index) {
    Slot& slot = slots_[index];
    slices.push_back({slot.sampler ? &*slot.sampler : nullptr, index == awaited ? 2 * kSliceS : kSliceS});
  }
  listener_->on_progress(slots_[awaited].benchmark_case, "timing");
  sample_in_turn(slices, random_, [this](size_t index) {
    record_failure(slots_[index].result, std::current_exception(), *device_);
    finish(slots_[index]);
  });
  for (Slot& slot : slots_)
    if (slot.sampler && slot.sampler->done()) collect(slot);
}

/// Takes a finished round over; the memory pass comes after the first one, apart from the timing. A round that was cut
/// short is kept when it says something.
void ShapeRun::collect(Slot& slot) {
  const Sampling sampling = slot.sampler->sampling();
  slot.sampler.reset();
  if (const auto no_time = find_no_time(sampling)) {
    slot.result.status = Status::kFailed;
    slot.result.reason = *no_time;
    return finish(slot);
  }
  const bool cut_short = settings_->surroundings.interrupted();
  if (!cut_short || sampling.samples.size() >= kFewestSamples) slot.result.rounds.push_back(sampling);
  if (cut_short) return;
  try {
    if (!slot.result.peak_bytes) slot.result.peak_bytes = device_->forward_peak_bytes(slot.forward);
  } catch (...) {
    record_failure(slot.result, std::current_exception(), *device_);
  }
  if (slot.result.status != Status::kOk || slot.result.rounds.size() == settings_->rounds) finish(slot);
}

void ShapeRun::finish(Slot& slot) {
  if (slot.finished) return;
  slot.finished = true;
  slot.sampler.reset();
  slot.timer.reset();
  slot.forward = nullptr;
  listener_->on_finished(slot.benchmark_case, slot.result);
}

}  // namespace attn
