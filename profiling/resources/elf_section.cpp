#include "profiling/resources/elf_section.h"

#include <elf.h>

#include <cstring>
#include <string>
#include <vector>

namespace attn {
namespace {

constexpr uint64_t kMostNameBytes = 1 << 20;  // of all section names together; more is no library's

bool is_elf64(const Elf64_Ehdr& header) {
  return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_ident[EI_CLASS] == ELFCLASS64 &&
         header.e_shentsize == sizeof(Elf64_Shdr);
}

}  // namespace

std::optional<ElfSection> find_section(std::ifstream& file, std::string_view name) {
  Elf64_Ehdr header{};
  if (!read_at(file, 0, &header, 1) || !is_elf64(header)) return std::nullopt;
  std::vector<Elf64_Shdr> sections(header.e_shnum);
  if (!read_at(file, header.e_shoff, sections.data(), sections.size())) return std::nullopt;
  if (header.e_shstrndx >= sections.size()) return std::nullopt;
  const Elf64_Shdr& name_section = sections[header.e_shstrndx];
  if (name_section.sh_size > kMostNameBytes) return std::nullopt;
  std::string names(name_section.sh_size, '\0');
  if (!read_at(file, name_section.sh_offset, names.data(), names.size())) return std::nullopt;
  for (const Elf64_Shdr& section : sections) {
    if (section.sh_name < names.size() && names.c_str() + section.sh_name == name) {
      return ElfSection{section.sh_offset, section.sh_size};
    }
  }
  return std::nullopt;
}

}  // namespace attn
