#include "standin/captures.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace attn::standin {

namespace {

thread_local cudaStreamCaptureMode thread_mode = cudaStreamCaptureModeGlobal;

void add_new(std::vector<const GraphNode*>& nodes, const std::vector<const GraphNode*>& more) {
  for (const GraphNode* node : more)
    if (std::ranges::find(nodes, node) == nodes.end()) nodes.push_back(node);
}

}  // namespace

cudaStreamCaptureMode Captures::exchange_mode(cudaStreamCaptureMode mode) {
  return std::exchange(thread_mode, mode);
}

Captures::Capture* Captures::find(Handle stream) const {
  const auto found = std::ranges::find_if(captures_, [&](const auto& one) { return one->last.contains(stream); });
  return found == captures_.end() ? nullptr : found->get();
}

Captures::Capture* Captures::find(uint64_t id) const {
  const auto found = std::ranges::find_if(captures_, [&](const auto& one) { return one->id == id; });
  return found == captures_.end() ? nullptr : found->get();
}

cudaError_t Captures::invalidate(Capture& capture, cudaError_t code) const {
  capture.invalid = true;
  return code;
}

cudaError_t Captures::begin(Handle stream, bool blocking, cudaStreamCaptureMode mode) {
  const std::lock_guard lock(mutex_);
  if (is_default_stream(stream)) return cudaErrorStreamCaptureUnsupported;
  if (find(stream) != nullptr) return cudaErrorIllegalState;
  auto capture = std::make_unique<Capture>();
  capture->id = ++last_id_;
  capture->origin = stream;
  capture->blocking = blocking;
  capture->mode = mode;
  capture->thread = std::this_thread::get_id();
  capture->graph = graphs_.create();
  capture->last[stream] = {};
  captures_.push_back(std::move(capture));
  ++count_;
  return cudaSuccess;
}

// Whether all that other streams did comes before what the origin's next node would come after.
bool Captures::is_joined(const Capture& capture) {
  Nodes reached = capture.last.at(capture.origin);
  std::unordered_set<const GraphNode*> known(reached.begin(), reached.end());
  while (!reached.empty()) {
    const GraphNode* const node = reached.back();
    reached.pop_back();
    for (const GraphNode* before : node->dependencies)
      if (known.insert(before).second) reached.push_back(before);
  }
  return std::ranges::all_of(capture.last, [&](const auto& stream) {
    return std::ranges::all_of(stream.second, [&](const GraphNode* node) { return known.contains(node); });
  });
}

cudaError_t Captures::end(Handle stream, Graph*& graph) {
  const std::lock_guard lock(mutex_);
  graph = nullptr;
  Capture* const capture = find(stream);
  if (capture == nullptr) return cudaErrorIllegalState;
  if (capture->origin != stream) return invalidate(*capture, cudaErrorStreamCaptureUnmatched);
  if (capture->mode != cudaStreamCaptureModeRelaxed && capture->thread != std::this_thread::get_id())
    return cudaErrorStreamCaptureWrongThread;
  cudaError_t code = cudaSuccess;
  if (capture->invalid) code = cudaErrorStreamCaptureInvalidated;
  if (code == cudaSuccess && !is_joined(*capture)) code = cudaErrorStreamCaptureUnjoined;
  if (code == cudaSuccess) graph = capture->graph;
  if (graph == nullptr) graphs_.destroy(capture->graph);
  std::erase_if(captures_, [&](const auto& one) { return one.get() == capture; });
  --count_;
  return code;
}

CaptureInfo Captures::info(Handle stream) const {
  if (!any()) return {};
  const std::lock_guard lock(mutex_);
  const Capture* const capture = find(stream);
  if (capture == nullptr) return {};
  if (capture->invalid) return {.status = cudaStreamCaptureStatusInvalidated, .dependencies = {}};
  return {.status = cudaStreamCaptureStatusActive,
          .id = capture->id,
          .graph = capture->graph,
          .dependencies = capture->last.at(stream)};
}

