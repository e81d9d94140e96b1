# The program as a person runs it: what it answers, with which exit code, and what it keeps. Each function is a test.
set -euo pipefail
. "$ATTN_SOURCE/tests/benchmarks/run_program.sh"

# refused_on_cpu PATTERN ARGS…: refused(), and not for want of a GPU.
refused_on_cpu() { refused "$1" --device=cpu "${@:2}"; }

NaiveIsMeasuredAndShown() {
  run 0 "${tiny[@]}" --benchmark_filter=Naive
  says out '^Naive/cpu/fp32/causal/batch:1/q_heads:2/kv_heads:2/q_len:16/kv_len:16/head_dim:8 .*(µs|us|ns|ms)'
  says out '^NaiveInplace/cpu/'
  says out '2 ok'
}

EveryVariantEndsOkOrUnsupportedWithAReason() {
  run 0 "${tiny[@]}"
  says out '5 ok'
  says out '2 unsupported'
  says out 'SdpaCudnn.*no cuDNN backend on the CPU'
}

AFilterThatKeepsNothingIsRefusedWithNearNames() {
  refused_on_cpu 'did you mean.*Naive' --benchmark_filter=Niave
  refused_on_cpu 'matches no case' --benchmark_filter=xyzzy
}

ABadFilterIsRefused() { refused_on_cpu 'benchmark_filter' '--benchmark_filter=['; }

AnUnknownFlagIsRefusedWithNearNames() { refused_on_cpu 'did you mean.*--seq_len' --seq_lenn=4; }

BadLengthsAreRefused() {
  refused_on_cpu 'seq_len.*0' --seq_len=0
  refused_on_cpu 'seq_len.*-5' --seq_len=-5
  refused_on_cpu 'seq_len.*abc' --seq_len=abc
  refused_on_cpu 'seq_len.*1e9' --seq_len=1e9
  refused_on_cpu '4611686018427387904' --seq_len=4611686018427387904
  refused_on_cpu 'seq_len.*128:4096:x1' --seq_len=128:4096:x1
  refused_on_cpu 'seq_len.*128:4096:\+0' --seq_len=128:4096:+0
  refused_on_cpu 'batch.*0' --batch=0
}

HeadsThatDoNotFitAreRefused() { refused_on_cpu 'q_heads.*3.*kv_heads.*2' --q_heads=3 --kv_heads=2; }

SeqLenBesideQLenIsRefused() { refused_on_cpu 'seq_len.*q_len|q_len.*seq_len' --seq_len=8 --q_len=4; }

BadValuesOfGoogleBenchmarksFlagsAreRefused() {
  refused_on_cpu 'benchmark_format.*xml' --benchmark_format=xml
  refused_on_cpu 'benchmark_repetitions.*abc' --benchmark_repetitions=abc
  refused_on_cpu 'interleav' --benchmark_enable_random_interleaving=true
}

TheSameFlagTwiceCountsTheLastAndSaysSo() {
  run 0 "${tiny[@]}" --benchmark_filter=^Naive/ --seq_len=8
  says err 'seq_len.*twice|seq_len.*last'
  says out 'q_len:8/'
  says_not out 'q_len:16'
}

CudaWithoutADeviceIsRefused() {
  [ ! -e /proc/driver/nvidia/version ] || { echo "skipped: there is an NVIDIA driver"; exit 77; }
  run 2 --device=cuda
  says err 'NVIDIA|CUDA'
}

AGraphOnACpuIsRefused() {
  refused_on_cpu 'a CPU has no CUDA graphs' --launch=graph
  refused_on_cpu 'a CPU has no CUDA graphs' --launch=both
}

ColdOnACpuIsRefused() { refused_on_cpu 'cache' --cache=cold; }

AHeadDimThatNoBackendTakesIsARow() {
  run 0 --device=cpu --seq_len=16 --head_dim=100 --benchmark_min_time=0.001 --max_time_s=0.02
  says out '5 ok'
}

AShapeOverMemoryIsARowWithItsSize() {
  run 0 --device=cpu --batch=64 --q_heads=64 --kv_heads=64 --seq_len=65536 --benchmark_filter=^Naive/ --out="$folder/r"
  says out 'out_of_memory.*needs at least .* GB'
  grep -q 'out_of_memory' "$folder/r/results.csv" || fail "no row"
  grep -q 'needed_bytes' "$folder/r/results.csv" || fail "no needed_bytes"
}

