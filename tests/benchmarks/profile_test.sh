# --profile, --table, --trace and --guess=plan as a person runs them. Each function is a test.
set -euo pipefail
. "$ATTN_SOURCE/tests/benchmarks/run_program.sh"

expect() { [ "$1" = "$2" ] || fail "\"$1\", not \"$2\": $3"; }

# needs_cuda: ends the test as skipped in a build without the CUDA half.
needs_cuda() {
  [ -e "$ATTN_BUILD/standin/run" ] || { echo "skipped, because this build has no CUDA half" && exit 77; }
}

# given FILE OP: of a trace, what ops of that name were given, each once.
given() {
  python3 - "$@" <<'PYTHON'
import json, sys
ops = [event for event in json.load(open(sys.argv[1]))["traceEvents"] if event.get("cat") == "cpu_op"]
for line in sorted({f"{op['args'].get('Input Dims')} {op['args'].get('Input type')}" for op in ops if op["name"] == sys.argv[2]}): print(line)
PYTHON
}

# metric NAME: its values in results.csv, one a line.
metric() {
  python3 - "$folder/results/results.csv" "$1" <<'PYTHON'
import csv, sys
for row in csv.DictReader(open(sys.argv[1], newline="")):
    if row["metric"] == sys.argv[2]: print(row["value"])
PYTHON
}

# events FILE: of a trace, the number of complete events by category, "cpu_op 135", sorted.
events() {
  python3 - "$1" <<'PYTHON'
import collections, json, sys
trace = json.load(open(sys.argv[1]))
counts = collections.Counter(event["cat"] for event in trace["traceEvents"] if event["ph"] == "X")
for category in sorted(counts): print(category, counts[category])
PYTHON
}

# table FILE: name and number of calls of each line of the profiler's table in it, "aten::bmm 6". It comes after the table of
# the cases, so between the third rule and the fourth.
table() {
  python3 - "$1" <<'PYTHON'
import re, sys
rules = 0
for line in open(sys.argv[1], encoding="utf-8"):
    if line.startswith("---"): rules += 1
    elif rules == 3:
        cells = re.split(" {2,}", line.strip())
        print(cells[0], [cell for cell in cells if cell.isdigit()][-1])
PYTHON
}

small=(--device=cpu --max_time_s=0.05 --seq_len=64 --benchmark_filter='^Naive/')

ACpusProfileHasTimesOfOpsAndWhatLiesOutsideThem() {
  run 0 "${small[@]}" --profile --out="$folder/results"
  says out '^Naive/cpu/.*: profile$'
  says out '^ops +45 a forward, the same in all 3$'
  says out 'outside any op$'
  says_not out 'launched by'
  python3 - "$folder/results" "$(metric profiled_host_time_s)" <<'PYTHON' || fail "the rows of ops.csv"
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1] + "/ops.csv", newline="")))
assert len(rows) == 45, len(rows)
assert all(float(row["total_host_time_s"]) >= float(row["self_host_time_s"]) >= 0 for row in rows)
assert all(row["total_device_time_s"] == "" for row in rows)
top = sum(float(row["total_host_time_s"]) for row in rows if " › " not in row["op_path"])
own = sum(float(row["self_host_time_s"]) for row in rows)
assert abs(top - own) < 1e-6 * top, (top, own)  # self times add up to what the outermost ops take
assert top > 0.2 * float(sys.argv[2]) > 0, (top, sys.argv[2])  # means against a median
PYTHON
  expect "$(metric outside_ops_share | wc -l)" 1 "a share outside any op"
  expect "$(metric device_time_s)" "" "no device on a CPU"
}

MostOfAForwardOnACpuLiesInOps() {
  if grep -q '^ATTN_SANITIZE:[A-Z]*=.' "$ATTN_BUILD/CMakeCache.txt"; then
    echo "skipped, because a sanitizer takes time of its own"
    exit 77
  fi
  run 0 --device=cpu --threads=1 --max_time_s=0.3 --seq_len=512 --benchmark_filter='^Naive/' --profile --out="$folder/results"
  python3 -c "import sys; sys.exit(not $(metric outside_ops_share) <= 0.05)" || fail "$(metric outside_ops_share) outside"
}

