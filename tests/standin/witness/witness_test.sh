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

require_pytorch() {
  if [ -z "$ATTN_TORCH_PYTHON" ]; then skip "this LibTorch does not lie beside a Python's PyTorch"; fi
  if [ ! -x "$ATTN_BUILD/standin/run" ]; then skip "this build has no stand-in GPU"; fi
  if grep -q '^ATTN_SANITIZE:[A-Z]*=.' "$ATTN_BUILD/CMakeCache.txt"; then skip "Python is not built with the sanitizers"; fi
}

# record_and_plan CARD: fills $folder/CARD.jsonl and $folder/CARD.
record_and_plan() {
  require_pytorch
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

# trace_by_pytorch CARD SHAPES [OPTION…]: fills $folder/traces with a trace of each case; OPTIONs are of standin/run.
trace_by_pytorch() {
  mkdir "$folder/traces"
  "$ATTN_BUILD/standin/run" --gpu="$1" "${@:3}" "$ATTN_TORCH_PYTHON" "$here/record_launches.py" "$2" "$1" "$folder/traces" \
    >"$folder/$1.jsonl" 2>"$folder/errors" || fail "PyTorch on the stand-in: $(cat "$folder/errors")"
}

compare_traces() { "$ATTN_TORCH_PYTHON" -I "$here/compare_traces.py" "$@"; }

# A name, an argument's value, its name and its type, an arrow, a lane, an op, a call, a step: each is seen.
ADifferenceInOneTraceIsSeen() {
  require_pytorch
  head -2 "$here/shapes.csv" >"$folder/shapes.csv"
  trace_by_pytorch a100 "$folder/shapes.csv"
  local trace edit
  trace=$(ls "$folder"/traces/Naive.*.pt.trace.json)
  compare_traces "$trace" "$trace" >"$folder/agreed" || fail "a trace differs from itself: $(cat "$folder/agreed")"
  for edit in 's/softmax_warp_forward/softmax_warp_backward/' 's/"block": \[128,/"block": [129,/' 's/"shared memory"/"memory"/' \
    's/"context": 1/"context": 1.0/' 's/"ph": "f", "id": /"ph": "f", "id": 9/' 's/"tid": 7,/"tid": 8,/' \
    's/"name": "aten::mul"/"name": "aten::add"/' 's/"cudaLaunchKernel"/"cudaLaunchKernelExC"/' 's/ProfilerStep#2/ProfilerStep#7/' \
    's/"Input Dims": \[\[8, /"Input Dims": [[9, /' 's/"Input type": \["c10::BFloat16"/"Input type": ["float"/' \
    's/"External id": \([0-9]*\)[0-9]/"External id": \11/' 's/"numSms": 108/"numSms": 107/' 's/"cat": "gpu_memcpy"/"cat": "kernel"/'; do
    sed "$edit" "$trace" >"$folder/edited"
    if cmp -s "$folder/edited" "$trace"; then fail "'$edit' changes nothing"; fi
    if compare_traces "$folder/edited" "$trace" >"$folder/seen" 2>&1; then fail "'$edit' was not seen"; fi
    tail -1 "$folder/seen" | grep -Eq ', [1-9][0-9]* differences$' || fail "'$edit': $(cat "$folder/seen")"
  done
}

# Each case's trace, and the rows of its table, against those of PyTorch's profiler of the same forwards.
OurTracesAndTablesAreAsPyTorchWritesThem() {
  require_pytorch
  "$ATTN_BUILD/attn_bench" --plan=a100 --shapes="$here/shapes.csv" --table=1000 --trace="$folder/ours" >"$folder/output" 2>&1 ||
    fail "the plan: $(cat "$folder/output")"
  # With the registers that the plan knew of.
  local known resources=()
  known=$(printf ':%s' "${XDG_CACHE_HOME:-$HOME/.cache}"/attn_bench/kernel_resources/*-sm_80-*.txt)
  if ! grep -q 'registers of kernels are left blank' "$folder/output"; then resources=(--resources="${known#:}"); fi
  trace_by_pytorch a100 "$here/shapes.csv" "${resources[@]}"
  local theirs compared=0
  for theirs in "$folder"/traces/*.pt.trace.json; do
    compare_traces "$folder/ours/${theirs##*/}" "$theirs" >"$folder/seen" || fail "${theirs##*/}: $(cat "$folder/seen")"
    compared=$((compared + 1))
  done
  [ "$compared" -gt 20 ] || fail "only $compared traces"
  "$ATTN_TORCH_PYTHON" -I "$here/compare_tables.py" "$folder/output" "$folder/traces" >"$folder/seen" || fail "$(cat "$folder/seen")"
  sed -E '0,/^(aten::bmm .*)6( *)$/s//\17\2/' "$folder/output" >"$folder/edited"
  ! cmp -s "$folder/output" "$folder/edited" || fail "the edit changes nothing"
  if "$ATTN_TORCH_PYTHON" -I "$here/compare_tables.py" "$folder/edited" "$folder/traces" >"$folder/seen"; then fail "an edit was not seen"; fi
}

"$1"
