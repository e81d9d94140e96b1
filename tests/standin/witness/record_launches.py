"""What PyTorch's own profiler says that each attention variant launches.

record_launches.py SHAPES.csv DEVICE [TRACE_FOLDER] > LAUNCHES.jsonl

Runs the same ops as the variants of attn_bench, written in Python, under torch.profiler with CUDA activities, on whatever
GPU this process sees (the stand-in, as a rule). DEVICE is the device's part of the case names. One line a case: its name,
its status and, in order, its launches, each with the path of ops that the profiler charges it to. With TRACE_FOLDER, each
case's Chrome trace of three forwards is kept there under the file name that attn_bench --trace gives it.
"""
import csv
import json
import math
import os
import sys
import tempfile

import torch
from torch.profiler import ProfilerActivity, profile, schedule

LIBRARY_CALL = "library call: "  # standin/contract.h
DTYPES = {"bf16": torch.bfloat16, "fp16": torch.float16, "fp32": torch.float32, "fp64": torch.float64}
EXTENTS = ("batch", "q_heads", "kv_heads", "q_len", "kv_len", "head_dim")
KINDS = {"kernel": "kernel", "gpu_memcpy": "memcpy", "gpu_memset": "memset"}


class Inputs:
    """Never filled, as in a plan."""

    def __init__(self, shape):
        batch, q_heads, kv_heads, q_len, kv_len, head_dim = (int(shape[name]) for name in EXTENTS)
        options = {"dtype": DTYPES[shape["dtype"]], "device": "cuda"}
        self.query = torch.empty(batch, q_heads, q_len, head_dim, **options)
        self.key = torch.empty(batch, kv_heads, kv_len, head_dim, **options)
        self.value = torch.empty(batch, kv_heads, kv_len, head_dim, **options)
        self.masked_out = None
        if shape["mask"] != "none":
            self.masked_out = torch.empty(q_len, kv_len, dtype=torch.bool, device="cuda")
        self.is_causal = shape["mask"] != "none"
        self.attn_mask = None
        if shape["mask"] == "causal_bottom_right" and q_len != kv_len:
            self.is_causal = False
            self.attn_mask = torch.empty(q_len, kv_len, dtype=torch.bool, device="cuda")
        self.groups = q_heads // kv_heads
        self.scale = 1 / math.sqrt(head_dim)


def repeat_heads(heads, groups):
    if groups == 1:
        return heads
    batch, kv_heads, length, head_dim = heads.shape
    repeated = heads.unsqueeze(2).expand(batch, kv_heads, groups, length, head_dim)
    return repeated.reshape(batch, kv_heads * groups, length, head_dim)


def naive(inputs, in_place):
    def forward():
        key = repeat_heads(inputs.key, inputs.groups)
        value = repeat_heads(inputs.value, inputs.groups)
        scores = torch.matmul(inputs.query, key.transpose(-2, -1))
        scores = scores * inputs.scale
        if inputs.masked_out is not None and in_place:
            scores = scores.masked_fill_(inputs.masked_out, -math.inf)
        elif inputs.masked_out is not None:
            scores = scores.masked_fill(inputs.masked_out, -math.inf)
        scores = torch.softmax(scores, -1)
        return torch.matmul(scores, value)

    return forward


def enable(backends):
    torch.backends.cuda.enable_math_sdp("math" in backends)
    torch.backends.cuda.enable_mem_efficient_sdp("efficient" in backends)
    torch.backends.cuda.enable_flash_sdp("flash" in backends)
    torch.backends.cuda.enable_cudnn_sdp("cudnn" in backends)


def sdpa(inputs, backends):
    """Throws RuntimeError where PyTorch finds none of the backends to fit."""
    enable(backends)
    arguments = (inputs.query, inputs.key, inputs.value, inputs.attn_mask, 0.0, inputs.is_causal)
    gqa = inputs.groups != 1
    torch._fused_sdp_choice(*arguments, scale=None, enable_gqa=gqa)
    return lambda: torch.nn.functional.scaled_dot_product_attention(*arguments, scale=None, enable_gqa=gqa)


