#include "profiling/op_recorder.h"

#include <ATen/record_function.h>

#include <atomic>
#include <memory>
#include <stdexcept>

#include "profiling/op_recording.h"

namespace attn {
namespace {

// LibTorch's callback is a bare function pointer; this is how it finds the recording, and a thread its part of it. A
// thread whose number is another one has the part of an earlier recording, which is gone. One read of s_number tells
// both whether anything is being recorded and whether this thread's part is of it: it is on the way of every op.
std::atomic<OpRecording*> s_recording = nullptr;
std::atomic<uint64_t> s_number = 0;  ///< of s_recording; 0: nothing is being recorded
thread_local OpsOfThread* t_ops = nullptr;
thread_local uint64_t t_number = 0;

[[gnu::noinline]] OpsOfThread* join_recording(uint64_t number) {
  if (number == 0) return nullptr;
  t_ops = &s_recording.load(std::memory_order_relaxed)->add_thread();
  t_number = number;
  return t_ops;
}

/// Null when nothing is being recorded.
OpsOfThread* ops_of_this_thread() {
  const uint64_t number = s_number.load(std::memory_order_acquire);
  return number == t_number ? t_ops : join_recording(number);
}

std::unique_ptr<at::ObserverContext> on_begin(const at::RecordFunction& function) {
  if (OpsOfThread* ops = ops_of_this_thread()) ops->begin(function.name());
  return nullptr;
}

void on_end(const at::RecordFunction&, at::ObserverContext*) {
  if (OpsOfThread* ops = ops_of_this_thread()) ops->end();
}

// The same with what the op was given, and with tensors. LibTorch hands it over only to a callback that asks for it,
// since boxing costs.
std::unique_ptr<at::ObserverContext> on_begin_with_inputs(const at::RecordFunction& function) {
  if (OpsOfThread* ops = ops_of_this_thread())
    ops->begin(function.name(), {function.inputs().data(), function.inputs().size()});
  return nullptr;
}

std::unique_ptr<at::ObserverContext> on_begin_with_tensors(const at::RecordFunction& function) {
  if (OpsOfThread* ops = ops_of_this_thread()) {
    ops->begin(function.name());
    ops->note_inputs({function.inputs().data(), function.inputs().size()});
  }
  return nullptr;
}

void on_end_with_tensors(const at::RecordFunction& function, at::ObserverContext*) {
  if (OpsOfThread* ops = ops_of_this_thread()) ops->end({function.outputs().data(), function.outputs().size()});
}

/// The recording that callbacks find, for as long as this lives.
class FoundRecording {
 public:
  explicit FoundRecording(OpRecording& recording) {
    OpRecording* none = nullptr;
    if (!s_recording.compare_exchange_strong(none, &recording))
      throw std::logic_error("ops are being recorded already");
    s_number.store(recording.number(), std::memory_order_release);
  }
  ~FoundRecording() {
    s_number.store(0);
    s_recording.store(nullptr);
  }
  FoundRecording(const FoundRecording&) = delete;
  FoundRecording& operator=(const FoundRecording&) = delete;
};

/// The callback, on every thread, for as long as this lives.
class RecordingCallback {
 public:
  RecordingCallback(OpRecording& recording, at::RecordFunctionCallback callback)
      : found_(recording), handle_(at::addGlobalCallback(callback.scopes({at::RecordScope::FUNCTION}))) {}
  ~RecordingCallback() { at::removeCallback(handle_); }
  RecordingCallback(const RecordingCallback&) = delete;
  RecordingCallback& operator=(const RecordingCallback&) = delete;

 private:
  at::RecordFunctionGuard enabled_{true};
  FoundRecording found_;  // goes after the callback, and also where that can't be added
  at::CallbackHandle handle_;
};

/// Tells an observer of a forward's begin and end.
class ObservedForward {
 public:
  ObservedForward(OpObserver* observer, int64_t iteration) : observer_(observer), iteration_(iteration) {
    if (observer_ != nullptr) observer_->forward_began(iteration_);
  }
  ~ObservedForward() {
    if (observer_ != nullptr) observer_->forward_ended(iteration_);
  }
  ObservedForward(const ObservedForward&) = delete;
  ObservedForward& operator=(const ObservedForward&) = delete;

 private:
  OpObserver* observer_;
  int64_t iteration_;
};

void run(OpRecording& recording, const Forward& forward, int64_t forwards, OpObserver* observer) {
  for (int64_t iteration = 0; iteration < forwards; ++iteration) {
    const ObservedForward observed(observer, iteration);
    recording.begin_forward();
    forward();
    recording.end_forward();
  }
}

}  // namespace

RecordedForwards record_forwards(const Forward& forward, int64_t forwards, OpObserver* observer) {
  OpRecording recording(observer);
  {
    const RecordingCallback callback(recording, at::RecordFunctionCallback(&on_begin, &on_end));
    run(recording, forward, forwards, observer);
  }
  return recording.take_ops();
}

std::vector<RecordedOp> record_ops(const Forward& forward) {
  return record_forwards(forward, 1).ops;
}

OpsWithInputs record_ops_with_inputs(const Forward& forward, int64_t forwards, OpObserver* observer) {
  OpRecording recording(observer);
  {
    const RecordingCallback callback(recording,
                                     at::RecordFunctionCallback(&on_begin_with_inputs, &on_end).needsInputs(true));
    run(recording, forward, forwards, observer);
  }
  return {recording.take_ops().ops, recording.take_inputs()};
}

OpsWithTensors record_ops_with_tensors(const Forward& forward, int64_t forwards, OpObserver* observer) {
  OpRecording recording(observer);
  {
    const RecordingCallback callback(
        recording,
        at::RecordFunctionCallback(&on_begin_with_tensors, &on_end_with_tensors).needsInputs(true).needsOutputs(true));
    run(recording, forward, forwards, observer);
  }
  return {recording.take_ops().ops, recording.take_tensors()};
}

}  // namespace attn
