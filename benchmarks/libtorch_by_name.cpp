#include "benchmarks/libtorch_by_name.h"

#include <dlfcn.h>

#include "profiling/libtorch_facts.h"

namespace attn {

// libtorch.so itself has little but what leads to libtorch_cpu.so and libtorch_cuda.so. It isn't linked, and its
// symbols are not for all, because it exports a copy of std::filesystem that would take the place of ours and ends in a
// crash.
void provide_libtorch_by_name() {
  dlopen((libtorch_folder() / "libtorch.so").c_str(), RTLD_NOW | RTLD_LOCAL);
}

}  // namespace attn
