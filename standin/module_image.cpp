#include "standin/module_image.h"

#include <elf.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <string_view>

namespace attn::standin {
namespace {

constexpr Elf64_Half kCudaMachine = 190;

/// The image, whose size its own header tells alone.
class Image {
 public:
  explicit Image(const void* image) : begin_(static_cast<const std::byte*>(image)) {}

  template <typename T>
  T read(uint64_t offset) const {
    T value;
    std::memcpy(&value, begin_ + offset, sizeof value);
    return value;
  }
  const char* text(uint64_t offset) const { return reinterpret_cast<const char*>(begin_ + offset); }

 private:
  const std::byte* begin_;
};

struct Section {
  std::string_view name;
  Elf64_Shdr header;
};

std::vector<Section> sections_of(const Image& image) {
  const auto header = image.read<Elf64_Ehdr>(0);
  std::vector<Section> sections;
  for (uint64_t i = 0; i < header.e_shnum; ++i)
    sections.push_back({.name = {}, .header = image.read<Elf64_Shdr>(header.e_shoff + i * header.e_shentsize)});
  if (header.e_shstrndx >= sections.size()) return {};
  const uint64_t names = sections[header.e_shstrndx].header.sh_offset;
  for (Section& section : sections) section.name = image.text(names + section.header.sh_name);
  return sections;
}

const Section* section_named(const std::vector<Section>& sections, std::string_view name) {
  for (const Section& section : sections)
    if (section.name == name) return &section;
  return nullptr;
}

/// By the index of its symbol, registers of a thread. An entry of .nv.info has a format, an attribute and, where the
/// format says so, the size of what follows, in bytes; else four bytes are all of it.
std::map<uint32_t, uint32_t> registers_in(const Image& image, const Section& info) {
  constexpr uint8_t kSized = 4, kRegisterCount = 0x2f;
  std::map<uint32_t, uint32_t> registers;
  const uint64_t end = info.header.sh_offset + info.header.sh_size;
  for (uint64_t at = info.header.sh_offset; at + 4 <= end;) {
    const auto format = image.read<uint8_t>(at), attribute = image.read<uint8_t>(at + 1);
    const uint64_t size = format == kSized ? image.read<uint16_t>(at + 2) : 0;
    if (format == kSized && attribute == kRegisterCount && size >= 8 && at + 12 <= end)
      registers[image.read<uint32_t>(at + 4)] = image.read<uint32_t>(at + 8);
    at += 4 + size;
  }
  return registers;
}

bool is_code_object(const Image& image) {
  if (std::memcmp(image.text(0), ELFMAG, SELFMAG) != 0) return false;
  const auto header = image.read<Elf64_Ehdr>(0);
  return header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_machine == kCudaMachine &&
         header.e_shentsize == sizeof(Elf64_Shdr);
}

}  // namespace

std::vector<ImageKernel> kernels_of_image(const void* data) {
  const Image image(data);
  if (!is_code_object(image)) return {};
  const std::vector<Section> sections = sections_of(image);
  const Section* const info = section_named(sections, ".nv.info");
  const Section* const symbols = section_named(sections, ".symtab");
  const Section* const names = section_named(sections, ".strtab");
  if (info == nullptr || symbols == nullptr || names == nullptr) return {};
  std::vector<ImageKernel> kernels;
  for (const auto& [symbol, registers] : registers_in(image, *info)) {
    if ((symbol + 1) * sizeof(Elf64_Sym) > symbols->header.sh_size) continue;
    const auto entry = image.read<Elf64_Sym>(symbols->header.sh_offset + symbol * sizeof(Elf64_Sym));
    ImageKernel kernel{.name = image.text(names->header.sh_offset + entry.st_name), .resources = {}};
    kernel.resources.registers = static_cast<uint16_t>(registers);
    if (const Section* const shared = section_named(sections, ".nv.shared." + kernel.name))
      kernel.resources.static_shared_bytes = static_cast<uint32_t>(shared->header.sh_size);
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

}  // namespace attn::standin
