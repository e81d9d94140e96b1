#include "plotting/version_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "results/comparing/version_order.h"

namespace attn {
namespace {

struct Version {
  const char* name;
  std::string CaseRow::*member;
};

/// What has to be alike: all else that results.csv and runs.csv say of the machine and the way of measuring.
std::string rest_of(const KeptRun& run, const Version& version) {
  const CaseRow& row = run.cases.front().row;
  std::string rest = fmt::format("{}|{}|{}|{}", row.device, row.arch, row.host, row.threads);
  for (const auto member : {&CaseRow::driver_version, &CaseRow::libtorch_version}) {
    if (member != version.member) rest += "|" + row.*member;
  }
  for (const char* fact :
       {"cpu_model", "keep_memory", "matmul_precision", "tf32_cublas", "gpu_uuid", "power_limit_w"}) {
    rest += fmt::format("|{}", fact_of(run, fact).value_or(""));
  }
  return rest;
}

std::string title_of(const KeptRun& run, const Version& version) {
  const CaseRow& row = run.cases.front().row;
  std::string title = row.device;
  if (row.device == "cpu") title += fmt::format(" with {} threads", row.threads);
  if (version.member != &CaseRow::libtorch_version) return title + " · LibTorch " + row.libtorch_version;
  return row.driver_version.empty() ? title : title + " · driver " + row.driver_version;
}

}  // namespace

std::vector<VersionGroup> version_groups(const PlotData& data) {
  std::vector<VersionGroup> groups;
  for (const Version& version :
       {Version{"driver_version", &CaseRow::driver_version}, Version{"libtorch_version", &CaseRow::libtorch_version}}) {
    std::map<std::string, std::map<std::string, std::vector<const KeptRun*>>> found;
    for (const KeptRun& run : data.set.runs) {
      const CaseRow& row = run.cases.front().row;
      if (row.source == "measured" && !(row.*version.member).empty()) {
        found[rest_of(run, version)][row.*version.member].push_back(&run);
      }
    }
    for (const auto& [rest, by_version] : found) {
      if (by_version.size() < 2) continue;
      VersionGroup& group = groups.emplace_back();
      group.version_of = version.name;
      group.title = title_of(*by_version.begin()->second.front(), version);
      for (const auto& [value, runs] : by_version) {
        group.values.push_back({.value = value, .side = Side(runs, DeviceKey::kClass), .device = DeviceKey::kClass});
        group.runs.insert(group.runs.end(), runs.begin(), runs.end());
      }
      std::ranges::sort(group.values, version_less, &ValueRuns::value);
    }
  }
  return groups;
}

}  // namespace attn
