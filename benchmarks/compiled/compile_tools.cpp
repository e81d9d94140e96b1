#include "benchmarks/compiled/compile_tools.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <set>

namespace attn {
namespace {

namespace fs = std::filesystem;

/// …/lib/python3.11/site-packages/torch/lib → …/bin/python3.11, as in a virtual environment and under /usr.
std::string find_python(const fs::path& libtorch_folder) {
  const fs::path packages = libtorch_folder.parent_path().parent_path();
  const fs::path version = packages.parent_path();
  if (version.filename().string().rfind("python3", 0) != 0) return "";
  for (const fs::path& name : {version.filename(), fs::path("python3"), fs::path("python")}) {
    const fs::path python = version.parent_path().parent_path() / "bin" / name;
    if (access(python.c_str(), X_OK) == 0) return python.string();
  }
  return "";
}

/// The first line that the compiler says of itself; empty where there is none.
std::string compiler_version() {
  const char* chosen = std::getenv("CXX");
  const std::string command = chosen != nullptr && *chosen != '\0' ? chosen : "g++";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> output(popen((command + " --version 2>/dev/null").c_str(), "r"),
                                                               pclose);
  std::array<char, 200> line{};
  if (!output || std::fgets(line.data(), line.size(), output.get()) == nullptr) return "";
  std::string version = line.data();
  version.erase(version.find_last_not_of('\n') + 1);
  return version;
}

}  // namespace

std::string inductor_settings() {
  std::set<std::string> settings;
  for (char** line = environ; *line != nullptr; ++line) {
    const std::string text = *line;
    if (text.starts_with("TORCHINDUCTOR_") || text.starts_with("TRITON_")) settings.insert(text);
  }
  return fmt::format("{}", fmt::join(settings, " "));
}

CompileTools find_compile_tools(const fs::path& libtorch_folder) {
  CompileTools tools{.python = find_python(libtorch_folder), .compiler = compiler_version(), .missing = ""};
  if (tools.python.empty())
    tools.missing = fmt::format(
        "compiling needs LibTorch's Python half, and there is none beside {}; use the LibTorch of: pip install torch",
        libtorch_folder.string());
  else if (tools.compiler.empty())
    tools.missing = "compiling needs a C++ compiler; install one: apt-get install g++";
  return tools;
}

}  // namespace attn
