#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "standin/activity.h"

namespace attn::standin {

/// One thing that a graph has the GPU do, without the time of it.
struct GraphNode {
  Activity activity;
  std::vector<const GraphNode*> dependencies;
};

/// Its nodes in the order in which they were captured.
struct Graph {
  uint32_t id = 0;
  std::vector<std::unique_ptr<GraphNode>> nodes;
};

/// What a graph was when it was instantiated. Its id and those of its nodes are its own, unique in the process.
struct ExecutableGraph {
  uint32_t id = 0;
  std::vector<Activity> activities;
};

/// The graphs that the program has, known by the pointers that the API hands out.
class Graphs {
 public:
  Graph* create();
  bool destroy(const void* graph);  ///< false for an unknown one
  Graph* find(const void* graph);   ///< null for an unknown one

  /// Null for an unknown graph.
  const ExecutableGraph* instantiate(const void* graph);
  bool destroy_executable(const void* executable);
  /// Kept alive while it is held: a launch may be under way when another thread destroys it.
  std::shared_ptr<const ExecutableGraph> find_executable(const void* executable);

 private:
  std::mutex mutex_;
  uint32_t last_id_ = 0;
  std::unordered_map<const void*, std::unique_ptr<Graph>> graphs_;
  std::unordered_map<const void*, std::shared_ptr<const ExecutableGraph>> executables_;
};

/// Sets them where the activity is one of the device's.
void set_interval(Activity& activity, const Interval& interval);
void set_place(Activity& activity, const GraphPlace& place);

}  // namespace attn::standin
