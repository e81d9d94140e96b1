#include "standin/record_buffers.h"

#include <gmock/gmock.h>

#include <array>
#include <cstring>
#include <utility>

#include "standin/record_clock.h"
#include "standin/timeline.h"

namespace attn::standin {
namespace {

using testing::ElementsAre;

struct Handed {
  std::vector<size_t> valid_bytes;
  int requests = 0;
  bool gives_none = false;
};
Handed handed;

void request(uint8_t** buffer, size_t* bytes, size_t* most) {
  static std::array<std::array<uint8_t, 100>, 16> buffers;
  *buffer = handed.gives_none ? nullptr : buffers.at(static_cast<size_t>(handed.requests++ % 16)).data();
  *bytes = 100;
  *most = 0;
}

void complete(CUcontext, uint32_t, uint8_t*, size_t, size_t valid_bytes) {
  handed.valid_bytes.push_back(valid_bytes);
}

class BuffersOfAClient : public testing::Test {
 protected:
  void SetUp() override { handed = {}; }
  static void put(RecordBuffers& buffers, int count) {
    const CUpti_ActivityAPI record{};  // of 40 bytes
    for (int i = 0; i < count; ++i) buffers.put(record);
  }
};

TEST_F(BuffersOfAClient, AreHandedBackWhenFullAndWhenFlushed) {
  RecordBuffers buffers{Faults{}};
  buffers.register_callbacks(request, complete);
  put(buffers, 5);
  EXPECT_THAT(handed.valid_bytes, ElementsAre(80, 80));
  buffers.flush();
  EXPECT_THAT(handed.valid_bytes, ElementsAre(80, 80, 40));
  buffers.flush();
  EXPECT_EQ(handed.valid_bytes.size(), 3);
  EXPECT_EQ(buffers.take_dropped(), 0);
}

TEST_F(BuffersOfAClient, LoseARecordWhenThereIsNone) {
  handed.gives_none = true;
  RecordBuffers buffers{Faults{}};
  buffers.register_callbacks(request, complete);
  put(buffers, 2);
  EXPECT_EQ(buffers.take_dropped(), 2);
  EXPECT_EQ(buffers.take_dropped(), 0) << "the count begins anew";
}

TEST_F(BuffersOfAClient, DropTheFirstRecordsWhereTheFaultSaysSo) {
  RecordBuffers buffers{Faults{.drop_records = 2}};
  buffers.register_callbacks(request, complete);
  put(buffers, 3);
  buffers.flush();
  EXPECT_THAT(handed.valid_bytes, ElementsAre(40));
  EXPECT_EQ(buffers.take_dropped(), 2);
}

uint64_t double_time() {
  return 2 * static_cast<uint64_t>(now_ns());
}

TEST(RecordClock, KeepsTheRateOfTheClientsClock) {
  RecordClock clock;
  EXPECT_EQ(clock.time()(1'000'000), 1'000'000);
  clock.set(double_time);
  const RecordTime time = clock.time();
  const int64_t now = now_ns();
  EXPECT_NEAR(static_cast<double>(time(now + 1'000'000) - time(now)), 2e6, 2e4);
  EXPECT_NEAR(static_cast<double>(static_cast<int64_t>(time(now) - 2 * static_cast<uint64_t>(now))), 0, 2e6);
  clock.set(nullptr);
  EXPECT_EQ(clock.time()(1'000'000), 1'000'000);
}

}  // namespace
}  // namespace attn::standin
