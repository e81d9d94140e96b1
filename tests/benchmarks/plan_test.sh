# attn_bench --plan as a person runs it, on the stand-in GPU. Each function is a test. The counts of launches are those
# of the published study (6, 5, 20, 1, 1, 1) and come out of LibTorch's dispatch.
set -euo pipefail
. "$ATTN_SOURCE/tests/benchmarks/run_program.sh"

if "$program" --plan=a100 --benchmark_list_tests 2>&1 | grep "needs a LibTorch with CUDA"; then
  echo "skipped, because this build has no CUDA half"
  exit 77
fi

# value VARIANT METRIC: of results.csv, whose cells hold no comma before these columns but in "reason".
value() {
  python3 - "$folder/results/results.csv" "$1" "$2" <<'PYTHON'
import csv, sys
for row in csv.DictReader(open(sys.argv[1], newline="")):
    if row["variant"] == sys.argv[2] and row["metric"] == sys.argv[3]: print(row["value"])
PYTHON
}

# column FILE NAME [COLUMN=VALUE…]: a column's cells of the rows that hold those values.
column() {
  python3 - "$@" <<'PYTHON'
import csv, sys
wanted = [pair.split("=", 1) for pair in sys.argv[3:]]
for row in csv.DictReader(open(sys.argv[1], newline="")):
    if all(row[name] == text or (name == "case" and row[name].startswith(text)) for name, text in wanted):
        print(row[sys.argv[2]])
PYTHON
}

expect() { [ "$1" = "$2" ] || fail "\"$1\", not \"$2\": $3"; }

TheArticlesShapeHasTheArticlesLaunches() {
  run 0 --plan=a100 --shapes=article --out="$folder/results"
  says out '7 ok'
  for pair in Naive=6 NaiveInplace=5 SdpaMath=20 SdpaEfficient=1 SdpaFlash=1 SdpaCudnn=1 SdpaAuto=1; do
    expect "$(value "${pair%=*}" launches)" "${pair#*=}" "launches of ${pair%=*}"
  done
  expect "$(value SdpaCudnn library_calls)" 1 "cuDNN is a call into a library"
  expect "$(value Naive memcpys)" 1 "naive attention copies its scores"
  expect "$(column "$folder/results/launches.csv" bytes case=Naive/ kind=memcpy)" 268435456 "the copy of the scores"
  expect "$(column "$folder/results/results.csv" source | sort -u)" planned "every row is planned"
  expect "$(column "$folder/results/results.csv" driver_version | sort -u)" "" "no driver"
  expect "$(column "$folder/results/runs.csv" value key=source)" planned "the run is planned"
}

TheFlashKernelIsTheArticles() {
  run 0 --plan=a100 --shapes=article --benchmark_filter='SdpaFlash|Efficient' --out="$folder/results"
  local of_flash=("$folder/results/launches.csv")
  grep -q 'pytorch_flash::flash_fwd_kernel' "${of_flash[0]}" || fail "no flash kernel"
  expect "$(column "${of_flash[@]}" grid case=SdpaFlash)" 8,8,16 grid
  expect "$(column "${of_flash[@]}" block case=SdpaFlash)" 128,1,1 block
  expect "$(column "${of_flash[@]}" dynamic_shared_bytes case=SdpaFlash)" 49152 "shared memory"
  column "${of_flash[@]}" name case=SdpaEfficient | grep -q '^fmha_cutlassF_bf16_aligned_64x64_rf_sm80' ||
    fail "another efficient kernel"
  if grep -q "registers of kernels are left blank" "$folder/err"; then
    echo "registers not looked at, because there is no cuobjdump here"
    return
  fi
  expect "$(column "${of_flash[@]}" registers case=SdpaFlash)" 255 registers
  expect "$(column "${of_flash[@]}" occupancy case=SdpaFlash)" 0.125 "2 blocks of 4 warps on an SM of 64"
  expect "$(column "${of_flash[@]}" occupancy_limiter case=SdpaFlash)" registers limiter
}

