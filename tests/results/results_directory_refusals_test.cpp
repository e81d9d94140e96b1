#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>

#include "results/bad_request.h"
#include "results/results_directory.h"
#include "tests/results/example_case.h"
#include "tests/results/temporary_folder.h"

namespace attn {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::ThrowsMessage;

const std::vector<MetricValue> kOps = {{.name = "ops", .value = 45}};

/// The message that the folder is refused with.
std::string refusal(const std::filesystem::path& folder) {
  try {
    const ResultsDirectory directory(folder);
  } catch (const BadRequest& error) {
    return error.what();
  }
  return "accepted";
}

std::size_t file_count(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

TEST(ResultsDirectoryRefusals, OtherColumnsAreNamedAndNothingIsChanged) {
  const TemporaryFolder folder;
  const std::string text = "schema,run_id,speed\n1,a,2\n";
  write_text(folder.path() / "results.csv", text);
  EXPECT_THAT(refusal(folder.path()),
              AllOf(HasSubstr("results.csv has other columns than this program writes: missing time_utc,host,"),
                    HasSubstr("low,high,samples; unknown speed; give --out another folder")));
  EXPECT_EQ(text_of(folder.path() / "results.csv"), text);
  EXPECT_EQ(file_count(folder.path()), 1U);
}

TEST(ResultsDirectoryRefusals, EachOfTheThreeFilesIsChecked) {
  for (const char* name : {"runs.csv", "results.csv", "samples.csv"}) {
    const TemporaryFolder folder;
    write_text(folder.path() / name, "a,b\n");
    EXPECT_THAT(refusal(folder.path()), AllOf(HasSubstr(name), HasSubstr("unknown a,b")));
    EXPECT_EQ(file_count(folder.path()), 1U);
  }
}

TEST(ResultsDirectoryRefusals, ColumnsInAnotherOrderAreRefused) {
  const TemporaryFolder folder;
  write_text(folder.path() / "runs.csv", "key,run_id,value\n");
  EXPECT_THAT(refusal(folder.path()), HasSubstr("has other columns than this program writes: their order"));
}

TEST(ResultsDirectoryRefusals, AnotherSchemaIsNamed) {
  const TemporaryFolder folder;
  write_text(folder.path() / "results.csv", kResultsHeader + "2" + kExampleCells.substr(1) + "ops,1,45,,,\n");
  EXPECT_THAT(refusal(folder.path()), HasSubstr("results.csv has schema '2' where this program writes 1"));
}

TEST(ResultsDirectoryRefusals, ALineCutShortIsNotGluedToTheNext) {
  const TemporaryFolder folder;
  write_text(folder.path() / "results.csv", kResultsHeader + kExampleCells);
  EXPECT_THAT(refusal(folder.path()), HasSubstr("results.csv ends in the middle of a line"));
  EXPECT_EQ(text_of(folder.path() / "results.csv"), kResultsHeader + kExampleCells);
}

TEST(ResultsDirectoryRefusals, AFileSavedBySpreadsheetIsAccepted) {
  const TemporaryFolder folder;
  write_text(folder.path() / "runs.csv", "\xEF\xBB\xBFrun_id,key,value\r\nrun-1,a,b\r\n");
  EXPECT_EQ(refusal(folder.path()), "accepted");
}

TEST(ResultsDirectoryRefusals, AFolderThatCannotBeMadeIsNamedWithTheReason) {
  const TemporaryFolder folder;
  write_text(folder.path() / "file", "");
  const std::string path = (folder.path() / "file" / "out").string();
  EXPECT_EQ(refusal(path), "can't make the folder " + path + ": Not a directory");
  EXPECT_THAT(refusal(folder.path() / "file"), HasSubstr("can't make the folder"));
}

TEST(ResultsDirectoryRefusals, AFolderThatCannotBeWrittenIsNamedWithTheReason) {
  const TemporaryFolder folder;
  const std::filesystem::path closed = folder.path() / "closed";
  ASSERT_TRUE(std::filesystem::create_directory(closed));
  ASSERT_EQ(chmod(folder.path().c_str(), 0755), 0);
  ASSERT_EQ(chmod(closed.c_str(), 0555), 0);
  const bool is_root = geteuid() == 0;  // whom no permission stops: ask as nobody
  ASSERT_TRUE(!is_root || seteuid(65534) == 0);
  const std::string message = refusal(closed);
  ASSERT_TRUE(!is_root || seteuid(0) == 0);
  EXPECT_THAT(message, AllOf(HasSubstr("can't keep results in " + closed.string()), HasSubstr("Permission denied")));
}

TEST(ResultsDirectoryRefusals, AFullDeviceIsNamedWithTheReason) {
  for (const char* name : {"runs.csv", "results.csv", "samples.csv"}) {
    const TemporaryFolder folder;
    std::filesystem::create_symlink("/dev/full", folder.path() / name);
    EXPECT_THAT(refusal(folder.path()), AllOf(HasSubstr(name), HasSubstr("No space left on device")));
  }
}

/// Files can't grow past the limit while this lives: a write that reaches it is cut short, the next one fails, as on a
/// disk that fills up.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : signal_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, signal_);
  }

