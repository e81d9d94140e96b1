#pragma once

#include <vector>

#include "profiling/cupti/activity_records.h"
#include "profiling/cupti/cupti_functions.h"
#include "profiling/cupti/cupti_session.h"

namespace attn {

/// The kinds of external ids that the recorder pushes: which op runs, which iteration.
inline constexpr CUpti_ExternalCorrelationKind kOpIds = CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0;
inline constexpr CUpti_ExternalCorrelationKind kIterationIds = CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM1;

/// Reads all records by CUPTI's own cuptiActivityGetNextRecord(). Names are copied: CUPTI's live as long as their
/// module.
ActivityRecords decode(const CuptiFunctions& cupti, const std::vector<RecordBuffer>& buffers);

}  // namespace attn
