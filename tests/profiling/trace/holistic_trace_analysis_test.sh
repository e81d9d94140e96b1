#!/usr/bin/env bash
# Holistic Trace Analysis, fetched from PyPI, reads our traces. Each function is a test.
set -euo pipefail

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# From pandas 3 on version 0.5.0 stops while it parses.
install() {
  python3 -m venv "$folder/venv"
  "$folder/venv/bin/pip" install --quiet --disable-pip-version-check HolisticTraceAnalysis==0.5.0 'pandas<3'
}

write_trace() {
  "$ATTN_BUILD/tests/profiling/trace/write_example_trace" "$folder"
  trace=$(ls "$folder"/*.pt.trace.json)
}

# read_trace COUNTS
read_trace() {
  "$folder/venv/bin/python" "$ATTN_SOURCE/tests/profiling/trace/holistic_trace_analysis.py" "$trace" <<<"$1" 2>"$folder/errors"
}

counts='3 void a_kernel<float>(float*)
1 another_kernel
3 library call: cublasGemmEx
3 Memcpy DtoD (Device -> Device)
3 Memset (Device)'

ItFindsEachLaunchOfATrace() {
  install
  write_trace
  read_trace "$counts" || fail "it finds others: $(cat "$folder/errors")"
  # That the comparison can fail.
  if read_trace "${counts/1 another/2 another}" >"$folder/seen"; then fail "a missing launch was not seen"; fi
  grep -qx 'another_kernel: 2 launches, 1 found' "$folder/seen" || fail "$(cat "$folder/seen" "$folder/errors")"
}

# counts_of_launches FOLDER: of three forwards, by the names that a trace has.
counts_of_launches() {
  python3 - "$1" <<'PYTHON'
import collections, csv, sys
SUFFIXES = {"Memcpy DtoD": " (Device -> Device)", "Memset": " (Device)"}
counts = collections.Counter()
for row in csv.DictReader(open(sys.argv[1] + "/launches.csv", newline="")):
    prefix = "library call: " if row["kind"] == "library" else ""
    counts[prefix + row["name"] + SUFFIXES.get(row["name"], "")] += 3
for name, count in counts.items(): print(count, name)
PYTHON
}

ItFindsEachLaunchOfAPlansTrace() {
  if [ ! -x "$ATTN_BUILD/standin/run" ]; then echo "skipped, because this build has no stand-in GPU" && exit 77; fi
  install
  local variant
  for variant in Naive SdpaMath; do
    rm -rf "$folder/traces" "$folder/results"
    "$ATTN_BUILD/attn_bench" --plan=a100 --benchmark_filter="^$variant/" --trace="$folder/traces" --out="$folder/results" >"$folder/out"
    trace=$(ls "$folder"/traces/*.pt.trace.json)
    read_trace "$(counts_of_launches "$folder/results")" || fail "$variant: it finds others: $(cat "$folder/errors")"
  done
}

"$1"