 private:
  rlimit before_{};
  void (*signal_)(int);
};

TEST(ResultsDirectoryRefusals, APartialWriteIsTakenBackInBothFiles) {
  const TemporaryFolder folder;
  ResultsDirectory directory(folder.path());
  directory.append_case(example_case("run-1"), kOps, std::vector<SampleRow>(2));
  const std::string results = text_of(folder.path() / "results.csv");
  const std::string samples = text_of(folder.path() / "samples.csv");
  {
    const FileSizeLimit limit(results.size() + 10);  // the samples fit, the results don't
    EXPECT_THAT([&] { directory.append_case(example_case("run-2"), kOps, std::vector<SampleRow>(1)); },
                ThrowsMessage<std::runtime_error>(AllOf(HasSubstr("can't write " + folder.path().string()),
                                                        HasSubstr("results.csv: File too large"))));
  }
  EXPECT_EQ(text_of(folder.path() / "results.csv"), results);
  EXPECT_EQ(text_of(folder.path() / "samples.csv"), samples);
  directory.append_case(example_case("run-3"), kOps, {});
  EXPECT_EQ(read_results(folder.path(), "run-3").size(), 1U);
}

/// A file system of four pages on the folder while this lives.
class TinyDisk {
 public:
  explicit TinyDisk(const std::filesystem::path& folder) : folder_(folder) {
    if (mount("tmpfs", folder_.c_str(), "tmpfs", 0, "size=16k") != 0) error_number_ = errno;
  }
  ~TinyDisk() {
    if (error_number_ == 0) umount2(folder_.c_str(), MNT_DETACH);
  }
  int error_number() const { return error_number_; }

 private:
  std::filesystem::path folder_;
  int error_number_ = 0;
};

TEST(ResultsDirectoryRefusals, AFullDiskKeepsTheCasesBeforeIt) {
  const TemporaryFolder folder;
  const TinyDisk disk(folder.path());
  if (disk.error_number() != 0) {
    GTEST_SKIP() << "skipped, because a tmpfs can't be mounted here: " << std::strerror(disk.error_number());
  }
  ResultsDirectory directory(folder.path());  // three files: a page each, and a page more before the disk is full
  std::string message;
  int64_t kept = 0;
  try {
    for (; kept < 1'000; ++kept) directory.append_case(example_case(), kOps, {});
  } catch (const std::runtime_error& error) {
    message = error.what();
  }
  EXPECT_THAT(message, HasSubstr("results.csv: No space left on device"));
  EXPECT_GT(kept, 0);
  EXPECT_EQ(static_cast<int64_t>(read_results(folder.path(), "run-1").size()), kept);
}

TEST(ResultsDirectoryRefusals, AFileThatVanishedIsNotBegunAnewWithoutItsHeader) {
  const TemporaryFolder folder;
  ResultsDirectory directory(folder.path());
  std::filesystem::remove(folder.path() / "results.csv");
  EXPECT_THAT([&] { directory.append_case(example_case(), kOps, {}); },
              ThrowsMessage<std::runtime_error>(HasSubstr("results.csv: No such file or directory")));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "results.csv"));
}

}  // namespace
}  // namespace attn
