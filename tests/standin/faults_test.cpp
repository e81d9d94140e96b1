#include "standin/faults.h"

#include <gmock/gmock.h>

#include <stdexcept>

#include "standin/health.h"

namespace attn::standin {
namespace {

using testing::HasSubstr;

std::string refusal(std::string_view text) {
  try {
    static_cast<void>(parse_faults(text));
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(Faults, AreReadFromText) {
  EXPECT_EQ(parse_faults(""), Faults{});
  EXPECT_EQ(parse_faults("memory_bytes=1000,cupti_taken=1,drop_records=3"),
            (Faults{.memory_bytes = 1000, .drop_records = 3, .cupti_taken = true}));
  EXPECT_TRUE(parse_faults("no_stream_hold").no_stream_hold);
  EXPECT_FALSE(parse_faults("no_stream_hold=0").no_stream_hold);
}

TEST(Faults, SayWhatThereIsForAWrongName) {
  EXPECT_THAT(refusal("memory=1"),
              testing::AllOf(HasSubstr("\"memory=1\""), HasSubstr("memory_bytes, "), HasSubstr("no_stream_hold")));
  EXPECT_THAT(refusal("memory_bytes"), HasSubstr("no fault with a whole number"));
  EXPECT_THAT(refusal("memory_bytes=2GB"), HasSubstr("\"memory_bytes=2GB\""));
  EXPECT_THAT(refusal("queue_limit=-1"), HasSubstr("whole number"));
}

TEST(Health, EndsAtTheLaunchThatTheFaultNames) {
  Health health(Faults{.launch_error_after = 2});
  health.count_launch();
  EXPECT_EQ(health.condition(), Condition::kWell);
  health.count_launch();
  EXPECT_EQ(health.condition(), Condition::kLaunchFailed);
  EXPECT_EQ(Health(Faults{.device_lost_after = 0}).condition(), Condition::kLost);
}

}  // namespace
}  // namespace attn::standin
