#include "standin/graphs.h"

namespace attn::standin {

Graph* Graphs::create() {
  const std::lock_guard lock(mutex_);
  auto graph = std::make_unique<Graph>();
  graph->id = ++last_id_;
  Graph* const handle = graph.get();
  graphs_.emplace(handle, std::move(graph));
  return handle;
}

bool Graphs::destroy(const void* graph) {
  const std::lock_guard lock(mutex_);
  return graphs_.erase(graph) == 1;
}

Graph* Graphs::find(const void* graph) {
  const std::lock_guard lock(mutex_);
  const auto found = graphs_.find(graph);
  return found == graphs_.end() ? nullptr : found->second.get();
}

const ExecutableGraph* Graphs::instantiate(const void* graph) {
  const std::lock_guard lock(mutex_);
  const auto found = graphs_.find(graph);
  if (found == graphs_.end()) return nullptr;
  auto executable = std::make_shared<ExecutableGraph>();
  executable->id = ++last_id_;
  for (const auto& node : found->second->nodes) {
    Activity& activity = executable->activities.emplace_back(node->activity);
    const uint64_t number = executable->activities.size();
    set_place(activity, {.graph = executable->id, .node = uint64_t{executable->id} << 32 | number});
  }
  const ExecutableGraph* const handle = executable.get();
  executables_.emplace(handle, std::move(executable));
  return handle;
}

bool Graphs::destroy_executable(const void* executable) {
  const std::lock_guard lock(mutex_);
  return executables_.erase(executable) == 1;
}

std::shared_ptr<const ExecutableGraph> Graphs::find_executable(const void* executable) {
  const std::lock_guard lock(mutex_);
  const auto found = executables_.find(executable);
  return found == executables_.end() ? nullptr : found->second;
}

namespace {

// Kernels, copies and sets.
template <typename Change>
void change(Activity& activity, const Change& change_it) {
  if (auto* kernel = std::get_if<KernelActivity>(&activity)) change_it(*kernel);
  if (auto* copy = std::get_if<CopyActivity>(&activity)) change_it(*copy);
  if (auto* set = std::get_if<SetActivity>(&activity)) change_it(*set);
}

}  // namespace

void set_interval(Activity& activity, const Interval& interval) {
  change(activity, [&](auto& what) { what.interval = interval; });
}

void set_place(Activity& activity, const GraphPlace& place) {
  change(activity, [&](auto& what) { what.place = place; });
}

}  // namespace attn::standin
