#!/usr/bin/env bash
# docs/adding_a_variant.md, followed literally in a copy of the clone.
set -euo pipefail

doc=$ATTN_SOURCE/docs/adding_a_variant.md

fail() { echo "FAILED: $*" && exit 1; }

# block KIND N: the Nth ```KIND block of the page.
block() { awk -v open="\`\`\`$1" -v n="$2" '$0 == open { on = ++count == n; next } /^```/ { on = 0 } on' "$doc"; }

TheExampleIsMeasuredBesideTheOthers() {
  local file after command
  copy=$(mktemp -d)
  trap 'rm -rf "$copy"' EXIT
  cd "$ATTN_SOURCE"
  git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$copy"
  cd "$copy"

  file=$(grep -oE 'benchmarks/variants/naive_prescaled\.cpp' "$doc" | head -1)
  block cpp 1 >"$file"
  after=$(grep -oE 'after `variant\([a-z_]+\)`' "$doc" | grep -oE 'variant\([a-z_]+\)')
  LINE=$(block cpp 2) awk -v after="$after" '{ print } index($0, "  " after) == 1 { print ENVIRON["LINE"] }' \
    benchmarks/variants/variant_list.cpp >list
  mv list benchmarks/variants/variant_list.cpp

  local root
  root=$(sed -n 's/^TORCH_ROOT:[A-Z]*=//p' "$ATTN_BUILD/CMakeCache.txt")
  cmake --preset release -DCMAKE_PREFIX_PATH="$root" -DATTN_TESTS=OFF >/dev/null
  cmake --build --preset release --target attn_bench
  command=$(block sh 1)
  command=${command/.\/attn_bench/build\/release\/attn_bench --device=cpu}
  $command | tee output
  grep -qE '^NaivePrescaled/.* none' output || fail "the new variant is not measured"
  grep -q '^1 ok' output || fail "the new variant is not right"
}

"$1"
