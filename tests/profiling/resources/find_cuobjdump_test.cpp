#include "profiling/resources/find_cuobjdump.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>

#include "tests/profiling/fake_root.h"
#include "tests/profiling/resources/restored_variable.h"

namespace attn {
namespace {

using testing::HasSubstr;

class FindCuobjdump : public testing::Test {
 protected:
  void SetUp() override {
    unsetenv(kCuobjdumpVariable);
    setenv("PATH", (root_.path() / "bin").c_str(), 1);
    root_.with("site/torch/lib/libtorch_cuda.so", "");
  }

  std::filesystem::path put(const std::string& file, mode_t mode = 0755) {
    root_.with(file, "#!/bin/sh\n");
    chmod((root_.path() / file).c_str(), mode);
    return root_.path() / file;
  }
  FoundFile find() const { return find_cuobjdump(root_.path() / "site/torch/lib"); }

  FakeRoot root_;
  const RestoredVariable path_{"PATH"};
  const RestoredVariable named_{kCuobjdumpVariable};
};

TEST_F(FindCuobjdump, TakesTheNamedOneBeforeTheWheelsBeforeThatInPath) {
  const auto in_path = put("bin/cuobjdump");
  ASSERT_TRUE(find().path);
  EXPECT_TRUE(std::filesystem::equivalent(*find().path, in_path));
  const auto of_wheel = put("site/nvidia/cu13/bin/cuobjdump");
  EXPECT_TRUE(std::filesystem::equivalent(*find().path, of_wheel));
  setenv(kCuobjdumpVariable, put("mine").c_str(), 1);
  EXPECT_EQ(find().path, root_.path() / "mine");
}

TEST_F(FindCuobjdump, RefusesANamedOneThatIsNoProgramInsteadOfTakingAnother) {
  put("bin/cuobjdump");
  setenv(kCuobjdumpVariable, put("notes.txt", 0644).c_str(), 1);
  EXPECT_FALSE(find().path);
  EXPECT_EQ(find().reason, "ATTN_CUOBJDUMP=" + (root_.path() / "notes.txt").string() + " is not a program");
}

TEST_F(FindCuobjdump, PassesOverWhatIsNoProgram) {
  put("site/nvidia/cu13/bin/cuobjdump", 0644);
  std::filesystem::create_directories(root_.path() / "site/nvidia/cu12/bin/cuobjdump");
  const auto in_path = put("bin/cuobjdump");
  ASSERT_TRUE(find().path);
  EXPECT_TRUE(std::filesystem::equivalent(*find().path, in_path));
}

TEST_F(FindCuobjdump, SaysWhatToDoWhereThereIsNone) {
  if (std::filesystem::exists("/usr/local/cuda/bin/cuobjdump")) GTEST_SKIP() << "skipped, because the toolkit has one";
  EXPECT_FALSE(find().path);
  EXPECT_THAT(find().reason, HasSubstr("pip install nvidia-cuda-cuobjdump"));
}

}  // namespace
}  // namespace attn
