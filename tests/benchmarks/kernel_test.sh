# Kernels from outside, as a person runs them. Each function is a test.
set -euo pipefail
. "$ATTN_SOURCE/tests/benchmarks/run_program.sh"

plugins=$ATTN_BUILD/tests/plugins
# The kernels alone.
own=('--benchmark_filter=^(K|L)/')

# fact KEY: its value in runs.csv.
fact() { sed -nE "s/^[^,]*,$1,\"?([^\"]*)\"?\$/\1/p" "$folder/kept/runs.csv"; }

# one_kernel LIBRARY[:OP] ARGS…: its case is ok.
one_kernel() {
  run 0 "${tiny[@]}" "${own[@]}" --kernel=K="$plugins/$1" "${@:2}"
  says out '^K/cpu/fp32/causal/.* (µs|us|ns|ms)'
  says out '1 ok'
}

# fails PATTERN OP ARGS…: the op of misbehaves.so ends with 1, its row says PATTERN, and the variant after it is measured.
fails() {
  run 1 "${tiny[@]}" --kernel=K="$plugins/misbehaves.so:$2" --kernel=L="$plugins/sdpa_like.so" "${own[@]}" "${@:3}"
  says out "^K/cpu/.*$1"
  says out '^L/cpu/.* (µs|us|ns|ms)'
}

AKernelIsMeasuredBesideTheOthers() {
  run 0 "${tiny[@]}" --kernel=K="$plugins/sdpa_like.so" '--benchmark_filter=^(Naive|K)/' --seq_len=8,16
  says out '^Naive/cpu.*q_len:8/'
  says out '^K/cpu.*q_len:8/'
  says out '^K/cpu.*q_len:16/.* 2\.[0-9]e-07|^K/cpu.*q_len:16/.*e-0[78]'
  says out '4 ok'
}

# The shapes of `tiny` with q_len and kv_len apart.
apart=(--device=cpu --q_len=8,16 --kv_len=16 --q_heads=4 --kv_heads=2 --head_dim=8 --benchmark_min_time=0.001
  --max_time_s=0.02 --benchmark_min_warmup_time=0)

SdpasSignatureWorksWithEveryMaskAndGroupedHeads() {
  run 0 "${apart[@]}" "${own[@]}" --kernel=K="$plugins/sdpa_like.so" --mask=none,causal,causal_bottom_right
  says out '6 ok'
}

FlashAttentionsSignaturesWorkInAllThreeForms() {
  local op
  for op in '' :fwd :fwd_2 :varlen_fwd :sample_flash::fwd; do
    run 0 "${apart[@]}" "${own[@]}" --kernel=K="$plugins/flash_like.so$op" --mask=none,causal_bottom_right --batch=1,2
    says out '8 ok'
  done
}

AMaskOfTheOtherAlignmentIsUnsupported() {
  run 0 "${apart[@]}" "${own[@]}" --kernel=K="$plugins/flash_like.so" --mask=causal
  says out '^K/.*q_len:8/.*unsupported: sample_flash::fwd aligns a causal mask bottom-right'
  says out '1 ok'
}

TheStableAbiWorks() { one_kernel stable_abi.so; }

TheExampleOfTheGuideWorks() {
  [ -e "$plugins/online_softmax.so" ] || { echo "skipped, because the example is for x86-64" && exit 77; }
  run 0 "${apart[@]}" "${own[@]}" --kernel=K="$plugins/online_softmax.so" --batch=2 --head_dim=8,20 --mask=none
  says out '4 ok'
  run 0 "${tiny[@]}" "${own[@]}" --kernel=K="$plugins/online_softmax.so" --seq_len=1,65,300 --q_heads=4
  says out '3 ok'
}

ALayoutChangeCanBeMeasuredToo() {
  one_kernel flash_like.so --include_layout
  one_kernel flash_like.so:varlen_fwd --include_layout
}

ArgumentsCanBeGiven() {
  run 1 "${tiny[@]}" "${own[@]}" --kernel=K="$plugins/flash_like.so" --kernel_arg=softmax_scale=2
  says out '^K/.*incorrect: '
  run 0 "${tiny[@]}" "${own[@]}" --kernel=K="$plugins/flash_like.so" --kernel_arg=K:softmax_scale=none \
    --kernel_arg=window_size_left=-1
}

ALayoutThatIsNotTheKernelsIsIncorrect() {
  run 1 "${tiny[@]}" "${own[@]}" --kernel=K="$plugins/flash_like.so" --kernel_layout=bhsd
  says out '^K/.*incorrect: '
}

