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
