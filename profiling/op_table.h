#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "profiling/device_times.h"
#include "profiling/profile.h"
#include "profiling/table_column.h"

namespace attn {

enum class TableRowKind {
  kOp,
  kCall,    ///< of CUDA's runtime or driver
  kLaunch,  ///< a kernel, a copy, a set or a library call, on the device
};

/// All events of one kind and name in a profile, over all its forwards.
struct OpTableRow {
  TableRowKind kind = TableRowKind::kOp;
  std::string name;
  int64_t calls = 0;
  double self_host_time_s = 0;                     ///< without the ops and API calls inside; 0 of launches
  double total_host_time_s = 0;                    ///< 0 of launches
  std::optional<double> self_device_time_s = {};   ///< of an op, of its own launches; of a launch, its own; 0 of calls
  std::optional<double> total_device_time_s = {};  ///< of an op, with the launches of the ops below
};

/// The profiler's table.
struct OpTable {
  std::vector<OpTableRow> rows = {};  ///< sorted
  TableColumn sorted_by = TableColumn::kSelfHostTime;
  std::optional<TableColumn> not_sorted_by = {};  ///< was asked for, but no row has a value there
  double self_host_time_s = 0;                    ///< the sum of that column, of which shares are taken
  std::optional<double> self_device_time_s = {};  ///< the sum over launches alone, so that each counts once
  DeviceTimes device_times = DeviceTimes::kNone;
  int64_t forwards = 0;
  int64_t launches_without_time = 0;     ///< where times are real
  std::optional<std::string> loss = {};  ///< in words, as of describe_loss(); with it the calls are no result
};

/// The rows and sums of PyTorch's `key_averages().table()` (torch/autograd/profiler_util.py, EventList and
/// _build_table), read from a profile:
/// - a row for each name of an op, of an API call and of a launch;
/// - an API call is charged to the op that it was made in, as an op below it: "self" is without it;
/// - an op that is the only thing that an op of the same name does is the same op (EventList._remove_dup_nodes): it is
///   no call of its own;
/// - an op that calls itself further down counts in its row's total each time.
/// Unlike there, a device time is nothing rather than 0 when the times aren't real or a launch's span is missing.
/// Rows are sorted by `sort_by`, the largest first, by name from A to Z; without it by self device time where there is
/// one, else by self host time. Rows without a value come last, equal ones in order of kind and first appearance.
OpTable op_table_of(const Profile& profile, DeviceTimes device_times, std::optional<TableColumn> sort_by = {});

/// A row's value in a column; nothing in that of names. Means are over calls.
std::optional<double> value_of(const OpTableRow& row, TableColumn column);

}  // namespace attn
