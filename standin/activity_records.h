#pragma once

#include <cupti.h>

#include "standin/activity.h"
#include "standin/record_clock.h"

namespace attn::standin {

// CUPTI only appends to a record, and its parser goes by the size that it knows: so it has to be the one of the
// headers, which are those of the CUPTI that LibTorch loads.
#if CUPTI_API_VERSION >= 130400
using KernelRecord = CUpti_ActivityKernel13;
#elif CUPTI_API_VERSION >= 130100
using KernelRecord = CUpti_ActivityKernel11;
#elif CUPTI_API_VERSION >= 130000
using KernelRecord = CUpti_ActivityKernel10;
#else
using KernelRecord = CUpti_ActivityKernel9;
#endif

CUpti_ActivityAPI api_record(const Call& call, int64_t end_ns, uint32_t result, const RecordTime& time);
KernelRecord kernel_record(const KernelActivity& kernel, uint32_t correlation, const RecordTime& time);
CUpti_ActivityMemcpy6 copy_record(const CopyActivity& copy, const Call& call, const RecordTime& time);
CUpti_ActivityMemset4 set_record(const SetActivity& set, uint32_t correlation, const RecordTime& time);
CUpti_ActivitySynchronization2 synchronization_record(const Synchronization& wait, uint32_t correlation,
                                                      const RecordTime& time);
CUpti_ActivityExternalCorrelation external_record(CUpti_ExternalCorrelationKind kind, uint64_t id,
                                                  uint32_t correlation);
/// Of handing a buffer over, which CUPTI counts as its own overhead.
CUpti_ActivityOverhead3 flush_record(int64_t start_ns, int64_t end_ns, const RecordTime& time);

}  // namespace attn::standin