TheTableHasAsManyRowsAsAskedSortedByWhatIsAsked() {
  run 0 "${small[@]}" --table=3 --table_by=calls
  expect "$(table "$folder/out" | wc -l)" 3 "rows"
  expect "$(table "$folder/out" | awk '{print $NF}' | sort -nrc 2>&1)" "" "sorted by calls"
  says out '^of 3 forwards, sorted by # of Calls'
  says out '^[0-9]+ more rows$'
  run 0 "${small[@]}" --table
  expect "$(table "$folder/out" | wc -l)" 15 "the usual rows"
  refused '--table=0: not allowed; a number of rows, 1 or more' "${small[@]}" --table=0
  refused 'self_cpu_tim.*did you mean self_cpu_time' "${small[@]}" --table --table_by=self_cpu_tim
}

TheScheduleSaysHowManyForwardsAreKept() {
  run 0 "${small[@]}" --profile --schedule=0,2,5
  says out 'the same in all 5$'
  for schedule in 1,1 1,1,0 1,-1,3 a,b,c 1,1,1e9 1,1,1001; do
    refused 'WAIT,WARMUP,ACTIVE such as 1,1,3' "${small[@]}" --profile "--schedule=$schedule"
  done
  refused 'add --profile, --table or --trace' "${small[@]}" --schedule=1,1,3
  refused 'it sorts the table' "${small[@]}" --profile --table_by=calls
  refused '--trace beside --processes=2' "${small[@]}" --trace="$folder/traces" --processes=2
}

ATraceIsWrittenForEachCaseAndNamedAfterIt() {
  run 0 "${small[@]}" --benchmark_filter='^Naive' --trace="$folder/traces/deep"
  expect "$(ls "$folder/traces/deep" | wc -l)" 2 "two variants"
  local file
  file=$(ls "$folder"/traces/deep/Naive.cpu.fp32.causal.*q_len-64.*.json)
  expect "$(events "$file")" $'cpu_op 135\nuser_annotation 3' "events"
  expect "$(given "$file" aten::matmul)" "[[1, 8, 64, 64], [1, 8, 64, 64]] ['float', 'float']" \
    "what the matmuls of each forward were given"
  says out "^trace +$folder/traces/deep/Naive\.cpu"
}

ATraceThatCantBeWrittenIsRefused() {
  touch "$folder/file"
  refused "--trace=$folder/file/traces: Not a directory" "${small[@]}" --trace="$folder/file/traces"
  if [ -e "$ATTN_BUILD/standin/run" ]; then
    refused "--trace=$folder/file/traces: Not a directory" --plan=a100 --trace="$folder/file/traces"
  fi
  run 2 "${small[@]}" --benchmark_filter=xyzzy --trace="$folder/nothing"
  [ ! -e "$folder/nothing" ] || fail "a refused request made a folder"
}

WithAReportOnStandardOutputTheProfileGoesToStandardError() {
  run 0 "${small[@]}" --table --benchmark_format=json
  python3 -m json.tool "$folder/out" >/dev/null || fail "no JSON"
  says err 'Self CPU time total'
}

APlansProfileHasLaunchesAndNoTimes() {
  needs_cuda
  run 0 --plan=a100 --benchmark_filter='^Naive/' --table=100 --trace="$folder/traces" --out="$folder/results"
  says out '^launches +6 a forward, the same in all 3$'
  says out '^launched by +2 cuLaunchKernelEx in .*, 3 cudaLaunchKernel in .*, 1 cudaMemcpyAsync in '
  says out '^device +no times: a plan has none$'
  says out 'CUDA times are blank: a plan has none'
  expect "$(metric launching_calls)" 6 "calls that launch"
  expect "$(metric device_time_s)" "" "no time of a device that is none"
  expect "$(python3 -c "
import csv
print({row['total_device_time_s'] for row in csv.DictReader(open('$folder/results/ops.csv', newline=''))})")" "{''}" "no device times"
  table "$folder/out" | LC_ALL=C sort >"$folder/table"
  diff "$ATTN_SOURCE/tests/golden/plan_table.txt" "$folder/table" || fail "another table"
  local file
  file=$(ls "$folder"/traces/Naive.a100.*.json)
  expect "$(events "$file" | grep -E '^(cpu_op|kernel|gpu_mem)')" $'cpu_op 117\ngpu_memcpy 3\nkernel 15' "events"
  expect "$(given "$file" aten::copy_)" \
    "[[8, 16, 1024, 1024], [8, 16, 1024, 1024], []] ['c10::BFloat16', 'c10::BFloat16', 'Scalar']" "what a copy was given"
  grep -q '"traceName": ".*virtual clock, not a time' "$file" || fail "the trace does not say that its clock is virtual"
  [ "$(grep -c 'virtual clock, not a time' "$file")" -gt 2 ] || fail "its lanes do not say so"
}

