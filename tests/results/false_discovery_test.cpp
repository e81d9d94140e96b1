#include "results/false_discovery.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace attn {
namespace {

TEST(FalseDiscovery, IsTheLeastOfWhatEachLargerPNeeds) {
  // m·p/rank by hand: 5·0.01/1 = 0.05, 5·0.02/2 = 0.05, 5·0.039/3 = 0.065, 5·0.04/4 = 0.05, 5·0.5/5 = 0.5. What comes
  // after is never larger, so 0.039 gets the 0.05 of 0.04.
  const std::vector<double> rates = false_discovery_rates(std::vector<double>{0.04, 0.5, 0.01, 0.039, 0.02});
  ASSERT_EQ(rates.size(), 5);
  EXPECT_DOUBLE_EQ(rates[0], 0.05);
  EXPECT_DOUBLE_EQ(rates[1], 0.5);
  EXPECT_DOUBLE_EQ(rates[2], 0.05);
  EXPECT_DOUBLE_EQ(rates[3], 0.05);
  EXPECT_DOUBLE_EQ(rates[4], 0.05);
}

TEST(FalseDiscovery, CallsTheFourOfTheArticlesExample) {
  // Benjamini and Hochberg 1995, section 3.3: fifteen p-values, of which the procedure at 0.05 rejects the first four.
  const std::vector<double> p_values = {0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
                                        0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000};
  const std::vector<double> rates = false_discovery_rates(p_values);
  EXPECT_DOUBLE_EQ(rates[3], 15 * 0.0095 / 4);  // 0.0356
  EXPECT_DOUBLE_EQ(rates[4], 15 * 0.0201 / 5);  // 0.0603
  for (size_t i = 0; i < p_values.size(); ++i) EXPECT_EQ(rates[i] <= 0.05, i < 4) << p_values[i];
}

TEST(FalseDiscovery, EqualPValuesHaveEqualRates) {
  EXPECT_EQ(false_discovery_rates(std::vector<double>{0.03, 0.03, 0.03}), (std::vector<double>{0.03, 0.03, 0.03}));
}

TEST(FalseDiscovery, ASinglePValueStays) {
  EXPECT_EQ(false_discovery_rates(std::vector<double>{0.2}), std::vector<double>{0.2});
  EXPECT_TRUE(false_discovery_rates({}).empty());
}

TEST(FalseDiscovery, RefusesWhatIsNoPValue) {
  for (const double p : {-0.1, 1.1, std::nan("")}) {
    EXPECT_THROW(false_discovery_rates(std::vector<double>{0.5, p}), std::invalid_argument) << p;
  }
}

}  // namespace
}  // namespace attn
