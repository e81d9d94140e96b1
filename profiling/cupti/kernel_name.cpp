#include "profiling/cupti/kernel_name.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

#include "standin/contract.h"

namespace attn {

bool is_library_call(std::string_view recorded_name) {
  return recorded_name.starts_with(standin::kLibraryCallPrefix);
}

std::string readable_kernel_name(std::string_view recorded) {
  if (is_library_call(recorded)) return std::string(recorded.substr(standin::kLibraryCallPrefix.size()));
  const std::string recorded_name(recorded);
  if (!recorded.starts_with("_Z")) return recorded_name;  // else "f" would be read as a type, float
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> demangled(
      abi::__cxa_demangle(recorded_name.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && demangled ? demangled.get() : recorded_name;
}

std::string_view plain_api_name(std::string_view callback_name) {
  constexpr size_t kFewestDigits = 4;
  const size_t mark = callback_name.rfind("_v");
  if (mark == std::string_view::npos) return callback_name;
  const std::string_view digits = callback_name.substr(mark + 2);
  const bool is_version =
      digits.size() >= kFewestDigits && digits.find_first_not_of("0123456789") == std::string_view::npos;
  return is_version ? callback_name.substr(0, mark) : callback_name;
}

}  // namespace attn
