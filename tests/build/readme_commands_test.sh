#!/usr/bin/env bash
# The commands of README and of the pages do what they say, in the clone itself (those of adding_a_variant.md have a test of
# their own). One that is to end with another exit code than 0 says so: "# ends with 1: …".
set -euo pipefail

EachProgramCommandEndsWell() {
  local command count=0 lines code expected
  mapfile -t lines < <(awk '/^```sh$/ { on = 1; next } /^```/ { on = 0 } on' "$ATTN_SOURCE/README.md" \
    "$ATTN_SOURCE/docs/launch_plan.md" "$ATTN_SOURCE/docs/method.md" "$ATTN_SOURCE/docs/profile.md" \
    "$ATTN_SOURCE/docs/comparing.md" "$ATTN_SOURCE/docs/summary.md" "$ATTN_SOURCE/docs/plotting.md" \
    "$ATTN_SOURCE/docs/kernels.md" "$ATTN_SOURCE/docs/compiled.md")
  cd "$ATTN_SOURCE"
  for command in "${lines[@]}"; do
    if [[ $command != ./attn_* && $command != cmake\ * ]]; then continue; fi
    echo "\$ $command"
    expected=0 code=0
    if [[ $command =~ \#\ ends\ with\ ([0-9]+) ]]; then expected=${BASH_REMATCH[1]}; fi
    bash -c "$command" </dev/null || code=$?
    [ $code = "$expected" ] || { echo "FAILED: exit code $code" && exit 1; }
    count=$((count + 1))
  done
  [ $count -gt 0 ] || { echo "FAILED: there is no command" && exit 1; }
}

"$1"
