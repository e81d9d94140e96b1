#!/usr/bin/env bash
# All sources keep to .clang-tidy.
set -euo pipefail
. "$ATTN_SOURCE/tests/build/style_tools.sh"

ClangTidyFindsNothingInAnyFile() {
  check_with_clang_tidy all
}

"$1"
