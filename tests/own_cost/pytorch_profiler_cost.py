"""How much PyTorch's profiler slows the forward that op_recording_cost.cpp records: names and times, then shapes too.

Medians of interleaved pairs in one run; give it the Python that LibTorch came with. With the argument "cuda" on the first
GPU, with its activities at the end.
"""
import math
import statistics
import sys
import time

import torch
from torch.profiler import ProfilerActivity, profile

PAIRS, FORWARDS = 200, 15
torch.set_num_threads(1)
DEVICE = sys.argv[1] if len(sys.argv) > 1 else "cpu"
query, key, value = (torch.empty(1, 4, 32, 16, device=DEVICE) for _ in range(3))
mask = torch.empty(32, 32, dtype=torch.bool, device=DEVICE)


def forward():
    scores = query @ key.transpose(-2, -1)
    scores = scores * (1 / math.sqrt(16))
    scores = scores.masked_fill(mask, -math.inf)
    return torch.softmax(scores, -1) @ value


def median_us():
    times = []
    for _ in range(FORWARDS):
        begin = time.perf_counter_ns()
        forward()
        times.append((time.perf_counter_ns() - begin) / 1e3)
    return statistics.median(times)


def compare(what, activities=(ProfilerActivity.CPU,), **options):
    bare, recorded = [], []
    for _ in range(PAIRS):
        bare.append(median_us())
        with profile(activities=list(activities), **options):
            recorded.append(median_us())
    ratio = statistics.median(r / b for r, b in zip(recorded, bare))
    print(f"{what}: {statistics.median(bare):.2f} µs bare, {statistics.median(recorded):.2f} µs recorded, ratio {ratio:.3f}")


with torch.inference_mode():
    forward()
    compare("names and times")
    compare("and shapes", record_shapes=True)
    if DEVICE == "cuda":
        compare("names, times and CUPTI's records", [ProfilerActivity.CPU, ProfilerActivity.CUDA])
