#include "results/file_beside.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <string>
#include <system_error>

#include "tests/results/temporary_folder.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

int64_t files_in(const TemporaryFolder& folder) {
  return std::distance(fs::directory_iterator(folder.path()), {});
}

TEST(FileBeside, IsThereOnlyWhenItIsWhole) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "report";
  write_text(path, "older");
  FileBeside file(path);
  file.write("first ");
  file.write("second");
  EXPECT_EQ(text_of(path), "older");
  file.keep();
  EXPECT_EQ(text_of(path), "first second");
  EXPECT_EQ(files_in(folder), 1);
}

TEST(FileBeside, LeavesNothingWhenItIsNotKept) {
  const TemporaryFolder folder;
  FileBeside(folder.path() / "report").write("half");
  EXPECT_EQ(files_in(folder), 0);
}

TEST(FileBeside, SaysWhyItCantBeMadeOrKept) {
  const TemporaryFolder folder;
  try {
    FileBeside file(folder.path() / "missing" / "report");
    FAIL() << "it was made";
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.code(), std::errc::no_such_file_or_directory);
  }
  fs::create_directories(folder.path() / "report" / "in the way");
  FileBeside file(folder.path() / "report");
  EXPECT_THROW(file.keep(), std::system_error);
}

TEST(FileBeside, SaysThatItCantGrow) {
  const TemporaryFolder folder;
  FileBeside file(folder.path() / "report");
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit tight{.rlim_cur = 4'096, .rlim_max = before.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &tight), 0);
  EXPECT_THROW(file.write(std::string(10'000, 'x')), std::system_error);
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
}

}  // namespace
}  // namespace attn
