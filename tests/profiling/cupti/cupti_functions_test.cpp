#include "profiling/cupti/cupti_functions.h"

#include <cuda.h>
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <stdexcept>

#include "profiling/cupti_unavailable.h"

namespace attn {
namespace {

using testing::AllOf;
using testing::HasSubstr;

uint32_t s_version = CUPTI_API_VERSION;

CUptiResult version_in_hand(uint32_t* version) {
  *version = s_version;
  return CUPTI_SUCCESS;
}

class CuptiFunctionsTest : public testing::Test {
 protected:
  CuptiFunctionsTest() {
    s_version = CUPTI_API_VERSION;
    source_.find = [this](const char* name) -> void* {
      const auto other = instead_.find(name);
      return other != instead_.end() ? other->second : real_.find(name);
    };
    source_.file_of = [this](const void* function) {
      for (const auto& [name, other] : instead_) {
        if (other == function && function != nullptr) return std::string("/opt/wrong/libcupti.so.13");
      }
      return real_.file_of(function);
    };
    source_.loaded_copies = real_.loaded_copies;
  }

  void version_is(uint32_t version) {
    s_version = version;
    instead_["cuptiGetVersion"] = reinterpret_cast<void*>(&version_in_hand);
  }

  CuptiState state() {
    try {
      load_cupti(source_);
    } catch (const CuptiUnavailable& error) {
      message_ = error.what();
      return error.state();
    }
    throw std::logic_error("it was loaded");
  }

  const CuptiSource real_ = loaded_cupti();
  CuptiSource source_;
  std::map<std::string, void*> instead_;
  std::string message_;
};

TEST_F(CuptiFunctionsTest, AreThoseOfTheCopyThatLibTorchLoaded) {
  const CuptiFunctions cupti = load_cupti(source_);
  EXPECT_THAT(cupti.file, HasSubstr("libcupti"));
  EXPECT_EQ(cupti.read_by, cupti.file);
  ASSERT_EQ(real_.loaded_copies.size(), 1U);
  EXPECT_EQ(cupti.file, real_.loaded_copies[0]);
  EXPECT_GE(cupti.version, 20U);
  EXPECT_NE(cupti.subscribe_v2, nullptr);
}

TEST_F(CuptiFunctionsTest, AreMissedByNameWhereALibraryLacksThem) {
  instead_["cuptiActivityFlushAll"] = nullptr;
  instead_["cuptiGetCallbackName"] = nullptr;
  EXPECT_EQ(state(), CuptiState::kNotFound);
  EXPECT_THAT(message_, AllOf(HasSubstr("cuptiActivityFlushAll, cuptiGetCallbackName"), HasSubstr("libcupti.so"),
                              HasSubstr("LD_LIBRARY_PATH")));
}

TEST_F(CuptiFunctionsTest, AreMissedAllTogetherWithWhatToInstall) {
  source_.find = [](const char*) -> void* { return nullptr; };
  source_.loaded_copies.clear();
  EXPECT_EQ(state(), CuptiState::kNotFound);
  EXPECT_THAT(message_, AllOf(HasSubstr("no libcupti.so."), HasSubstr("nvidia-cuda-cupti")));
}

TEST_F(CuptiFunctionsTest, AreNotTakenWhileTwoCopiesAreLoaded) {
  source_.loaded_copies = {"/a/libcupti.so.13", "/b/libcupti.so.12"};
  EXPECT_EQ(state(), CuptiState::kTwoCopies);
  EXPECT_THAT(message_, AllOf(HasSubstr("/a/libcupti.so.13, /b/libcupti.so.12"), HasSubstr("2 copies")));
}

TEST_F(CuptiFunctionsTest, AreNotTakenOnceSomethingHasLoadedASecondCopy) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "because libcupti never gives back what it takes while it is loaded";
#endif
  const std::filesystem::path copy = std::filesystem::path(testing::TempDir()) / "libcupti.so.99";
  std::filesystem::copy_file(real_.loaded_copies.at(0), copy, std::filesystem::copy_options::overwrite_existing);
  void* const loaded = dlopen(copy.c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(loaded, nullptr) << dlerror();
  source_ = loaded_cupti();
  EXPECT_EQ(state(), CuptiState::kTwoCopies);
  EXPECT_THAT(message_, AllOf(HasSubstr(copy.string()), HasSubstr(real_.loaded_copies[0])));
  dlclose(loaded);
  std::filesystem::remove(copy);
}

TEST_F(CuptiFunctionsTest, OfAnOldLibraryOnTheLibraryPathAreRefusedByItsName) {
  version_is(18);  // CUDA 11.8
  instead_["cuptiActivityEnable"] = reinterpret_cast<void*>(&version_in_hand);
  EXPECT_EQ(state(), CuptiState::kTooOld);
  EXPECT_THAT(message_, AllOf(HasSubstr("/opt/wrong/libcupti.so.13 is CUPTI 18"), HasSubstr("LD_LIBRARY_PATH")));
}

TEST_F(CuptiFunctionsTest, OfAnotherCudaAreRefused) {
  version_is(CUDA_VERSION / 1000 == 12 ? 130'001 : 28);
  EXPECT_EQ(state(), CuptiState::kMismatched);
}

TEST_F(CuptiFunctionsTest, OfANewerReleaseOfTheSameCudaWillDo) {
  version_is(CUDA_VERSION / 1000 == 12 ? 29 : CUDA_VERSION / 1000 * 10'000 + 999);
  EXPECT_EQ(load_cupti(source_).version, s_version);
}

TEST_F(CuptiFunctionsTest, ToSubscribeAreNotTakenFromTwoLibraries) {
  instead_["cuptiSubscribe"] = reinterpret_cast<void*>(&version_in_hand);
  const CuptiFunctions cupti = load_cupti(source_);
  EXPECT_EQ(reinterpret_cast<void*>(cupti.subscribe), instead_["cuptiSubscribe"]);
  EXPECT_EQ(cupti.subscribe_v2, nullptr) << "a stand-in that has only the older one";
}

TEST_F(CuptiFunctionsTest, MayLackThoseThatOnlySaveTime) {
  for (const char* name : {"cuptiSubscribe_v2", "cuptiActivityEnableRuntimeApi", "cuptiGetResultString"}) {
    instead_[name] = nullptr;
  }
  EXPECT_NO_THROW(load_cupti(source_));
}

TEST_F(CuptiFunctionsTest, OfAStandInAreNamedBesideTheLibraryThatReadsTheRecords) {
  instead_["cuptiActivityEnable"] = reinterpret_cast<void*>(&version_in_hand);
  const CuptiFunctions cupti = load_cupti(source_);
  EXPECT_EQ(cupti.file, "/opt/wrong/libcupti.so.13");
  EXPECT_EQ(cupti.read_by, real_.loaded_copies.at(0));
}

}  // namespace
}  // namespace attn
