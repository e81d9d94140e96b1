# Builds when something changed, and tells cheaply when nothing did. Part of launcher.sh.

# What decides, beside the files, which build is meant. Without a process of its own: this is on every start's way.
read_build_key() {
  key="$1|$root|${ATTN_LIBTORCH:-}|${Torch_DIR:-}|${CMAKE_PREFIX_PATH:-}"
  key+="|$(type -P python3 || type -P python || true)|${VIRTUAL_ENV:-}|${PYENV_VERSION:-}|${PYTHONPATH:-}"
  local name=${key//[^A-Za-z0-9]/_}
  stamp=$root/build/launched/$1-${#key}-${name: -150}
}

# Current when nothing that the build reads has changed since just before the last build with this key began. By the
# status-change time, which a file that is moved into place or unpacked with an old date has too. Sets build.
build_is_current() {
  local lines
  if [ ! -r "$stamp" ]; then return 1; fi
  mapfile -t lines <"$stamp"
  build=${lines[1]}
  if [ "${lines[0]}" != "$key" ] || [ ! -e "$build/$1" ] || [ ! -e "${lines[2]}" ]; then return 1; fi
  local sources=() name
  for name in CMakeLists.txt CMakePresets.json cmake fixtures benchmarks profiling standin results plotting tests; do
    if [ -e "$root/$name" ]; then sources+=("$root/$name"); fi
  done
  [ -z "$(find "${sources[@]}" -cnewer "$stamp" -print -quit 2>&1)" ] &&
    [ -z "$(find "${lines[@]:3}" -maxdepth 0 -cnewer "$stamp" -print -quit 2>&1)" ]
}

# One folder for each LibTorch, so that changing over and back rebuilds nothing, and one without.
name_build_folder() {
  build=$root/build/release
  if [ "$torch_source" = none ]; then
    build=$root/build/results
    return
  fi
  if [ "$torch_source" = other ]; then
    local sum
    read -r sum _ < <(cksum <<<"$torch_root")
    build+=-$torch_version-$sum
  elif [ "$torch_version" != "$default_libtorch" ]; then
    build+=-$torch_version
  fi
}

# The stamp is as old as the moment before the build: a source that is saved meanwhile is newer.
build_target() {
  name_build_folder
  mkdir -p "$root/build/launched" "$build"
  if [ -e /var/lib/dpkg/status ]; then watched+=(/var/lib/dpkg/status); fi
  local libtorch=$torch_root/lib/libtorch_cpu.so
  if [ "$torch_source" = none ]; then libtorch=$root/CMakeLists.txt; fi
  printf '%s\n' "$key" "$build" "$libtorch" "$root/CMakeLists.txt" "${watched[@]}" >"$stamp.$$"
  with_lock "$build/.lock" configure_and_build "$1" || exit
  mv "$stamp.$$" "$stamp"
}

configure_and_build() {
  configure
  run_ninja -C "$build" -j "$(jobs_that_fit)" "$1" >&2 || refuse "the build failed"
}

# A line that counts up on a terminal; elsewhere a line each tenth of a long way, and what compilers say.
run_ninja() {
  if [ -t 2 ]; then
    ninja "$@"
  else
    NINJA_STATUS='[%f/%t] ' ninja "$@" | tell_tenths
  fi
}

tell_tenths() {
  local line done all last=0 few=20
  while IFS= read -r line; do
    if [[ $line =~ ^\[([0-9]+)/([0-9]+)\]' ' ]]; then
      done=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]}
      if ((all < few || 10 * done / all == last)); then continue; fi
      last=$((10 * done / all))
      say "built $done of $all"
    elif [[ $line != 'ninja: no work to do.' && $line != 'ninja: Entering directory '* ]]; then
      printf '%s\n' "$line"
    fi
  done
}

configure() {
  local arguments=(-B "$build" "-DTORCH_ROOT=$torch_root") fresh='' with="with LibTorch $torch_version of $torch_root"
  if [ "$torch_source" = none ]; then
    arguments=(-B "$build" -DATTN_WITHOUT_LIBTORCH=ON -DATTN_CUDA=OFF -DATTN_TESTS=OFF)
    with='without LibTorch'
  fi
  if [ -e "$build/build.ninja" ] && [ "$(cat "$build/.arguments" 2>/dev/null)" = "$root ${arguments[*]}" ]; then return; fi
  say "building in $build $with (the first time: a few minutes)"
  if [ -e "$build/.arguments" ] && [[ $(<"$build/.arguments") != "$root "* ]]; then fresh=--fresh; fi # a moved clone
  if ! (cd "$root" && cmake --preset release $fresh "${arguments[@]}") >"$build/.configure.log" 2>&1; then
    cat "$build/.configure.log" >&2
    refuse "CMake failed"
  fi
  printf '%s\n' "$root ${arguments[*]}" >"$build/.arguments"
}

# A file with LibTorch's headers takes up to 1.5 GB to compile.
jobs_that_fit() {
  local jobs available
  jobs=$(nproc)
  available=$(awk '/^MemAvailable/ { print int($2 / 1572864) }' /proc/meminfo 2>/dev/null || echo "$jobs")
  if ((available < jobs)); then jobs=$((available < 1 ? 1 : available)); fi
  echo "$jobs"
}
