#include "results/metric_catalogue.h"

#include <algorithm>
#include <array>

namespace attn {
namespace {

constexpr bool kExact = true;
constexpr bool kMeasurement = false;

constexpr auto kCatalogue = std::to_array<MetricInfo>({
    {"time_s", "s", "Median time of one forward.", kMeasurement},
    {"host_time_s", "s", "Median time of one call on the host, where that is not the forward's time.", kMeasurement},
    {"time_min_s", "s", "Shortest sampled time of one forward.", kMeasurement},
    {"time_q1_s", "s", "Lower quartile of the sampled times of one forward.", kMeasurement},
    {"time_q3_s", "s", "Upper quartile of the sampled times of one forward.", kMeasurement},
    {"forwards", "1", "Forwards timed, over all samples.", kMeasurement},
    {"model_flops", "FLOP", "Floating-point operations of one forward that its result needs.", kExact},
    {"executed_flops", "FLOP", "Floating-point operations that one forward does, masked pairs included.", kExact},
    {"flops_per_s", "FLOP/s", "Model FLOPs over the median time.", kMeasurement},
    {"traffic_bytes", "B", "Q, K, V and O once each: the least that a fused forward moves.", kExact},
    {"bytes_per_s", "B/s", "Fused traffic over the median time.", kMeasurement},
    {"ops", "1", "Ops dispatched by one forward, nested ones included.", kExact},
    {"error_rms", "1", "Distance of the output from the fp64 reference over the reference's norm.", kMeasurement},
    {"error_worst_row", "1", "The largest such error of a single output row.", kMeasurement},
    {"peak_memory_bytes", "B", "Peak of what one forward allocates, its output included.", kMeasurement},
    {"needed_bytes", "B", "Lower bound of the memory that the case needs.", kExact},
    {"available_bytes", "B", "Memory that was available when the case began.", kMeasurement},
    {"page_faults_per_forward", "1", "Page faults of the process for each timed forward.", kMeasurement},
    {"involuntary_switches_per_forward", "1", "Times that a busy core took a thread away, for each timed forward.",
     kMeasurement},
    {"sm_clock_hz", "Hz", "Median clock of the GPU's multiprocessors over the samples.", kMeasurement},
    {"launches", "1", "What one forward launches: kernels, copies and sets of memory.", kExact},
    {"kernels", "1", "Kernels that one forward launches.", kExact},
    {"memcpys", "1", "Copies of device memory in one forward.", kExact},
    {"memsets", "1", "Sets of device memory in one forward.", kExact},
    {"library_calls", "1", "Calls into a library, such as cuDNN, whose kernels are not known.", kExact},
    {"largest_registers", "1", "Most registers that a thread of any launched kernel has.", kExact},
    {"lowest_occupancy", "1", "Lowest theoretical occupancy of the launched kernels, of 1.", kExact},
    {"floor_s", "s", "The least that a forward can take by bandwidth and peak; a bound, never a time.", kExact},
    {"fits_seq_len", "1",
     "Largest kv_len (and q_len, where equal) that fits the GPU's memory, all else as in the case.", kExact},
    {"device_time_s", "s", "Time of a forward's launches by CUPTI, added up, while recorded; its time_s is another.",
     kMeasurement},
    {"device_idle_share", "1", "Share of the recorded forwards in which the GPU had nothing to do.", kMeasurement},
    {"launching_calls", "1", "Calls by which one forward launches: one for a whole CUDA graph.", kExact},
    {"profiled_host_time_s", "s", "Time of one forward on the host, while recorded; its time_s is another.",
     kMeasurement},
    {"outside_ops_share", "1", "Share of a recorded forward on the host that no op covers.", kMeasurement},
    {"compile_time_s", "s", "Time that compiling what is run took, when that was done.", kMeasurement},
    {"launches_guessed", "1", "Launches that the user guessed for one forward.", kExact},
});

}  // namespace

std::span<const MetricInfo> metric_catalogue() {
  return kCatalogue;
}

std::optional<MetricInfo> find_metric(std::string_view name) {
  const auto found = std::ranges::find(kCatalogue, name, &MetricInfo::name);
  if (found == kCatalogue.end()) return std::nullopt;
  return *found;
}

}  // namespace attn