TheChoiceOfABackendIsTheCards() {
  run 0 --plan=a100,h100,sm_89 --shapes=article --benchmark_filter=SdpaAuto --out="$folder/results"
  expect "$(column "$folder/results/results.csv" backend_ran metric=launches arch=sm_80)" flash "on an A100"
  expect "$(column "$folder/results/results.csv" backend_ran metric=launches arch=sm_90)" cudnn "on an H100"
  expect "$(column "$folder/results/results.csv" backend_ran metric=launches arch=sm_89)" flash "on sm_89"
  says out 'sm_89.*limits borrowed from NVIDIA L4'
}

AGuessIsJudgedAndStrictMakesItAnAnswer() {
  run 0 --plan=a100 --shapes=article --benchmark_filter='^Naive' --guess=Naive:5,NaiveInplace:5
  says out '6 launches, you guessed 5: one Memcpy DtoD of 268,435,456 bytes, from aten::masked_fill › aten::clone › aten::copy_'
  says out '^NaiveInplace.* 5 launches, as you guessed'
  run 1 --plan=a100 --shapes=article --benchmark_filter='^Naive/' --guess=Naive:5 --strict
  run 0 --plan=a100 --shapes=article --benchmark_filter='^Naive/' --guess=Naive:6 --strict
  refused 'no case of this run is of Niave.*did you mean Naive' --plan=a100 --guess=Niave:5
}

LaunchesAreListedWithTheOpsThatMadeThem() {
  run 0 --plan=a100 --shapes=article --benchmark_filter='^Naive/' --launches
  says out '^ +1  aten::matmul › aten::bmm +library +cublas.*matmul, its kernels not known here'
  says out '^ +3  aten::masked_fill › aten::clone › aten::copy_ +memcpy +Memcpy DtoD +copy within the GPU +268,435,456 bytes'
  says out '^ +5  aten::softmax › aten::_softmax +kernel +softmax_warp_forward.*  softmax, each row by one warp, bf16'
  expect "$(grep -cE '^ +[0-9]+  aten::' "$folder/out")" 6 "one line a launch"
}

AGraphReplaysTheSameLaunchesFromTheSameOps() {
  run 0 --plan=a100 --shapes=article --launch=both --launches --out="$folder/results"
  says out '14 ok'
  local files=("$folder/results/results.csv" "$folder/results/launches.csv") case
  case=Naive/a100/graph/bf16/causal/batch:8/q_heads:16/kv_heads:16/q_len:1024/kv_len:1024/head_dim:64
  expect "$(column "${files[0]}" value case=$case metric=launches)" 6 "nodes of the graph"
  expect "$(column "${files[0]}" launch case=$case | sort -u)" graph "the column launch"
  expect "$(column "${files[0]}" launch case=Naive/a100/bf16 | sort -u)" eager "the column launch"
  for name in op_path kind name grid registers bytes; do
    expect "$(column "${files[1]}" $name case=Naive/a100/graph)" "$(column "${files[1]}" $name case=Naive/a100/bf16)" $name
  done
  expect "$(column "${files[0]}" value case=$case metric=peak_memory_bytes)" \
    "$(column "${files[0]}" value case=Naive/a100/bf16 metric=peak_memory_bytes)" "the capture's peak"
}

AGraphThatDoesNotFitSaysWhatItNeeds() {
  run 0 --plan=a100 --launch=both --batch=1 --seq_len=131072 --benchmark_filter='^Naive/' --out="$folder/results"
  local eager graph
  eager=$(column "$folder/results/results.csv" value metric=needed_bytes launch=eager)
  graph=$(column "$folder/results/results.csv" value metric=needed_bytes launch=graph)
  # A graph also has a seed and an offset of random numbers, which no variant draws: 512 bytes each in 2.11.
  local more=$((${graph%.*} - ${eager%.*}))
  [ "$more" -ge 0 ] && [ "$more" -le 4096 ] || fail "a graph needs $graph, an eager forward $eager"
}

