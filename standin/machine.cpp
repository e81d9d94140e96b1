#include "standin/machine.h"

#include "standin/exported.h"

namespace attn::standin {

namespace {

// So that a wrong environment is told at once and not at the first use.
__attribute__((constructor)) void look_at_the_environment() {
  machine();
}

}  // namespace

Machine& machine() {
  static auto* const only = new Machine;
  return *only;
}

}  // namespace attn::standin

ATTN_EXPORTED uint64_t attn_standin_set_memory_bytes(uint64_t bytes) {
  return attn::standin::machine().memory.set_capacity_bytes(bytes);
}
