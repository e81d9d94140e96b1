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

# plan_of VERSION: "VARIANT LAUNCHES" lines of the article's shape on an A100. docs/launch_plan.md explains what differs.
plan_of() {
  local folder
  folder=$(mktemp -d)
  (cd "$ATTN_SOURCE" && ATTN_LIBTORCH=$1 ./attn_bench --plan=a100 --shapes=article --out="$folder" </dev/null >&2)
  python3 - "$folder/results.csv" <<'PYTHON'
import csv, sys
for row in csv.DictReader(open(sys.argv[1], newline="")):
    if row["metric"] == "launches": print(row["variant"], row["libtorch_version"], row["value"])
PYTHON
  rm -rf "$folder"
}

ThePlansDifferWhereTheDocumentationSaysSo() {
  local version efficient
  for version in 2.11.0 2.15.0; do
    efficient=1
    if [ $version = 2.15.0 ]; then efficient=3; fi
    plan_of $version | tee /dev/stderr | diff - <(printf "%s $version %s\n" Naive 6 NaiveInplace 5 SdpaAuto 1 SdpaMath 20 \
      SdpaEfficient $efficient SdpaFlash 1 SdpaCudnn 1) || { echo "FAILED: other launches with LibTorch $version" && exit 1; }
  done
}

"$1"
