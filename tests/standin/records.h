#pragma once

#include <cuda.h>
#include <cupti.h>

#include <string>
#include <vector>

namespace attn::standin {

/// A record, as CUPTI's own parser found it.
struct Record {
  CUpti_ActivityKind kind;
  std::string name = "";  ///< of the kernel, or of the API's function
  uint32_t correlation = 0;
  uint64_t external = 0;
  uint64_t start = 0;
  uint64_t end = 0;
  std::vector<int> numbers =
      {};  ///< kernel: grid, block, registers, static and dynamic shared memory; copy: kind; set: value
  uint64_t bytes = 0;
  uint32_t graph = 0;  ///< 0 outside of graphs, and so the next
  uint64_t graph_node = 0;
};

/// Records what happens between start and stop, through CUPTI as a profiler uses it. One at a time.
class Recording {
 public:
  explicit Recording(const std::vector<CUpti_ActivityKind>& kinds, size_t buffer_bytes = 64 * 1024);
  std::vector<Record> stop();

  size_t dropped() const { return dropped_; }
  bool torn() const { return torn_; }  ///< a buffer held an invalid kind

 private:
  std::vector<CUpti_ActivityKind> kinds_;
  size_t dropped_ = 0;
  bool torn_ = false;
};

/// All kinds that the stand-in records.
std::vector<CUpti_ActivityKind> all_kinds();

/// A function of CUPTI's: the stand-in's, or else the real library's.
void* cupti_function(const char* name);
#define ATTN_CUPTI(function) reinterpret_cast<decltype(&(function))>(::attn::standin::cupti_function(#function))

}  // namespace attn::standin
