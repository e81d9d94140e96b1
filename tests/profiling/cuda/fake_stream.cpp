#include "tests/profiling/cuda/fake_stream.h"

#include <algorithm>
#include <utility>

namespace attn {

double FakeGpu::host_now_s() {
  const std::lock_guard lock(mutex_);
  return host_s_;
}

bool FakeGpu::held() {
  const std::lock_guard lock(mutex_);
  return held_;
}

void FakeGpu::run(const std::function<void()>& item) {
  gpu_s = std::max(gpu_s, host_s_);
  item();
}

void FakeGpu::queue(std::function<void()> item) {
  const std::lock_guard lock(mutex_);
  if (held_) {
    waiting_.push_back(std::move(item));
  } else {
    run(item);
  }
}

void FakeGpu::launch(double work_s) {
  const std::lock_guard lock(mutex_);
  host_s_ += launch_s;
  queue([this, work_s] { gpu_s += work_s; });
}

void FakeGpu::hold() {
  const std::lock_guard lock(mutex_);
  held_ = true;
  ++holds;
}

void FakeGpu::release() {
  const std::lock_guard lock(mutex_);
  held_ = false;
  for (const auto& item : std::exchange(waiting_, {})) run(item);
  released_.notify_all();
}

void FakeGpu::synchronize() {
  std::unique_lock lock(mutex_);
  released_.wait(lock, [this] { return !held_; });
  host_s_ = std::max(host_s_, gpu_s);
}

namespace {

class FakeStream : public TimedStream {
 public:
  explicit FakeStream(std::shared_ptr<FakeGpu> gpu) : gpu_(std::move(gpu)) {}

  void flush_cache() override {
    gpu_->log.push_back("flush");
    gpu_->launch(gpu_->flush_s);
  }
  bool hold() override {
    gpu_->log.push_back("hold");
    if (gpu_->can_hold) gpu_->hold();
    return gpu_->can_hold;
  }
  void release() noexcept override { gpu_->release(); }
  void record_start() override {
    gpu_->log.push_back("start");
    gpu_->queue([gpu = gpu_.get()] { gpu->start_s = gpu->gpu_s; });
  }
  void record_stop() override {
    gpu_->log.push_back("stop");
    gpu_->queue([gpu = gpu_.get()] { gpu->stop_s = gpu->gpu_s; });
  }
  void synchronize() override {
    gpu_->synchronize();
    gpu_->log.push_back("synchronize");
  }
  double elapsed_s() override { return gpu_->stop_s - gpu_->start_s; }

 private:
  std::shared_ptr<FakeGpu> gpu_;
};

}  // namespace

std::unique_ptr<TimedStream> make_fake_stream(std::shared_ptr<FakeGpu> gpu) {
  return std::make_unique<FakeStream>(std::move(gpu));
}

}  // namespace attn
