#pragma once

#include <string>
#include <vector>

#include "standin/kernel_resources.h"

namespace attn::standin {

/// A kernel of a module and what it takes.
struct ImageKernel {
  std::string name;
  Resources resources;
};

/// The kernels of a code object (cubin) that is handed to cuModuleLoadData as a whole, read off its ELF sections:
/// registers from .nv.info, static shared memory from .nv.shared.NAME. Empty for an image that is none, as PTX or a
/// fatbin.
std::vector<ImageKernel> kernels_of_image(const void* image);

}  // namespace attn::standin
