"""Whether what attn_bench measured and recorded on a real GPU can be.

judge.py RESULTS_FOLDER TRACES_FOLDER OUTPUT

Reads the folders of --out and --trace and what was printed of one run over the article's shape with --cache=both --launch=both --profile
--launches --guess=plan. Each finding is a line; exit code 1 if there is one. What depends on the GPU is not judged: how fast
it is, and which kernels its libraries choose.
"""
import collections
import csv
import glob
import json
import os
import sys

# Of LibTorch 2.11 and later: what one forward launches, where no library decides it.
FUSED = ("SdpaFlash", "SdpaCudnn", "SdpaEfficient")
MOST_OF_FUSED = 3  # 2.15 sets two words before the efficient kernel


def rows_of(folder, file):
    with open(os.path.join(folder, file), newline="") as text:
        return list(csv.DictReader(text))


class Cases:
    """Statuses, reasons, flags and metrics by (variant, cache, launch)."""

    def __init__(self, rows):
        self.metrics = collections.defaultdict(dict)
        self.status, self.reason, self.flags = {}, {}, {}
        for row in rows:
            key = (row["variant"], row["cache"], row["launch"])
            self.status[key] = row["status"]
            self.reason[key] = row["reason"]
            self.flags.setdefault(key, set()).update(row["flags"].split())
            if row["metric"] and row["value"]:
                self.metrics[key][row["metric"]] = float(row["value"])

    def ok(self):
        return [key for key, status in self.status.items() if status == "ok"]

    def value(self, key, metric):
        return self.metrics.get(key, {}).get(metric)


def statuses(cases):
    for key, status in cases.status.items():
        if status not in ("ok", "unsupported"):
            yield f"{key} is {status}: {cases.reason[key]}"
        elif status == "unsupported" and not cases.reason[key]:
            yield f"{key} is unsupported without a reason"
    if len({key[0] for key in cases.ok()}) < 5:
        yield f"only {sorted({key[0] for key in cases.ok()})} are ok"


def counts(cases):
    for key in cases.ok():
        launches, kernels = cases.value(key, "launches"), cases.value(key, "kernels")
        if launches is None or kernels is None:
            yield f"{key}: no launches counted"
        elif cases.value(key, "library_calls"):
            yield f"{key}: a library call on a real GPU, where its kernels are seen"
        elif key[0] in FUSED and not 1 <= launches <= MOST_OF_FUSED:
            yield f"{key}: {launches:.0f} launches of a fused kernel"
        if key[2] == "graph" and cases.value(key, "launching_calls") != 1:
            yield f"{key}: a graph launched by {cases.value(key, 'launching_calls')} calls"
    for cache in ("cold", "hot"):
        naive, inplace = ("Naive", cache, "eager"), ("NaiveInplace", cache, "eager")
        if cases.value(naive, "launches") != (cases.value(inplace, "launches") or 0) + 1:
            yield f"{cache}: naive attention does not launch one more than in place"
        if cases.value(naive, "memcpys") != 1 or cases.value(inplace, "memcpys") != 0:
            yield f"{cache}: the copy of the scores is not seen"


def not_slower(cases, key, other, most=1.1):
    time_s, other_s = cases.value(key, "time_s"), cases.value(other, "time_s")
    if time_s and other_s and time_s > most * other_s:
        yield f"{key} takes {time_s:.3g} s, {other} {other_s:.3g} s"


def times(cases):
    for key in cases.ok():
        variant, cache, launch = key
        if not cases.value(key, "time_s"):
            yield f"{key}: no time"
        if "unblocked" in cases.flags[key]:
            yield f"{key}: the stream was not held back until all was launched"
        if cache == "hot":
            yield from not_slower(cases, key, (variant, "cold", launch))
        if launch == "graph":
            yield from not_slower(cases, key, (variant, cache, "eager"))
    for cache in ("cold", "hot"):
        yield from not_slower(cases, ("SdpaFlash", cache, "eager"), ("Naive", cache, "eager"), 1)


def cupti_against_events(cases):
    for key in cases.ok():
        if key[1] != "hot":
            continue
        event_s, cupti_s = cases.value(key, "time_s"), cases.value(key, "device_time_s")
        if not cupti_s:
            yield f"{key}: no time by CUPTI"
        elif event_s and not 0.5 * event_s < cupti_s < 1.15 * event_s:
            yield f"{key}: {cupti_s:.3g} s by CUPTI, {event_s:.3g} s by events"
        idle = cases.value(key, "device_idle_share")
        if idle is not None and not 0 <= idle <= 1:
            yield f"{key}: idle share {idle}"


def launch_rows(cases, launches):
    counted = collections.Counter(row["case"] for row in launches)
    if sum(counted.values()) == 0:
        yield "no launches are kept"
    for row in launches:
        if row["kind"] == "kernel" and not (row["registers"] and row["grid"] and row["block"]):
            yield f"{row['case']}: a kernel without registers, grid or block: {row['name']}"
        if not row["time_s"] or float(row["time_s"]) <= 0:
            yield f"{row['case']}: a launch without a time: {row['name']}"


def traces(folder, count):
    files = glob.glob(os.path.join(folder, "*.json"))
    if len(files) != count:
        yield f"{len(files)} traces of {count} cases"
    for file in files:
        with open(file) as text:
            events = json.load(text)["traceEvents"]
        kernels = [event for event in events if event.get("cat") == "kernel" and event["ph"] == "X"]
        arrows = {event["id"] for event in events if event.get("cat") == "ac2g" and event["ph"] == "f"}
        if not kernels:
            yield f"{file}: no kernel"
        elif len(arrows) < len(kernels):
            yield f"{file}: {len(kernels)} kernels, {len(arrows)} arrows"


def against_plan(output):
    with open(output, encoding="utf-8") as text:
        lines = text.read().splitlines()
    if not any(": as in the plan for " in line for line in lines):
        yield "no case is as planned"
    for line in lines:
        if ": NOT " in line:
            yield line


def main():
    results, trace_folder, output = sys.argv[1:]
    cases = Cases(rows_of(results, "results.csv"))
    findings = list(statuses(cases)) + list(counts(cases)) + list(times(cases)) + list(cupti_against_events(cases))
    findings += list(launch_rows(cases, rows_of(results, "launches.csv")))
    findings += list(traces(trace_folder, len(cases.ok())))
    findings += list(against_plan(output))
    for finding in findings:
        print(finding)
    print(f"{len(cases.ok())} cases ok, {len(findings)} findings")
    sys.exit(1 if findings else 0)


main()
