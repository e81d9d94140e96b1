#include <gmock/gmock.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <set>

#include "results/bad_request.h"
#include "tests/profiling/trace/example_profile.h"
#include "tests/results/temporary_folder.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

TEST(TraceFile, IsNamedAfterItsCase) {
  EXPECT_EQ(trace_file_name("Naive/a100/bf16/causal_bottom_right/batch:1/q_len:512"),
            "Naive.a100.bf16.causal_bottom_right.batch-1.q_len-512.pt.trace.json");
}

TEST(TraceFile, CasesWithOtherNamesHaveOtherFiles) {
  const std::string longer(300, 'x');
  const std::vector<std::string> cases = {"a/b", "a.b",  "a:b",   "a-b",         "a_b",        "a=2Eb", "a b",
                                          "A/b", "a\nb", "a\xff", "/a",          ".a",         ":a",    "-a",
                                          "a",   "",     longer,  longer + "/1", longer + "/2"};
  std::set<std::string> files;
  for (const std::string& name : cases) {
    const std::string file = trace_file_name(name);
    EXPECT_TRUE(files.insert(file).second) << file;
    EXPECT_EQ(file.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-="),
              std::string::npos)
        << file;
    EXPECT_TRUE(file.ends_with(".pt.trace.json"));
    EXPECT_LT(file.size(), 240U);
  }
  EXPECT_EQ(trace_file_name("../../etc/x").find('/'), std::string::npos);
}

TEST(TraceFile, IsWrittenIntoAFolderThatItMakes) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "new" / "traces" / "a.pt.trace.json";
  save_chrome_trace(file, example_profile(), example_info());
  EXPECT_EQ(text_of(file), trace_text(example_profile()));
  EXPECT_EQ(fs::status(file).permissions(), fs::perms(0644));
}

TEST(TraceFile, TakesThePlaceOfAnOlderOne) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "a.pt.trace.json";
  write_text(file, "older");
  save_chrome_trace(file, example_profile(), example_info());
  EXPECT_EQ(text_of(file), trace_text(example_profile()));
}

TEST(TraceFile, LeavesNothingBesideWhenWritingFails) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "a.pt.trace.json";
  fs::create_directories(file / "in the way");  // a folder that is not empty can't be renamed over
  EXPECT_THROW(save_chrome_trace(file, example_profile(), example_info()), std::runtime_error);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(TraceFile, AFolderThatCantBeMadeIsABadRequestThatNamesIt) {
  const TemporaryFolder folder;
  write_text(folder.path() / "file", "");
  const fs::path file = folder.path() / "file" / "traces" / "a.pt.trace.json";
  try {
    save_chrome_trace(file, example_profile(), example_info());
    FAIL() << "it was written";
  } catch (const BadRequest& refusal) {
    EXPECT_EQ(std::string(refusal.what()), "can't write the trace " + file.string() + ": Not a directory");
  }
}

TEST(TraceFile, AFolderThatCantBeWrittenIsABadRequest) {
  const TemporaryFolder folder;
  if (geteuid() == 0) {  // who may write everywhere, but not into what is no place for files
    EXPECT_THROW(save_chrome_trace("/proc/a.pt.trace.json", example_profile(), example_info()), BadRequest);
    return;
  }
  fs::permissions(folder.path(), fs::perms(0555));
  EXPECT_THROW(save_chrome_trace(folder.path() / "a.pt.trace.json", example_profile(), example_info()), BadRequest);
  fs::permissions(folder.path(), fs::perms(0755));
}

}  // namespace
}  // namespace attn
