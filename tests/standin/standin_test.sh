#!/usr/bin/env bash
# Programs on the stand-in GPU, as standin/run starts them.
set -euo pipefail

run=$ATTN_BUILD/standin/run

fail() {
  echo "$1" >&2
  exit 1
}

# expect_output TEXT: standard input holds it.
expect_output() {
  local output
  output=$(cat)
  [[ $output == *"$1"* ]] || fail "expected \"$1\", got: $output"
}

expect_code() {
  local wanted=$1 code=0
  shift
  "$@" || code=$?
  [ $code = "$wanted" ] || fail "$*: expected exit $wanted, got $code"
}

# The Python of the LibTorch that was built with; its programs get on only without a sanitizer in the stand-in. Asked for
# outside a pipe, so that the test can end here.
need_python() {
  local torch
  torch=$(sed -n 's/^TORCH_ROOT:[A-Z]*=//p' "$ATTN_BUILD/CMakeCache.txt")
  python=$torch/../../../../bin/python3
  if [ ! -x "$python" ]; then
    echo "skipped: this LibTorch has no Python"
    exit 77
  fi
  if grep -q '^ATTN_SANITIZE:[A-Z]*=.' "$ATTN_BUILD/CMakeCache.txt"; then
    echo "skipped: Python is not built with the sanitizers"
    exit 77
  fi
}

# Runs the program on standard input.
python() { "$run" --gpu="${gpu:-a100}" ${options:-} "$python" - 2>&1; }

SaysWhatItTakes() { "$run" --help | expect_output "--gpu=NAME"; }

RunsTheProgramWithItsArgumentsAndExitCode() {
  "$run" --gpu=a100 echo one "two three" | expect_output "one two three"
  expect_code 5 "$run" --gpu=a100 bash -c 'exit 5'
  expect_code 127 "$run" --gpu=a100 no-such-program 2>/dev/null
  { "$run" --gpu=a100 no-such-program 2>&1 || true; } | expect_output "no-such-program can't be run: No such file"
  expect_code 126 "$run" --gpu=a100 /etc/passwd 2>/dev/null
}

RefusesAWrongRequest() {
  for options in --gpu=a10O "--gpu=a100 --fault=memory=1" "--gpu=a100 --resources=/no/file" "--gpu=a100 --activity_ns=0" \
    "--gpu=a100 --colour" ""; do
    expect_code 2 "$run" $options true 2>/dev/null
  done
  expect_code 2 "$run" --gpu=a100 2>/dev/null
  { "$run" --gpu=a10O true 2>&1 || true; } | expect_output "did you mean a100"
}

BorrowsACardForAnArchitecture() { "$run" --gpu=sm_89 true 2>&1 | expect_output "sm_89 is no card: its limits are those of NVIDIA L4"; }

StopsAProgramWithoutACard() {
  local code=0 output
  output=$("$run" --gpu=a100 env -u ATTN_STANDIN_CARD /bin/true 2>&1) || code=$?
  [ $code = 2 ] || fail "expected exit 2, got $code: $output"
  expect_output "ATTN_STANDIN_CARD is not set" <<<"$output"
}

StopsAProgramWithAWrongFault() {
  { "$run" --gpu=a100 env ATTN_STANDIN_FAULTS=nonsense /bin/true 2>&1 || true; } | expect_output '"nonsense" is no fault'
}

IsAGpuForPyTorch() {
  need_python
  gpu=h100 python <<'PY' | expect_output "NVIDIA H100 80GB HBM3 (stand-in) (9, 0) torch.Size([8, 16, 1024, 64])"
import torch
q = torch.empty(8, 16, 1024, 64, dtype=torch.bfloat16, device="cuda")
out = torch.nn.functional.scaled_dot_product_attention(q, q, q, is_causal=True)
torch.cuda.synchronize()
print(torch.cuda.get_device_name(), torch.cuda.get_device_capability(), out.shape)
PY
}

RunsOutOfMemoryAsAGpuDoesAndGoesOn() {
  need_python
  python <<'PY' | expect_output "total capacity of 79.26 GiB, then 0.0"
import torch
try:
    torch.empty(200 << 30, dtype=torch.uint8, device="cuda")
except torch.OutOfMemoryError as error:
    text = str(error)
start = text.index("total capacity")
print(text[start:text.index("GiB", start) + 3] + ", then", torch.ones(4, device="cuda").sum().item())
PY
}

