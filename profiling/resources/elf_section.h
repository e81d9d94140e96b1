#pragma once

#include <cstdint>
#include <fstream>
#include <optional>
#include <string_view>

namespace attn {

/// Where a section's bytes stand in its file.
struct ElfSection {
  uint64_t offset = 0;
  uint64_t bytes = 0;
};

/// Reads `count` records at an offset; false when the file ends before.
template <typename Record>
bool read_at(std::ifstream& file, uint64_t offset, Record* records, size_t count) {
  file.clear();
  file.seekg(static_cast<std::streamoff>(offset));
  file.read(reinterpret_cast<char*>(records), static_cast<std::streamsize>(count * sizeof(Record)));
  return file.good();
}

/// The section of that name in a 64-bit ELF file, or nothing: also for what is no such file.
std::optional<ElfSection> find_section(std::ifstream& file, std::string_view name);

}  // namespace attn
