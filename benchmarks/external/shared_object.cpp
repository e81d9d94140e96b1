#include "benchmarks/external/shared_object.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <elf.h>
#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>

#include "benchmarks/libtorch_by_name.h"
#include "profiling/host_facts.h"
#include "results/bad_request.h"

// Libraries for Python name this function and, where they only register ops, never call it. They load into a program
// that has it too; one that needs Python's data as well is a module for Python alone.
extern "C" __attribute__((visibility("default"), used)) void* PyModule_Create2(void* /*definition*/, int /*version*/) {
  std::abort();
}

namespace attn {
namespace {

#if defined(__x86_64__)
constexpr Elf64_Half kThisMachine = EM_X86_64;
#elif defined(__aarch64__)
constexpr Elf64_Half kThisMachine = EM_AARCH64;
#else
#error "add this machine's number of elf.h"
#endif

std::string machine_name(Elf64_Half machine) {
  switch (machine) {
    case EM_X86_64:
      return "x86-64";
    case EM_AARCH64:
      return "AArch64";
    case EM_386:
      return "32-bit x86";
    case EM_PPC64:
      return "POWER";
    case EM_RISCV:
      return "RISC-V";
    default:
      return fmt::format("number {}", machine);
  }
}

uint64_t bytes_of_segments(std::ifstream& bytes, const Elf64_Ehdr& header) {
  uint64_t end = header.e_phoff + uint64_t{header.e_phnum} * header.e_phentsize;
  for (Elf64_Half index = 0; index < header.e_phnum; ++index) {
    Elf64_Phdr segment{};
    bytes.seekg(static_cast<std::streamoff>(header.e_phoff + uint64_t{index} * header.e_phentsize));
    if (!bytes.read(reinterpret_cast<char*>(&segment), sizeof segment)) return end;
    if (segment.p_type == PT_LOAD) end = std::max(end, segment.p_offset + segment.p_filesz);
  }
  return end;
}

std::string demangled(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status),
                                                         std::free);
  return status == 0 ? name.get() : symbol;
}

/// What it means that a symbol is missing.
std::string meaning_of(const std::string& symbol, const std::string& name) {
  if (symbol.starts_with("Py") || symbol.starts_with("_Py"))
    return "it is a module for Python (pybind), which no other program can load; build it with TORCH_LIBRARY instead";
  for (const std::string_view space : {"c10::", "at::", "torch::", "caffe2::", "aoti_torch", "torch_"})
    if (name.find(space) != std::string::npos)
      return fmt::format("it was built for another LibTorch than this one, {}", libtorch_version());
  return "link it to the library that has it";
}

/// The linker's words after "undefined symbol: ", up to what follows.
std::string undefined_symbol_in(std::string_view error) {
  constexpr std::string_view kWords = "undefined symbol: ";
  const size_t at = error.find(kWords);
  if (at == std::string_view::npos) return "";
  const std::string_view rest = error.substr(at + kWords.size());
  return std::string(rest.substr(0, rest.find_first_of(" ,\n")));
}

}  // namespace

void check_shared_object(const std::filesystem::path& file) {
  const std::string name = file.string();
  if (!std::filesystem::exists(file)) throw BadRequest(fmt::format("{}: there is no such file", name));
  if (!std::filesystem::is_regular_file(file)) throw BadRequest(fmt::format("{}: not a file", name));
  std::ifstream bytes(file, std::ios::binary);
  if (!bytes) throw BadRequest(fmt::format("{}: can't be read: {}", name, std::strerror(errno)));
  Elf64_Ehdr header{};
  bytes.read(reinterpret_cast<char*>(&header), sizeof header);
  if (bytes.gcount() < SELFMAG || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
    throw BadRequest(fmt::format("{}: not an ELF library", name));
  if (bytes.gcount() < static_cast<std::streamsize>(sizeof header))
    throw BadRequest(fmt::format("{}: truncated: not even its ELF header is whole", name));
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != kThisMachine)
    throw BadRequest(fmt::format("{}: for another machine, {}; this one is {}", name, machine_name(header.e_machine),
                                 machine_name(kThisMachine)));
  if (header.e_type != ET_DYN) throw BadRequest(fmt::format("{}: an ELF file, but not a shared library", name));
  const uint64_t size = std::filesystem::file_size(file), needed = bytes_of_segments(bytes, header);
  if (size < needed)
    throw BadRequest(fmt::format("{}: truncated: it has {} bytes of {}; get it again", name, size, needed));
}

void load_library(const std::filesystem::path& file) {
  provide_libtorch_by_name();
  if (dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL) != nullptr) return;
  const char* words = dlerror();
  const std::string error = words == nullptr ? "the dynamic linker gives no reason" : words;
  const std::string symbol = undefined_symbol_in(error);
  if (symbol.empty()) throw BadRequest(fmt::format("{}: can't be loaded: {}", file.string(), error));
  const std::string name = demangled(symbol);
  throw BadRequest(fmt::format("{}: undefined symbol {}: {}", file.string(), name, meaning_of(symbol, name)));
}

}  // namespace attn
