#include "benchmarks/profile_case.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>
#include <system_error>

#include "benchmarks/interrupt.h"
#include "profiling/kernel_words.h"
#include "profiling/op_table.h"
#include "profiling/op_table_text.h"
#include "profiling/op_times.h"
#include "profiling/trace/chrome_trace.h"
#include "results/bad_request.h"
#include "results/csv.h"
#include "results/file_beside.h"

namespace attn {
namespace {

int64_t number_among(const Facts& facts, std::string_view key) {
  const auto found = std::ranges::find(facts, key, &Facts::value_type::first);
  return found == facts.end() ? 0 : parse_integer(found->second).value_or(0);
}

std::vector<TraceDevice> trace_devices(const Device& device) {
  const std::optional<SmLimits> limits = device.sm_limits();
  if (!limits) return {};
  const Facts facts = device.facts();
  return {{.id = device.torch_device().index(),
           .name = device.name(),
           .memory_bytes = number_among(facts, "gpu_memory_bytes"),
           .sm_count = number_among(facts, "gpu_sm_count"),
           .limits = *limits}};
}

TraceInfo trace_info(const Case& benchmark_case, const Device& device, const ProfileSettings& settings,
                     DeviceTimes device_times) {
  TraceInfo info{.name = name_of(benchmark_case),
                 .process = "attn_bench",
                 .pid = getpid(),
                 .first_step = settings.schedule.wait + settings.schedule.warm_up,
                 .virtual_clock = device_times == DeviceTimes::kVirtual,
                 .devices = trace_devices(device)};
  info.fitting_blocks = [limits = device.sm_limits()](const Launch& launch) -> std::optional<int64_t> {
    const std::optional<Occupancy> occupancy = limits ? occupancy_of(launch, *limits) : std::nullopt;
    return occupancy ? std::optional(occupancy->blocks_per_sm) : std::nullopt;
  };
  return info;
}

std::string table_of(const Profile& profile, const ProfileSettings& settings, DeviceTimes device_times) {
  const TableLayout layout{.row_limit = settings.table_rows,
                           .in_words = [](const std::string& name) { return words_for_kernel(name).value_or(""); }};
  return table_text(op_table_of(profile, device_times, settings.table_by), layout);
}

}  // namespace

void profile_case(CaseResult& result, const Case& benchmark_case, const Forward& forward, Device& device,
                  const ProfileSettings& settings, DeviceTimes device_times, std::optional<double> event_time_s) {
  const auto until_interrupted = [&] {
    if (interrupted()) throw Interrupted();
    return forward();
  };
  Schedule schedule = settings.schedule;
  schedule.inputs = settings.trace.has_value();
  const Profile profile = device.profile(until_interrupted, schedule);
  CaseProfile& profiled = result.profiled.emplace();
  profiled.summary = summary_of(profile, device_times, event_time_s);
  profiled.ops = op_rows_of(profile, device_times);
  profiled.text = summary_text(profiled.summary);
  if (settings.table_rows) profiled.text += table_of(profile, settings, device_times);
  if (!settings.trace) return;
  const std::filesystem::path file = *settings.trace / trace_file_name(name_of(benchmark_case));
  save_chrome_trace(file, profile, trace_info(benchmark_case, device, settings, device_times));
  profiled.text += fmt::format("trace        {}\n", file.string());
}

void check_trace_folder(const ProfileSettings& settings) {
  if (!settings.trace) return;
  try {
    std::filesystem::create_directories(*settings.trace);
    const FileBeside goes_away(*settings.trace / "trace");
  } catch (const std::system_error& error) {
    throw BadRequest(fmt::format("--trace={}: {}", settings.trace->string(), error.code().message()));
  }
}

}  // namespace attn
