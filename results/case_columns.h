#pragma once

#include <array>
#include <string>
#include <string_view>
#include <variant>

#include "results/record.h"

namespace attn {

/// A column of results.csv that all rows of a case share, and the member that it holds.
struct CaseColumn {
  std::string_view name;
  std::variant<std::string CaseRow::*, int64_t CaseRow::*> member;
};

/// Those between the column `schema` and those of the metric, in the file's order. Writing and reading follow it.
inline constexpr auto kCaseColumns = std::to_array<CaseColumn>({
    {"run_id", &CaseRow::run_id},
    {"time_utc", &CaseRow::time_utc},
    {"host", &CaseRow::host},
    {"source", &CaseRow::source},
    {"device", &CaseRow::device},
    {"arch", &CaseRow::arch},
    {"driver_version", &CaseRow::driver_version},
    {"libtorch_version", &CaseRow::libtorch_version},
    {"case", &CaseRow::case_name},
    {"variant", &CaseRow::variant},
    {"backend_ran", &CaseRow::backend_ran},
    {"dtype", &CaseRow::dtype},
    {"mask", &CaseRow::mask},
    {"batch", &CaseRow::batch},
    {"q_heads", &CaseRow::q_heads},
    {"kv_heads", &CaseRow::kv_heads},
    {"q_len", &CaseRow::q_len},
    {"kv_len", &CaseRow::kv_len},
    {"head_dim", &CaseRow::head_dim},
    {"cache", &CaseRow::cache},
    {"launch", &CaseRow::launch},
    {"threads", &CaseRow::threads},
    {"status", &CaseRow::status},
    {"flags", &CaseRow::flags},
    {"reason", &CaseRow::reason},
});

inline constexpr auto kMetricColumns =
    std::to_array<std::string_view>({"metric", "unit", "value", "low", "high", "samples"});

}  // namespace attn
