"""Whether two Chrome traces of the same forwards, ours and PyTorch's, hold the same events.

compare_traces.py OURS THEIRS

Compares what lies in the ProfilerStep# annotations, step by step: how many events there are of each category and name, and
of the nth of each in order the names, types and values of its arguments, what its External id and its correlation lead to,
the arrow to it and the lane of a GPU. Times are not compared, nor what follows from them. Each difference is named; what
differs for a known reason is counted under that reason. Exit code 1 if there is a difference, or nothing to compare.
"""
import collections
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from demangled import demangled

HOST = ("cpu_op", "cuda_runtime", "cuda_driver")
DEVICE = ("kernel", "gpu_memcpy", "gpu_memset")
STEPS = ("user_annotation", "gpu_user_annotation")
NUMBERS_OF_ITS_OWN = ("External id", "correlation", "Ev Idx", "Record function id")  # what they lead to is compared
FROM_TIMES = ("memory bandwidth (GB/s)",)
LIBRARY_CALL = "library call: "  # standin/contract.h
MISSING = "nothing"
MOST_SHARED_BYTES = 48 << 10  # that a kernel may have without asking


class Trace:
    def __init__(self, path):
        with open(path) as file:
            self.whole = json.load(file)
        events = self.whole["traceEvents"]
        self.bars = [event for event in events if event.get("ph") == "X" and event.get("cat") in HOST + DEVICE + STEPS]
        self.bars.sort(key=lambda bar: (bar["ts"], -bar["dur"]))
        self.steps = [bar for bar in self.bars if bar["cat"] == "user_annotation" and bar["name"].startswith("ProfilerStep#")]
        self.by_external_id = {bar["args"]["External id"]: bar for bar in self.bars if bar["cat"] in ("cpu_op", "user_annotation")}
        self.calls = {bar["args"]["correlation"]: bar for bar in self.bars if bar["cat"] in HOST[1:]}
        self.arrows = self.arrows_of(events)
        self.outside = collections.Counter()

    @staticmethod
    def arrows_of(events):
        """The calls that arrows come from by the place where they end: (pid, tid, ts) each."""
        tails, heads = {}, {}
        for event in events:
            if event.get("cat") == "ac2g":
                place = (event["pid"], event["tid"], event["ts"])
                if event["ph"] == "s":
                    tails[event["id"]] = place
                else:
                    heads[event["id"]] = place
        return {heads[number]: tail for number, tail in tails.items() if number in heads}

    def step_of(self, bar):
        """Its number from 0; of what runs on a GPU that of its call. None outside any."""
        if bar["cat"] == "gpu_user_annotation":
            return next((i for i, step in enumerate(self.steps) if step["name"] == bar["name"]), None)
        if bar["cat"] in DEVICE:
            call = self.calls.get(bar["args"].get("correlation"))
            return self.step_of(call) if call else None
        for number, step in enumerate(self.steps):
            if step["ts"] <= bar["ts"] <= step["ts"] + step["dur"]:
                return number
        return None

    def by_step(self):
        """For each step the bars by category and name, in order."""
        found = [collections.defaultdict(list) for _ in self.steps]
        for bar in self.bars:
            number = self.step_of(bar)
            name = "ProfilerStep" if bar["cat"] in STEPS else demangled(bar["name"])
            if number is None:
                self.outside[f"{bar['cat']} {name}"] += 1
            else:
                found[number][(bar["cat"], name)].append(bar)
        return found

    def leads_to(self, bar):
        """What its numbers mean, in words."""
        args = bar["args"]
        linked = self.by_external_id.get(args.get("External id"))
        words = {"its op": demangled(linked["name"]) if linked and linked["cat"] == "cpu_op" else MISSING}
        if bar["cat"] in DEVICE:
            call = self.calls.get(args.get("correlation"))
            words["its call"] = call["name"] if call else MISSING
            tail = self.arrows.get((bar["pid"], bar["tid"], bar["ts"]))
            from_call = call is not None and tail == (call["pid"], call["tid"], call["ts"])
            words["its arrow"] = "from its call" if from_call else "from elsewhere" if tail else MISSING
            words["its lane"] = f"pid {bar['pid']}, tid {bar['tid']}"
        return words


