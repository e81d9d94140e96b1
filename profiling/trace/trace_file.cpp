#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <system_error>

#include "profiling/text_hash.h"
#include "profiling/trace/chrome_trace.h"
#include "results/bad_request.h"
#include "results/file_beside.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

// File systems take 255; the ending and the name written beside take their part.
constexpr size_t kMostNameBytes = 200;

bool stays(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

void make_folder(const fs::path& file) {
  if (file.has_parent_path()) fs::create_directories(file.parent_path());
}

}  // namespace

void save_chrome_trace(const fs::path& file, const Profile& profile, const TraceInfo& info) {
  std::optional<FileBeside> beside;
  try {
    make_folder(file);
    beside.emplace(file);
  } catch (const std::system_error& error) {  // std::filesystem's is one too
    throw BadRequest(fmt::format("can't write the trace {}: {}", file.string(), error.code().message()));
  }
  try {
    write_chrome_trace([&](std::string_view text) { beside->write(text); }, profile, info);
    beside->keep();
  } catch (const std::system_error& error) {
    throw std::runtime_error(fmt::format("can't write the trace {}: {}", file.string(), error.code().message()));
  }
}

std::string trace_file_name(std::string_view case_name) {
  std::string name;
  for (const char c : case_name) {
    if (stays(c)) {
      name += c;
    } else if (c == '/' && !name.empty()) {  // a file whose name begins with a point is hidden
      name += '.';
    } else if (c == ':' && !name.empty()) {
      name += '-';
    } else {
      name += fmt::format("={:02X}", static_cast<unsigned char>(c));
    }
  }
  if (name.size() > kMostNameBytes)
    name = fmt::format("{}={:016x}", name.substr(0, kMostNameBytes - 17), hash_of(case_name));
  return name + ".pt.trace.json";
}

}  // namespace attn
