#include <ATen/Context.h>

#include "benchmarks/variants/sdpa.h"

namespace attn {

SdpaBackendPin::SdpaBackendPin(std::string_view backend) : before_(enabled()) {
  if (backend.empty()) return;
  enable({.math = backend == "math",
          .efficient = backend == "efficient",
          .flash = backend == "flash",
          .cudnn = backend == "cudnn"});
}

SdpaBackendPin::~SdpaBackendPin() {
  enable(before_);
}

SdpaBackendPin::Enabled SdpaBackendPin::enabled() {
  const at::Context& context = at::globalContext();
  return {.math = context.userEnabledMathSDP(),
          .efficient = context.userEnabledMemEfficientSDP(),
          .flash = context.userEnabledFlashSDP(),
          .cudnn = context.userEnabledCuDNNSDP()};
}

// By the enable flags, not by the priority order: LibTorch's choice on CUDA overwrites that.
void SdpaBackendPin::enable(const Enabled& backends) {
  at::Context& context = at::globalContext();
  context.setSDPUseMath(backends.math);
  context.setSDPUseMemEfficient(backends.efficient);
  context.setSDPUseFlash(backends.flash);
  context.setSDPUseCuDNN(backends.cudnn);
}

}  // namespace attn
