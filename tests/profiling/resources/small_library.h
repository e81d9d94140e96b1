#pragma once

#include <elf.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace attn {

/// An ELF file of two sections: one of that name and content, and the one with the names.
inline std::string elf_with(const std::string& section, const std::string& content) {
  const std::string end(1, '\0');
  const std::string names = end + section + end + ".shstrtab" + end;
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = 2;
  header.e_shstrndx = 1;
  header.e_shoff = sizeof header + names.size() + content.size();
  Elf64_Shdr sections[2] = {};
  sections[0].sh_name = 1;
  sections[0].sh_offset = sizeof header + names.size();
  sections[0].sh_size = content.size();
  sections[1].sh_name = static_cast<Elf64_Word>(section.size() + 2);
  sections[1].sh_offset = sizeof header;
  sections[1].sh_size = names.size();
  const std::string file(reinterpret_cast<const char*>(&header), sizeof header);
  return file + names + content + std::string(reinterpret_cast<const char*>(sections), sizeof sections);
}

/// A code object or PTX in a fatbin.
struct FatbinPart {
  uint16_t kind;  ///< 1: PTX, 2: code object
  uint32_t arch;  ///< 80
  uint64_t flags = 0;
};
inline constexpr uint64_t kOnlyThisArch = 0x100000;  ///< the 'a' of sm_90a
inline constexpr uint64_t kThisFamily = 0x200000;    ///< the 'f' of sm_100f

/// A fatbin as compilers write it, without code in its parts.
inline std::string fatbin_of(const std::vector<FatbinPart>& parts) {
  constexpr uint32_t kHeaderBytes = 64;
  constexpr uint64_t kCodeBytes = 24;
  std::string entries;
  for (const FatbinPart& part : parts) {
    std::string entry(kHeaderBytes + kCodeBytes, '\0');
    std::memcpy(&entry[0], &part.kind, sizeof part.kind);
    std::memcpy(&entry[4], &kHeaderBytes, sizeof kHeaderBytes);
    std::memcpy(&entry[8], &kCodeBytes, sizeof kCodeBytes);
    std::memcpy(&entry[28], &part.arch, sizeof part.arch);
    std::memcpy(&entry[40], &part.flags, sizeof part.flags);
    entries += entry;
  }
  std::string header("\x50\xED\x55\xBA\x01\0\x10\0", 8);
  const uint64_t bytes = entries.size();
  return header + std::string(reinterpret_cast<const char*>(&bytes), sizeof bytes) + entries;
}

}  // namespace attn
