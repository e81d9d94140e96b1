"""Whether a launch plan and PyTorch's own profiler agree.

compare_launches.py LAUNCHES.jsonl PLAN_FOLDER

LAUNCHES.jsonl is what record_launches.py wrote, PLAN_FOLDER what attn_bench --plan=… --out=PLAN_FOLDER did, for the same
shapes and card. Every difference is named: a case that only one of them has, another status, another number of launches, and
in any launch another kind, name, grid, block, number of bytes or path of ops. Exit code 1 if there is one.
"""
import csv
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from demangled import demangled

COMPARED = ("kind", "name", "grid", "block", "bytes", "op_path")

def compared_name(kind, name):
    """Of copies and sets the two words that both write: "Memcpy DtoD (Device -> Device)"."""
    return name.split(" (")[0] if kind in ("memcpy", "memset") else demangled(name)


def launch_of_profiler(launch):
    compared = {column: launch.get(column) for column in COMPARED}
    compared["name"] = compared_name(launch["kind"], launch["name"])
    return compared


def launch_of_plan(row):
    compared = {column: row[column] or None for column in COMPARED}
    compared["name"] = compared_name(row["kind"], row["name"])
    compared["op_path"] = row["op_path"]
    for column in ("grid", "block"):
        if row[column]:
            compared[column] = [int(extent) for extent in row[column].split(",")]
    compared["bytes"] = int(row["bytes"]) if row["bytes"] else None
    if row["kind"] == "library":  # its own grid is not known
        compared["grid"] = compared["block"] = None
    return compared


def rows_of(folder, file):
    path = os.path.join(folder, file)
    if not os.path.exists(path):
        sys.exit(f"{path} is not there")
    with open(path, newline="") as text:
        return list(csv.DictReader(text))


def read_plan(folder):
    """Status and launches by case."""
    plan = {row["case"]: {"status": row["status"], "launches": []} for row in rows_of(folder, "results.csv")}
    rows = rows_of(folder, "launches.csv")
    for row in sorted(rows, key=lambda row: int(row["order"])):
        plan[row["case"]]["launches"].append(launch_of_plan(row))
    return plan


def read_profiler(path):
    with open(path) as lines:
        cases = [json.loads(line) for line in lines]
    return {
        case["case"]: {
            "status": case["status"],
            "launches": [launch_of_profiler(launch) for launch in case.get("launches", [])],
        }
        for case in cases
    }


def differences(plan, profiler):
    if plan["status"] != profiler["status"]:
        yield f"is {plan['status']} in the plan, {profiler['status']} in PyTorch"
    if len(plan["launches"]) != len(profiler["launches"]):
        yield f"launches {len(plan['launches'])} in the plan, {len(profiler['launches'])} in PyTorch"
    for order, (ours, theirs) in enumerate(zip(plan["launches"], profiler["launches"])):
        for column in COMPARED:
            if ours[column] != theirs[column]:
                yield f"launch {order}, {column}: {ours[column]!r} in the plan, {theirs[column]!r} in PyTorch"


def main():
    profiler = read_profiler(sys.argv[1])
    plan = read_plan(sys.argv[2])
    found = [f"{case}: is in the plan alone" for case in plan if case not in profiler]
    launches = 0
    for case in profiler:
        if case not in plan:
            found.append(f"{case}: is not in the plan")
            continue
        launches += len(profiler[case]["launches"])
        found += [f"{case}: {difference}" for difference in differences(plan[case], profiler[case])]
    for difference in found:
        print(difference)
    print(f"{len(profiler)} cases, {launches} launches, {len(found)} differences")
    sys.exit(1 if found or launches == 0 else 0)


main()
