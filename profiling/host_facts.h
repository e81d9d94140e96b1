#pragma once

#include <string>

#include "results/record.h"

namespace attn {

/// Rows for runs.csv about the machine and LibTorch, whatever the device: those of machine_facts(), libtorch_facts()
/// and environment_facts(). A fact that can't be read is left out; no value holds a line break.
Facts host_facts();

std::string host_name();
std::string libtorch_version();  ///< "2.11.0"

}  // namespace attn
