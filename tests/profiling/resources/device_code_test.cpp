#include "profiling/resources/device_code.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/profiling/fake_root.h"
#include "tests/profiling/resources/small_library.h"

namespace attn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

std::optional<DeviceCode> code_in(const std::string& text) {
  FakeRoot root;
  root.with("lib.so", text);
  return device_code_of(root.path() / "lib.so");
}

std::vector<std::string> names_of(const std::vector<CodeArch>& archs) {
  std::vector<std::string> names;
  for (const CodeArch& arch : archs) names.push_back(name_of(arch));
  return names;
}

TEST(DeviceCode, ListsEachFatbinsCodeObjectsAndAllPtx) {
  const std::string first = fatbin_of({{2, 100}, {2, 80}, {2, 90, kOnlyThisArch}, {1, 90, kOnlyThisArch}});
  const std::string second = fatbin_of({{2, 90}, {2, 80}, {2, 103, kThisFamily}, {1, 120}, {1, 90, kOnlyThisArch}});
  const auto found = code_in(elf_with(".nv_fatbin", first + second + first));
  ASSERT_TRUE(found);
  ASSERT_EQ(found->fatbins.size(), 2U);
  EXPECT_THAT(names_of(found->fatbins[0]), ElementsAre("sm_80", "sm_90a", "sm_100"));
  EXPECT_THAT(names_of(found->fatbins[1]), ElementsAre("sm_80", "sm_90", "sm_103f"));
  EXPECT_THAT(names_of(found->ptx), ElementsAre("sm_90a", "sm_120"));
}

TEST(DeviceCode, IsNothingWithoutItsSection) {
  EXPECT_FALSE(code_in(elf_with(".nv_fatbin", "")));
  EXPECT_FALSE(code_in(elf_with(".nv_fatbinary", fatbin_of({{2, 80}}))));
  EXPECT_FALSE(code_in(elf_with(".text", fatbin_of({{2, 80}}))));
  EXPECT_FALSE(code_in(std::string(10'000, '\xFF')));
  EXPECT_FALSE(device_code_of("/no/such/lib.so"));
  EXPECT_FALSE(device_code_of("/proc/self/exe"));
}

TEST(DeviceCode, AFileThatIsCutShortHasNone) {
  const std::string whole = elf_with(".nv_fatbin", fatbin_of({{2, 80}}));
  for (size_t bytes = 0; bytes < whole.size(); ++bytes) EXPECT_FALSE(code_in(whole.substr(0, bytes))) << bytes;
}

TEST(DeviceCode, AnUnknownLayoutIsSaidAndNotGuessedAt) {
  const std::string fatbin = fatbin_of({{2, 80}, {2, 90}});
  std::string other_magic = fatbin;
  other_magic[0] = 'x';
  std::string endless_part = fatbin;
  endless_part[16 + 14] = '\x7F';  // of the first part's size
  std::string gap = fatbin;
  gap.append("12345678").append(fatbin);
  for (const std::string& text : {other_magic, endless_part, gap}) {
    EXPECT_THAT([&] { code_in(elf_with(".nv_fatbin", text)); },
                ThrowsMessage<std::runtime_error>(HasSubstr("laid out in a way that this program doesn't know")));
  }
}

TEST(DeviceCode, ListsTheLibrariesOfAFolderOnceEach) {
  FakeRoot root;
  const std::string with_code = elf_with(".nv_fatbin", fatbin_of({{2, 80}}));
  root.with("libb.so.13", with_code).with("liba.so", with_code).with("notes.txt", with_code);
  root.with("plain.so", elf_with(".text", "code"))
      .with("empty.so", elf_with(".nv_fatbin", ""))
      .with("deep.so/x.so", "");
  std::filesystem::create_symlink("libb.so.13", root.path() / "libb.so");
  std::filesystem::create_symlink("nowhere.so", root.path() / "dangling.so");
  const std::filesystem::path folder = std::filesystem::canonical(root.path());
  EXPECT_THAT(libraries_with_device_code(root.path()), ElementsAre(folder / "liba.so", folder / "libb.so.13"));
  EXPECT_TRUE(libraries_with_device_code(root.path() / "missing").empty());
}

}  // namespace
}  // namespace attn
