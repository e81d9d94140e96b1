#include "profiling/cuda/nvml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "profiling/cuda/gpu_error.h"

namespace attn {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Pair;
using testing::UnorderedElementsAre;

constexpr const char* kAddress = "00000000:17:00.0";

std::string message_of(const std::string& address, const std::string& library) {
  try {
    Nvml::open(address, library);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(Nvml, ReadsClocksPowerAndEnergyInTheirUnits) {
  const auto nvml = Nvml::open(kAddress, FAKE_NVML);
  EXPECT_EQ(nvml->driver_release(), "580.95.05");
  EXPECT_EQ(nvml->sm_clock_hz(), 1755e6);
  EXPECT_DOUBLE_EQ(nvml->power_w().value(), 412.5);
  EXPECT_DOUBLE_EQ(nvml->energy_j().value(), 1234.5);
}

TEST(Nvml, ReadsTheThrottleReasonsOfAnOlderDriver) {
  const auto nvml = Nvml::open(kAddress, FAKE_NVML);
  EXPECT_EQ(nvml->throttle_reasons(), 0x4U);
  EXPECT_TRUE(nvml->throttled());
}

TEST(Nvml, LeavesOutWhatTheGpuDoesNotGive) {
  // The fake refuses application clocks and has no function for ECC.
  EXPECT_THAT(Nvml::open(kAddress, FAKE_NVML)->facts(),
              UnorderedElementsAre(Pair("driver_version", "580.95.05"), Pair("sm_clock_hz", "1755000000"),
                                   Pair("sm_clock_max_hz", "1980000000"), Pair("memory_clock_hz", "2619000000"),
                                   Pair("memory_clock_max_hz", "2619000000"), Pair("throttle_reasons", "sw_power_cap"),
                                   Pair("power_w", "412.5"), Pair("power_limit_w", "700"), Pair("energy_j", "1234.5"),
                                   Pair("persistence_mode", "on"), Pair("mig_mode", "off")));
}

TEST(Nvml, SaysWhichCallFailedAndWhatItWasFor) {
  try {
    Nvml::open("00000000:99:00.0", FAKE_NVML);
    FAIL() << "there is no such GPU";
  } catch (const GpuError& error) {
    EXPECT_EQ(error.code(), 6);  // NVML_ERROR_NOT_FOUND
    EXPECT_EQ(error.text(), "Not Found");
    EXPECT_THAT(error.what(), HasSubstr("finding the GPU in NVML by its PCI address"));
  }
}

TEST(Nvml, SaysWhyTheLibraryCannotBeOpened) {
  EXPECT_THAT(message_of(kAddress, "/nowhere/libnvidia-ml.so.1"),
              AllOf(HasSubstr("NVML can't be opened"), HasSubstr("/nowhere/libnvidia-ml.so.1")));
  EXPECT_THAT(message_of(kAddress, "libm.so.6"), HasSubstr("libm.so.6 is no NVML"));
}

}  // namespace
}  // namespace attn
