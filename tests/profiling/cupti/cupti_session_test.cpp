#include "profiling/cupti/cupti_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "profiling/cuda/gpu_error.h"
#include "profiling/cupti/activity_decoder.h"
#include "profiling/cupti_unavailable.h"
#include "tests/profiling/cupti/fake_cupti.h"

namespace attn {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class CuptiSessionTest : public testing::Test {
 protected:
  /// How starting a session fails.
  CuptiState state_at_start() {
    try {
      const CuptiSession session(cupti_.functions);
    } catch (const CuptiUnavailable& error) {
      message_ = error.what();
      return error.state();
    }
    throw std::logic_error("the session started");
  }

  size_t kernels_in(const RecordedBuffers& recorded) {
    return decode(cupti_.functions, recorded.buffers).launches.size();
  }

  FakeCupti cupti_;
  std::string message_;
};

TEST_F(CuptiSessionTest, ClaimsBeforeItRecordsAndCollectsAfterTheKindsAreOff) {
  CuptiSession session(cupti_.functions);
  EXPECT_THAT(cupti_.calls, ElementsAre("subscribe_v2", "register", "dropped", "enable 10", "enable 1", "enable 22",
                                        "enable 2", "enable 5", "enable 4", "enable 39", "enable 17"));
  cupti_.calls.clear();
  session.stop();
  EXPECT_THAT(cupti_.calls, ElementsAre("disable 17", "disable 39", "disable 4", "disable 5", "disable 2", "disable 22",
                                        "disable 1", "disable 10", "flush 1", "dropped", "unsubscribe"));
}

// CUPTI_ACTIVITY_KIND_KERNEL (3) has kernels run one after the other; GRAPH_TRACE (48) hides those of a graph.
TEST_F(CuptiSessionTest, LeavesOutTheKindsThatChangeWhatIsMeasured) {
  const CuptiSession session(cupti_.functions);
  EXPECT_THAT(cupti_.calls, Not(Contains(testing::AnyOf("enable 3", "enable 48"))));
}

TEST_F(CuptiSessionTest, BringsAllBuffersInAlignedMemory) {
  CuptiSession session(cupti_.functions);
  constexpr size_t kKernels = 50'000;  // of 216 B and what goes with each: several buffers
  for (size_t i = 0; i < kKernels; ++i) cupti_.launch("kernel");
  EXPECT_EQ(kernels_in(session.stop()), kKernels);
  EXPECT_GT(cupti_.buffers, 2U);
  EXPECT_THAT(cupti_.misplaced, testing::IsEmpty());
}

TEST_F(CuptiSessionTest, TakesBuffersFromCuptisOwnThreads) {
  CuptiSession session(cupti_.functions);
  cupti_.launch("a");
  cupti_.complete_from_another_thread();
  cupti_.launch("b");
  EXPECT_EQ(kernels_in(session.stop()), 2U);
}

TEST_F(CuptiSessionTest, CountsWhatIsDroppedInItAndNothingOfBefore) {
  cupti_.dropped = 99;
  CuptiSession session(cupti_.functions);
  cupti_.dropped += 12;
  EXPECT_EQ(session.stop().dropped, 12);
}

TEST_F(CuptiSessionTest, SurvivesABufferThatComesBackAfterItsEnd) {
  {
    CuptiSession session(cupti_.functions);
    cupti_.launch("late");
    cupti_.keeps_buffer = true;
    EXPECT_EQ(kernels_in(session.stop()), 0U);
  }
  cupti_.complete_from_another_thread();
  cupti_.keeps_buffer = false;
  CuptiSession next(cupti_.functions);
  cupti_.launch("in time");
  EXPECT_EQ(kernels_in(next.stop()), 1U) << "of its own";
}

TEST_F(CuptiSessionTest, SurvivesABufferThatIsAskedForAfterItsEnd) {
  CuptiSession(cupti_.functions).stop();
  cupti_.launch("nobody's");
  cupti_.complete_from_another_thread();
}

TEST_F(CuptiSessionTest, EndsRecordingWhenItIsNotStopped) {
  {
    const CuptiSession session(cupti_.functions);
    cupti_.launch("kernel");
    cupti_.calls.clear();
  }
  EXPECT_THAT(cupti_.calls, AllOf(Contains("disable 10"), Contains("flush 1"), Contains("unsubscribe")));
  EXPECT_NO_THROW(CuptiSession(cupti_.functions).stop()) << "the next can start";
}

TEST_F(CuptiSessionTest, NamesAnotherProfilerAndTouchesNothingOfIts) {
  cupti_.answers["subscribe_v2"] = CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED;
  EXPECT_EQ(state_at_start(), CuptiState::kTaken);
  EXPECT_THAT(message_, AllOf(HasSubstr("another profiler is attached"), HasSubstr("error 39"),
                              HasSubstr("Nsight Systems"), HasSubstr("CUPTI_ERROR_MULTIPLE_SUBSCRIBERS")));
  EXPECT_THAT(cupti_.calls, ElementsAre("subscribe_v2"));
  cupti_.answers.clear();
  EXPECT_NO_THROW(CuptiSession(cupti_.functions).stop()) << "once it is gone";
}

TEST_F(CuptiSessionTest, ClaimsByTheOlderFunctionWhereThereIsNoOther) {
  cupti_.functions.subscribe_v2 = nullptr;
  CuptiSession(cupti_.functions).stop();
  EXPECT_EQ(cupti_.calls.front(), "subscribe");
  cupti_.answers["subscribe"] = CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED;
  EXPECT_EQ(state_at_start(), CuptiState::kTaken);
}

TEST_F(CuptiSessionTest, SaysWhatTheUserLacks) {
  cupti_.answers["enable"] = CUPTI_ERROR_INSUFFICIENT_PRIVILEGES;
  EXPECT_EQ(state_at_start(), CuptiState::kNoPermission);
  EXPECT_THAT(message_, HasSubstr("NVreg_RestrictProfilingToAdminUsers=0"));
  EXPECT_EQ(cupti_.calls.back(), "unsubscribe") << "and lets go of what it claimed";
}

TEST_F(CuptiSessionTest, SaysThatDriverAndCuptiDoNotGoTogether) {
  cupti_.answers["subscribe_v2"] = CUPTI_ERROR_NOT_COMPATIBLE;
  EXPECT_EQ(state_at_start(), CuptiState::kMismatched);
}

TEST_F(CuptiSessionTest, PassesOnAnErrorThatItDoesNotKnow) {
  CuptiSession session(cupti_.functions);
  cupti_.answers["flush"] = CUPTI_ERROR_UNKNOWN;
  try {
    session.stop();
    FAIL() << "the flush failed";
  } catch (const GpuError& error) {
    EXPECT_EQ(error.code(), 999);
    EXPECT_EQ(error.text(), "CUPTI_ERROR_UNKNOWN");
    EXPECT_EQ(error.doing(), "collecting the records");
  }
}

TEST_F(CuptiSessionTest, IsOneAtATime) {
  CuptiSession session(cupti_.functions);
  EXPECT_THROW(CuptiSession{cupti_.functions}, std::logic_error);
  cupti_.launch("kernel");
  EXPECT_EQ(kernels_in(session.stop()), 1U) << "the first goes on";
  EXPECT_THROW(session.stop(), std::logic_error);
}

}  // namespace
}  // namespace attn
