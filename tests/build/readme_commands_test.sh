#!/usr/bin/env bash
# README's commands do what it says, in the clone itself.
set -euo pipefail

EachProgramCommandEndsWell() {
  local command count=0 lines
  mapfile -t lines < <(awk '/^```sh$/ { on = 1; next } /^```/ { on = 0 } on' "$ATTN_SOURCE/README.md")
  cd "$ATTN_SOURCE"
  for command in "${lines[@]}"; do
    if [[ $command != ./attn_* ]]; then continue; fi
    echo "\$ $command"
    bash -c "$command" </dev/null || { echo "FAILED: exit code $?" && exit 1; }
    count=$((count + 1))
  done
  [ $count -gt 0 ] || { echo "FAILED: README has no command" && exit 1; }
}

"$1"
