#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "tests/benchmarks/parse_line.h"

namespace attn {
namespace {

using testing::HasSubstr;

TEST(KernelOptions, ReadsKernelsWithTheirPathsAndOps) {
  const std::vector<KernelRequest> kernels =
      parse_line({"--kernel=A=/k/a.so", "--kernel=B=b.so:fwd", "--kernel=C=c:d.so:space::fwd"}).external.kernels;
  ASSERT_EQ(kernels.size(), 3U);
  EXPECT_EQ(kernels[0].name, "A");
  EXPECT_EQ(kernels[0].path, "/k/a.so");
  EXPECT_FALSE(kernels[0].op);
  EXPECT_EQ(kernels[1].path, "b.so");
  EXPECT_EQ(kernels[1].op, "fwd");
  EXPECT_EQ(kernels[2].path, "c:d.so");
  EXPECT_EQ(kernels[2].op, "space::fwd");
}

TEST(KernelOptions, GivesLayoutsAndArgumentsToTheKernelsThatTheyName) {
  const std::vector<KernelRequest> kernels =
      parse_line({"--kernel_layout=B:varlen", "--kernel=A=a.so", "--kernel=B=b.so", "--kernel_arg=window=-1",
                  "--kernel_arg=A:mode=a:b"})
          .external.kernels;
  EXPECT_FALSE(kernels[0].layout);
  EXPECT_EQ(kernels[1].layout, KernelLayout::kVarlen);
  EXPECT_EQ(kernels[0].arguments, (std::map<std::string, std::string>{{"window", "-1"}, {"mode", "a:b"}}));
  EXPECT_EQ(kernels[1].arguments, (std::map<std::string, std::string>{{"window", "-1"}}));
}

TEST(KernelOptions, RefusesWhatIsNoKernel) {
  EXPECT_THAT(refusal_of({"--kernel=a.so"}), HasSubstr("NAME=PATH"));
  EXPECT_THAT(refusal_of({"--kernel=A="}), HasSubstr("NAME=PATH"));
  EXPECT_THAT(refusal_of({"--kernel=1=a.so"}), HasSubstr("a letter first"));
  EXPECT_THAT(refusal_of({"--kernel=A=a.so", "--kernel=A=b.so"}), HasSubstr("one kernel named A"));
  EXPECT_THAT(refusal_of({"--kernel=A=a.so", "--kernel_layout=bsdh"}), HasSubstr("bhsd, bshd or varlen"));
  EXPECT_THAT(refusal_of({"--kernel=Mine=a.so", "--kernel_layout=Mime:bhsd"}), HasSubstr("did you mean Mine"));
  EXPECT_THAT(refusal_of({"--kernel_layout=bhsd"}), HasSubstr("give one: --kernel=NAME=PATH"));
  EXPECT_THAT(refusal_of({"--kernel=A=a.so", "--kernel_arg=scale"}), HasSubstr("ARGUMENT=VALUE"));
  EXPECT_THAT(refusal_of({"--kernel=A=a.so", "--kernel_timeout_s=0"}), HasSubstr("above 0"));
}

}  // namespace
}  // namespace attn