FullyMaskedRowsMakeNaiveUnsupported() {
  run 0 --device=cpu --q_len=32 --kv_len=16 --mask=causal_bottom_right --benchmark_min_time=0.001 --max_time_s=0.02
  says out 'Naive/.*gives NaN'
  says out 'SdpaFlash/.*flash'
}

ResultsAreKept() {
  run 0 "${tiny[@]}" --benchmark_filter=^Naive/ --out="$folder/r" --seed=7
  [ "$(column "$folder/r/results.csv" metric | sort -u | grep -cxE 'time_s|ops|error_rms|peak_memory_bytes|flops_per_s')" = 5 ] ||
    fail "metrics: $(column "$folder/r/results.csv" metric | tr '\n' ' ')"
  [ "$(column "$folder/r/results.csv" status | sort -u)" = ok ] || fail "status"
  [ "$(column "$folder/r/samples.csv" sample | tail -1)" -ge 3 ] || fail "samples"
  grep -q ',seed,7$' "$folder/r/runs.csv" || fail "no seed in runs.csv"
  run 0 "${tiny[@]}" --benchmark_filter=^Naive/ --out="$folder/r"
  [ "$(column "$folder/r/results.csv" run_id | sort -u | wc -l)" = 2 ] || fail "a second run is not appended"
}

AnUnwritableFolderIsRefused() {
  : >"$folder/file"
  refused_on_cpu 'file' --out="$folder/file/r" "${tiny[@]}"
}

AFullDiskIsSaid() {
  mkdir "$folder/small"
  mount -t tmpfs -o size=16k tmpfs "$folder/small" 2>/dev/null || { echo "skipped: no right to mount"; exit 77; }
  local code=0
  "$program" "${tiny[@]}" --max_time_s=0.3 --benchmark_min_time=0.2 --out="$folder/small/r" >"$folder/out" 2>"$folder/err" || code=$?
  umount "$folder/small"
  [ "$code" = 2 ] || fail "exit code $code"
  says err 'No space left|too small|full'
}

AFileOverTheLimitOfTheShellIsSaid() {
  local code=0
  (ulimit -f 1; exec "$program" "${tiny[@]}" --out="$folder/r") >/dev/null 2>"$folder/err" || code=$?
  [ "$code" = 2 ] || { cat "$folder/err" >&2; echo "exit code $code" >&2; exit 1; }
  grep -q 'File too large' "$folder/err" || { cat "$folder/err" >&2; exit 1; }
}

FullStandardOutputIsSaid() {
  local code=0
  "$program" "${tiny[@]}" --benchmark_format=json >/dev/full 2>"$folder/err" || code=$?
  [ "$code" = 2 ] || { cat "$folder/err" >&2; echo "exit code $code" >&2; exit 1; }
}

ProcessesWithoutAFolderForTemporaryFilesAreRefused() {
  export TMPDIR=/nonexistent
  refused_on_cpu 'TMPDIR' --processes=2
}

ASignalSentTwiceAtOnceIsOneInterruption() {
  "$program" --device=cpu --max_time_s=30 --benchmark_min_time=30 --benchmark_format=json >"$folder/out" 2>"$folder/err" &
  local pid=$! code=0
  for _ in $(seq 100); do grep -q benchmarks "$folder/out" 2>/dev/null && break; sleep 0.1; done
  kill -TERM $pid
  kill -TERM $pid 2>/dev/null || true
  wait $pid || code=$?
  [ $code = 130 ] || fail "exit code $code"
  python3 -m json.tool "$folder/out" >/dev/null || fail "the JSON is not valid"
}

ResultsOfAnotherSchemaAreLeftAlone() {
  mkdir "$folder/r"
  echo 'something,else' >"$folder/r/results.csv"
  refused_on_cpu 'results.csv' --out="$folder/r" "${tiny[@]}"
  [ "$(cat "$folder/r/results.csv")" = 'something,else' ] || fail "the file was changed"
}

ABadShapesFileIsRefusedByLine() {
  printf 'batch,q_heads,kv_heads,q_len,kv_len,head_dim,dtype\n1,1,1,8,8,8,fp32\n' >"$folder/missing.csv"
  refused_on_cpu 'missing.csv.*mask' --shapes="$folder/missing.csv"
  printf 'batch,q_heads,kv_heads,q_len,kv_len,head_dim,dtype,mask\n1,1,1,8,8,8,fp32,none\n1,1,1,8,8,8,fp32,none\n' >"$folder/twice.csv"
  refused_on_cpu 'twice.csv.*3' --shapes="$folder/twice.csv"
  refused_on_cpu 'no-such' --shapes=no-such
}

