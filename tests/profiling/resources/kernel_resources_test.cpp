#include "profiling/resources/kernel_resources.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <stdexcept>

#include "profiling/resources/find_cuobjdump.h"
#include "profiling/text_file.h"
#include "tests/profiling/fake_root.h"
#include "tests/profiling/resources/restored_variable.h"
#include "tests/profiling/resources/small_library.h"

namespace attn {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

namespace fs = std::filesystem;

/// A library and a cuobjdump that says of it what a test wants, and notes its calls.
class KernelResources : public testing::Test {
 protected:
  void SetUp() override {
    const std::string first = fatbin_of({{2, 80}, {2, 86}, {2, 90}, {2, 90, kOnlyThisArch}});
    root_.with("lib.so", elf_with(".nv_fatbin", first + fatbin_of({{2, 80}, {1, 90}})));
    says("-res-usage -arch sm_80", "arch = sm_80\n" + function("_Zboth", 40, 16) + function("_Zonly80", 255, 0));
    says("-res-usage -arch sm_86", "arch = sm_86\n" + function("_Zboth", 48, 32));
    says("-res-usage -arch sm_90",
         "arch = sm_90\n" + function("_Zboth", 24, 0) + "arch = sm_90a\n" + function("_Zboth", 90, 1024));
    cuobjdump("cat \"$answers/$arguments\"");
  }

  static std::string function(const std::string& name, int registers, int shared) {
    return " Function " + name + ":\n  REG:" + std::to_string(registers) + " STACK:0 SHARED:" + std::to_string(shared) +
           " LOCAL:0 CONSTANT[0]:616 TEXTURE:0 SURFACE:0 SAMPLER:0\n";
  }

  /// The arguments without the library's path, which comes last.
  void says(const std::string& arguments, const std::string& text) { root_.with("answers/" + arguments, text); }

  void cuobjdump(const std::string& script) {
    const fs::path path = root_.path() / "cuobjdump";
    root_.with("cuobjdump", "#!/bin/sh\nanswers=" + (root_.path() / "answers").string() +
                                "\narguments=\"$*\"\narguments=\"${arguments% *}\"\necho \"$arguments\" >>" +
                                calls_path().string() + "\n" + script + "\n");
    chmod(path.c_str(), 0755);
    setenv(kCuobjdumpVariable, path.c_str(), 1);
  }

  fs::path calls_path() const { return root_.path() / "calls"; }
  fs::path library() const { return fs::canonical(root_.path() / "lib.so"); }
  fs::path cache() const { return root_.path() / "cache"; }
  size_t calls() const { return lines_of(read_text_file(calls_path()).value_or("")).size(); }

  FoundFile ask(const std::string& card) const {
    return kernel_resources_of(root_.path() / "lib.so", {card}, cache()).at(0);
  }
  std::string text_for(const std::string& card) const {
    const FoundFile file = ask(card);
    EXPECT_EQ(file.reason, "");
    return file.path ? read_text_file(*file.path).value_or("can't be read") : "no file";
  }

