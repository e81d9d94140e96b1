#include "results/metric_catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

namespace attn {
namespace {

TEST(MetricCatalogue, HasEveryMetricThatOthersRelyOn) {
  for (const char* name : {"time_s", "host_time_s", "launches", "kernels", "memcpys", "memsets", "library_calls", "ops",
                           "peak_memory_bytes", "needed_bytes", "error_rms", "largest_registers", "lowest_occupancy",
                           "floor_s", "fits_seq_len"}) {
    EXPECT_TRUE(find_metric(name).has_value()) << name;
  }
  EXPECT_FALSE(find_metric("time").has_value());
  EXPECT_FALSE(find_metric("").has_value());
}

TEST(MetricCatalogue, NamesEachMetricOnceWithASentence) {
  std::set<std::string_view> names;
  for (const MetricInfo& metric : metric_catalogue()) {
    EXPECT_TRUE(names.insert(metric.name).second) << metric.name;
    EXPECT_TRUE(metric.description.ends_with('.')) << metric.name;
    EXPECT_EQ(find_metric(metric.name)->description, metric.description);
  }
}

TEST(MetricCatalogue, NamesEndWithTheirUnit) {
  const std::map<std::string_view, std::string_view> suffixes = {{"B", "_bytes"},        {"Hz", "_hz"},
                                                                 {"FLOP", "_flops"},     {"FLOP/s", "flops_per_s"},
                                                                 {"B/s", "bytes_per_s"}, {"s", "_s"}};
  for (const MetricInfo& metric : metric_catalogue()) {
    if (metric.unit == "1") continue;
    ASSERT_TRUE(suffixes.contains(metric.unit)) << metric.unit;
    EXPECT_TRUE(metric.name.ends_with(suffixes.at(metric.unit))) << metric.name;
  }
}

TEST(MetricCatalogue, CountsAreExactAndTimesAreNot) {
  for (const char* name : {"launches", "ops", "model_flops", "largest_registers", "floor_s"}) {
    EXPECT_TRUE(find_metric(name)->exact) << name;
  }
  for (const char* name : {"time_s", "host_time_s", "flops_per_s"}) EXPECT_FALSE(find_metric(name)->exact) << name;
}

}  // namespace
}  // namespace attn
