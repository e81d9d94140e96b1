#include "benchmarks/external/read_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>
#include <system_error>

#include "results/bad_request.h"
#include "results/near_names.h"

namespace attn {
namespace {

constexpr std::array kLayouts = {KernelLayout::kBhsd, KernelLayout::kBshd, KernelLayout::kVarlen};

std::optional<KernelLayout> parse_layout(const std::string& name) {
  const auto found = std::ranges::find(kLayouts, name, [](KernelLayout layout) { return name_of(layout); });
  return found == kLayouts.end() ? std::nullopt : std::optional(*found);
}

/// The path and, behind its last ':', the op; a file whose name ends like that is a file.
void split_path(KernelRequest& kernel, const std::string& text) {
  static const std::regex kWithOp(R"((.+?):([A-Za-z_]\w*(?:::[A-Za-z_]\w*)?(?:\.\w+)?))");
  std::smatch match;
  std::error_code ignored;
  if (!std::filesystem::exists(text, ignored) && std::regex_match(text, match, kWithOp)) {
    kernel.path = match[1].str();
    kernel.op = match[2].str();
  } else {
    kernel.path = text;
  }
}

/// "NAME" of "NAME:rest", which is taken off; empty where there is none. The value of an argument may have a ':' too.
std::string take_name(std::string& text) {
  const size_t colon = text.find(':'), equals = text.find('=');
  if (colon == std::string::npos || (equals != std::string::npos && equals < colon)) return "";
  const std::string name = text.substr(0, colon);
  text.erase(0, colon + 1);
  return name;
}

/// Does `give` to the kernel of that name, or to all for an empty name.
template <typename Give>
void give_to(Options& options, const KernelSetting& setting, Give give) {
  std::vector<KernelRequest>& kernels = options.external.kernels;
  if (kernels.empty())
    throw BadRequest(
        fmt::format("{}={}: it is for a kernel; give one: --kernel=NAME=PATH", setting.option, setting.given));
  std::vector<std::string> names;
  for (KernelRequest& kernel : kernels) {
    names.push_back(kernel.name);
    if (setting.kernel.empty() || setting.kernel == kernel.name) give(kernel);
  }
  if (!setting.kernel.empty() && std::ranges::find(names, setting.kernel) == names.end())
    throw BadRequest(fmt::format("{}={}: no --kernel is named {}{}", setting.option, setting.given, setting.kernel,
                                 did_you_mean(setting.kernel, names)));
}

}  // namespace

std::string_view name_of(KernelLayout layout) {
  switch (layout) {
    case KernelLayout::kBhsd:
      return "bhsd";
    case KernelLayout::kBshd:
      return "bshd";
    case KernelLayout::kVarlen:
      return "varlen";
  }
  return "";
}

void read_kernel(Options& options, const GivenValue& given) {
  static const std::regex kName(R"([A-Za-z][A-Za-z0-9_.+-]*)");
  const size_t equals = given.text.find('=');
  KernelRequest kernel;
  kernel.name = given.text.substr(0, equals);
  if (equals == std::string::npos || equals + 1 == given.text.size() || !std::regex_match(kernel.name, kName))
    refuse(given, "NAME=PATH or NAME=PATH:op with a NAME of letters, digits and _ . + -, a letter first,");
  split_path(kernel, given.text.substr(equals + 1));
  if (std::ranges::find(options.external.kernels, kernel.name, &KernelRequest::name) != options.external.kernels.end())
    refuse(given, fmt::format("one kernel named {}", kernel.name));
  options.external.kernels.push_back(std::move(kernel));
}

void read_kernel_layout(Options& options, const GivenValue& given) {
  KernelSetting setting{.option = given.source, .given = given.text, .kernel = "", .argument = "", .value = given.text};
  setting.kernel = take_name(setting.value);
  if (!parse_layout(setting.value)) refuse(given, "bhsd, bshd or varlen, or NAME:bhsd and so on for one kernel,");
  options.external.settings.push_back(std::move(setting));
}

void read_kernel_argument(Options& options, const GivenValue& given) {
  KernelSetting setting{.option = given.source, .given = given.text, .kernel = "", .argument = "", .value = given.text};
  setting.kernel = take_name(setting.value);
  const size_t equals = setting.value.find('=');
  if (equals == std::string::npos || equals == 0)
    refuse(given, "ARGUMENT=VALUE, or NAME:ARGUMENT=VALUE for one kernel,");
  setting.argument = setting.value.substr(0, equals);
  setting.value.erase(0, equals + 1);
  options.external.settings.push_back(std::move(setting));
}

void give_to_kernels(Options& options) {
  for (const KernelSetting& setting : options.external.settings) {
    give_to(options, setting, [&](KernelRequest& kernel) {
      if (!setting.argument.empty())
        kernel.arguments[setting.argument] = setting.value;
      else
        kernel.layout = parse_layout(setting.value);
    });
  }
}

}  // namespace attn
