#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/profiling/trace/example_profile.h"

namespace attn {

/// A trace as a reader of JSON sees it; throws where it is none.
class ParsedTrace {
 public:
  explicit ParsedTrace(const Profile& profile, const TraceInfo& info = example_info())
      : json(nlohmann::json::parse(trace_text(profile, info))) {}

  std::vector<nlohmann::json> all(const std::string& key, const std::string& value) const {
    std::vector<nlohmann::json> found;
    for (const nlohmann::json& event : json.at("traceEvents")) {
      if (event.contains(key) && event.at(key) == value) found.push_back(event);
    }
    return found;
  }
  std::vector<nlohmann::json> of_category(const std::string& category) const { return all("cat", category); }
  /// The first of that name; null where there is none.
  nlohmann::json named(const std::string& name) const {
    const auto found = all("name", name);
    return found.empty() ? nlohmann::json() : found.front();
  }
  /// What the lane is called; null for one without a name.
  nlohmann::json lane_name(int64_t pid, int64_t tid) const {
    for (const nlohmann::json& event : all("name", "thread_name")) {
      if (event.at("pid") == pid && event.at("tid") == tid) return event.at("args").at("name");
    }
    return {};
  }

  nlohmann::json json;
};

}  // namespace attn
