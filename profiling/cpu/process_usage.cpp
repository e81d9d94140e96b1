#include "profiling/cpu/process_usage.h"

#include <sys/resource.h>

#include <cerrno>
#include <system_error>

namespace attn {

ProcessUsage process_usage() {
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) throw std::system_error(errno, std::generic_category(), "getrusage");
  return {usage.ru_minflt + usage.ru_majflt, usage.ru_nivcsw};
}

}  // namespace attn