AGraphFitsWhereAnEagerForwardDoes() {
  run 0 --plan=a100 --shapes=article --launch=both --benchmark_filter='^Naive/' --fit --out="$folder/results"
  local eager graph
  eager=$(column "$folder/results/results.csv" value metric=fits_seq_len launch=eager)
  graph=$(column "$folder/results/results.csv" value metric=fits_seq_len launch=graph)
  # What the graphs' memory is cut into costs a little.
  [ "${graph%.*}" -le "${eager%.*}" ] && [ $((100 * ${graph%.*})) -gt $((98 * ${eager%.*})) ] ||
    fail "eager fits to $eager, a graph to $graph"
}

WhatDoesNotFitSaysWhatItNeeds() {
  run 0 --plan=a100 --batch=1 --seq_len=65536,131072 --out="$folder/results"
  says out '^Naive/.*131072.*out_of_memory: needs 1\.1[0-9] TB of 85\.1 GB'
  says out '^SdpaFlash/.*131072.* flash'
  # In masked_fill the scores twice in bf16, the mask, and Q, K and V: 2·2·16·S² + S² + 3·2·16·S·64.
  local needed
  needed=$(column "$folder/results/results.csv" value metric=needed_bytes case=Naive/a100/bf16/causal/batch:1/q_heads:16/kv_heads:16/q_len:131072)
  expect "${needed%.*}" $((65 * 131072 ** 2 + 6 * 16 * 131072 * 64)) "bytes needed"
}

ACardTooSmallForTheInputsAloneIsAnAnswer() {
  run 0 --plan=l4 --batch=64 --q_heads=64 --kv_heads=64 --seq_len=32768 --head_dim=128
  says out 'SdpaFlash.*out_of_memory: needs .* of 23\.6 GB'
  says_not out ' ok'
}

TheLongestSequenceThatFitsIsFoundByPlanning() {
  run 0 --plan=a100 --shapes=article --benchmark_filter='^Naive/|SdpaFlash' --fit --out="$folder/results"
  local naive flash
  naive=$(value Naive fits_seq_len)
  flash=$(value SdpaFlash fits_seq_len)
  [ "${flash%.*}" -gt $((50 * ${naive%.*})) ] || fail "naive fits to $naive, flash to $flash"
  run 0 --plan=a100 --seq_len="${naive%.*},$((${naive%.*} + 1))" --benchmark_filter='^Naive/'
  says out '1 ok, 1 out_of_memory'
}

AShapeThatABackendRefusesHasLibTorchsReason() {
  run 0 --plan=a100 --dtype=fp32 --benchmark_filter='SdpaFlash|SdpaCudnn'
  says out 'SdpaFlash.*unsupported: LibTorch refuses the flash backend here: Expected query, key and value to all be of dtype'
  says out '2 unsupported'
}

ListedCasesAreNamedAfterTheCardAndFiltered() {
  run 0 --plan=a100,h100 --benchmark_list_tests --benchmark_filter='^Naive/h100'
  expect "$(cat "$folder/out")" Naive/h100/bf16/causal/batch:8/q_heads:16/kv_heads:16/q_len:1024/kv_len:1024/head_dim:64 list
}

BadRequestsAreRefusedBeforeAnythingIsPlanned() {
  refused 'no GPU "a1000".*did you mean a100' --plan=a1000
  refused '--plan=sm_70: no GPU "sm_70".*allowed are a100' --plan=a100,sm_70
  refused '--device=cpu beside --plan: a plan is made on a stand-in' --plan=a100 --device=cpu
  refused '--seq_len=0' --plan=a100 --seq_len=0
  refused 'matches no case' --plan=a100 --benchmark_filter=xyzzy
  refused 'name a card: --plan=a100' --fit
  refused 'a CPU launches nothing' --device=cpu --launches
  refused "for this program's own use" --device=cpu --stood_in
  refused 'it judges a guess' --plan=a100 --strict
  refused 'VARIANT:N with N = 0' --plan=a100 --guess=Naive:6:7
  refused 'a CPU launches nothing' --device=cpu --guess=Naive:5
  touch "$folder/file"
  refused '--out=' --plan=a100 --out="$folder/file"
}

