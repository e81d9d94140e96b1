"""Whether our profiler's tables and PyTorch's have the same rows.

compare_tables.py OUTPUT CALLS_FOLDER

OUTPUT is what attn_bench --table=1000 --trace=… printed; CALLS_FOLDER holds CASE.calls.json, the rows of PyTorch's
key_averages() with their numbers of calls, as record_launches.py keeps them. Ops and API calls are compared by name; launches,
whose names our table cuts, by the number of rows' calls in all. Exit code 1 if there is a difference, or nothing to compare.
"""
import glob
import json
import os
import re
import sys

NOT_OF_A_FORWARD = ("ProfilerStep", "cudaDeviceSynchronize")


def is_host_row(name):
    return name.startswith(("aten::", "cuda", "cu")) and "::" not in name.removeprefix("aten::") and " " not in name


def tables_of(path):
    """By case, the calls by name."""
    tables, rules, case = {}, 0, None
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.endswith(": profile\n"):
                case, rules = line.removesuffix(": profile\n"), 0
                tables[case] = {}
            elif line.startswith("---"):
                rules += 1
            elif case and rules == 2:
                cells = re.split(" {2,}", line.strip())
                calls = int([cell for cell in cells if cell.isdigit()][-1])
                tables[case][cells[0]] = tables[case].get(cells[0], 0) + calls
    return tables


def split(table):
    """Host rows by name, and the sum of all others. cuBLAS's functions are launches in ours; so they are in theirs."""
    host = {name: calls for name, calls in table.items() if is_host_row(name) and not name.startswith(("cublas", "cudnn"))}
    return host, sum(calls for name, calls in table.items() if name not in host)


def differences(ours, theirs):
    our_host, our_launches = split(ours)
    their_host, their_launches = split({n: c for n, c in theirs.items() if not n.startswith(NOT_OF_A_FORWARD)})
    for name in sorted(our_host.keys() | their_host.keys()):
        if our_host.get(name) != their_host.get(name):
            yield f"{name}: {our_host.get(name)} calls in ours, {their_host.get(name)} in theirs"
    if our_launches != their_launches:
        yield f"launches: {our_launches} in ours, {their_launches} in theirs"


def main():
    tables = tables_of(sys.argv[1])
    names = {case.replace("/", ".").replace(":", "-"): case for case in tables}
    compared, found = 0, []
    for path in glob.glob(os.path.join(sys.argv[2], "*.calls.json")):
        case = names.get(os.path.basename(path).removesuffix(".calls.json"))
        if case is None:
            found.append(f"{path}: no table of ours")
            continue
        with open(path) as file:
            found += [f"{case}: {difference}" for difference in differences(tables[case], json.load(file))]
        compared += 1
    for difference in found:
        print(difference)
    print(f"{compared} tables, {len(found)} differences")
    sys.exit(1 if found or compared == 0 else 0)


main()
