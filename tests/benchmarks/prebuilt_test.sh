# FlashAttention 2 and 3 as others built them, planned: 244 MB from PyPI, of which nothing stays.
set -euo pipefail
. "$ATTN_SOURCE/tests/benchmarks/run_program.sh"

# The wheel was built for LibTorch 2.11 and CUDA 13, as hub kernels are.
PrebuiltFlashAttention2And3ArePlanned() {
  "$program" --version >/dev/null
  python3 -m pip download -q --no-deps --only-binary=:all: -d "$folder" vllm==0.20.0 >"$folder/out" 2>"$folder/err" ||
    { echo "skipped, because vllm==0.20.0 can't be had from PyPI: $(tail -n 1 "$folder/err")" && exit 77; }
  python3 -c 'import sys, zipfile
for name in ("fa2", "fa3"): zipfile.ZipFile(sys.argv[1]).extract(f"vllm/vllm_flash_attn/_vllm_{name}_C.abi3.so", sys.argv[2])' \
    "$folder"/vllm-*.whl "$folder"
  local kernels=$folder/vllm/vllm_flash_attn
  run 0 --plan=a100 --kernel=FA2="$kernels/_vllm_fa2_C.abi3.so" --benchmark_filter=^FA2/ --launches
  says out '^FA2/a100/bf16/causal/batch:8/q_heads:16/.*: 1 launch$'
  says out '_vllm_fa2_C::varlen_fwd +kernel +flash::flash_fwd_kernel.* 8,8,16 × 128,1,1  255 registers'
  # By itself it splits the keys, then joins the parts; asked for one part it does not.
  local fa3=(--kernel=FA3="$kernels/_vllm_fa3_C.abi3.so" --kernel_layout=varlen --benchmark_filter=^FA3/ --launches)
  run 0 --plan=h100 "${fa3[@]}"
  says out '^FA3/h100/.*: 3 launches$'
  run 0 --plan=h100 "${fa3[@]}" --kernel_arg=num_splits=1
  says out '^FA3/h100/.*: [12] launch(es)?$'
  says out 'FlashAttention-3 forward, bf16, head_dim 64, causal'
  # It holds sm_90a code only.
  run 1 --plan=a100 "${fa3[@]}"
  says out '^FA3/a100/.*failed: .*no kernel image'
}

"$1"
