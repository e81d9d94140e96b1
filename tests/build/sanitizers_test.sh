#!/usr/bin/env bash
# All tests pass under the sanitizers, in build folders of their own.
set -euo pipefail
cd "$ATTN_SOURCE"

# With the same LibTorch as the build that runs this test.
run_preset() {
  local torch
  torch=$(sed -n 's/^TORCH_ROOT:[A-Z]*=//p' "$ATTN_BUILD/CMakeCache.txt")
  cmake --preset "$1" ${torch:+"-DTORCH_ROOT=$torch"} >"$ATTN_BUILD/$1.log" || { cat "$ATTN_BUILD/$1.log" && exit 1; }
  cmake --build --preset "$1" -- --quiet
  ctest --preset "$1"
}

AddressesAndBehavior() { run_preset asan; }
Threads() { run_preset tsan; }

"$1"
