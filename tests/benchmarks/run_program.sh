# Read by the tests that run the program as a person does: $program, a $folder that goes away, and what to expect of a run.
program=$ATTN_BUILD/attn_bench
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export OMP_NUM_THREADS=1
unset "${!BENCHMARK_@}" 2>/dev/null || true

fail() {
  echo "$*" >&2
  echo "--- standard output:" >&2 && cat "$folder/out" >&2
  echo "--- standard error:" >&2 && cat "$folder/err" >&2
  exit 1
}

# run CODE ARGS…: the exit code must be CODE; output is in $folder/out and $folder/err.
run() {
  local code=0
  "$program" "${@:2}" >"$folder/out" 2>"$folder/err" </dev/null || code=$?
  [ "$code" = "$1" ] || fail "exit code $code, not $1, of: ${*:2}"
}

says() { grep -qE -- "$2" "$folder/$1" || fail "no \"$2\" in standard $1"; }
says_not() { ! grep -qE -- "$2" "$folder/$1" || fail "\"$2\" in standard $1"; }

# refused PATTERN ARGS…: exit 2, PATTERN on standard error, nothing on standard output.
refused() {
  run 2 "${@:2}"
  says err "$1"
  [ ! -s "$folder/out" ] || fail "a refused request printed a result"
}

# A case of a few microseconds, sampled for a moment.
# shellcheck disable=SC2034  # for those who read this
tiny=(--device=cpu --seq_len=16 --q_heads=2 --kv_heads=2 --head_dim=8 --benchmark_min_time=0.001 --max_time_s=0.02
  --benchmark_min_warmup_time=0)

# column FILE NAME: the cells of a column of a CSV file without quoted commas before it.
column() {
  awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i == name) c = i; if (!c) exit 1 } NR > 1 { print $c }' "$1"
}
