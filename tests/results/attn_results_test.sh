#!/usr/bin/env bash
# attn_results from the command line: what it answers, and how it ends. On the recorded runs of results/examples.
set -euo pipefail
program=$ATTN_BUILD/attn_results
examples=$ATTN_SOURCE/results/examples
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
  echo "FAILED: $1"
  sed 's/^/out: /' "$folder/out"
  sed 's/^/err: /' "$folder/err"
  exit 1
}

# expect CODE WHERE TEXT ARGS…: the exit code, and a text in out or err.
expect() {
  local code=0 wanted=$1 where=$2 text=$3
  shift 3
  "$program" "$@" >"$folder/out" 2>"$folder/err" </dev/null || code=$?
  [ "$code" = "$wanted" ] || fail "$*: exit code $code, not $wanted"
  grep -qF -- "$text" "$folder/$where" || fail "$*: no '$text' in $where"
}

RefusesWhatItCantDo() {
  expect 2 err 'which of compare, summary, merge, check?'
  expect 2 err 'sumary: no such subcommand (did you mean summary?)' sumary
  expect 2 err '--otu: no such flag (did you mean --out?)' merge "$folder" --otu=x
  expect 2 err 'Give summary DIR' summary
  expect 2 err 'Give check DIR' check
  expect 2 err 'Give merge DIR' merge --out="$folder/new"
  expect 2 err 'Give --out=DIR, a new folder' merge "$examples/cpu_one_thread"
  expect 2 err "'yaml' is none of table, markdown, csv, json" summary "$examples/cpu_one_thread" --format=yaml
  expect 2 err "there is no such folder or file" summary "$folder/none"
  expect 2 err "has no results.csv" check "$folder"
  expect 2 err 'these of its folders have one: cpu_memory_kept' summary "$examples"
}

RefusesFilesThatAreNoResults() {
  : >"$folder/empty.csv"
  expect 2 err 'empty.csv' summary "$folder/empty.csv"
  printf 'a,b\n1,2\n' >"$folder/other.csv"
  expect 2 err 'schema' summary "$folder/other.csv"
  printf '\x7fELF\x00\x01' >"$folder/binary.csv"
  expect 2 err 'binary.csv' check "$folder/binary.csv"
  head -1 "$examples/cpu_one_thread/results.csv" >"$folder/header.csv"
  expect 2 err 'has no case' summary "$folder/header.csv"
  sed 's/,value,/,worth,/' "$examples/cpu_one_thread/results.csv" >"$folder/column.csv"
  expect 2 err 'value' check "$folder/column.csv"
}

ReadsAFileThatEndsInTheMiddleOfALine() {
  head -c 100000 "$examples/cpu_one_thread/results.csv" >"$folder/growing.csv"
  expect 0 err 'is not whole' summary "$folder/growing.csv"
  expect 0 err 'is not whole' check "$folder/growing.csv"
}

MergesWholeOrNotAtAll() {
  expect 0 out '10 runs in' merge "$examples/cpu_one_thread" "$examples/cpu_memory_kept" --out="$folder/new/"
  expect 0 out 'nothing found' check "$folder/new"
  expect 2 err 'is there already' merge "$examples/cpu_one_thread" --out="$folder/new"
  expect 2 err "can't write" merge "$examples/cpu_one_thread" --out=/proc/new
  cp -r "$examples/cpu_one_thread" "$folder/changed"
  sed -i 's/,time_min_s,s,0\.00/,time_min_s,s,0.01/' "$folder/changed/results.csv"
  expect 2 err 'the same run with other rows in two places' merge "$examples/cpu_one_thread" "$folder/changed" \
    --out="$folder/both"
  [ ! -e "$folder/both" ] || fail 'something was written'
  [ "$(find "$folder" -name '*-new' | wc -l)" = 0 ] || fail 'something was left behind'
}

EndsWithOneWhereSomethingCantBeSo() {
  cp -r "$examples/cpu_one_thread" "$folder/bad"
  sed -i '2s/,time_s,s,/,time_s,s,-/' "$folder/bad/results.csv"
  expect 1 out "bad/results.csv     2  value" check "$folder/bad"
}

NeverGivesAPlanATime() {
  expect 0 out 'planned: launches and memory, never a time' summary "$examples/plan_libtorch_2.11"
  ! grep -qE '[0-9] (ns|µs|ms|s) ±' "$folder/out" || fail 'a time of a plan'
}

GivesEachFormatThatProgramsRead() {
  local command
  for command in summary check; do
    expect 0 out '"rows"' "$command" "$examples/cpu_memory_kept" --format=json
    python3 -m json.tool "$folder/out" >/dev/null || fail 'not JSON'
  done
  expect 0 out 'case,source,device' summary "$examples/cpu_memory_kept" --format=csv
  python3 - "$folder/out" <<'PYTHON' || fail 'not the CSV that it should be'
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1], newline="")))
assert len(rows) == 28 and all(float(row["time_s"]) > 0 for row in rows)
PYTHON
  expect 0 out '| seq_len | Naive |' summary "$examples/cpu_memory_kept" --format=markdown
}

SaysWhenItsAnswerCouldNotBeWritten() {
  local code=0
  "$program" summary "$examples/cpu_memory_kept" >/dev/full 2>"$folder/err" || code=$?
  : >"$folder/out"
  [ $code != 0 ] || fail 'exit code 0 though nothing was written'
}

"$1"