  FakeRoot root_;
  const RestoredVariable named_{kCuobjdumpVariable};
};

TEST_F(KernelResources, TakesEachKernelFromTheBestCodeObjectThatRunsOnTheCard) {
  EXPECT_EQ(text_for("sm_89"),
            "library=" + library().string() + "\ncode=sm_86,sm_80\nptx=0\n_Zboth\t48\t32\n_Zonly80\t255\t0\n");
  EXPECT_EQ(text_for("sm_80"),
            "library=" + library().string() + "\ncode=sm_80\nptx=0\n_Zboth\t40\t16\n_Zonly80\t255\t0\n");
}

TEST_F(KernelResources, TakesWhatIsForOneCardAloneBeforeWhatIsForItsFamily) {
  EXPECT_EQ(text_for("sm_90"), "library=" + library().string() + "\ncode=sm_90a\nptx=1\n_Zboth\t90\t0\n");
}

TEST_F(KernelResources, SaysWhereOnlyPtxOrNothingFits) {
  EXPECT_EQ(text_for("sm_120"), "library=" + library().string() + "\ncode=\nptx=1\n");
  EXPECT_EQ(text_for("sm_75"), "library=" + library().string() + "\ncode=\nptx=0\n");
}

TEST_F(KernelResources, AsksOncePerCodeObjectForAllCards) {
  const auto files = kernel_resources_of(library(), {"sm_80", "sm_89", "sm_90"}, cache());
  for (const FoundFile& file : files) EXPECT_TRUE(file.path) << file.reason;
  EXPECT_EQ(calls(), 3U) << *read_text_file(calls_path());  // sm_80, sm_86 and sm_90 with sm_90a
}

TEST_F(KernelResources, AsksOnlyForWhatTheDriverTakesOutOfEachFatbin) {
  root_.with("lib.so", elf_with(".nv_fatbin", fatbin_of({{2, 80}, {2, 86}, {2, 90}})));
  EXPECT_EQ(text_for("sm_89"), "library=" + library().string() + "\ncode=sm_86\nptx=0\n_Zboth\t48\t32\n");
  EXPECT_EQ(read_text_file(calls_path()), "-res-usage -arch sm_86\n");
}

TEST_F(KernelResources, AsksNothingTheSecondTimeNotEvenForCuobjdump) {
  const std::string first = text_for("sm_89");
  const size_t before = calls();
  setenv(kCuobjdumpVariable, "/no/such/program", 1);
  EXPECT_EQ(text_for("sm_89"), first);
  EXPECT_EQ(calls(), before);
}

TEST_F(KernelResources, AsksAgainForAnotherBuildOfTheLibrary) {
  text_for("sm_80");
  const size_t before = calls();
  const fs::file_time_type written = fs::last_write_time(library());
  fs::last_write_time(library(), written + std::chrono::nanoseconds(1));
  says("-res-usage -arch sm_80", "arch = sm_80\n" + function("_Znew", 24, 0));
  EXPECT_THAT(text_for("sm_80"), EndsWith("\n_Znew\t24\t0\n"));
  EXPECT_GT(calls(), before);
}

TEST_F(KernelResources, MakesACacheFileThatWasCutShortOrReplacedAnew) {
  const std::string whole = text_for("sm_89");
  const fs::path path = *ask("sm_89").path;
  const size_t last_line = whole.rfind('\n', whole.size() - 2) + 1;
  std::string foreign = whole;
  foreign.replace(0, 8, "LIBRARY=");
  for (const std::string& text :
       {whole.substr(0, last_line), whole.substr(0, whole.size() - 1), std::string(), foreign}) {
    root_.with(fs::relative(path, root_.path()).string(), text);
    EXPECT_EQ(text_for("sm_89"), whole);
  }
  fs::remove(fs::path(path).replace_extension(".key"));
  EXPECT_EQ(text_for("sm_89"), whole);
}

TEST_F(KernelResources, LeavesNothingBesideTheFilesOfTheCache) {
  text_for("sm_89");
  std::vector<std::string> endings;
  for (const auto& entry : fs::directory_iterator(cache() / "kernel_resources"))
    endings.push_back(entry.path().extension());
  EXPECT_THAT(endings, testing::UnorderedElementsAre(".txt", ".key"));
}

TEST_F(KernelResources, ManyProcessesAtOnceAllGetWholeFiles) {
  cuobjdump("sleep 0.1; cat \"$answers/$arguments\"");
  std::vector<pid_t> children;
  for (int i = 0; i < 6; ++i) {
    const pid_t child = fork();
    ASSERT_NE(child, -1);
    if (child == 0) _exit(text_for("sm_89").ends_with("\n_Zonly80\t255\t0\n") ? 0 : 1);
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
}

TEST_F(KernelResources, GivesCuobjdumpsReasonWhenItFails) {
  cuobjdump("echo 'cuobjdump fatal   : Memory allocation failure' >&2; exit 2");
  EXPECT_THAT(ask("sm_80").reason, AllOf(HasSubstr("cuobjdump failed with exit code 2: cuobjdump fatal"),
                                         EndsWith("Memory allocation failure")));
  EXPECT_FALSE(ask("sm_80").path);
  cuobjdump("kill -9 $$");
  EXPECT_THAT(ask("sm_80").reason, HasSubstr("exit code 137"));
}

TEST_F(KernelResources, AListingInAnotherFormatIsNotTakenForALibraryWithoutCode) {
  for (const char* listing :
       {"", "Fonction _Zboth:\n  REG:1 SHARED:2\n", "arch = sm_80\n Function _Zboth:\n  regs=1\n"}) {
    says("-res-usage -arch sm_80", listing);
    EXPECT_THAT(ask("sm_80").reason, EndsWith("in a way that this program doesn't know")) << listing;
    EXPECT_FALSE(ask("sm_80").path) << listing;
  }
}

TEST_F(KernelResources, GivesAReasonForWhatCannotBeRead) {
  EXPECT_THAT(kernel_resources_of("/no/such/lib.so", {"sm_80"}, cache()).at(0).reason,
              EndsWith("/no/such/lib.so: it can't be read: No such file or directory"));
  root_.with("plain.so", elf_with(".text", "code"));
  EXPECT_THAT(kernel_resources_of(root_.path() / "plain.so", {"sm_80"}, cache()).at(0).reason,
              EndsWith("plain.so: it holds no device code"));
  EXPECT_EQ(calls(), 0U);
}

TEST_F(KernelResources, GivesAReasonWhenTheCacheCannotBeWritten) {
  root_.with("cache", "a file");
  EXPECT_THAT(ask("sm_80").reason, AllOf(HasSubstr("can't be written"), HasSubstr("Not a directory")));
}

TEST_F(KernelResources, RefusesWhatIsNoCard) {
  for (const char* card : {"a100", "sm_90a", ""}) EXPECT_THROW(ask(card), std::invalid_argument) << card;
}

TEST(UserCacheFolder, IsWhereTheLaunchersKeepLibTorch) {
  const RestoredVariable cache("XDG_CACHE_HOME");
  const RestoredVariable home("HOME");
  setenv("XDG_CACHE_HOME", "/caches", 1);
  EXPECT_EQ(user_cache_folder(), "/caches/attn_bench");
  unsetenv("XDG_CACHE_HOME");
  setenv("HOME", "/home/me", 1);
  EXPECT_EQ(user_cache_folder(), "/home/me/.cache/attn_bench");
  unsetenv("HOME");
  EXPECT_TRUE(user_cache_folder().string().ends_with("/.cache/attn_bench"));
}

}  // namespace
}  // namespace attn
