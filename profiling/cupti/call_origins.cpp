#include "profiling/cupti/call_origins.h"

#include <algorithm>

namespace attn {
namespace {

template <typename Visit>
void for_each_correlation(const ActivityRecords& records, Visit visit) {
  for (const Launch& launch : records.launches) visit(launch.correlation);
  for (const CudaCall& call : records.calls) visit(call.correlation);
  for (const ExternalId& external : records.external_ids) visit(external.correlation);
}

}  // namespace

CallOrigins::CallOrigins(const ActivityRecords& records) {
  int64_t first = INT64_MAX, last = 0;
  size_t count = 0;
  for_each_correlation(records, [&](int64_t correlation) {
    first = std::min(first, correlation);
    last = std::max(last, correlation);
    ++count;
  });
  if (count == 0) return;
  first_ = first;
  const auto range = static_cast<size_t>(last - first + 1);
  if (range <= 4 * count + 1024) {
    origins_.resize(range);
  } else {
    sorted_.reserve(count);
    for_each_correlation(records, [&](int64_t correlation) { sorted_.push_back(correlation); });
    std::ranges::sort(sorted_);
    sorted_.erase(std::unique(sorted_.begin(), sorted_.end()), sorted_.end());
    origins_.resize(sorted_.size());
  }
  for (const Launch& launch : records.launches) at(launch.correlation).has_activity = true;
  for (const ExternalId& external : records.external_ids) {
    CallOrigin& origin = at(external.correlation);
    (external.of == ExternalId::Of::kOp ? origin.op : origin.iteration) = external.id;
  }
}

size_t CallOrigins::place(int64_t correlation) const {
  if (sorted_.empty()) return static_cast<size_t>(correlation - first_);
  return static_cast<size_t>(std::ranges::lower_bound(sorted_, correlation) - sorted_.begin());
}

}  // namespace attn
