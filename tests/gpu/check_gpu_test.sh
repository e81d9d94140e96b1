# A real GPU from end to end, in a few minutes: measured, profiled, held against its plan, judged. Each function is a test.
# ATTN_GPU_RECORDS=DIR keeps what was recorded, as data for tests elsewhere.
set -euo pipefail

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

program=$ATTN_BUILD/attn_bench
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
records=${ATTN_GPU_RECORDS:-$folder/records}

require_gpu() {
  "$program" --device=cuda --benchmark_list_tests >"$folder/list" 2>"$folder/why" && return
  echo "skipped, because $(sed 's/^attn_bench: //' "$folder/why")"
  exit 77
}

WhatItMeasuresAndRecordsCanBe() {
  require_gpu
  mkdir -p "$records"
  local code=0
  "$program" --device=cuda --shapes=article --cache=both --launch=both --max_time_s=1 --profile --launches --guess=plan \
    --trace="$records/traces" --out="$records/results" 2>&1 | tee "$records/output.txt" || code=$?
  [ "$code" = 0 ] || fail "exit code $code"
  python3 "$ATTN_SOURCE/tests/gpu/judge.py" "$records/results" "$records/traces" "$records/output.txt" | tee "$records/judgement.txt"
}

"$1"
