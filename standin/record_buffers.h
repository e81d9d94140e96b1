#pragma once

#include <cupti.h>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "standin/faults.h"

namespace attn::standin {

/// The client's buffers: asked for when there is a record to keep, handed back when full or flushed. Neither callback
/// is called with the lock held, since a client calls CUPTI from them.
class RecordBuffers {
 public:
  explicit RecordBuffers(const Faults& faults) : drops_(faults.drop_records), truncates_(faults.truncate_records) {}

  void register_callbacks(CUpti_BuffersCallbackRequestFunc request, CUpti_BuffersCallbackCompleteFunc complete);
  bool has_callbacks() const;

  /// Dropped, and counted, where the client gives no buffer.
  void put(const void* record, size_t bytes);
  template <typename Record>
  void put(const Record& record) {
    put(&record, sizeof record);
  }
  void flush();
  /// Since the last question.
  size_t take_dropped();

 private:
  struct Buffer {
    uint8_t* data = nullptr;
    size_t bytes = 0;
    size_t used = 0;
    size_t last_record = 0;  ///< where it starts
    size_t records = 0;
    size_t most_records = SIZE_MAX;

    bool takes(size_t record_bytes) const { return bytes - used >= record_bytes && records < most_records; }
  };

  bool make_room(std::unique_lock<std::mutex>& lock, size_t bytes, std::vector<Buffer>& full);
  void hand_back(const std::vector<Buffer>& buffers);

  mutable std::mutex mutex_;
  CUpti_BuffersCallbackRequestFunc request_ = nullptr;
  CUpti_BuffersCallbackCompleteFunc complete_ = nullptr;
  std::vector<Buffer> buffers_;  ///< the first is written to
  size_t dropped_ = 0;
  uint64_t drops_;
  bool truncates_;
};

}  // namespace attn::standin
