#!/usr/bin/env bash
# A report in headless Chromium. Each function is a test; page_checks.py looks at the page.
set -euo pipefail

skip() {
  echo "skipped, because $*"
  exit 77
}
fail() {
  echo "FAILED: $*"
  exit 1
}

need_chromium() {
  type -P chromium >/dev/null || skip "chromium is not installed (.ci/run does)"
  type -P python3 >/dev/null || skip "there is no python3"
  [ -e "$ATTN_BUILD/charts/vega_bundle.js" ] || skip "$ATTN_BUILD/charts has no Vega (the launchers fetch it from PyPI)"
}

world=$(mktemp -d)
trap 'rm -rf "$world"' EXIT

# report_of NAME|FOLDER: leaves its path in $report.
report_of() {
  local folder=$1
  if [ ! -d "$folder" ]; then
    folder=$world/$1
    "$ATTN_BUILD/tests/plotting/plotting_example" "$1" "$folder"
  fi
  "$ATTN_BUILD/attn_plot" "$folder" --out="$world/report" --no_pictures >/dev/null 2>"$world/err" || fail "$(cat "$world/err")"
  report=$world/report/report.html
}

check() { python3 "$ATTN_SOURCE/tests/plotting/page_checks.py" "$@"; }

DrawsEveryFigureOfEveryChart() {
  need_chromium
  report_of gpu
  check draws_every_figure "$report"
  report_of drivers
  check draws_every_figure "$report"
}

DrawsTheNumbersOfResultsCsv() {
  need_chromium
  report_of gpu
  check draws_the_numbers_of_results_csv "$report" "$world/gpu/results.csv"
}

AnswersWithATooltip() {
  need_chromium
  report_of gpu
  check answers_with_a_tooltip "$report"
}

SortsAndFiltersTables() {
  need_chromium
  report_of gpu
  check sorts_and_filters_tables "$report"
}

FitsALaptopAndAPhoneInLightAndDark() {
  need_chromium
  report_of gpu
  check fits_a_laptop_and_a_phone "$report"
}

CanBeReadAloudAndUsedByKeyboard() {
  need_chromium
  report_of gpu
  check can_be_read_aloud_and_used_by_keyboard "$report"
}

ShowsHostileNamesAsText() {
  need_chromium
  report_of hostile
  local name
  for name in '<script>window.attacked=1</script>' '🦊 größer' "it's \"quoted\", with a comma"; do
    check shows_names_as_text "$report" "$name"
  done
}

DrawsAHundredVariants() {
  need_chromium
  report_of many_variants
  check draws_every_figure "$report"
}

IsReadyWithinTwoSecondsWithTenThousandRows() {
  need_chromium
  report_of many_rows
  [ "$(wc -l <"$world/many_rows/results.csv")" -gt 10000 ] || fail "too few rows"
  [ "$(stat -c %s "$report")" -lt 6000000 ] || fail "the report has $(stat -c %s "$report") bytes"
  check is_ready_within_two_seconds "$report"
}

HasWordsAndTablesWithoutTheBundle() {
  need_chromium
  mkdir "$world/bare"
  cp "$ATTN_BUILD/attn_plot" "$world/bare/attn_plot"
  "$ATTN_BUILD/tests/plotting/plotting_example" gpu "$world/gpu"
  "$world/bare/attn_plot" "$world/gpu" --out="$world/report" >/dev/null 2>"$world/err"
  grep -q 'run ./attn_plot again with access to PyPI' "$world/err" || fail "$(cat "$world/err")"
  check has_tables_without_charts "$world/report/report.html"
}

"$1"
