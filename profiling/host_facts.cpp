#include "profiling/host_facts.h"

#include <sys/utsname.h>
#include <torch/version.h>

#include "profiling/libtorch_facts.h"
#include "profiling/machine_facts.h"

namespace attn {

Facts host_facts() {
  Facts facts = machine_facts();
  for (auto& part : {libtorch_facts(), environment_facts()}) facts.insert(facts.end(), part.begin(), part.end());
  return facts;
}

std::string host_name() {
  utsname system{};
  return uname(&system) == 0 ? system.nodename : "unknown";
}

std::string libtorch_version() {
  return TORCH_VERSION;
}

}  // namespace attn
