#include "profiling/cpu/cpu_device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "results/bad_request.h"
#include "tests/profiling/forwards.h"

namespace attn {
namespace {

TEST(CpuDevice, SaysWhatItIs) {
  const auto device = make_cpu_device(true);
  EXPECT_EQ(device->kind(), "cpu");
  EXPECT_EQ(device->name(), "cpu");
  EXPECT_TRUE(device->torch_device().is_cpu());
  utsname system{};
  ASSERT_EQ(uname(&system), 0);
  EXPECT_EQ(device->arch(), system.machine);
}

TEST(CpuDevice, RecordsWhetherMemoryIsKept) {
  EXPECT_THAT(make_cpu_device(true)->facts(), testing::Contains(testing::Pair("keep_memory", "on")));
  EXPECT_THAT(make_cpu_device(false)->facts(), testing::Contains(testing::Pair("keep_memory", "off")));
}

TEST(CpuDevice, TimesAForward) {
  const auto timer = make_cpu_device(true)->make_timer(Cache::kUncontrolled, 45);
  const TimedSample sample = timer->time(naive_forward(4, 32, 16));
  EXPECT_GT(sample.time_s, 1e-6);
  EXPECT_LT(sample.time_s, 10);
}

TEST(CpuDevice, RefusesACacheThatItCantControl) {
  const auto device = make_cpu_device(true);
  EXPECT_THROW(device->make_timer(Cache::kCold, 45), BadRequest);
  EXPECT_THROW(device->make_timer(Cache::kHot, 45), BadRequest);
}

TEST(CpuDevice, ProfilesOpsAndLaunchesNothing) {
  const auto device = make_cpu_device(true);
  int forwards = 0;
  const Forward naive = naive_forward(4, 32, 16);
  const Profile profile = device->profile([&] { return ++forwards, naive(); }, {.wait = 1, .warm_up = 2, .active = 3});
  EXPECT_EQ(forwards, 6);
  EXPECT_EQ(profile.iterations.size(), 3u);
  EXPECT_EQ(profile.thread, gettid());
  EXPECT_EQ(profile.ops.size(), 3u * 45);
  EXPECT_EQ(profile.ops.front().iteration, 0);
  EXPECT_EQ(profile.ops.back().iteration, 2);
  EXPECT_TRUE(profile.launches.empty());
  EXPECT_EQ(device->sm_limits(), std::nullopt);
}

TEST(CpuDevice, ProfilesWhatOpsWereGivenInAForwardThatIsNotKept) {
  const auto device = make_cpu_device(true);
  int forwards = 0;
  const Forward naive = naive_forward(4, 32, 16);
  const Forward counted = [&] { return ++forwards, naive(); };
  const Profile profile = device->profile(counted, {.wait = 1, .warm_up = 2, .active = 2, .inputs = true});
  EXPECT_EQ(forwards, 5) << "the last that warms up tells";
  ASSERT_EQ(profile.ops.size(), 2u * 45);
  ASSERT_EQ(profile.inputs.size(), 45u);
  for (size_t i = 0; i < profile.ops.size(); ++i) EXPECT_EQ(profile.ops[i].inputs, i % 45);
}

TEST(CpuDevice, RunsOneForwardMoreForTheInputsWhereNoneWarmsUp) {
  const auto device = make_cpu_device(true);
  int forwards = 0;
  const Forward naive = naive_forward(4, 32, 16);
  const Forward counted = [&] { return ++forwards, naive(); };
  const Profile profile = device->profile(counted, {.wait = 0, .warm_up = 0, .active = 1, .inputs = true});
  EXPECT_EQ(forwards, 2);
  EXPECT_EQ(profile.ops.at(44).inputs, 44u);
  forwards = 0;
  const Profile unasked = device->profile(counted, {.wait = 0, .warm_up = 0, .active = 1});
  EXPECT_EQ(forwards, 1);
  EXPECT_EQ(unasked.ops.at(44).inputs, std::nullopt);
  EXPECT_TRUE(unasked.inputs.empty());
}

TEST(CpuDevice, MeasuresAForwardsPeak) {
  // Two score matrices of 4·64·64·4 B at once, and the scale.
  EXPECT_NEAR(static_cast<double>(make_cpu_device(true)->forward_peak_bytes(naive_forward(4, 64, 16))), 131072, 64);
}

TEST(CpuDevice, HasMemoryAndGivesItBack) {
  const auto device = make_cpu_device(true);
  EXPECT_GT(device->available_memory_bytes(), 0);
  device->release_memory();
  device->synchronize();
  EXPECT_GT(device->available_memory_bytes(), 0);
}

}  // namespace
}  // namespace attn
