#include "profiling/op_table.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "profiling/host_events.h"
#include "profiling/op_times.h"

namespace attn {
namespace {

/// A row in whole nanoseconds.
struct RowSums {
  std::string_view name;
  int64_t calls = 0;
  int64_t self_host_ns = 0;
  int64_t total_host_ns = 0;
  std::optional<int64_t> self_device_ns = {};
  std::optional<int64_t> total_device_ns = {};
};

/// The rows of one kind, in the order in which their names first came. A new row has no calls and the sums 0, device
/// times nothing when there are none.
class RowsByName {
 public:
  explicit RowsByName(bool has_device_times)
      : device_ns_(has_device_times ? std::optional<int64_t>(0) : std::nullopt) {}

  RowSums& row_of(std::string_view name) {
    const auto [found, is_new] = index_of_.try_emplace(name, rows_.size());
    if (is_new) rows_.push_back({.name = name, .self_device_ns = device_ns_, .total_device_ns = device_ns_});
    return rows_[found->second];
  }
  const std::vector<RowSums>& rows() const { return rows_; }

 private:
  std::optional<int64_t> device_ns_;
  std::vector<RowSums> rows_;
  std::unordered_map<std::string_view, size_t> index_of_;
};

/// For each op whether it is all that an op of the same name does, which is then called once and not twice.
std::vector<bool> repeated_ops(const std::vector<RecordedOp>& ops, const std::vector<int64_t>& children) {
  std::vector<bool> repeated(ops.size());
  std::vector<size_t> stands_for(ops.size());  // itself, or the op that it only repeats
  std::vector<int64_t> left = children;        // of an op, or of the last one that repeats it
  for (size_t op = 0; op < ops.size(); ++op) {
    stands_for[op] = op;
    if (ops[op].parent < 0) continue;
    const size_t caller = stands_for.at(static_cast<size_t>(ops[op].parent));
    if (ops[caller].name != ops[op].name || left[caller] != 1) continue;
    repeated[op] = true;
    stands_for[op] = caller;
    left[caller] = left[op];
  }
  return repeated;
}

RowsByName rows_of_ops(const Profile& profile, const HostEvents& host, DeviceTimes device_times) {
  RowsByName rows(device_times == DeviceTimes::kReal);
  const std::vector<OpTimes> times = op_times_of(profile, device_times);
  const std::vector<bool> repeated = repeated_ops(profile.ops, host.children);
  for (size_t op = 0; op < profile.ops.size(); ++op) {
    RowSums& row = rows.row_of(profile.ops[op].name);
    row.self_host_ns += host.op_self_ns[op];
    row.self_device_ns = sum_of(row.self_device_ns, times[op].self_device_ns);
    if (repeated[op]) continue;
    ++row.calls;
    row.total_host_ns += times[op].total_host_ns;
    row.total_device_ns = sum_of(row.total_device_ns, times[op].total_device_ns);
  }
  return rows;
}

RowsByName rows_of_calls(const Profile& profile, const HostEvents& host, DeviceTimes device_times) {
  RowsByName rows(device_times == DeviceTimes::kReal);
  for (size_t call = 0; call < profile.calls.size(); ++call) {
    RowSums& row = rows.row_of(profile.calls[call].name);
    ++row.calls;
    row.self_host_ns += host.call_self_ns[call];
    row.total_host_ns += length_ns(profile.calls[call].span);
  }
  return rows;
}

RowsByName rows_of_launches(const Profile& profile, DeviceTimes device_times) {
  RowsByName rows(device_times == DeviceTimes::kReal);
  for (const Launch& launch : profile.launches) {
    RowSums& row = rows.row_of(launch.name);
    ++row.calls;
    row.self_device_ns =
        sum_of(row.self_device_ns, launch.span ? std::optional(length_ns(*launch.span)) : std::nullopt);
    row.total_device_ns = row.self_device_ns;
  }
  return rows;
}

std::optional<double> seconds(const std::optional<int64_t>& time_ns) {
  return time_ns ? std::optional(static_cast<double>(*time_ns) * kSecondsPerNs) : std::nullopt;
}

void add_rows(OpTable& table, TableRowKind kind, const RowsByName& rows) {
  for (const RowSums& row : rows.rows()) {
    table.rows.push_back({.kind = kind,
                          .name = std::string(row.name),
                          .calls = row.calls,
                          .self_host_time_s = *seconds(row.self_host_ns),
                          .total_host_time_s = *seconds(row.total_host_ns),
                          .self_device_time_s = seconds(row.self_device_ns),
                          .total_device_time_s = seconds(row.total_device_ns)});
  }
}

/// Of the launches, and of everything on the host.
void add_sums(OpTable& table) {
  if (table.device_times == DeviceTimes::kReal && table.launches_without_time == 0) table.self_device_time_s = 0;
  for (const OpTableRow& row : table.rows) {
    table.self_host_time_s += row.self_host_time_s;
    if (table.self_device_time_s && row.kind == TableRowKind::kLaunch)
      *table.self_device_time_s += *row.self_device_time_s;
  }
}

bool has_values(const std::vector<OpTableRow>& rows, TableColumn column) {
  return column == TableColumn::kName ||
         std::ranges::any_of(rows, [&](const OpTableRow& row) { return value_of(row, column).has_value(); });
}

void sort_rows(OpTable& table, std::optional<TableColumn> sort_by) {
  if (sort_by && !has_values(table.rows, *sort_by)) table.not_sorted_by = std::exchange(sort_by, std::nullopt);
  const bool has_device_time =
      std::ranges::any_of(table.rows, [](const OpTableRow& row) { return row.self_device_time_s.value_or(0) > 0; });
  table.sorted_by = sort_by.value_or(has_device_time ? TableColumn::kSelfDeviceTime : TableColumn::kSelfHostTime);
  if (table.sorted_by == TableColumn::kName)
    std::ranges::stable_sort(table.rows, {}, &OpTableRow::name);
  else  // nothing is less than any value
    std::ranges::stable_sort(table.rows, std::ranges::greater(),
                             [&](const OpTableRow& row) { return value_of(row, table.sorted_by); });
}

}  // namespace

OpTable op_table_of(const Profile& profile, DeviceTimes device_times, std::optional<TableColumn> sort_by) {
  const HostEvents host = host_events_of(profile);
  OpTable table{.device_times = device_times,
                .forwards = static_cast<int64_t>(profile.iterations.size()),
                .loss = describe_loss(profile.loss)};
  if (device_times == DeviceTimes::kReal) table.launches_without_time = launches_without_time(profile);
  add_rows(table, TableRowKind::kOp, rows_of_ops(profile, host, device_times));
  add_rows(table, TableRowKind::kCall, rows_of_calls(profile, host, device_times));
  add_rows(table, TableRowKind::kLaunch, rows_of_launches(profile, device_times));
  add_sums(table);
  sort_rows(table, sort_by);
  return table;
}

std::optional<double> value_of(const OpTableRow& row, TableColumn column) {
  const auto calls = static_cast<double>(row.calls);
  switch (column) {
    case TableColumn::kName:
      return std::nullopt;
    case TableColumn::kSelfHostTime:
      return row.self_host_time_s;
    case TableColumn::kTotalHostTime:
      return row.total_host_time_s;
    case TableColumn::kMeanHostTime:
      return row.total_host_time_s / calls;
    case TableColumn::kSelfDeviceTime:
      return row.self_device_time_s;
    case TableColumn::kTotalDeviceTime:
      return row.total_device_time_s;
    case TableColumn::kMeanDeviceTime:
      return row.total_device_time_s ? std::optional(*row.total_device_time_s / calls) : std::nullopt;
    case TableColumn::kCalls:
      return calls;
  }
  return std::nullopt;
}

}  // namespace attn