NothingIsMeasuredOnAStandIn() {
  local code=0
  "$ATTN_BUILD/standin/run" --gpu=a100 "$program" --device=cuda --shapes=article >"$folder/out" 2>"$folder/err" || code=$?
  expect "$code" 2 "exit code"
  says err 'computes nothing and has no times; --plan=a100 plans'
}

AGuessThatCantBeJudgedIsNotRight() {
  run 1 --plan=l4 --batch=64 --seq_len=32768 --benchmark_filter='^Naive/' --guess=Naive:6 --strict
  says out 'the guess of 6 is not judged: needs'
}

APreloadThatTheSystemDropsIsSaid() {
  refused 'was not loaded into this process' --plan=a100 --stood_in
}

# keep_resources_without PATTERN SED: in $folder/cache, what is known of LibTorch's code for an A100, without the kernels
# of that name and changed by SED.
keep_resources_without() {
  run 0 --plan=a100 --benchmark_filter=SdpaFlash
  if grep -q "registers of kernels are left blank" "$folder/err"; then
    echo "skipped, because there is no cuobjdump here"
    exit 77
  fi
  local cache=${XDG_CACHE_HOME:-$HOME/.cache}/attn_bench/kernel_resources text
  mkdir -p "$folder/cache/attn_bench/kernel_resources"
  cp "$cache"/*-sm_80-* "$folder/cache/attn_bench/kernel_resources"
  for text in "$folder"/cache/attn_bench/kernel_resources/libtorch_cuda.so-sm_80-*.txt; do
    grep -v "$1" "$text" | sed "$2" >"$folder/text"
    mv "$folder/text" "$text"
    sed -i "s/^text_bytes=.*/text_bytes=$(stat -c %s "$text")/" "${text%.txt}.key"
  done
}

# As if LibTorch had none for this card.
AKernelWithoutCodeForTheCardFailsAsOnTheCard() {
  keep_resources_without flash_fwd ''
  XDG_CACHE_HOME=$folder/cache run 1 --plan=a100 --benchmark_filter='SdpaFlash|SdpaEfficient'
  says out 'SdpaFlash.*failed: no kernel image for sm_80: CUDA error: no kernel image is available'
  says out '1 ok, 1 failed'
}

# With PTX for them instead.
AKernelThatTheDriverCompilesSaysSoInsteadOfItsRegisters() {
  keep_resources_without 'flash_fwd' 's/^ptx=0$/ptx=1/'
  XDG_CACHE_HOME=$folder/cache run 0 --plan=a100 --benchmark_filter='SdpaFlash|SdpaEfficient' --launches --out="$folder/results"
  says out ' kernel +pytorch_flash::flash_fwd_kernel.*registers: compiled by the driver'
  says out ' kernel +fmha_cutlassF.* [0-9]+ registers'
  expect "$(column "$folder/results/launches.csv" registers case=SdpaFlash)" "" "registers of what the driver compiles"
}

# $ATTN_BUILD/tests/standin/tripwire has a driver and an NVML that write down who loads or calls them. cuBLAS loads the
# driver wherever LibTorch is loaded, without calling it; the process that plans must not even do that.
NothingReachesTheDriverOfARealGpu() {
  export ATTN_TRIPWIRE=$folder/tripped
  LD_LIBRARY_PATH=$ATTN_BUILD/tests/standin/tripwire run 2 --device=cuda
  grep -q called "$folder/tripped" || fail "the tripwire does not work: --device=cuda called no driver"
  rm "$folder/tripped"
  LD_LIBRARY_PATH=$ATTN_BUILD/tests/standin/tripwire run 0 --plan=a100,h100 --launches --fit
  says out '^7 ok'
  ! grep -E "called|stand-in" "$folder/tripped" || fail "a plan reached the driver"
}

ACardWithoutAnyCodeFailsEachCase() {
  ATTN_STANDIN_FAULTS=no_kernel_image run 1 --plan=a100 --out="$folder/results"
  says out '^1 ok, 6 failed'  # a call into cuDNN is no kernel of LibTorch's
  expect "$(column "$folder/results/results.csv" case status=failed | wc -l)" 6 "a row a case"
}