std::optional<cudaError_t> Captures::add(Handle stream, const Activity& activity) {
  if (!any()) return std::nullopt;
  const std::lock_guard lock(mutex_);
  if (is_default_stream(stream)) {  // it would wait for a captured stream that waits for it
    for (const auto& capture : captures_)
      if (capture->blocking) return invalidate(*capture, cudaErrorStreamCaptureImplicit);
  }
  Capture* const capture = find(stream);
  if (capture == nullptr) return std::nullopt;
  if (capture->invalid) return cudaErrorStreamCaptureInvalidated;
  Nodes& last = capture->last.at(stream);
  auto node = std::make_unique<GraphNode>(GraphNode{.activity = activity, .dependencies = last});
  last = {node.get()};
  capture->graph->nodes.push_back(std::move(node));
  return cudaSuccess;
}

std::optional<cudaError_t> Captures::record(Handle event, Handle stream) {
  const std::lock_guard lock(mutex_);
  Capture* const capture = find(stream);
  events_.erase(event);
  if (capture == nullptr) return std::nullopt;
  if (capture->invalid) return cudaErrorStreamCaptureInvalidated;
  events_[event] = {.capture = capture->id, .last = capture->last.at(stream)};
  return cudaSuccess;
}

cudaError_t Captures::join(Capture& capture, Handle stream, const CapturedEvent& event) {
  if (capture.invalid) return cudaErrorStreamCaptureInvalidated;
  if (is_default_stream(stream)) return invalidate(capture, cudaErrorStreamCaptureImplicit);
  if (Capture* const other = find(stream); other != nullptr && other != &capture) {
    other->invalid = true;
    return invalidate(capture, cudaErrorStreamCaptureMerge);
  }
  add_new(capture.last[stream], event.last);
  return cudaSuccess;
}

std::optional<cudaError_t> Captures::wait(Handle stream, Handle event, bool event_is_recorded) {
  const std::lock_guard lock(mutex_);
  const auto captured = events_.find(event);
  if (captured != events_.end()) {
    Capture* const capture = find(captured->second.capture);
    return capture == nullptr ? cudaErrorCapturedEvent : join(*capture, stream, captured->second);
  }
  Capture* const capture = find(stream);
  if (capture == nullptr) return std::nullopt;
  if (!event_is_recorded) return cudaSuccess;  // there is nothing to wait for
  return invalidate(*capture, cudaErrorStreamCaptureIsolation);
}

void Captures::forget_event(Handle event) {
  const std::lock_guard lock(mutex_);
  events_.erase(event);
}

cudaError_t Captures::check_unsafe() {
  if (!any() || thread_mode == cudaStreamCaptureModeRelaxed) return cudaSuccess;
  const std::lock_guard lock(mutex_);
  cudaError_t code = cudaSuccess;
  for (const auto& capture : captures_) {
    const bool own = capture->thread == std::this_thread::get_id() && capture->mode != cudaStreamCaptureModeRelaxed;
    const bool global = capture->mode == cudaStreamCaptureModeGlobal && thread_mode == cudaStreamCaptureModeGlobal;
    if (own || global) code = invalidate(*capture, cudaErrorStreamCaptureUnsupported);
  }
  return code;
}

cudaError_t Captures::check_stream(Handle stream) {
  if (!any()) return cudaSuccess;
  {
    const std::lock_guard lock(mutex_);
    if (Capture* const capture = find(stream)) return invalidate(*capture, cudaErrorStreamCaptureUnsupported);
  }
  return check_unsafe();
}

cudaError_t Captures::check_event(Handle event) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto captured = events_.find(event); captured != events_.end()) {
      if (Capture* const capture = find(captured->second.capture)) capture->invalid = true;
      return cudaErrorCapturedEvent;
    }
  }
  return check_unsafe();
}

cudaError_t Captures::check_all() {
  if (!any()) return cudaSuccess;
  const std::lock_guard lock(mutex_);
  for (const auto& capture : captures_) capture->invalid = true;
  return captures_.empty() ? cudaSuccess : cudaErrorStreamCaptureUnsupported;
}

}  // namespace attn::standin
