#include "profiling/resources/device_code.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>

#include "profiling/resources/elf_section.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

// The layout is not documented; it is as compilers from 9 to 13 write it, and what the letters' bits are was seen by
// compiling for sm_90a, compute_90a and compute_100f.
constexpr uint32_t kFatbinMagic = 0xBA55ED50;
constexpr uint16_t kPtxKind = 1;
constexpr uint16_t kCodeKind = 2;
constexpr uint64_t kArchFeatures = 0x100000;
constexpr uint64_t kFamilyFeatures = 0x200000;
constexpr uint64_t kAlignment = 8;  // of a fatbin in its section

struct FatbinHeader {
  uint32_t magic;
  uint16_t version;
  uint16_t header_bytes;
  uint64_t bytes;  ///< of the entries that follow
};

struct FatbinEntry {
  uint16_t kind;
  uint16_t version;
  uint32_t header_bytes;
  uint64_t bytes;
  uint32_t compressed_bytes;
  uint32_t options_offset;
  uint16_t minor_version;
  uint16_t major_version;
  uint32_t arch;  ///< 80
  uint32_t name_offset;
  uint32_t name_bytes;
  uint64_t flags;
};
static_assert(sizeof(FatbinHeader) == 16 && sizeof(FatbinEntry) == 48);

struct EarlierArch {
  bool operator()(const CodeArch& a, const CodeArch& b) const {
    return std::tie(a.major, a.minor, a.features) < std::tie(b.major, b.minor, b.features);
  }
};
using Archs = std::set<CodeArch, EarlierArch>;

CodeArch arch_of(const FatbinEntry& entry) {
  const char features = (entry.flags & kArchFeatures) != 0 ? 'a' : (entry.flags & kFamilyFeatures) != 0 ? 'f' : '\0';
  return {static_cast<int>(entry.arch / 10), static_cast<int>(entry.arch % 10), features};
}

/// Walks a fatbin's entries, between two offsets; adds its PTX and gives its code objects.
std::vector<CodeArch> read_entries(std::ifstream& file, uint64_t begin, uint64_t end, Archs& ptx) {
  Archs code;
  while (begin < end) {
    FatbinEntry entry{};
    if (!read_at(file, begin, &entry, 1) || entry.header_bytes < sizeof entry || entry.bytes > end - begin) {
      throw std::runtime_error("its device code is laid out in a way that this program doesn't know");
    }
    if (entry.kind == kCodeKind) code.insert(arch_of(entry));
    if (entry.kind == kPtxKind) ptx.insert(arch_of(entry));
    begin += entry.header_bytes + entry.bytes;
  }
  return {code.begin(), code.end()};
}

bool is_shared_library(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.ends_with(".so") || name.find(".so.") != std::string::npos;
}

}  // namespace

std::optional<DeviceCode> device_code_of(const fs::path& library) {
  std::ifstream file(library, std::ios::binary);
  const std::optional<ElfSection> section = find_section(file, ".nv_fatbin");
  if (!section || section->bytes == 0) return std::nullopt;
  std::vector<std::vector<CodeArch>> fatbins;
  Archs ptx;
  for (uint64_t at = 0; at + sizeof(FatbinHeader) <= section->bytes;) {
    uint64_t begin = section->offset + at;
    FatbinHeader header{};
    if (!read_at(file, begin, &header, 1) || header.magic != kFatbinMagic || header.bytes > section->bytes - at) {
      throw std::runtime_error("its device code is laid out in a way that this program doesn't know");
    }
    begin += header.header_bytes;
    const auto code = read_entries(file, begin, begin + header.bytes, ptx);
    if (std::ranges::find(fatbins, code) == fatbins.end()) fatbins.push_back(code);
    at += (header.header_bytes + header.bytes + kAlignment - 1) / kAlignment * kAlignment;
  }
  return DeviceCode{std::move(fatbins), {ptx.begin(), ptx.end()}};
}

std::vector<fs::path> libraries_with_device_code(const fs::path& folder) {
  std::vector<fs::path> libraries;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (!is_shared_library(entry.path()) || !entry.is_regular_file(error)) continue;
    const fs::path path = fs::canonical(entry.path(), error);
    std::ifstream file(path, std::ios::binary);
    const auto section = find_section(file, ".nv_fatbin");
    if (section && section->bytes > 0) libraries.push_back(path);
  }
  std::ranges::sort(libraries);
  const auto twice = std::unique(libraries.begin(), libraries.end());
  libraries.erase(twice, libraries.end());
  return libraries;
}

}  // namespace attn
