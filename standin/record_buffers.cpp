#include "standin/record_buffers.h"

#include <cstring>
#include <utility>

namespace attn::standin {

void RecordBuffers::register_callbacks(CUpti_BuffersCallbackRequestFunc request,
                                       CUpti_BuffersCallbackCompleteFunc complete) {
  const std::lock_guard lock(mutex_);
  request_ = request;
  complete_ = complete;
}

bool RecordBuffers::has_callbacks() const {
  const std::lock_guard lock(mutex_);
  return request_ != nullptr;
}

// Leaves a buffer with room in front, unless the client gives none.
bool RecordBuffers::make_room(std::unique_lock<std::mutex>& lock, size_t bytes, std::vector<Buffer>& full) {
  while (buffers_.empty() || !buffers_.front().takes(bytes)) {
    if (!buffers_.empty()) {
      full.push_back(buffers_.front());
      buffers_.erase(buffers_.begin());
      continue;
    }
    const auto request = request_;
    if (request == nullptr) return false;
    Buffer fresh;
    size_t most_records = 0;
    lock.unlock();
    request(&fresh.data, &fresh.bytes, &most_records);
    lock.lock();
    if (most_records > 0) fresh.most_records = most_records;
    if (fresh.data == nullptr || fresh.bytes < bytes) return false;
    buffers_.push_back(fresh);  // behind what another thread may have got meanwhile
  }
  return true;
}

void RecordBuffers::put(const void* record, size_t bytes) {
  std::vector<Buffer> full;
  {
    std::unique_lock lock(mutex_);
    if (drops_ > 0) {
      --drops_;
      ++dropped_;
      return;
    }
    if (make_room(lock, bytes, full)) {
      Buffer& buffer = buffers_.front();
      buffer.last_record = buffer.used;
      std::memcpy(buffer.data + buffer.used, record, bytes);
      buffer.used += bytes;
      ++buffer.records;
    } else {
      ++dropped_;
    }
  }
  hand_back(full);
}

void RecordBuffers::flush() {
  std::vector<Buffer> buffers;
  {
    const std::lock_guard lock(mutex_);
    buffers = std::exchange(buffers_, {});
  }
  hand_back(buffers);
}

void RecordBuffers::hand_back(const std::vector<Buffer>& buffers) {
  for (const Buffer& buffer : buffers) {
    CUpti_BuffersCallbackCompleteFunc complete = nullptr;
    bool truncate = false;
    {
      const std::lock_guard lock(mutex_);
      complete = complete_;
      if (buffer.records > 0) truncate = std::exchange(truncates_, false);
    }
    // The last record loses its kind: what was to be there is torn.
    constexpr auto kTorn = CUPTI_ACTIVITY_KIND_INVALID;
    if (truncate) std::memcpy(buffer.data + buffer.last_record, &kTorn, sizeof kTorn);
    if (complete != nullptr) complete(nullptr, 0, buffer.data, buffer.bytes, buffer.used);
  }
}

size_t RecordBuffers::take_dropped() {
  const std::lock_guard lock(mutex_);
  return std::exchange(dropped_, 0);
}

}  // namespace attn::standin
