#include "profiling/cpu/process_usage.h"

#include <sys/resource.h>

#include <cerrno>
#include <system_error>

namespace attn {
namespace {

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

}  // namespace

ProcessUsage process_usage() {
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) throw std::system_error(errno, std::generic_category(), "getrusage");
  return {usage.ru_minflt + usage.ru_majflt, usage.ru_nivcsw, seconds(usage.ru_utime) + seconds(usage.ru_stime)};
}

ProcessUsage operator+(const ProcessUsage& a, const ProcessUsage& b) {
  return {a.page_faults + b.page_faults, a.involuntary_context_switches + b.involuntary_context_switches,
          a.cpu_time_s + b.cpu_time_s};
}

ProcessUsage operator-(const ProcessUsage& a, const ProcessUsage& b) {
  return {a.page_faults - b.page_faults, a.involuntary_context_switches - b.involuntary_context_switches,
          a.cpu_time_s - b.cpu_time_s};
}

}  // namespace attn
