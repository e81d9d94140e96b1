#include "standin/module_image.h"

#include <elf.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace attn::standin {
namespace {

/// A code object put together by hand: one kernel of that many registers and bytes of static shared memory.
class CodeObject {
 public:
  CodeObject(const std::string& kernel, uint32_t registers, uint64_t shared_bytes) {
    bytes_.resize(sizeof(Elf64_Ehdr));
    add("", SHT_NULL, "");
    add(".shstrtab", SHT_STRTAB, "");
    add(".strtab", SHT_STRTAB, std::string(1, '\0') + kernel + '\0');
    std::vector<Elf64_Sym> symbols(2);
    symbols[1].st_name = 1;
    add(".symtab", SHT_SYMTAB, {reinterpret_cast<const char*>(symbols.data()), symbols.size() * sizeof(Elf64_Sym)});
    // An attribute without data, one of another kind, and the registers of symbol 1.
    const std::string info(
        "\x01\x0f\x00\x00\x04\x11\x08\x00\x01\x00\x00\x00\x07\x00\x00\x00\x04\x2f\x08\x00\x01\x00\x00\x00", 24);
    add(".nv.info", SHT_LOPROC, info + std::string(reinterpret_cast<const char*>(&registers), sizeof registers));
    add(".nv.shared." + kernel, SHT_NOBITS, "");
    sections_.back().sh_size = shared_bytes;
    finish();
  }
  const void* data() const { return bytes_.data(); }

 private:
  void add(const std::string& name, uint32_t type, const std::string& content) {
    Elf64_Shdr section{};
    section.sh_name = static_cast<uint32_t>(names_.size());
    section.sh_type = type;
    section.sh_offset = bytes_.size();
    section.sh_size = content.size();
    sections_.push_back(section);
    names_ += name + '\0';
    bytes_ += content;
  }
  void finish() {
    sections_[1].sh_offset = bytes_.size();
    sections_[1].sh_size = names_.size();
    bytes_ += names_;
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_machine = 190;  // EM_CUDA
    header.e_shoff = bytes_.size();
    header.e_shentsize = sizeof(Elf64_Shdr);
    header.e_shnum = static_cast<Elf64_Half>(sections_.size());
    header.e_shstrndx = 1;
    std::memcpy(bytes_.data(), &header, sizeof header);
    bytes_.append(reinterpret_cast<const char*>(sections_.data()), sections_.size() * sizeof(Elf64_Shdr));
  }

  std::string bytes_;
  std::string names_;
  std::vector<Elf64_Shdr> sections_;
};

TEST(ModuleImage, ACodeObjectsKernelsHaveTheirRegistersAndSharedMemory) {
  const CodeObject image("triton_softmax_0", 64, 1040);
  const std::vector<ImageKernel> kernels = kernels_of_image(image.data());
  ASSERT_EQ(kernels.size(), 1U);
  EXPECT_EQ(kernels[0].name, "triton_softmax_0");
  EXPECT_EQ(kernels[0].resources.registers, 64);
  EXPECT_EQ(kernels[0].resources.static_shared_bytes, 1040U);
}

TEST(ModuleImage, WhatIsNoCodeObjectHasNone) {
  EXPECT_TRUE(kernels_of_image("// PTX").empty());
  std::string other(reinterpret_cast<const char*>(CodeObject("k", 1, 0).data()), sizeof(Elf64_Ehdr));
  other[EI_CLASS] = ELFCLASS32;
  EXPECT_TRUE(kernels_of_image(other.data()).empty());
}

}  // namespace
}  // namespace attn::standin
