#pragma once

#include <map>

namespace attn::standin {

// CUPTI's names by number; generated from its headers.
extern const std::map<unsigned, const char*> kRuntimeFunctions;  ///< "cudaLaunchKernel_v7000"
extern const std::map<unsigned, const char*> kDriverFunctions;   ///< "cuLaunchKernel"
extern const std::map<unsigned, const char*> kCuptiResults;      ///< "CUPTI_SUCCESS"

}  // namespace attn::standin
