#include "results/case_lines.h"

#include <fmt/format.h>

#include "results/csv_text.h"

namespace attn {

std::string text_of(const std::optional<LaunchExtent>& extent) {
  return extent ? fmt::format("{},{},{}", extent->x, extent->y, extent->z) : "";
}

std::string sample_lines(const CaseRow& row, std::span<const SampleRow> samples) {
  CsvText text;
  for (const SampleRow& sample : samples) {
    text.add(row.run_id).add(row.case_name).add(sample.round).add(sample.sample).add(sample.forwards);
    text.add(sample.time_s).add(sample.sm_clock_hz);
    text.end_line();
  }
  return text.text();
}

std::string launch_lines(const CaseRow& row, std::span<const LaunchRow> launches) {
  CsvText text;
  for (const LaunchRow& launch : launches) {
    text.add(row.run_id).add(row.case_name).add(launch.order).add(launch.op_path).add(launch.kind).add(launch.name);
    text.add(text_of(launch.grid)).add(text_of(launch.block)).add(launch.registers);
    text.add(launch.static_shared_bytes).add(launch.dynamic_shared_bytes).add(launch.occupancy);
    text.add(launch.occupancy_limiter);
    text.add(launch.bytes).add(launch.time_s);
    text.end_line();
  }
  return text.text();
}

std::string op_lines(const CaseRow& row, std::span<const OpRow> ops) {
  CsvText text;
  for (const OpRow& op : ops) {
    text.add(row.run_id).add(row.case_name).add(op.order).add(op.op_path).add(op.calls);
    text.add(op.self_host_time_s).add(op.total_host_time_s).add(op.self_device_time_s).add(op.total_device_time_s);
    text.add(op.bytes).add(op.flops).add(op.floor_s);
    text.end_line();
  }
  return text.text();
}

}  // namespace attn
