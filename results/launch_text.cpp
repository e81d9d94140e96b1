#include "results/launch_text.h"

#include "results/clean_text.h"
#include "results/short_kernel_name.h"
#include "results/text_width.h"

namespace attn {

std::string from_ops(const LaunchRow& launch) {
  return launch.op_path.empty() ? "outside any op" : "from " + clean_text(launch.op_path);
}

std::string name_on_one_line(const LaunchRow& launch, size_t width) {
  return cut_to_width(short_kernel_name(clean_text(launch.name)), width);
}

}  // namespace attn
