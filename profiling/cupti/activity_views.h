#pragma once

#include <cupti.h>

#include <cstdint>

namespace attn {

/// The records as they are read: the oldest layouts that hold what is needed. Later ones only append fields, so that
/// these fit the records of every CUPTI from kOldestCuptiVersion on, while a later view of an older library's record
/// would read into the next one.
using KernelView = CUpti_ActivityKernel9;  // until CUDA 12.9 the current one, then 10 (13.0), 11 (13.1), 13 (13.4)
using MemcpyView = CUpti_ActivityMemcpy5;
using PeerMemcpyView = CUpti_ActivityMemcpyPtoP4;
using MemsetView = CUpti_ActivityMemset4;
using ApiView = CUpti_ActivityAPI;
using ExternalIdView = CUpti_ActivityExternalCorrelation;

/// As cuptiGetVersion() counts: 20 is CUDA 12.2, the first with CUpti_ActivityKernel9.
inline constexpr uint32_t kOldestCuptiVersion = 20;

}  // namespace attn
