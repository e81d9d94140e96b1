# The judge of the check on a real GPU, judged without one. Each function is a test.
set -euo pipefail

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# made_up FOLDER: what a run on a GPU might have left, for the judge to be judged.
made_up() {
  mkdir -p "$1/results" "$1/traces"
  echo "Naive/cuda/hot: as in the plan for h200" >"$1/output.txt"
  python3 - "$1" <<'PYTHON'
import csv, itertools, json, sys
folder = sys.argv[1]
launches = {"Naive": 6, "NaiveInplace": 5, "SdpaMath": 20, "SdpaFlash": 1, "SdpaEfficient": 1}
results = csv.writer(open(folder + "/results/results.csv", "w", newline=""))
rows = csv.writer(open(folder + "/results/launches.csv", "w", newline=""))
results.writerow("variant cache launch status reason flags metric value".split())
rows.writerow("case kind name registers grid block time_s".split())
for variant, cache, launch in itertools.product(launches, ("cold", "hot"), ("eager", "graph")):
    time_s = (1e-4 if variant.startswith("Sdpa") else 2e-3) * (1.1 if cache == "cold" else 1) * (1.2 if launch == "eager" else 1)
    copies = 1 if variant == "Naive" else 0
    for metric, value in {"time_s": time_s, "launches": launches[variant], "kernels": launches[variant] - copies,
                          "memcpys": copies, "device_time_s": 0.9 * time_s, "device_idle_share": 0.1,
                          "launching_calls": launches[variant] if launch == "eager" else 1}.items():
        results.writerow([variant, cache, launch, "ok", "", "", metric, value])
    case = f"{variant}/{cache}/{launch}"
    rows.writerow([case, "kernel", "k", 40, "1,1,1", "32,1,1", 1e-5])
    events = [{"ph": "X", "cat": "kernel"}, {"ph": "f", "cat": "ac2g", "id": 1}]
    json.dump({"traceEvents": events}, open(f"{folder}/traces/{case.replace('/', '.')}.json", "w"))
PYTHON
}

judge() { python3 "$ATTN_SOURCE/tests/gpu/judge.py" "$1/results" "$1/traces" "$1/output.txt"; }

TheJudgeSeesWhatCantBe() {
  made_up "$folder/good"
  judge "$folder/good" || fail "what can be was found wrong"
  local edit
  for edit in 's/^(Naive,hot,eager),ok,,,(launches),6/\1,ok,,,\2,5/' 's/^(SdpaFlash,hot,eager),ok,,,(launches),1/\1,ok,,,\2,9/' \
    's/^(SdpaFlash,.*time_s),.*/\1,1/' 's/^(Naive,hot,graph.*,time_s),.*/\1,1/' 's/^(SdpaMath,hot,eager.*device_time_s),.*/\1,1e-9/' \
    's/^(SdpaMath,cold,eager),ok,,/\1,failed,no reason,/' 's/^(SdpaMath,cold,eager),ok,,/\1,ok,,unblocked/' \
    's/^(.*,graph,.*launching_calls),1/\1,20/' 's/^(Naive,hot,eager,.*memcpys),1/\1,0/'; do
    rm -rf "$folder/bad"
    cp -r "$folder/good" "$folder/bad"
    sed -E -i "$edit" "$folder/bad/results/results.csv"
    ! cmp -s "$folder/good/results/results.csv" "$folder/bad/results/results.csv" || fail "'$edit' changes nothing"
    if judge "$folder/bad" >"$folder/seen"; then fail "'$edit' was not seen"; fi
  done
  rm -rf "$folder/bad" && cp -r "$folder/good" "$folder/bad"
  sed -i 's/,40,/,,/' "$folder/bad/results/launches.csv"
  if judge "$folder/bad" >"$folder/seen"; then fail "a kernel without registers was not seen"; fi
  rm -rf "$folder/bad" && cp -r "$folder/good" "$folder/bad"
  rm "$folder"/bad/traces/Naive.hot.eager.json
  if judge "$folder/bad" >"$folder/seen"; then fail "a missing trace was not seen"; fi
  rm -rf "$folder/bad" && cp -r "$folder/good" "$folder/bad"
  echo "SdpaFlash/cuda/hot: NOT as in the plan for h200" >>"$folder/bad/output.txt"
  if judge "$folder/bad" >"$folder/seen"; then fail "a launch that was not planned was not seen"; fi
}

"$1"
