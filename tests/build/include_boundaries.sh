#!/usr/bin/env bash
# include_boundaries.sh FOLDER: names every #include below FOLDER that crosses a boundary, as file:line; exit code 1 if
# there is one. The boundaries are those of the design: third-party headers stay in one room, and rooms depend one way.
# The tests of a room may include what the room may.
set -euo pipefail
cd "$1"

# header ; files that may include it, without tests/ before them (both regular expressions) ; the rule
third_party='
<benchmark/.*> ; benchmarks/google_benchmark\.cpp ; benchmark.h stays in benchmarks/google_benchmark.cpp
<(cupti|generated_cuda|nvperf).*> ; (profiling/cupti|standin|gpu)/.* ; CUPTI stays in profiling/cupti and standin
<cuda_occupancy\.h> ; profiling/occupancy.* ; cuda_occupancy.h stays in profiling/occupancy*
<(cuda|cublas|cudnn|nvml|driver_types|vector_types|library_types|crt/|nv/|(ATen|c10|torch/csrc)/cuda/).*> ; (profiling/cuda|profiling/cupti|standin|gpu)/.* ; CUDA, cuBLAS and cuDNN stay in profiling/cuda and standin
<(libfccp/)?csv\.h> ; (results/csv|own_cost/bare_parser).* ; fast-cpp-csv-parser stays in results/csv*
<torch/torch\.h> ; nowhere ; torch/torch.h takes 17 s to compile; include ATen/ops/…_ops.h
<ATen/ATen\.h> ; nowhere ; ATen/ATen.h takes 7 s to compile; include ATen/ops/…_ops.h
<(ATen|c10|torch|caffe2)/.*> ; (fixtures|benchmarks|profiling|conformance|own_cost|gpu|plugins)/.* ; LibTorch stays out of results, plotting and standin
'

# room ; what of ours it may include
rooms='
results ; results/.*
plotting ; (plotting|results)/.*
fixtures ; (fixtures/.*|results/(csv.*|bad_request\.h|near_names\.h))
profiling ; (profiling/.*|results/(record|bad_request|clean_text|csv|file_beside|near_names|readable_figures|short_kernel_name|text_width)\.h|standin/contract\.h)
benchmarks ; ((benchmarks|fixtures|profiling|results)/.*|standin/(contract|environment|card_of_gpu)\.h)
standin ; (standin/.*|fixtures/gpus\.h)
'

folders=()
for folder in results plotting fixtures profiling benchmarks standin tests; do
  if [ -d $folder ]; then folders+=($folder); fi
done
broken=0
report() {
  echo "$1: #include $2: $3"
  broken=1
}

while IFS=: read -r file line text; do
  [[ $text =~ (\<[^\>]+\>|\"[^\"]+\") ]] || continue
  include=${BASH_REMATCH[1]}
  place=${file#tests/}
  if [[ $include = \<* ]]; then
    while IFS= read -r rule; do
      header=${rule%% ; *} rest=${rule#* ; }
      allowed=${rest%% ; *} why=${rest#* ; }
      if [ -z "$rule" ] || ! [[ $include =~ ^($header)$ ]]; then continue; fi
      if ! [[ $place =~ ^($allowed)$ ]]; then report "$file:$line" "$include" "$why"; fi
      break
    done <<<"$third_party"
  else
    include=${include//\"/}
    while IFS= read -r rule; do
      room=${rule%% ; *} allowed=${rule#* ; }
      if [ -n "$room" ] && [[ $place = "$room"/* ]] && ! [[ $include =~ ^(tests/.*|$allowed)$ ]]; then
        report "$file:$line" "$include" "$room may include $allowed"
      fi
    done <<<"$rooms"
  fi
done < <(grep -rnE --include='*.h' --include='*.cpp' '^[[:space:]]*#[[:space:]]*include' "${folders[@]}" /dev/null)
exit $broken
