#!/usr/bin/env bash
# README's commands: the lines of its ```sh blocks.
set -euo pipefail

commands() { awk '/^```sh$/ { on = 1; next } /^```/ { on = 0 } on' "$ATTN_SOURCE/README.md"; }

CiRunsTheTestCommand() {
  commands | grep -qx './run_tests' || { echo "FAILED: README's test command is not ./run_tests" && exit 1; }
  grep -q '^exec ./run_tests ' "$ATTN_SOURCE/.ci/run" || { echo "FAILED: .ci/run does not end in ./run_tests" && exit 1; }
}

"$1"
