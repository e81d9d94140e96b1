#!/usr/bin/env bash
# The launch plan against an independent witness: PyTorch's own unmodified profiler, in Python, on the same stand-in GPU.
# Each function is a test.
set -euo pipefail

fail() {
  echo "FAILED: $*" >&2
  exit 1
}
skip() {
  echo "skipped, because $*"
  exit 77
}

here=$ATTN_SOURCE/tests/standin/witness
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# record_and_plan CARD: fills $folder/CARD.jsonl and $folder/CARD.
record_and_plan() {
  if [ -z "$ATTN_TORCH_PYTHON" ]; then skip "this LibTorch does not lie beside a Python's PyTorch"; fi
  if [ ! -x "$ATTN_BUILD/standin/run" ]; then skip "this build has no stand-in GPU"; fi
  if grep -q '^ATTN_SANITIZE:[A-Z]*=.' "$ATTN_BUILD/CMakeCache.txt"; then skip "Python is not built with the sanitizers"; fi
  "$ATTN_BUILD/standin/run" --gpu="$1" "$ATTN_TORCH_PYTHON" "$here/record_launches.py" "$here/shapes.csv" "$1" \
    >"$folder/$1.jsonl" 2>"$folder/errors" || fail "PyTorch on the stand-in: $(cat "$folder/errors")"
  "$ATTN_BUILD/attn_bench" --plan="$1" --shapes="$here/shapes.csv" --out="$folder/$1" >"$folder/output" 2>&1 ||
    fail "the plan: $(cat "$folder/output")"
}

compare() { "$ATTN_TORCH_PYTHON" -I "$here/compare_launches.py" "$folder/$1.jsonl" "$folder/$1"; }

# One card chooses flash attention, the other cuDNN.
PyTorchsProfilerListsWhatThePlanOfAnA100Lists() {
  record_and_plan a100
  compare a100
}

PyTorchsProfilerListsWhatThePlanOfAnH100Lists() {
  record_and_plan h100
  compare h100
}

# The last column of a grid, a number of bytes, an op, a kernel's name, a launch: each is seen.
ADifferenceInOneLaunchIsSeen() {
  record_and_plan a100
  compare a100 >"$folder/agreed" || fail "they don't agree as they are: $(cat "$folder/agreed")"
  local edit
  for edit in 's/"8,8,16"/"8,8,17"/' 's/,268435456,/,268435455,/' 's/ › aten::copy_,/,/' 's/fmha_cutlassF_bf16/fmha_cutlassF_f16/' \
    's/,memcpy,/,kernel,/' '$d'; do
    cp "$folder/a100/launches.csv" "$folder/whole"
    sed -i "$edit" "$folder/a100/launches.csv"
    if cmp -s "$folder/whole" "$folder/a100/launches.csv"; then fail "'$edit' changes nothing"; fi
    if compare a100 >"$folder/seen"; then fail "'$edit' was not seen"; fi
    cp "$folder/whole" "$folder/a100/launches.csv"
  done
}

"$1"
