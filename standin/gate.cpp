#include "standin/gate.h"

#include <atomic>

namespace attn::standin {

bool AwaitedWord::has_come() const {
  // The host writes it while we look. atomic_ref takes no const object before C++26.
  const uint32_t now = std::atomic_ref<uint32_t>(*const_cast<uint32_t*>(word)).load(std::memory_order_acquire);
  switch (comparison) {
    case Comparison::kGreaterOrEqual:
      return static_cast<int32_t>(now - value) >= 0;
    case Comparison::kEqual:
      return now == value;
    case Comparison::kAnd:
      return (now & value) != 0;
    case Comparison::kNor:
      return ~(now | value) != 0;
  }
  return false;
}

bool Gate::is_open() {
  if (open_) return true;
  if (before_ && !before_->is_open()) return false;
  if (other_ && !other_->is_open()) return false;
  if (word_.word != nullptr && !word_.has_come()) return false;
  open_ = true;
  before_.reset();
  other_.reset();
  return true;
}

bool Gate::comes_after(const Gate& gate) const {
  for (const Gate* mine = this; mine != nullptr; mine = mine->before_.get()) {
    if (mine == &gate || mine->other_.get() == &gate) return true;
  }
  return false;
}

}  // namespace attn::standin
