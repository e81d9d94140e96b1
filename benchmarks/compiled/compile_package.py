# Compiles one attention variant into an AOTInductor package: compile_package.py REQUEST
# REQUEST is JSON: variant, device ("cpu", "cuda"), dtype, mask, batch, q_heads, kv_heads, q_len, kv_len, head_dim, scale,
# dynamic (whether the package takes any q_len and kv_len), package and result, the paths of what is written. The result is
# JSON too: compile_time_s, from the export on. The modules are attn_bench's variants, written as people write them.
import json
import math
import sys
import time

import torch
import torch._inductor
import torch._inductor.config

request = json.loads(sys.argv[1])
groups = request["q_heads"] // request["kv_heads"]


def repeat_heads(heads):
    """[batch, kv_heads, len, head_dim] -> [batch, q_heads, len, head_dim], each head `groups` times in a row."""
    if groups == 1:
        return heads
    batch, kv_heads, length, head_dim = heads.shape
    return heads.unsqueeze(2).expand(batch, kv_heads, groups, length, head_dim).reshape(batch, kv_heads * groups, length, head_dim)


class Naive(torch.nn.Module):
    def mask(self, scores, masked_out):
        return scores.masked_fill(masked_out, -math.inf)

    def forward(self, query, key, value, masked_out=None):
        key, value = repeat_heads(key), repeat_heads(value)
        scores = torch.matmul(query, key.transpose(-2, -1)) * request["scale"]
        if masked_out is not None:
            scores = self.mask(scores, masked_out)
        return torch.matmul(torch.softmax(scores, -1), value)


class NaiveInplace(Naive):
    def mask(self, scores, masked_out):
        return scores.masked_fill_(masked_out, -math.inf)


class SdpaAuto(torch.nn.Module):
    def forward(self, query, key, value, masked_out=None):
        return torch.nn.functional.scaled_dot_product_attention(
            query, key, value, attn_mask=None if masked_out is None else ~masked_out,
            is_causal=request["mask"] != "none" and masked_out is None, enable_gqa=groups > 1)


def example_inputs():
    dtype = {"fp64": torch.float64, "fp32": torch.float32, "bf16": torch.bfloat16, "fp16": torch.float16}[request["dtype"]]
    device, batch, head_dim = request["device"], request["batch"], request["head_dim"]
    query = torch.empty(batch, request["q_heads"], request["q_len"], head_dim, dtype=dtype, device=device)
    key = torch.empty(batch, request["kv_heads"], request["kv_len"], head_dim, dtype=dtype, device=device)
    inputs = [query, key, torch.empty_like(key)]
    if request["takes_mask"]:
        inputs.append(torch.empty(request["q_len"], request["kv_len"], dtype=torch.bool, device=device))
    return tuple(inputs)


def dynamic_shapes(inputs):
    """Both lengths, one of its own each where they differ; a single query stays one, as decoding has it."""
    if not request["dynamic"]:
        return None
    kv_len = torch.export.Dim("kv_len", min=2)
    q_len = kv_len if request["q_len"] == request["kv_len"] else torch.export.Dim("q_len", min=2)
    if request["q_len"] == 1:
        q_len = None
    shapes = [{2: q_len}, {2: kv_len}, {2: kv_len}, {0: q_len, 1: kv_len}][:len(inputs)]
    return tuple(shapes)


torch._inductor.config.cpp.dynamic_threads = True  # as many as --threads says then, not as many as there are now
module = {"Naive": Naive, "NaiveInplace": NaiveInplace, "SdpaAuto": SdpaAuto}[request["variant"]]()
inputs = example_inputs()
begin = time.perf_counter()
with torch.no_grad():
    # What only looks as if it depended on a length, an order of strides, is left to be checked when it runs.
    program = torch.export.export(module, inputs, dynamic_shapes=dynamic_shapes(inputs),
                                  prefer_deferred_runtime_asserts_over_guards=True)
torch._inductor.aoti_compile_and_package(program, package_path=request["package"])
with open(request["result"], "w", encoding="utf-8") as file:
    json.dump({"compile_time_s": time.perf_counter() - begin, "torch": torch.__version__}, file)