WhatItIsIsKept() {
  run 0 "${tiny[@]}" "${own[@]}" --kernel=K="$plugins/flash_like.so" --out="$folder/kept"
  [ "$(fact kernel_path)" = "$(readlink -f "$plugins/flash_like.so")" ] || fail "path: $(fact kernel_path)"
  [ "$(fact kernel_sha256)" = "$(sha256sum "$plugins/flash_like.so" | cut -d' ' -f1)" ] || fail "sha256: $(fact kernel_sha256)"
  grep -q 'kernel_schema,"sample_flash::fwd(Tensor q, Tensor k, Tensor v,' "$folder/kept/runs.csv" || fail "no schema"
  [ "$(fact kernel_layout)" = bshd ] || fail "layout: $(fact kernel_layout)"
  column "$folder/kept/results.csv" variant | grep -qx K || fail "no row of K"
}

ItIsProfiledAsTheOthersAre() {
  run 0 "${tiny[@]}" "${own[@]}" --kernel=K="$plugins/sdpa_like.so" --table
  says out '^K/.*: profile'
  says out 'sample_sdpa::attention '
}

AKernelThatTalksLeavesJsonWhole() {
  run 0 "${tiny[@]}" "${own[@]}" --kernel=K="$plugins/misbehaves.so:talks" --benchmark_format=json
  says_not out 'a kernel that talks'
  says err 'a kernel that talks'
  python3 -c 'import json, sys; [case] = json.load(open(sys.argv[1]))["benchmarks"]; assert case["real_time"] > 0' "$folder/out"
}

SeveralProcessesMeasureItToo() {
  run 0 "${tiny[@]}" '--benchmark_filter=^(K|Naive)/' --kernel=K="$plugins/sdpa_like.so" --processes=2 --out="$folder/kept"
  says out '^K/cpu/.* (µs|us|ns|ms)'
  says out '2 ok'
  [ "$(grep -c '^[^,]*,kernel_name,K$' "$folder/kept/runs.csv")" = 2 ] || fail "not kept by two processes"
}

ACrashInAProcessOfSeveralIsThatCasesAlone() {
  run 1 "${tiny[@]}" "${own[@]}" --kernel=K="$plugins/misbehaves.so:crashes_when_long" --seq_len=16,64,32 --processes=2
  says out '^K/.*q_len:64/.*failed: its process was ended by signal 11'
  says out '^K/.*q_len:32/.* (µs|us|ns|ms)'
}

RoundsAreRounds() {
  run 0 "${tiny[@]}" "${own[@]}" --kernel=K="$plugins/sdpa_like.so" --benchmark_repetitions=3
  says out '^K/.*_median'
}

ACrashCostsThatCaseAlone() {
  fails 'failed: its process was ended by signal 11 \(Segmentation fault\) inside the kernel' crashes
  run 1 "${tiny[@]}" "${own[@]}" --kernel=K="$plugins/misbehaves.so:crashes_when_long" --seq_len=16,64,32 --out="$folder/kept"
  says out '^K/.*q_len:16/.* (µs|us|ns|ms)'
  says out '^K/.*q_len:64/.*failed: '
  says out '^K/.*q_len:32/.* (µs|us|ns|ms)'
  [ "$(column "$folder/kept/results.csv" status | sort | uniq -c | awk '$2 == "failed" { print $1 }')" = 1 ] || fail "failed rows"
}

AHangEndsWithTheTimeOut() { fails 'failed: it did not come back within 1 s' hangs --kernel_timeout_s=1; }
ItsOwnEndIsAFailure() { fails 'failed: its process ended itself with code 0 inside the kernel' exits; }
AnExceptionIsAFailure() { fails 'failed: nothing works' throws; }
IgnoringTheMaskIsIncorrect() { fails 'incorrect: ' ignores_the_mask; }
AnotherShapeIsIncorrect() { fails 'incorrect: .*\[1, 16, 2, 8\]' is_of_another_shape; }
NoNumberIsIncorrect() { fails 'incorrect: ' is_not_finite; }
WritingToItsInputsIsAFailure() { fails 'failed: misbehaves::writes_to_its_inputs writes to its input key' writes_to_its_inputs; }
ReturningNothingIsAFailure() { fails 'failed: misbehaves::returns_nothing returned no tensor' returns_nothing; }

ADTypeThatItRefusesIsUnsupported() {
  run 0 "${tiny[@]}" "${own[@]}" --kernel=K="$plugins/misbehaves.so:takes_fp16_only" --dtype=fp32,fp16
  says out '^K/cpu/fp32/.*unsupported: misbehaves::takes_fp16_only refused it: query must have dtype fp16'
  says out '1 ok'
}

ADeviceThatItHasNoKernelForIsUnsupported() {
  run 0 "${tiny[@]}" "${own[@]}" --kernel=K="$plugins/misbehaves.so:is_for_a_gpu"
  says out '^K/.*unsupported: misbehaves::is_for_a_gpu has no kernel for the CPU, only for a GPU'
}