AGraphIsLaunchedByOneCall() {
  needs_cuda
  run 0 --plan=a100 --launch=graph --benchmark_filter='^Naive/' --profile --launches --out="$folder/results"
  says out '^launched by +1 cudaGraphLaunch in '
  says out '^launches +6 a forward'
  says out '^ +3  aten::masked_fill › aten::clone › aten::copy_ +memcpy'
  expect "$(metric launching_calls)" 1 "calls that launch"
  expect "$(metric launches)" 6 "nodes"
  expect "$(wc -l <"$folder/results/ops.csv")" 40 "the ops of the captured forward, under a header"
}

on_a100() {
  local code=0
  "$ATTN_BUILD/standin/run" --gpu=a100 "${@:2}" >"$folder/out" 2>"$folder/err" </dev/null || code=$?
  expect "$code" "$1" "exit code of ${*:2}"
}

WhatIsLaunchedIsHeldAgainstThePlan() {
  needs_cuda
  on_a100 0 "$program" --device=cuda --unmeasured --guess=plan --strict --launch=both
  expect "$(grep -c 'as in the plan for sm_80' "$folder/out")" 14 "cases"
  expect "$(grep -c 'nothing is different' "$folder/out")" 14 "cases that are as planned"
}

# The GPU's flash kernels have other registers than the plan's.
WhatIsNotAsPlannedIsShownFirst() {
  needs_cuda
  run 0 --plan=a100 --benchmark_filter=SdpaFlash
  if grep -q "registers of kernels are left blank" "$folder/err"; then
    echo "skipped, because there is no cuobjdump here"
    exit 77
  fi
  local cache=${XDG_CACHE_HOME:-$HOME/.cache}/attn_bench/kernel_resources text list=""
  for text in "$cache"/*.so-sm_80-*.txt; do
    sed -E '/flash_fwd/s/\t255\t/\t168\t/' "$text" >"$folder/${text##*/}"
    list+=":$folder/${text##*/}"
  done
  on_a100 1 --resources="${list#:}" "$program" --device=cuda --unmeasured --guess=plan --strict
  head -n 1 "$folder/out" | grep -qE '^Sdpa(Auto|Flash)/.*: NOT as in the plan' || fail "the mismatch is not shown first"
  says out '^~ registers 255 → 168: pytorch_flash::flash_fwd_kernel'
  expect "$(grep -c 'nothing is different' "$folder/out")" 5 "cases that are as planned"
}

AnInterruptionEndsTheRecordingAndKeepsWhatWasMeasured() {
  local code=0 begin
  "$program" "${small[@]}" --seq_len=256 --schedule=1000,1000,1000 --trace="$folder/traces" --out="$folder/results" \
    >"$folder/out" 2>"$folder/err" </dev/null &
  local pid=$!
  for _ in $(seq 400); do
    if grep -q '^1 ok' "$folder/out"; then break; fi
    sleep 0.05
  done
  begin=$EPOCHSECONDS
  kill -TERM $pid
  wait $pid || code=$?
  expect "$code" 130 "exit code"
  ((EPOCHSECONDS - begin < 5)) || fail "it went on for $((EPOCHSECONDS - begin)) s"
  expect "$(ls "$folder/traces")" "" "no half a trace"
  expect "$(metric time_s | wc -l)" 1 "what was measured is kept"
}

AGuessOfThePlanNeedsAGpu() {
  refused 'a CPU launches nothing' --device=cpu --guess=plan
  refused 'beside --plan' --plan=a100 --guess=plan
  refused 'nothing of it is to be kept' --device=cpu --unmeasured --out="$folder/results"
}

"$1"
