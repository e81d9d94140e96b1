#!/usr/bin/env bash
# The sources keep to .clang-format, and those that changed to .clang-tidy.
set -euo pipefail
. "$ATTN_SOURCE/tests/build/style_tools.sh"

FilesAreFormatted() {
  need_version_14 clang-format
  our_files \( -name '*.h' -o -name '*.cpp' \) -print0 | xargs -0 clang-format --dry-run --Werror
}

ClangTidyFindsNothingInChangedFiles() {
  check_with_clang_tidy changed
}

"$1"