ACrashOrAHangWhileLoadingCostsItsCasesAlone() {
  local library
  for library in crashes_on_load hangs_on_load registers_twice; do
    run 1 "${tiny[@]}" --kernel=K="$plugins/$library.so" --kernel=L="$plugins/sdpa_like.so" "${own[@]}" --kernel_timeout_s=2
    says out '^K/.*failed: loading it: it'
    says out '^L/cpu/.* (µs|us|ns|ms)'
  done
  says out '^K/.*a namespace of ops is registered twice'
}

# refused_kernel PATTERN PATH ARGS…: exit 2, and the message names the option.
refused_kernel() {
  refused "--kernel=K=.*$1" "${tiny[@]}" "${own[@]}" --kernel=K="$2" "${@:3}"
}

WhatCanNotBeLoadedIsRefusedWithTheReason() {
  refused_kernel 'there is no such file' "$folder/nowhere.so"
  echo text >"$folder/text.so"
  refused_kernel 'not an ELF library' "$folder/text.so"
  head -c 20 "$plugins/sdpa_like.so" >"$folder/header.so"
  refused_kernel 'truncated' "$folder/header.so"
  head -c 20000 "$plugins/sdpa_like.so" >"$folder/short.so"
  refused_kernel 'truncated: it has 20000 bytes of' "$folder/short.so"
  cp "$plugins/sdpa_like.so" "$folder/other.so"
  printf '\x15\x00' | dd of="$folder/other.so" bs=1 seek=18 conv=notrunc status=none
  refused_kernel 'for another machine, POWER' "$folder/other.so"
  refused_kernel 'not a shared library' /usr/lib/x86_64-linux-gnu/crt1.o
  refused_kernel 'undefined symbol at::gone_since_then\(int\): it was built for another LibTorch' "$plugins/other_libtorch.so"
  refused_kernel 'undefined symbol nobody_has_this' "$plugins/misses_a_symbol.so"
  refused_kernel 'undefined symbol PyExc_RuntimeError: it is a module for Python' "$plugins/python_module.so"
  refused_kernel 'registers no op' "$plugins/registers_nothing.so"
}

AnOpThatCanNotBeCalledIsRefusedWithTheReason() {
  refused_kernel 'no op fdw \(did you mean fwd.*; it has sample_flash::fwd, ' "$plugins/flash_like.so:fdw"
  refused_kernel 'argument page_table, a Tensor.*its schema is misbehaves::needs_a_page_table\(Tensor q' \
    "$plugins/misbehaves.so:needs_a_page_table"
  refused_kernel 'has no q, k and v' "$plugins/misbehaves.so:is_no_attention"
  refused_kernel 'several attention ops, misbehaves::crashes, .*say which' "$plugins/misbehaves.so"
  refused_kernel 'no such argument.*did you mean softmax_scale' "$plugins/flash_like.so" --kernel_arg=softmx_scale=1
  refused_kernel 'not a value of is_causal, a bool' "$plugins/flash_like.so" --kernel_arg=is_causal=1
}

ANameThatAVariantHasIsRefused() {
  refused '--kernel=Naive=.*there is a variant of that name' "${tiny[@]}" --kernel=Naive="$plugins/sdpa_like.so"
}

ItsCasesAreListedWithoutLoadingIt() {
  run 0 "${tiny[@]}" "${own[@]}" --kernel=K=/nowhere.so --benchmark_list_tests
  says out '^K/cpu/fp32/causal/'
}

# As the hub lays kernels out: builds by variant, with digests, and a cache of links into blobs.
hub_kernel() {
  hub=$folder/models--someone--kernel
  local variant=$hub/snapshots/abc/build/torch-stable-abi210-cpu-$(uname -m)-linux
  mkdir -p "$hub/blobs" "$hub/refs" "$variant"
  echo abc >"$hub/refs/main"
  cp "$plugins/stable_abi.so" "$hub/blobs/1"
  ln -s "$hub/blobs/1" "$variant/_kernel_abc.abi3.so"
  printf '{"id": "_kernel_abc", "name": "kernel", "version": 2, "digest": {"_kernel_abc.abi3.so": "%s"}}' \
    "$(openssl dgst -sha256 -binary "$hub/blobs/1" | base64)" >"$variant/metadata.json"
}

AHuggingFaceKernelIsTakenFromItsFolder() {
  hub_kernel
  run 0 "${tiny[@]}" "${own[@]}" --kernel=K="$hub" --out="$folder/kept"
  says out '1 ok'
  [ "$(fact kernel_version)" = 2 ] || fail "version: $(fact kernel_version)"
  [ "$(fact kernel_variant)" = "torch-stable-abi210-cpu-$(uname -m)-linux" ] || fail "variant: $(fact kernel_variant)"
  echo more >>"$hub/blobs/1"
  refused_kernel 'not the file of its digest' "$hub"
}

"$1"