VARIANTS = {
    "Naive": lambda inputs: naive(inputs, in_place=False),
    "NaiveInplace": lambda inputs: naive(inputs, in_place=True),
    "SdpaAuto": lambda inputs: sdpa(inputs, ("math", "efficient", "flash", "cudnn")),
    "SdpaMath": lambda inputs: sdpa(inputs, ("math",)),
    "SdpaEfficient": lambda inputs: sdpa(inputs, ("efficient",)),
    "SdpaFlash": lambda inputs: sdpa(inputs, ("flash",)),
    "SdpaCudnn": lambda inputs: sdpa(inputs, ("cudnn",)),
}


def export_trace(forward, active, path, after_each=lambda: None):
    """Of some forwards, after one that was only waited for and one to warm up."""
    activities = [ProfilerActivity.CPU, ProfilerActivity.CUDA]
    with profile(activities=activities, record_shapes=True, schedule=schedule(wait=1, warmup=1, active=active, repeat=1)) as profiler:
        for _ in range(2 + active):
            forward()
            after_each()
            profiler.step()
    profiler.export_chrome_trace(path)
    with open(path.removesuffix(".pt.trace.json") + ".calls.json", "w") as file:
        json.dump({row.key: row.count for row in profiler.key_averages()}, file)


def trace_of(forward):
    """The profiler's trace events of one forward."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "trace.json")
        export_trace(forward, 1, path, torch.cuda.synchronize)
        with open(path) as file:
            return json.load(file)["traceEvents"]


def trace_file_name(case):
    """As in profiling/trace/trace_file.cpp, for the names of the shapes here."""
    return case.replace("/", ".").replace(":", "-") + ".pt.trace.json"


def op_paths(events):
    """The path of ops by the op's id: an op's parent is the innermost one on its thread that was running."""
    ops = [event for event in events if event.get("cat") == "cpu_op"]
    ops.sort(key=lambda op: (op["ts"], -op["dur"], op["args"]["External id"]))
    paths = {}
    running = {}
    for op in ops:
        stack = running.setdefault(op["tid"], [])
        while stack and stack[-1]["ts"] + stack[-1]["dur"] <= op["ts"]:
            stack.pop()
        stack.append(op)
        paths[op["args"]["External id"]] = " › ".join(parent["name"] for parent in stack)
    return paths


def launches_of(events):
    paths = op_paths(events)
    found = [event for event in events if event.get("cat") in KINDS]
    found.sort(key=lambda event: (event["ts"], event["args"]["correlation"]))
    launches = []
    for order, event in enumerate(found):
        args = event["args"]
        launch = {"order": order, "op_path": paths.get(args.get("External id"), ""), "kind": KINDS[event["cat"]]}
        launch["name"] = event["name"]
        if event["name"].startswith(LIBRARY_CALL):
            launch["kind"] = "library"
            launch["name"] = event["name"][len(LIBRARY_CALL):]
        elif event["cat"] == "kernel":
            launch["grid"] = args["grid"]
            launch["block"] = args["block"]
        else:
            launch["bytes"] = args["bytes"]
        launches.append(launch)
    return launches


def record(shape, variant, trace):
    inputs = Inputs(shape)
    try:
        forward = VARIANTS[variant](inputs)
    except RuntimeError as error:
        return {"status": "unsupported", "reason": str(error).splitlines()[0]}
    for _ in range(2):
        forward()
    if trace:
        export_trace(forward, 3, trace)
    return {"status": "ok", "launches": launches_of(trace_of(forward))}


def main():
    shapes, device, *folder = sys.argv[1:]
    with open(shapes) as file, torch.inference_mode():
        for shape in csv.DictReader(file):
            extents = "/".join(f"{name}:{shape[name]}" for name in EXTENTS)
            for variant in VARIANTS:
                case = f"{variant}/{device}/{shape['dtype']}/{shape['mask']}/{extents}"
                trace = os.path.join(folder[0], trace_file_name(case)) if folder else None
                print(json.dumps({"case": case, **record(shape, variant, trace)}), flush=True)
    sys.stdout.flush()
    os._exit(0)  # libraries that stand in for CUDA need not unload


main()