JsonOnStandardOutputIsValidAndAlone() {
  run 0 "${tiny[@]}" --benchmark_format=json
  python3 - "$folder/out" <<'PY' || fail "not the JSON that is expected"
import json, sys
run = json.load(open(sys.argv[1]))
cases = {b["name"].split("/")[0]: b for b in run["benchmarks"]}
assert len(cases) == 7, cases.keys()
assert cases["Naive"]["iterations"] >= 3 and cases["Naive"]["real_time"] > 0
assert cases["SdpaCudnn"]["error_occurred"] is True
PY
}

JsonAndResultsAgree() {
  run 0 "${tiny[@]}" --benchmark_filter=^Naive/ --benchmark_out="$folder/b.json" --out="$folder/r" --benchmark_time_unit=ns
  python3 - "$folder/b.json" "$folder/r/results.csv" <<'PY' || fail "the two differ"
import csv, json, sys
case = json.load(open(sys.argv[1]))["benchmarks"][0]
rows = {r["metric"]: r for r in csv.DictReader(open(sys.argv[2]))}
assert abs(case["real_time"] / 1e9 / float(rows["time_s"]["value"]) - 1) < 1e-9, (case["real_time"], rows["time_s"])
assert case["iterations"] == float(rows["forwards"]["value"])
PY
}

AnInterruptionKeepsWhatWasMeasured() {
  "$program" --device=cpu --q_heads=2 --kv_heads=2 --head_dim=8 --seq_len=16,32,2048 --benchmark_min_time=0.001 \
    --max_time_s=60 --max_noise=0.000001 --min_samples=1000000 --benchmark_filter='^Naive/|^SdpaFlash/' \
    --benchmark_out="$folder/b.json" --out="$folder/r" >"$folder/out" 2>"$folder/err" &
  local pid=$! code=0
  for _ in $(seq 100); do grep -q 'Naive\|LibTorch' "$folder/out" 2>/dev/null && break; sleep 0.1; done
  sleep 2
  kill -INT $pid
  wait $pid || code=$?
  [ $code = 130 ] || fail "exit code $code"
  python3 -m json.tool "$folder/b.json" >/dev/null || fail "the JSON is not valid"
  [ "$(column "$folder/r/results.csv" variant | sort -u | wc -l)" = 2 ] || fail "the two cases that were being timed are not kept"
  ! column "$folder/r/results.csv" flags | grep -qv not_converged || fail "flags"
}

ADecimalCommaChangesNothing() {
  localedef -i de_DE -f UTF-8 "$folder/de_DE.UTF-8" 2>/dev/null || { echo "skipped: no localedef for de_DE"; exit 77; }
  LOCPATH=$folder LC_ALL=de_DE.UTF-8 run 0 "${tiny[@]}" --benchmark_filter=^Naive/ --out="$folder/r" --max_noise=0.5
  awk -F, 'NR == 1 { n = NF } NF != n { exit 1 }' "$folder/r/samples.csv" || fail "a comma in a number"
}

ProcessesAreCombined() {
  run 0 "${tiny[@]}" --benchmark_filter='^Naive/|^SdpaFlash/' --processes=3 --out="$folder/r"
  says out '2 ok'
  [ "$(column "$folder/r/results.csv" run_id | sort -u | wc -l)" = 3 ] || fail "not three runs"
  run 0 "${tiny[@]}" --benchmark_filter=^Naive/ --processes=2 --benchmark_format=json
  python3 -m json.tool "$folder/out" >/dev/null || fail "the JSON is not valid"
}

TheListIsOneNameALineAndNothingElse() {
  run 0 --device=cpu --benchmark_list_tests --benchmark_filter='q_len:(128|256)/'
  [ "$(wc -l <"$folder/out")" = 14 ] || fail "not 14 names"
  says out '^SdpaAuto/cpu/fp32/causal/batch:1/q_heads:8/kv_heads:8/q_len:128/kv_len:128/head_dim:64$'
}

GoogleBenchmarksVariablesCount() {
  BENCHMARK_FILTER=^NaiveInplace/ run 0 "${tiny[@]}"
  says out '^NaiveInplace'
  says_not out '^Naive/'
}

"$@"
