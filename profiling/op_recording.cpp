#include "profiling/op_recording.h"

#include <unistd.h>

#include <functional>

namespace attn {
namespace {

std::atomic<uint64_t> s_last_number = 0;

}  // namespace

OpsOfThread::OpsOfThread(OpRecording& recording) : recording_(recording), thread_(gettid()) {
  ops_.reserve(1024);
  names_.reserve(32'768);
}

void OpsOfThread::end(std::span<const c10::IValue> outputs) {
  const auto op = static_cast<uint32_t>(open_);
  const bool is_open = open_ >= 0;
  end();
  if (is_open && !outputs.empty()) noted_.push_back({op, true, tensors_.note(outputs)});
}

void OpsOfThread::note_inputs(std::span<const c10::IValue> values) {
  if (open_ >= 0) noted_.push_back({static_cast<uint32_t>(open_), false, tensors_.note(values)});
}

OpRecording::OpRecording(OpObserver* observer) : observer_(observer), number_(s_last_number.fetch_add(1) + 1) {}

OpsOfThread& OpRecording::add_thread() {
  const std::lock_guard lock(mutex_);
  return *threads_.emplace_back(std::make_unique<OpsOfThread>(*this));
}

void OpRecording::begin_forward() {
  iteration_.store(static_cast<int32_t>(forwards_.size()), std::memory_order_relaxed);
  const c10::approx_time_t now = c10::getApproximateTime();
  forwards_.emplace_back(now, now);
}

void OpRecording::end_forward() {
  forwards_.back().second = c10::getApproximateTime();
}

RecordedForwards OpRecording::take_ops() {
  const std::function<c10::time_t(c10::approx_time_t)> unix_ns = clock_.makeConverter();
  RecordedForwards recorded;
  for (const auto& [begin, end] : forwards_)
    recorded.iterations.push_back({.begin_ns = unix_ns(begin), .end_ns = unix_ns(end)});
  recorded.ops.resize(next_id_.load());
  for (const auto& thread : threads_) {
    for (const OpsOfThread::Op& op : thread->ops_) {
      RecordedOp& result = recorded.ops[op.id];
      result.name = thread->names_.substr(op.name_begin, op.name_size);
      if (op.parent >= 0) {  // begun before it, so it is there already
        result.parent = thread->ops_[static_cast<size_t>(op.parent)].id;
        result.depth = recorded.ops[static_cast<size_t>(result.parent)].depth + 1;
      }
      result.iteration = op.iteration;
      result.thread = thread->thread_;
      result.span = {.begin_ns = unix_ns(op.begin), .end_ns = unix_ns(op.end)};
    }
  }
  return recorded;
}

std::vector<OpTensors> OpRecording::take_tensors() {
  std::vector<OpTensors> result(next_id_.load());
  for (const auto& thread : threads_) {
    for (const OpsOfThread::NotedTensors& noted : thread->noted_) {
      OpTensors& tensors = result[thread->ops_[noted.op].id];
      (noted.are_outputs ? tensors.outputs : tensors.inputs) = thread->tensors_.tensors(noted.range);
    }
  }
  return result;
}

std::vector<OpInputs> OpRecording::take_inputs() {
  std::vector<OpInputs> result(next_id_.load());
  for (const auto& thread : threads_) {
    std::vector<OpInputs> inputs = thread->inputs_.inputs();
    for (size_t i = 0; i < inputs.size(); ++i) result[thread->ops_[i].id] = std::move(inputs[i]);
  }
  return result;
}

}  // namespace attn
