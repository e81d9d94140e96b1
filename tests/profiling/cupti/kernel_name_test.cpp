#include "profiling/cupti/kernel_name.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

TEST(KernelName, IsDemangled) {
  EXPECT_EQ(readable_kernel_name("_ZN2at6native12_GLOBAL__N_120softmax_warp_forwardIfEEvPT_"),
            "void at::native::(anonymous namespace)::softmax_warp_forward<float>(float*)");
}

TEST(KernelName, StaysWhereItIsNotMangled) {
  EXPECT_EQ(readable_kernel_name("triton_per_fused_0"), "triton_per_fused_0");
  EXPECT_EQ(readable_kernel_name("_Z"), "_Z");
  EXPECT_EQ(readable_kernel_name(""), "");
}

TEST(KernelName, OfALibraryCallIsTheFunctions) {
  EXPECT_TRUE(is_library_call("library call: cudnnBackendExecute"));
  EXPECT_EQ(readable_kernel_name("library call: cudnnBackendExecute"), "cudnnBackendExecute");
  EXPECT_FALSE(is_library_call("_Z12library_callv"));
}

TEST(ApiName, LosesTheVersionOfCuda) {
  EXPECT_EQ(plain_api_name("cudaLaunchKernel_v7000"), "cudaLaunchKernel");
  EXPECT_EQ(plain_api_name("cudaLaunchKernelExC_v11060"), "cudaLaunchKernelExC");
  EXPECT_EQ(plain_api_name("__cudaLaunchKernel_v13000"), "__cudaLaunchKernel");
  EXPECT_EQ(plain_api_name("cudaGetDeviceProperties_v2_v12000"), "cudaGetDeviceProperties_v2");
}

TEST(ApiName, KeepsTheVersionOfTheFunction) {
  EXPECT_EQ(plain_api_name("cuMemcpyHtoD_v2"), "cuMemcpyHtoD_v2");
  EXPECT_EQ(plain_api_name("cuLaunchKernel"), "cuLaunchKernel");
  EXPECT_EQ(plain_api_name("cuThing_v12x45"), "cuThing_v12x45");
  EXPECT_EQ(plain_api_name("_v"), "_v");
  EXPECT_EQ(plain_api_name(""), "");
}

}  // namespace
}  // namespace attn
