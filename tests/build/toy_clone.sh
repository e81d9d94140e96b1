# A clone with the real launchers and a program that takes no time to build, in a world without network: read by
# launcher_test.sh. The real tools are cmake, ninja and Debian's base; apt-get, dpkg-query, sudo and Python are stand-ins
# that write what they were asked into $world/calls.

fail() {
  echo "FAILED: $*" >&2
  echo "--- standard output" >&2 && cat "$world/out" >&2
  echo "--- standard error" >&2 && cat "$world/err" >&2
  echo "--- calls" >&2 && cat "$world/calls" >&2
  exit 1
}
skip() {
  echo "skipped, because $*"
  exit 77
}

expect_exit() { [ "$exit_code" = "$1" ] || fail "exit code $exit_code, not $1"; }
expect_in() { grep -qF -- "$2" "$world/$1" || fail "'$2' is not in $1"; }
expect_not_in() { ! grep -qF -- "$2" "$world/$1" || fail "'$2' is in $1"; }
expect_empty() { [ ! -s "$world/$1" ] || fail "$1 is not empty"; }

make_world() {
  world=$(mktemp -d)
  trap 'rm -rf "$world"' EXIT
  mkdir "$world/bin" "$world/home"
  touch "$world/calls" "$world/out" "$world/err"
  local tool
  for tool in bash sh env cat mv cp rm mkdir mktemp readlink find cksum grep sed awk nproc flock tail sleep touch chmod \
    cmake ninja ctest true; do
    ln -s "$(type -P $tool)" "$world/bin/$tool"
  done
  ln -s /bin/true "$world/bin/g++"
  stand_in dpkg-query 'for p; do if [ ! -e "$world/missing/$p" ]; then echo "installed $p"; fi; done'
  stand_in sudo 'exit 1'
  stand_in apt-get 'case " $* " in *" install "*) for p; do rm -f "$world/missing/$p"; done ;; esac'
  make_clone "$world/clone"
}

# stand_in NAME BODY: a command that notes its call and then does BODY.
stand_in() {
  rm -f "$world/bin/$1"
  printf '%s\n' "#!$(type -P bash)" "world='$world'" "echo \"$1 \$*\" >>\"\$world/calls\"" "$2" >"$world/bin/$1"
  chmod +x "$world/bin/$1"
}

make_clone() {
  mkdir -p "$1/cmake" "$1/benchmarks"
  cp "$ATTN_SOURCE/attn_bench" "$ATTN_SOURCE/attn_results" "$ATTN_SOURCE/run_tests" "$ATTN_SOURCE/CMakePresets.json" "$1"
  cp -r "$ATTN_SOURCE/cmake/launcher" "$1/cmake"
  cat >"$1/CMakeLists.txt" <<'TOY'
cmake_minimum_required(VERSION 3.25)
project(toy LANGUAGES NONE)
enable_testing()
set(program ${CMAKE_BINARY_DIR}/attn_bench)
set(source ${CMAKE_SOURCE_DIR}/benchmarks)
add_custom_command(OUTPUT ${program} COMMAND sh ${source}/build.sh ${source}/program.sh ${program}
                   DEPENDS ${source}/program.sh ${source}/build.sh)
add_custom_target(program ALL DEPENDS ${program})
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/attn_results DEPENDS ${source}/program.sh
                   COMMAND sh ${source}/build.sh ${source}/program.sh ${CMAKE_BINARY_DIR}/attn_results)
add_custom_target(attn_results_program DEPENDS ${CMAKE_BINARY_DIR}/attn_results)
add_test(NAME Quick COMMAND true)
add_test(NAME Slow COMMAND true)
set_tests_properties(Slow PROPERTIES LABELS slow)
TOY
  echo 'cp "$1" "$2"' >"$1/benchmarks/build.sh"
  printf '%s\n' '#!/bin/sh' 'echo "first program in $(pwd) with $# arguments"' \
    'for argument; do echo "<$argument>"; done' 'exit ${TOY_EXIT:-0}' >"$1/benchmarks/program.sh"
  chmod +x "$1/benchmarks/program.sh"
}

# make_libtorch FOLDER VERSION: what the launcher and CMake look at.
make_libtorch() {
  mkdir -p "$1/include/torch/headeronly" "$1/lib" "$1/share/cmake/Torch"
  local major minor patch
  IFS=. read -r major minor patch <<<"$2"
  printf '#define TORCH_VERSION_%s %s\n' MAJOR "$major" MINOR "$minor" PATCH "$patch" \
    >"$1/include/torch/headeronly/version.h"
  touch "$1/lib/libtorch_cpu.so"
}

# A Python whose pip "installs" torch into the virtual environment that it makes. With $world/pip_fails the install of
# torch stops half way, with $world/no_cuobjdump that of cuobjdump; $world/cuda is the version of nvidia-cuda-runtime that
# torch brings.
make_python() {
  echo 13.0.96 >"$world/cuda"
  stand_in python '
site="${0%/bin/python}/lib/python3.11/site-packages"
case "$*" in
  "-m venv "*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
  *" list "*) if [ -s "$world/cuda" ]; then echo "nvidia-cuda-runtime==$(cat "$world/cuda")"; fi ;;
  *" install "*torch==*)
    sleep 0.3
    mkdir -p "$site/torch/lib"
    if [ -e "$world/pip_fails" ]; then exit 1; fi
    touch "$site/torch/lib/libtorch_cpu.so" ;;
  *" install "*cuobjdump*) if [ -e "$world/no_cuobjdump" ]; then exit 1; fi ;;
esac'
}

# launch [NAME=VALUE…] COMMAND…: in the toy's environment; sets exit_code, fills $world/out and $world/err.
launch() {
  exit_code=0
  "${as_user[@]}" env -i HOME="$world/home" PATH="$world/bin" ATTN_PYTHON="$world/bin/python" "$@" \
    >"$world/out" 2>"$world/err" </dev/null || exit_code=$?
}
as_user=()

# From here on the launchers run without root's rights.
drop_rights() {
  if [ "$EUID" != 0 ]; then return; fi
  chown -R 65534 "$world"
  as_user=(setpriv --reuid=65534 --clear-groups)
}

# The toy with a LibTorch of its own, so that nothing is to be set up.
use_torch_dir() {
  make_libtorch "$world/torch" 2.11.0
  export_torch=(Torch_DIR="$world/torch/share/cmake/Torch")
}
bench() { launch "${export_torch[@]}" "$world/clone/attn_bench" "$@"; }