ALaunchErrorFailsEachCaseWithTheReason() {
  ATTN_STANDIN_FAULTS=launch_error_after=2 run 1 --plan=a100 --benchmark_filter='SdpaEfficient|SdpaFlash'
  says out '^SdpaEfficient.*failed: CUDA (driver )?error: unspecified launch failure$'
  says out '^SdpaFlash.*failed: CUDA (driver )?error: unspecified launch failure$'
}

# LibTorch asks a lost device from destructors, where its own exception ends the program.
ALostCardEndsThePlanAndIsSaid() {
  ATTN_STANDIN_FAULTS=device_lost_after=2 run 1 --plan=a100 --benchmark_filter=SdpaEfficient
  says err 'the plan for a100 broke off|failed: CUDA'
}

ARecorderThatIsTakenOrLosesRecordsIsNoResult() {
  ATTN_STANDIN_FAULTS=cupti_taken run 1 --plan=a100 --benchmark_filter='^Naive/'
  says out '^Naive/.*failed: .*profiler'
  ATTN_STANDIN_FAULTS=drop_records=1 run 1 --plan=a100 --benchmark_filter='^Naive/'
  says out '^Naive/.*failed: .*the count is no result'
}

APlanInsideAStandInIsTheSamePlan() {
  run 0 --plan=a100 --shapes=article --benchmark_filter='^Naive/' --launches
  grep -v host: "$folder/out" | sed -E 's/[0-9.]+ (µs|ns)//g' >"$folder/alone"
  local code=0
  "$ATTN_BUILD/standin/run" --gpu=h100 "$program" --plan=a100 --shapes=article --benchmark_filter='^Naive/' --launches \
    >"$folder/out" 2>"$folder/err" </dev/null || code=$?
  expect "$code" 0 "exit code of a nested start"
  grep -v host: "$folder/out" | sed -E 's/[0-9.]+ (µs|ns)//g' | diff "$folder/alone" - || fail "another plan"
}

AReportThatCantBeWrittenIsNoAnswer() {
  local code=0
  "$program" --plan=a100 --benchmark_filter='^Naive/' >/dev/full 2>"$folder/err" || code=$?
  : >"$folder/out"
  expect "$code" 2 "exit code"
  says err "standard output can't be written"
}

AReaderThatHasEnoughEndsThePlanQuietly() {
  "$program" --plan=a100,h100 --launches 2>"$folder/err" | head -n 1 >"$folder/out" || true
  says out '^launch plan for a100'
  [ ! -s "$folder/err" ] || fail "something was said"
}

MemoryStaysSmallAtAnyLength() {
  if grep -q '^ATTN_SANITIZE:[A-Z]*=.' "$ATTN_BUILD/CMakeCache.txt"; then
    echo "skipped, because a sanitizer takes memory of its own"
    exit 77
  fi
  run 0 --plan=a100 --batch=1 --seq_len=131072 --out="$folder/results"
  local kib
  kib=$(python3 - "$program" <<'PYTHON'
import resource, subprocess, sys
subprocess.run([sys.argv[1], "--plan=a100", "--batch=1", "--seq_len=131072"], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
PYTHON
)
  [ "$kib" -lt 1000000 ] || fail "$kib KiB resident"
}

AnInterruptionKeepsWhatWasPlanned() {
  local code=0
  "$program" --plan=a100,h100,h200,b200 --shapes=scaling --fit --out="$folder/results" >"$folder/out" 2>"$folder/err" \
    </dev/null &
  local pid=$!
  for _ in $(seq 2000); do
    if grep -q '^Naive' "$folder/out"; then break; fi
    sleep 0.05
  done
  kill -INT $pid
  wait $pid || code=$?
  expect "$code" 130 "exit code"
  [ "$(column "$folder/results/results.csv" case | wc -l)" -gt 0 ] || fail "nothing was kept"
}

"$1"
