#include "benchmarks/make_ready.h"

#include <fmt/format.h>

#include <set>
#include <string>

#include "benchmarks/interrupt.h"
#include "benchmarks/progress.h"

namespace attn {
namespace {

/// The first case of each variant and shape that there is something to do for.
std::vector<const Case*> cases_to_ready(const std::vector<Case>& cases) {
  std::set<std::string> seen;
  std::vector<const Case*> chosen;
  for (const Case& one : cases) {
    if (!one.variant.make_ready) continue;
    const AttentionShape& shape = one.shape;
    const std::string key = fmt::format("{}/{}/{}/{}", one.variant.name, attn::name_of(shape.dtype),
                                        attn::name_of(shape.mask), extents_name(shape));
    if (seen.insert(key).second) chosen.push_back(&one);
  }
  return chosen;
}

}  // namespace

void make_ready(const std::vector<Case>& cases, const Device& device) {
  const std::vector<const Case*> chosen = cases_to_ready(cases);
  Progress progress(chosen.size());
  for (const Case* one : chosen) {
    if (interrupted()) return;
    progress.show("compiling " + name_of(*one));
    one->variant.make_ready(one->shape, device);
    progress.finish_step();
  }
}

}  // namespace attn
