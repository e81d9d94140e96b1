#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// What the profiler's table can be sorted by; shares sort as the times that they are of.
enum class TableColumn {
  kName,
  kSelfHostTime,
  kTotalHostTime,
  kMeanHostTime,
  kSelfDeviceTime,
  kTotalDeviceTime,
  kMeanDeviceTime,
  kCalls,
};

/// The heading: "Name", "Self CPU", "CPU total", "CPU time avg", "Self CUDA", …, "# of Calls".
std::string_view heading_of(TableColumn column);

/// The column of that name, in any case: name, self_cpu_time, cpu_time_total, cpu_time, self_device_time,
/// device_time_total, device_time, calls; the names that PyTorch's `sort_by` takes (self_cpu_time_total,
/// self_cuda_time_total, cuda_time_total, count, …); or a heading of the table. Throws BadRequest, with near names,
/// for any other; `option` is where it was given ("--table_by").
TableColumn table_column_named(std::string_view name, std::string_view option);

/// One name for each column, in the table's order: for help.
std::vector<std::string> table_column_names();

}  // namespace attn
