"""What reading a million rows of results costs: attn_results' reader, pandas and polars.

results_reading.py PROGRAM: PROGRAM is the built results_reading. Needs pandas and polars, on PYTHONPATH say.
"""
import os
import random
import subprocess
import sys
import tempfile
import time

COLUMNS = ("schema,run_id,time_utc,host,source,device,arch,driver_version,libtorch_version,case,variant,backend_ran,dtype,"
           "mask,batch,q_heads,kv_heads,q_len,kv_len,head_dim,cache,launch,threads,status,flags,reason,metric,unit,value,low,"
           "high,samples")
METRICS = [("time_s", "s"), ("time_min_s", "s"), ("time_q1_s", "s"), ("time_q3_s", "s"), ("model_flops", "FLOP"),
           ("executed_flops", "FLOP"), ("traffic_bytes", "B"), ("flops_per_s", "FLOP/s"), ("bytes_per_s", "B/s"),
           ("forwards", "1"), ("page_faults_per_forward", "1"), ("involuntary_switches_per_forward", "1"), ("ops", "1"),
           ("error_rms", "1"), ("error_worst_row", "1"), ("peak_memory_bytes", "B")]
VARIANTS = ["Naive", "NaiveInplace", "SdpaMath", "SdpaFlash", "SdpaEfficient"]
PROCESSES, SHAPES = 10, 1250


def case_rows(process, variant, shape, noise):
    run = f"20261201T0156{process:02}Z-a0a00a{process:02}"
    shape_text = f"batch:{shape + 1}/q_heads:8/kv_heads:8/q_len:256/kv_len:256/head_dim:64"
    exact = ["ops", "model_flops", "executed_flops", "traffic_bytes", "peak_memory_bytes"]
    begin = (f"1,{run},2026-12-01T01:56:12Z,vm,measured,cpu,x86_64,,2.11.0,{variant}/cpu/fp32/causal/{shape_text},{variant},"
             f"none,fp32,causal,{shape + 1},8,8,256,256,64,,eager,2,ok,not_converged disturbed,,")
    for metric, unit in METRICS:
        value = 4194304 if metric in exact else repr(0.001782909 * (1 + shape / 100) * noise())
        yield f"{begin}{metric},{unit},{value},,,155\n"


def make_file(path, shuffled):
    draw = random.Random(0)
    rows = []
    for process in range(PROCESSES):
        for shape in range(SHAPES):
            for variant in VARIANTS:
                rows.extend(case_rows(process, variant, shape, lambda: draw.gauss(1, 0.01)))
    if shuffled:
        draw.shuffle(rows)
    with open(path, "w") as file:
        file.write(COLUMNS + "\n")
        file.writelines(rows)


def shortest(work, rounds=3):
    times = []
    for _ in range(rounds):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def main():
    import pandas
    import polars
    with tempfile.TemporaryDirectory() as folder:
        for shuffled in (False, True):
            path = os.path.join(folder, "results.csv")
            make_file(path, shuffled)
            print(f"{'shuffled' if shuffled else 'in order'}, {os.path.getsize(path) / 1e6:.0f} MB", flush=True)
            subprocess.run([sys.argv[1], path], check=True)
            print(f"pandas {shortest(lambda: pandas.read_csv(path)):.3f} s, "
                  f"polars {shortest(lambda: polars.read_csv(path)):.3f} s", flush=True)


if __name__ == "__main__":
    main()
