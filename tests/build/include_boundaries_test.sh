#!/usr/bin/env bash
# The rooms keep to their headers, and include_boundaries.sh sees it where one doesn't.
set -euo pipefail
check=$ATTN_SOURCE/tests/build/include_boundaries.sh

TheRepositoryKeepsThem() {
  bash "$check" "$ATTN_SOURCE"
}

# expect_verdict EXIT FILE INCLUDE: of a tree with only that line.
expect_verdict() {
  local tree code=0 out
  tree=$(mktemp -d)
  mkdir -p "$tree/${2%/*}"
  echo "#include $3" >"$tree/$2"
  out=$(bash "$check" "$tree") || code=$?
  rm -rf "$tree"
  if [ $code != "$1" ]; then
    echo "FAILED: $2 with #include $3 gave $code, not $1: $out"
    exit 1
  fi
  if [ "$1" = 1 ] && [[ $out != "$2:1: #include "* ]]; then
    echo "FAILED: the place is not named: $out"
    exit 1
  fi
}

ThirdPartyHeadersOutsideTheirRoomAreFound() {
  expect_verdict 1 benchmarks/main.cpp '<benchmark/benchmark.h>'
  expect_verdict 1 profiling/cuda/timer.cpp '<cupti.h>'
  expect_verdict 1 profiling/cpu/timer.cpp '<cuda_runtime_api.h>'
  expect_verdict 1 benchmarks/main.cpp '<c10/cuda/CUDAStream.h>'
  expect_verdict 1 profiling/cuda/cuda_check.h '<cuda_occupancy.h>'
  expect_verdict 1 fixtures/gpus.cpp '<csv.h>'
  expect_verdict 1 results/record.h '<c10/core/Device.h>'
  expect_verdict 1 plotting/report.cpp '<ATen/core/Tensor.h>'
  expect_verdict 1 tests/results/csv_test.cpp '<ATen/core/Tensor.h>'
  expect_verdict 1 fixtures/inputs.cpp '<torch/torch.h>'
  expect_verdict 1 fixtures/inputs.cpp '<ATen/ATen.h>'
}

ThirdPartyHeadersInTheirRoomAreFine() {
  expect_verdict 0 benchmarks/google_benchmark.cpp '<benchmark/benchmark.h>'
  expect_verdict 0 profiling/cupti/records.cpp '<cupti.h>'
  expect_verdict 0 standin/cupti.cpp '<cupti_activity.h>'
  expect_verdict 0 profiling/cuda/timer.cpp '<cuda_runtime_api.h>'
  expect_verdict 0 tests/profiling/cuda/timer_test.cpp '<c10/cuda/CUDAStream.h>'
  expect_verdict 0 profiling/occupancy.cpp '<cuda_occupancy.h>'
  expect_verdict 0 results/csv.cpp '<csv.h>'
  expect_verdict 0 fixtures/inputs.cpp '<ATen/ops/randn_ops.h>'
}

ArrowsAgainstTheDesignAreFound() {
  expect_verdict 1 fixtures/sweep.cpp '"benchmarks/options.h"'
  expect_verdict 1 fixtures/sweep.cpp '"profiling/device.h"'
  expect_verdict 1 fixtures/sweep.cpp '"results/statistics.h"'
  expect_verdict 1 profiling/device.h '"fixtures/attention_shape.h"'
  expect_verdict 1 profiling/device.h '"results/statistics.h"'
  expect_verdict 1 results/record.h '"fixtures/attention_shape.h"'
  expect_verdict 1 plotting/report.cpp '"profiling/device.h"'
  expect_verdict 1 standin/driver.cpp '"benchmarks/options.h"'
  expect_verdict 1 results/record.h '"near_names.h"'
}

ArrowsOfTheDesignAreFine() {
  expect_verdict 0 benchmarks/main.cpp '"fixtures/sweep.h"'
  expect_verdict 0 benchmarks/main.cpp '"profiling/device.h"'
  expect_verdict 0 fixtures/sweep.cpp '"results/bad_request.h"'
  expect_verdict 0 fixtures/gpus.cpp '"results/csv_text.h"'
  expect_verdict 0 profiling/device.h '"results/record.h"'
  expect_verdict 0 plotting/report.cpp '"results/record.h"'
}

"$1"
