#include "benchmarks/compiled/package_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "benchmarks/temporary_folder.h"
#include "results/bad_request.h"

namespace attn {
namespace {

using testing::HasSubstr;

/// A store whose compiler writes what it is told to, and counts.
class PackageStoreTest : public testing::Test {
 protected:
  PackageStore store(const std::string& libtorch = "2.11.0", const std::string& compiler = "g++ 12") {
    return {
        folder_.path() / "cache",
        {.python = "python", .compiler = compiler, .missing = ""},
        libtorch,
        [this](const auto& script, const std::string& request, const auto& log) { return run(script, request, log); }};
  }
  int run(const std::filesystem::path& script, const std::string& request, const std::filesystem::path& log) {
    ++runs_;
    EXPECT_TRUE(std::filesystem::exists(script));
    told_ = nlohmann::json::parse(request);
    std::ofstream(log) << words_;
    if (code_ != 0) return code_;
    std::ofstream(told_["package"].get<std::string>()) << "package";
    std::ofstream(told_["result"].get<std::string>()) << R"({"compile_time_s": 12.5})";
    return 0;
  }

  TemporaryFolder folder_{"a test"};
  nlohmann::json told_;
  std::string words_;
  int code_ = 0;
  int runs_ = 0;
};

PackageRequest request_of(const std::string& variant = "Naive") {
  return {.variant = variant,
          .shape = {.batch = 1,
                    .q_heads = 4,
                    .kv_heads = 2,
                    .q_len = 64,
                    .kv_len = 64,
                    .head_dim = 16,
                    .dtype = DType::kFp32,
                    .mask = Mask::kCausal},
          .dynamic = false,
          .device = "cpu",
          .target = "a processor"};
}

TEST_F(PackageStoreTest, MakesAPackageOnceAndFindsItFromThenOn) {
  EXPECT_FALSE(store().find(request_of()));
  const CompiledPackage made = store().make(request_of());
  EXPECT_EQ(made.compile_time_s, 12.5);
  EXPECT_TRUE(std::filesystem::exists(made.path));
  EXPECT_EQ(store().make(request_of()).path, made.path);
  ASSERT_TRUE(store().find(request_of()));
  EXPECT_EQ(store().find(request_of())->compile_time_s, 12.5);
  EXPECT_EQ(runs_, 1);
}

TEST_F(PackageStoreTest, TellsTheScriptWhatToCompile) {
  store().make(request_of());
  EXPECT_EQ(told_["variant"], "Naive");
  EXPECT_EQ(told_["dtype"], "fp32");
  EXPECT_EQ(told_["q_heads"], 4);
  EXPECT_EQ(told_["scale"], 0.25);
  EXPECT_EQ(told_["takes_mask"], true);
  EXPECT_EQ(told_["dynamic"], false);
}

TEST_F(PackageStoreTest, AnythingThatChangesTheCodeChangesThePackage) {
  const auto path = store().make(request_of()).path;
  PackageRequest longer = request_of(), on_gpu = request_of(), for_another = request_of();
  longer.shape.kv_len = 128;
  on_gpu.device = "cuda";
  for_another.target = "another processor";
  for (const PackageRequest& other : {longer, on_gpu, for_another, request_of("NaiveInplace")})
    EXPECT_NE(store().make(other).path, path);
  EXPECT_NE(store("2.12.0").make(request_of()).path, path);
  EXPECT_NE(store("2.11.0", "clang 14").make(request_of()).path, path);
}

TEST_F(PackageStoreTest, ADynamicPackageIsForAllLengthsButNotForOneQueryOrTwoLengths) {
  PackageRequest request = request_of();
  request.dynamic = true;
  const auto path = store().make(request).path;
  request.shape.q_len = request.shape.kv_len = 4096;
  EXPECT_EQ(store().make(request).path, path);
  request.shape.q_len = 64;
  EXPECT_NE(store().make(request).path, path);
  request.shape.q_len = 1;
  EXPECT_NE(store().make(request).path, path);
  EXPECT_EQ(runs_, 3);
}

TEST_F(PackageStoreTest, AFailureSaysTheCompilersErrorAndLeavesNothingThatIsFound) {
  code_ = 1;
  words_ = "a warning\nKeyError: 'nothing'\nYou can suppress this exception\n\n";
  try {
    store().make(request_of());
    FAIL() << "it was made";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("compiling it ended with code 1: KeyError: 'nothing' (all of it: "));
  }
  EXPECT_FALSE(store().find(request_of()));
  code_ = 0;
  EXPECT_EQ(store().make(request_of()).compile_time_s, 12.5);
}

TEST_F(PackageStoreTest, AFolderThatCanNotBeMadeIsRefused) {
  std::ofstream(folder_.path() / "cache") << "a file";
  EXPECT_THROW(store().make(request_of()), BadRequest);
}

TEST(CompiledMask, SdpaGetsATensorOnlyForTheAlignmentThatItHasNoFlagFor) {
  PackageRequest request = request_of("SdpaAuto");
  EXPECT_FALSE(takes_mask(request));
  request.shape.mask = Mask::kCausalBottomRight;
  EXPECT_FALSE(takes_mask(request));
  request.shape.q_len = 8;
  EXPECT_TRUE(takes_mask(request));
  EXPECT_TRUE(takes_mask(request_of("NaiveInplace")));
}

TEST(CompileTools, NameWhatIsMissing) {
  EXPECT_THAT(find_compile_tools("/opt/libtorch/lib").missing, HasSubstr("needs LibTorch's Python half"));
}

}  // namespace
}  // namespace attn
