#include "profiling/op_recorder.h"

#include <ATen/record_function.h>

#include <memory>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "profiling/op_tensors.h"

namespace attn {
namespace {

/// What the callback writes. Names lie end to end in one buffer, so that an op allocates nothing; they are copied
/// because RecordFunction owns those that come from no schema.
class Recording {
 public:
  explicit Recording(OpObserver* observer) : observer_(observer) {
    ops_.reserve(256);
    names_.reserve(8192);
  }

  void begin(std::string_view name) {
    const int64_t depth = open_ < 0 ? 0 : ops_[static_cast<size_t>(open_)].depth + 1;
    ops_.push_back({names_.size(), name.size(), open_, depth});
    names_.append(name);
    open_ = static_cast<int64_t>(ops_.size()) - 1;
    if (observer_ != nullptr) observer_->op_began(ops_.size() - 1);
  }

  void end() {
    if (open_ < 0) return;
    if (observer_ != nullptr) observer_->op_ended(static_cast<size_t>(open_));
    open_ = ops_[static_cast<size_t>(open_)].parent;
  }

  /// Of the op that began last among those that haven't ended.
  OpTensors& open_tensors() {
    tensors_.resize(ops_.size());
    return tensors_.at(static_cast<size_t>(open_));
  }

  std::vector<RecordedOp> ops() const {
    std::vector<RecordedOp> result;
    result.reserve(ops_.size());
    for (const Op& op : ops_) result.push_back({names_.substr(op.name_begin, op.name_size), op.parent, op.depth});
    return result;
  }

  std::vector<OpTensors> take_tensors() {
    tensors_.resize(ops_.size());
    return std::move(tensors_);
  }

 private:
  struct Op {
    size_t name_begin;
    size_t name_size;
    int64_t parent;
    int64_t depth;
  };
  std::string names_;
  std::vector<Op> ops_;
  std::vector<OpTensors> tensors_;
  OpObserver* observer_;
  int64_t open_ = -1;
};

// LibTorch's callback is a bare function pointer; this is how it finds its recording. Null on every other thread, also
// where LibTorch hands a thread's callbacks on to the tasks that it launches.
thread_local Recording* t_recording = nullptr;

std::unique_ptr<at::ObserverContext> on_begin(const at::RecordFunction& function) {
  if (t_recording != nullptr) t_recording->begin(function.name());
  return nullptr;
}

void on_end(const at::RecordFunction&, at::ObserverContext*) {
  if (t_recording != nullptr) t_recording->end();
}

// The same with tensors. LibTorch hands them over only to a callback that asks for them, since boxing costs.
std::unique_ptr<at::ObserverContext> on_begin_with_tensors(const at::RecordFunction& function) {
  if (t_recording == nullptr) return nullptr;
  t_recording->begin(function.name());
  t_recording->open_tensors().inputs = tensors_of(function.inputs());
  return nullptr;
}

void on_end_with_tensors(const at::RecordFunction& function, at::ObserverContext*) {
  if (t_recording == nullptr) return;
  t_recording->open_tensors().outputs = tensors_of(function.outputs());
  t_recording->end();
}

/// The callback, on this thread, for as long as this lives.
class RecordingCallback {
 public:
  RecordingCallback(Recording& recording, at::RecordFunctionCallback callback) {
    if (t_recording != nullptr) throw std::logic_error("record_ops called by a forward whose ops are being recorded");
    handle_ = at::addThreadLocalCallback(callback.scopes({at::RecordScope::FUNCTION}));
    t_recording = &recording;
  }
  ~RecordingCallback() {
    at::removeCallback(handle_);
    t_recording = nullptr;
  }
  RecordingCallback(const RecordingCallback&) = delete;
  RecordingCallback& operator=(const RecordingCallback&) = delete;

 private:
  at::RecordFunctionGuard enabled_{true};
  at::CallbackHandle handle_ = at::INVALID_CALLBACK_HANDLE;
};

}  // namespace

std::vector<RecordedOp> record_ops(const Forward& forward, OpObserver* observer) {
  Recording recording(observer);
  {
    const RecordingCallback callback(recording, at::RecordFunctionCallback(&on_begin, &on_end));
    forward();
  }
  return recording.ops();
}

OpsWithTensors record_ops_with_tensors(const Forward& forward) {
  Recording recording(nullptr);
  {
    const RecordingCallback callback(
        recording,
        at::RecordFunctionCallback(&on_begin_with_tensors, &on_end_with_tensors).needsInputs(true).needsOutputs(true));
    forward();
  }
  return {recording.ops(), recording.take_tensors()};
}

}  // namespace attn
