#include "profiling/cuda/cuda_verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace attn {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// LibTorch 2.11.0 of PyPI (CUDA 13.0) on a machine with a driver for it and one GPU.
CudaProbe good_probe() {
  CudaProbe probe;
  probe.device_present = true;
  probe.driver_release = "580.95.05";
  probe.driver_cuda_version = 13000;
  probe.libtorch_cuda_version = 13000;
  probe.libtorch_version = "2.11.0";
  probe.device_count = 1;
  return probe;
}

CudaProbe failed_probe(const char* error_name, const char* error_text) {
  CudaProbe probe = good_probe();
  probe.error_name = error_name;
  probe.error_text = error_text;
  probe.device_count = 0;
  return probe;
}

TEST(CudaVerdict, TakesAWorkingGpu) {
  const CudaAvailability verdict = judge(good_probe());
  EXPECT_TRUE(verdict.has_device);
  EXPECT_TRUE(verdict.usable);
  EXPECT_EQ(verdict.device_count, 1);
  EXPECT_EQ(verdict.reason, "");
}

TEST(CudaVerdict, BelievesCudaWhereTheKernelShowsNoDevice) {
  CudaProbe probe = good_probe();
  probe.device_present = false;
  EXPECT_TRUE(judge(probe).has_device);
  EXPECT_TRUE(judge(probe).usable);
}

TEST(CudaVerdict, SeesAMachineWithoutADevice) {
  CudaProbe probe = failed_probe("cudaErrorInsufficientDriver", "CUDA driver version is insufficient");
  probe.device_present = false;
  probe.driver_cuda_version = 0;
  const CudaAvailability verdict = judge(probe);
  EXPECT_FALSE(verdict.has_device);
  EXPECT_FALSE(verdict.usable);
  EXPECT_THAT(verdict.reason, HasSubstr("no NVIDIA device"));
}

// The minimum is NVIDIA's: CUDA 13.x needs driver 580.
TEST(CudaVerdict, NamesBothVersionsAndTheWheelThatFitsAnOldDriver) {
  CudaProbe probe = failed_probe("cudaErrorInsufficientDriver", "CUDA driver version is insufficient");
  probe.driver_release = "535.104.05";
  probe.driver_cuda_version = 12020;
  const CudaAvailability verdict = judge(probe);
  EXPECT_TRUE(verdict.has_device);
  EXPECT_FALSE(verdict.usable);
  EXPECT_EQ(verdict.device_count, 0);
  EXPECT_THAT(verdict.reason, AllOf(HasSubstr("driver 535.104.05 supports CUDA 12.2"),
                                    HasSubstr("LibTorch 2.11.0 is built with CUDA 13.0 (driver 580 or newer)"),
                                    HasSubstr("torch==2.11.0+cu126")));
}

TEST(CudaVerdict, NamesNoWheelForADriverThatNoneFits) {
  CudaProbe probe = failed_probe("cudaErrorInsufficientDriver", "CUDA driver version is insufficient");
  probe.driver_release = "470.256.02";
  probe.driver_cuda_version = 11040;
  EXPECT_THAT(judge(probe).reason,
              AllOf(HasSubstr("CUDA 11.4"), HasSubstr("update the driver"), Not(HasSubstr("+cu"))));
}

// Within a major version any driver from the first branch on runs it (minor version compatibility).
TEST(CudaVerdict, DoesNotBlameADriverOfTheSameMajorVersion) {
  CudaProbe probe = good_probe();
  probe.libtorch_cuda_version = 13020;
  EXPECT_TRUE(judge(probe).usable);
}

TEST(CudaVerdict, SaysThatTheDriversLibraryIsMissing) {
  CudaProbe probe = failed_probe("cudaErrorInsufficientDriver", "CUDA driver version is insufficient");
  probe.driver_cuda_version = 0;
  EXPECT_THAT(judge(probe).reason, AllOf(HasSubstr("driver 580.95.05"), HasSubstr("libcuda.so.1")));
}

TEST(CudaVerdict, SaysThatAContainerWasNotGivenTheGpu) {
  CudaProbe probe = failed_probe("cudaErrorInsufficientDriver", "CUDA driver version is insufficient");
  probe.device_handed_over = false;
  probe.driver_cuda_version = 0;
  EXPECT_THAT(judge(probe).reason, HasSubstr("--gpus all"));
}

TEST(CudaVerdict, SaysThatTheDevicesAreHidden) {
  CudaProbe probe = failed_probe("cudaErrorNoDevice", "no CUDA-capable device is detected");
  probe.visible_devices = "";
  EXPECT_THAT(judge(probe).reason, HasSubstr("CUDA_VISIBLE_DEVICES=\"\" hides every GPU"));
}

TEST(CudaVerdict, PassesOnCudasOwnReason) {
  const CudaProbe probe = failed_probe("cudaErrorSystemNotReady", "system not yet initialized");
  EXPECT_THAT(judge(probe).reason, AllOf(HasSubstr("system not yet initialized"), HasSubstr("cudaErrorSystemNotReady"),
                                         HasSubstr("driver 580.95.05")));
}

TEST(CudaVerdict, ReadsCudasVersions) {
  EXPECT_EQ(cuda_version_name(13000), "13.0");
  EXPECT_EQ(cuda_version_name(12080), "12.8");
}

}  // namespace
}  // namespace attn