NamesAFunctionThatItLacks() {
  need_python
  local output
  output=$(python <<'PY'
import torch
try:
    torch.zeros(1, device="cuda").untyped_storage()._share_cuda_()
except Exception as error:
    print("raised:", error)
PY
)
  expect_output "stand-in GPU: cudaIpcGetMemHandle is called, which it does not have" <<<"$output"
  expect_output "the stand-in GPU does not have cudaIpcGetMemHandle" <<<"$output"
}

ReplaysAGraphForPyTorchAndItsProfiler() {
  need_python
  python <<'PY' | expect_output "launches 3 kernels 15 copies 3 in calls 6"
import json, os, tempfile, torch
from torch.profiler import ProfilerActivity, profile
q = torch.empty(8, 16, 1024, 64, dtype=torch.bfloat16, device="cuda")
mask = torch.empty(1024, 1024, dtype=torch.bool, device="cuda")
def naive():
    scores = (q @ q.transpose(-2, -1) * 0.125).masked_fill(mask, float("-inf"))
    return torch.softmax(scores, -1) @ q
with torch.inference_mode():
    side, graph = torch.cuda.Stream(), torch.cuda.CUDAGraph()
    with torch.cuda.stream(side):
        naive()
    with torch.cuda.graph(graph, stream=side):
        naive()
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as profiler:
        for _ in range(3):
            graph.replay()
path = os.path.join(tempfile.mkdtemp(), "trace.json")
profiler.export_chrome_trace(path)
events = [e for e in json.load(open(path))["traceEvents"] if e.get("ph") == "X"]
launches = [e["args"]["correlation"] for e in events if e["name"] == "cudaGraphLaunch"]
device = [e for e in events if e.get("cat") in ("kernel", "gpu_memcpy")]
nodes = [e["args"]["correlation"] for e in device]
print("launches", len(launches), "kernels", sum(e["cat"] == "kernel" for e in device),
      "copies", sum(e["cat"] == "gpu_memcpy" for e in device),
      "in calls", *{nodes.count(launch) for launch in launches})
PY
}

TakesAStickyErrorForWhatItIs() {
  need_python
  # LibTorch's own end throws once more, as on a GPU.
  options=--fault=launch_error_after=1 python <<'PY' | expect_output "unspecified launch failure"
import os, torch
try:
    torch.zeros(1, device="cuda").add(1)
except Exception as error:
    print(error, flush=True)
    os._exit(0)
PY
}

ShowsPyTorchsProfilerTheLaunches() {
  need_python
  python <<'PY' | expect_output "kernels 15 copies 3 library calls 6 linked 18"
import json, os, tempfile, torch
from torch.profiler import ProfilerActivity, profile, schedule
q = torch.empty(8, 16, 1024, 64, dtype=torch.bfloat16, device="cuda")
mask = torch.empty(1024, 1024, dtype=torch.bool, device="cuda")
def naive():
    scores = (q @ q.transpose(-2, -1) * 0.125).masked_fill(mask, float("-inf"))
    return torch.softmax(scores, -1) @ q
activities = [ProfilerActivity.CPU, ProfilerActivity.CUDA]
with torch.inference_mode():
    naive()
    with profile(activities=activities, schedule=schedule(wait=1, warmup=1, active=3)) as profiler:
        for _ in range(5):
            naive()
            profiler.step()
path = os.path.join(tempfile.mkdtemp(), "trace.json")
profiler.export_chrome_trace(path)
events = [e for e in json.load(open(path))["traceEvents"] if e.get("ph") == "X"]
ops = {e["args"]["External id"] for e in events if e.get("cat") == "cpu_op"}
device = [e for e in events if e.get("cat") in ("kernel", "gpu_memcpy")]
print("kernels", sum(e["cat"] == "kernel" for e in device), "copies", sum(e["cat"] == "gpu_memcpy" for e in device),
      "library calls", sum(e["name"].startswith("library call: ") for e in device),
      "linked", sum(e["args"]["External id"] in ops for e in device))
PY
}

"$1"
