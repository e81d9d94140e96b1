#!/usr/bin/env bash
# attn_plot as a program. Each function is a test.
set -euo pipefail

skip() {
  echo "skipped, because $*"
  exit 77
}
fail() {
  echo "FAILED: $*"
  exit 1
}

world=$(mktemp -d)
trap 'rm -rf "$world"' EXIT
plot() { "$ATTN_BUILD/attn_plot" "$@"; }
example() { "$ATTN_BUILD/tests/plotting/plotting_example" "$1" "$world/$1"; }

# A virtual environment of .ci/run.
SpecificationsAreValidVegaLite() {
  local python=${XDG_CACHE_HOME:-~/.cache}/attn_bench/altair-6.3.0/bin/python
  [ -e "${python%/bin/python}/.whole" ] || skip "altair, which has the schema, is not installed in ${python%/bin/python} (.ci/run does)"
  local name
  for name in gpu drivers two_gpus hostile many_variants one_point planned; do
    example $name
    plot "$world/$name" --out="$world/report_$name" --no_pictures >/dev/null
  done
  "$python" "$ATTN_SOURCE/tests/plotting/validate.py" "$world"/report_*/charts/*.vl.json
}

WritesTenThousandRowsWithinTwoSeconds() {
  example many_rows
  [ "$(wc -l <"$world/many_rows/results.csv")" -gt 10000 ] || fail "too few rows"
  local begin=$EPOCHREALTIME
  plot "$world/many_rows" --out="$world/report" --no_pictures >/dev/null
  local took=$(((${EPOCHREALTIME/./} - ${begin/./}) / 1000))
  echo "$took ms, $(stat -c %s "$world/report/report.html") bytes"
  ((took < 2000)) || fail "it took $took ms"
  (($(stat -c %s "$world/report/report.html") < 6000000)) || fail "too large"
}

DrawsEachChartAsSvgAndPng() {
  [ -e "$ATTN_BUILD/charts/python" ] || skip "$ATTN_BUILD/charts names no Python with vl-convert-python (the launchers do)"
  example one_point
  plot "$world/one_point" --out="$world/report" >/dev/null 2>"$world/err" || fail "$(cat "$world/err")"
  local chart
  for chart in "$world"/report/charts/*.vl.json; do
    grep -q '</svg>' "${chart%.vl.json}.svg" || fail "no $chart as SVG"
    [ "$(head -c 4 "${chart%.vl.json}.png" | tail -c 3)" = PNG ] || fail "no $chart as PNG"
  done
  grep -q 'href="charts/time.png"' "$world/report/report.html" || fail "the report has no link to a picture"
}

# What goes wrong in vl-convert is said, and the report is there all the same.
SaysWhyThereAreNoPictures() {
  mkdir -p "$world/bin/charts"
  cp "$ATTN_BUILD/attn_plot" "$world/bin"
  printf '#!/bin/sh\necho "ImportError: no vl_convert" >&2; exit 1\n' >"$world/python"
  chmod +x "$world/python"
  echo "$world/python" >"$world/bin/charts/python"
  example one_point
  "$world/bin/attn_plot" "$world/one_point" --out="$world/report" >/dev/null 2>"$world/err" || fail "exit code $?"
  grep -q 'no SVG and PNG: ImportError: no vl_convert' "$world/err" || fail "$(cat "$world/err")"
  ! grep -q 'href="charts/time.png"' "$world/report/report.html" || fail "a link to a picture that is not there"
}

LeavesAnOldReportWholeWhenItCanNotBeWritten() {
  example one_point
  plot "$world/one_point" --out="$world/report" --no_pictures >/dev/null 2>&1
  local before
  before=$(cksum <"$world/report/report.html")
  rm -r "$world/report/charts"
  touch "$world/report/charts" # where a folder belongs
  if plot "$world/one_point" --out="$world/report" --no_pictures >"$world/out" 2>"$world/err"; then fail "no error"; else
    [ $? = 2 ] || fail "not exit code 2"
  fi
  [ "$(cksum <"$world/report/report.html")" = "$before" ] || fail "the old report was changed"
}

"$1"
