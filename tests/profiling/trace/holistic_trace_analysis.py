"""Whether Holistic Trace Analysis reads a trace and finds the launches that are in it.

holistic_trace_analysis.py TRACE < COUNTS

COUNTS has a line for each kernel, copy and set: how many there are, a space, the name. Each difference is named; exit code 1
if there is one.
"""
import collections
import os
import sys

from hta.trace_analysis import TraceAnalysis


def expected_counts():
    lines = [line.rstrip("\n").split(" ", 1) for line in sys.stdin]
    return collections.Counter({name: int(count) for count, name in lines})


def main():
    path = os.path.abspath(sys.argv[1])
    expected = expected_counts()
    # The last step is left out unless asked for.
    analysis = TraceAnalysis(trace_files={0: path}, trace_dir=os.path.dirname(path), include_last_profiler_step=True)
    names = analysis.t.symbol_table.get_sym_table()
    events = analysis.t.get_trace(0)
    found = collections.Counter(names[symbol] for symbol in events[events["stream"].ge(0)]["name"])
    by_kind, by_name = analysis.get_gpu_kernel_breakdown(
        visualize=False, duration_ratio=1.0, num_kernels=1000, include_memory_kernels=True
    )
    print(by_kind.to_string(), by_name.to_string(), sep="\n")
    print(analysis.get_idle_time_breakdown(visualize=False)[0].to_string())
    failed = not expected
    for name in sorted(expected.keys() | found.keys()):
        if expected[name] != found[name]:
            print(f"{name}: {expected[name]} launches, {found[name]} found")
            failed = True
    for name in sorted(set(by_name["name"]) ^ expected.keys()):
        print(f"{name}: is in the breakdown or in the trace alone")
        failed = True
    print(f"{found.total()} launches of {len(found)} names found")
    sys.exit(1 if failed else 0)


main()
