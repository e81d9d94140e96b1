#pragma once

#include <string>
#include <vector>

#include "results/record.h"

namespace attn {

/// A case whose every column has a value of its own, so that two columns swapped are seen.
inline CaseRow example_case(const std::string& run_id = "run-1") {
  return {.run_id = run_id,
          .time_utc = "2026-11-30T16:40:01Z",
          .host = "host-a",
          .source = "measured",
          .device = "NVIDIA A100-SXM4-80GB",
          .arch = "sm_80",
          .driver_version = "580.95.05",
          .libtorch_version = "2.11.0",
          .case_name = "SdpaFlash/cuda/cold/bf16/causal/batch:2/q_heads:8",
          .variant = "SdpaFlash",
          .backend_ran = "flash",
          .dtype = "bf16",
          .mask = "causal",
          .batch = 2,
          .q_heads = 8,
          .kv_heads = 4,
          .q_len = 512,
          .kv_len = 1024,
          .head_dim = 64,
          .cache = "cold",
          .launch = "eager",
          .threads = 16,
          .status = "ok",
          .flags = "not_converged disturbed",
          .reason = ""};
}

inline const std::string kResultsHeader =
    "schema,run_id,time_utc,host,source,device,arch,driver_version,libtorch_version,case,variant,backend_ran,dtype,"
    "mask,"
    "batch,q_heads,kv_heads,q_len,kv_len,head_dim,cache,launch,threads,status,flags,reason,metric,unit,value,low,high,"
    "samples\n";

inline const std::string kExampleCells =
    "1,run-1,2026-11-30T16:40:01Z,host-a,measured,NVIDIA A100-SXM4-80GB,sm_80,580.95.05,2.11.0,"
    "SdpaFlash/cuda/cold/bf16/causal/batch:2/q_heads:8,SdpaFlash,flash,bf16,causal,2,8,4,512,1024,64,cold,eager,16,ok,"
    "not_converged disturbed,,";

}  // namespace attn
