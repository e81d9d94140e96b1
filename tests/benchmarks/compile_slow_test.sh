# Compiled variants, compiled: some ten seconds each. Each function is a test.
set -euo pipefail
. "$ATTN_SOURCE/tests/benchmarks/run_program.sh"

export XDG_CACHE_HOME=$folder/cache
own=(--device=cpu '--benchmark_filter=Compiled/' --q_heads=4 --kv_heads=2 --head_dim=16 --max_time_s=0.1)

CompiledVariantsAreRightAndKept() {
  run 0 "${own[@]}" --compile --seq_len=48 --out="$folder/kept"
  says out '3 ok'
  says err 'compiling NaiveCompiled/'
  [ "$(grep -c ',compile_time_s,s,' "$folder/kept/results.csv")" = 3 ] || fail "compile times"
  grep -q ',inductor_compiler,' "$folder/kept/runs.csv" || fail "no compiler in runs.csv"
  run 0 "${own[@]}" --compile --seq_len=48
  says out '3 ok'
  says_not err compiling
}

ADynamicPackageIsMadeOnceForAllLengths() {
  run 0 "${own[@]}" --compile=dynamic --seq_len=48,64,200
  says out '9 ok'
  [ "$(grep -c compiling "$folder/err")" = 3 ] || fail "not compiled once a variant"
}

AFailingCompilerIsAFailedRowWithItsWords() {
  printf '#!/bin/sh\necho bad compiler 1.0\n[ "$1" = --version ]\n' >"$folder/c++"
  chmod +x "$folder/c++"
  CXX=$folder/c++ run 1 --device=cpu '--benchmark_filter=^Naive(Compiled)?/' --q_heads=4 --kv_heads=4 --seq_len=16 \
    --max_time_s=0.1 --compile
  says out '^NaiveCompiled/.*failed: compiling it ended with code 1: '
  says out '^Naive/cpu'
}

# The study's question, asked of a GPU that isn't there.
ACompiledNaiveIsPlannedWithHalfTheLaunches() {
  [ -e "$ATTN_BUILD/standin/lib/libattn_standin.so" ] || { echo "skipped, because there is no stand-in GPU in this build" && exit 77; }
  run 0 --plan=a100 --compile '--benchmark_filter=^(Naive|NaiveCompiled)/' --launches
  says err 'a real GPU may choose others'
  says out '^Naive/a100/.*: 6 launches'
  says out '^NaiveCompiled/a100/.*: 3 launches'
  says out 'triton_per_fused__softmax.*131072,1,1 × 32,1,1  [0-9]+ registers'
}

"$1"