def reason_for(bar, argument, ours, theirs):
    """Why the argument may differ; None where it may not."""
    if argument in ("Concrete Inputs", "Input Strides") and ours == MISSING:
        return "of inputs we write sizes and types alone"
    if argument == "cbid":
        return "we write the name of a call alone"
    if bar["name"].startswith(LIBRARY_CALL) and ours == MISSING and theirs in (0, 0.0, -99, [0, 0, 0]):
        return "of a call into a library we write no grid"
    if ours == MISSING and theirs == 0 and argument == "registers per thread":
        return "unknown registers we don't write as 0"
    if argument == "est. achieved occupancy %" and bar["args"].get("shared memory", 0) > MOST_SHARED_BYTES:
        return "PyTorch reckons occupancy without the shared memory that a kernel asks for"
    if argument == "est. achieved occupancy %" and ours == MISSING and "registers per thread" not in bar["args"]:
        return "without registers we reckon no occupancy"
    if argument in ("graph id", "graph node id") and 0 in (ours, theirs) and MISSING in (ours, theirs):
        return "outside a graph we write no graph"
    return None


class Comparison:
    def __init__(self, ours, theirs):
        self.ours, self.theirs = ours, theirs
        self.found = []
        self.excused = collections.Counter()
        self.compared = 0

    def differs(self, where, what, ours, theirs):
        self.found.append(f"{where}: {what} is {ours!r} in ours, {theirs!r} in theirs")

    def compare(self):
        for key in ("schemaVersion", "displayTimeUnit", "deviceProperties"):
            if self.ours.whole.get(key) != self.theirs.whole.get(key):
                self.differs("the trace", key, self.ours.whole.get(key, MISSING), self.theirs.whole.get(key, MISSING))
        names = [[step["name"] for step in trace.steps] for trace in (self.ours, self.theirs)]
        if names[0] != names[1]:
            self.differs("the trace", "list of steps", *names)
        for number, (ours, theirs) in enumerate(zip(self.ours.by_step(), self.theirs.by_step())):
            for kind in sorted(ours.keys() | theirs.keys()):
                self.compare_kind(f"step {number}, {kind[0]} {kind[1]}", ours.get(kind, []), theirs.get(kind, []))

    def compare_kind(self, where, ours, theirs):
        if len(ours) != len(theirs):
            self.differs(where, "number of events", len(ours), len(theirs))
        for nth, (our_bar, their_bar) in enumerate(zip(ours, theirs)):
            self.compared += 1
            self.compare_args(f"{where}, {nth + 1}.", our_bar, their_bar)
            our_words, their_words = self.ours.leads_to(our_bar), self.theirs.leads_to(their_bar)
            for word, meaning in our_words.items():
                if meaning != their_words[word]:
                    self.differs(where, word, meaning, their_words[word])

    def compare_args(self, where, our_bar, their_bar):
        ours, theirs = our_bar.get("args", {}), their_bar.get("args", {})
        for argument in sorted(ours.keys() | theirs.keys()):
            if argument in FROM_TIMES:
                continue
            our, their = ours.get(argument, MISSING), theirs.get(argument, MISSING)
            same = type(our) is type(their) and (our == their or argument in NUMBERS_OF_ITS_OWN)
            if same:
                continue
            reason = reason_for(our_bar, argument, our, their)
            if reason:
                self.excused[reason] += 1
            else:
                self.differs(where, f"argument {argument!r}", our, their)


def main():
    comparison = Comparison(Trace(sys.argv[1]), Trace(sys.argv[2]))
    comparison.compare()
    for difference in comparison.found:
        print(difference)
    for whose, trace in (("ours", comparison.ours), ("theirs", comparison.theirs)):
        for kind, count in sorted(trace.outside.items()):
            print(f"not compared, outside every step of {whose}: {count} × {kind}")
    for reason, count in sorted(comparison.excused.items()):
        print(f"{count} arguments differ because {reason}")
    print(f"{comparison.compared} events compared, {len(comparison.found)} differences")
    sys.exit(1 if comparison.found or comparison.compared == 0 else 0)


main()
