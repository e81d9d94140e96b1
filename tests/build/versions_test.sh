#!/usr/bin/env bash
# Other versions of LibTorch: fetched from PyPI, built against, run.
set -euo pipefail

TheOldestAndANewerOneRun() {
  local version output
  for version in 2.11.0 2.15.0; do
    output=$(cd "$ATTN_SOURCE" && ATTN_LIBTORCH=$version ./attn_bench --device=cpu --seq_len=64 --max_time_s=0.1 \
      --benchmark_min_time=0.01 </dev/null)
    echo "$output"
    grep -q "LibTorch $version" <<<"$output" || { echo "FAILED: another LibTorch ran" && exit 1; }
    grep -qx '5 ok, 2 unsupported' <<<"$output" || { echo "FAILED: not what LibTorch $version can do" && exit 1; }
  done
}

"$1"
