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

# Past the deadline a file is left to the test of all files, which has none.
check_file() {
  if ((EPOCHSECONDS > deadline)); then
    echo "left out, because the time was up: $1"
    return
  fi
  local mark
  mark=$(clean_mark "$1")
  mkdir -p "${mark%/*}"
  if ! clang-tidy -p "$ATTN_BUILD" --quiet --extra-arg=-Wno-everything "$1" 2>/dev/null; then
    echo "in $1"
    return 1
  fi
  touch "$mark"
}

# Our sources that this build compiles, those that were changed last first.
sources_newest_first() {
  {
    git -C "$ATTN_SOURCE" diff --name-only HEAD
    git -C "$ATTN_SOURCE" ls-files --others --exclude-standard
    git -C "$ATTN_SOURCE" log --format= --name-only
    our_files -name '*.cpp'
  } 2>/dev/null | sed -n "s#^$ATTN_SOURCE/##; /\.cpp\$/p" | awk '!seen[$0]++' |
    while read -r file; do
      file=$ATTN_SOURCE/$file
      if grep -qF "\"file\": \"$file\"" "$ATTN_BUILD/compile_commands.json"; then echo "$file"; fi
    done
}

# check_with_clang_tidy all|changed: `changed` are those whose text was not yet found clean on this machine, for two
# minutes: a machine that knows none of them would read for a quarter of an hour.
check_with_clang_tidy() {
  need_version_14 clang-tidy
  local files=() file
  while read -r file; do
    if [ "$1" = all ] || [ ! -e "$(clean_mark "$file")" ]; then files+=("$file"); fi
  done < <(sources_newest_first)
  echo "clang-tidy reads ${#files[@]} files"
  if [ ${#files[@]} = 0 ]; then return; fi
  if [ "$1" = all ]; then deadline=$((EPOCHSECONDS + 86400)); else deadline=$((EPOCHSECONDS + 120)); fi
  export deadline
  export -f check_file clean_mark
  printf '%s\0' "${files[@]}" | xargs -0 -n 1 -P "$(nproc)" bash -c 'check_file "$1"' _
}
