# Reads the sources through clang-format and clang-tidy: read by style_test.sh and style_all_test.sh.

skip() {
  echo "skipped, because $*"
  exit 77
}

our_files() {
  local folders=() folder
  for folder in benchmarks fixtures profiling standin results plotting tests; do
    if [ -d "$ATTN_SOURCE/$folder" ]; then folders+=("$ATTN_SOURCE/$folder"); fi
  done
  find "${folders[@]}" "$@"
}

# Other versions format and judge otherwise.
need_version_14() {
  type -P "$1" >/dev/null || skip "$1 is not installed"
  [[ $("$1" --version) =~ version\ 14\. ]] || skip "$1 is not version 14: $("$1" --version | head -n 1)"
}

# By the file, the header of the same name and the rules: what was clean stays clean.
clean_mark() {
  local sum
  sum=$(cat "$ATTN_SOURCE/.clang-tidy" "$1" "${1%.cpp}.h" 2>/dev/null | sha256sum)
  echo "${XDG_CACHE_HOME:-$HOME/.cache}/attn_bench/clang-tidy/${sum%% *}"
}

check_file() {
  local mark
  mark=$(clean_mark "$1")
  mkdir -p "${mark%/*}"
  clang-tidy -p "$ATTN_BUILD" --quiet --extra-arg=-Wno-unknown-warning-option "$1" 2>/dev/null && touch "$mark"
}

# check_with_clang_tidy all|changed: files that this build compiles; with `changed` only those whose text was not yet
# found clean on this machine.
check_with_clang_tidy() {
  need_version_14 clang-tidy
  local files=() file
  while read -r file; do
    if ! grep -qF "\"file\": \"$file\"" "$ATTN_BUILD/compile_commands.json"; then continue; fi
    if [ "$1" = all ] || [ ! -e "$(clean_mark "$file")" ]; then files+=("$file"); fi
  done < <(our_files -name '*.cpp')
  echo "clang-tidy reads ${#files[@]} files"
  if [ ${#files[@]} = 0 ]; then return; fi
  export -f check_file clean_mark
  printf '%s\0' "${files[@]}" | xargs -0 -n 1 -P "$(nproc)" bash -c 'check_file "$1" || { echo "in $1"; exit 1; }' _
}
