#!/usr/bin/env bash
# The program without its CUDA half: builds, measures a CPU, and says why it can't plan.
set -euo pipefail

WhatNeedsCudaIsRefusedWithTheReason() {
  local folder=$ATTN_BUILD/without_cuda torch code=0 error
  torch=$(sed -n 's/^TORCH_ROOT:[A-Z]*=//p' "$ATTN_BUILD/CMakeCache.txt")
  cmake -G Ninja -S "$ATTN_SOURCE" -B "$folder" -DCMAKE_BUILD_TYPE=Release -DATTN_CUDA=OFF -DATTN_TESTS=OFF \
    ${torch:+"-DTORCH_ROOT=$torch"}
  cmake --build "$folder" --target attn_bench -- --quiet
  "$folder/attn_bench" --device=cpu --seq_len=16 --q_heads=2 --kv_heads=2 --head_dim=8 --max_time_s=0.02 \
    --benchmark_min_time=0.001 </dev/null
  error=$("$folder/attn_bench" --plan=a100 2>&1 </dev/null) || code=$?
  echo "$error"
  [ $code = 2 ] || { echo "FAILED: exit code $code, not 2" && exit 1; }
  grep -q -- '--plan needs a LibTorch with CUDA: this program was built with ATTN_CUDA=OFF' <<<"$error" ||
    { echo "FAILED: another reason" && exit 1; }
}

"$1"
