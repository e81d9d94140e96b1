#!/usr/bin/env bash
# What the launchers promise, on a toy project (toy_clone.sh). Each function is a test.
set -euo pipefail
. "$ATTN_SOURCE/tests/build/toy_clone.sh"

RefusesALibTorchThatIsTooOld() {
  launch ATTN_LIBTORCH=2.10.0 "$world/clone/attn_bench"
  expect_exit 2
  expect_in err "ATTN_LIBTORCH=2.10.0 is too old; 2.11.0 is the oldest"
  expect_empty calls
}

RefusesAVersionThatIsNone() {
  local version
  for version in abc 2 2.11.x 2.011.0 ../2.11.0 2.11.0.0 "2.11.0 --pre" 99999.0; do
    launch ATTN_LIBTORCH="$version" "$world/clone/attn_bench"
    expect_exit 2
    expect_in err "ATTN_LIBTORCH=$version is not a version"
  done
  expect_empty calls
}

RefusesATorchDirThatIsTooOldOrEmpty() {
  make_libtorch "$world/old" 2.6.0
  launch Torch_DIR="$world/old/share/cmake/Torch" "$world/clone/attn_bench"
  expect_exit 2
  expect_in err "Torch_DIR has LibTorch 2.6.0; 2.11.0 is the oldest"
  launch Torch_DIR="$world/nothing" "$world/clone/attn_bench"
  expect_exit 2
  expect_in err "Torch_DIR=$world/nothing has no LibTorch"
}

TakesTorchDirBeforeThePrefixPathBeforePython() {
  make_libtorch "$world/first" 2.13.0
  make_libtorch "$world/second/torch" 2.12.0
  make_libtorch "$world/third/torch" 2.12.1
  stand_in python3 "echo '$world/third'"
  launch Torch_DIR="$world/first/share/cmake/Torch" CMAKE_PREFIX_PATH="$world/second" "$world/clone/attn_bench"
  expect_in err "LibTorch 2.13.0 of $world/first"
  launch CMAKE_PREFIX_PATH="$world/elsewhere:$world/second" "$world/clone/attn_bench"
  expect_in err "LibTorch 2.12.0 of $world/second/torch"
  launch "$world/clone/attn_bench"
  expect_in err "LibTorch 2.12.1 of $world/third/torch"
  expect_exit 0
}

PassesOverThePythonWhoseLibTorchIsTooOld() {
  make_python
  make_libtorch "$world/site/torch" 2.6.0
  stand_in python3 "echo '$world/site'"
  launch "$world/clone/attn_bench"
  expect_exit 0
  expect_in err "passing over LibTorch 2.6.0 of $world/bin/python3"
  expect_in err "LibTorch 2.11.0 of $world/home/.cache/attn_bench/libtorch-2.11.0/"
}

TakesALibTorchThatTheActivePythonGotMeanwhile() {
  make_python
  mkdir "$world/site"
  stand_in python3 "echo '$world/site'"
  launch "$world/clone/attn_bench"
  make_libtorch "$world/site/torch" 2.12.0
  launch "$world/clone/attn_bench"
  expect_in err "LibTorch 2.12.0 of $world/site/torch"
}

GivesTheProgramItsArgumentsItsFolderAndItsExitCode() {
  use_torch_dir
  mkdir "$world/elsewhere"
  cd "$world/elsewhere"
  export_torch+=(TOY_EXIT=7)
  bench --benchmark_filter='a b|c$' "" 'runs/new "1"' '*'
  expect_exit 7
  expect_in out "first program in $world/elsewhere with 4 arguments"
  expect_in out "<--benchmark_filter=a b|c\$>"
  expect_in out "<>"
  expect_in out '<runs/new "1">'
  expect_in out "<*>"
}

LeavesStandardOutputToTheProgram() {
  make_python
  launch "$world/clone/attn_bench"
  [ "$(cat "$world/out")" = "first program in $PWD with 0 arguments" ] || fail "more than the program's output"
  expect_in err "installing LibTorch 2.11.0 from PyPI"
}

GoesStraightToTheProgramTheSecondTime() {
  use_torch_dir
  stand_in python3 true
  bench
  expect_exit 0
  local tool
  for tool in cmake ninja dpkg-query python3; do stand_in $tool 'exit 99'; done
  : >"$world/calls"
  bench
  expect_exit 0
  expect_in out "first program"
  expect_empty err
  expect_empty calls
}

RebuildsWhenASourceChanged() {
  use_torch_dir
  bench
  sed -i 's/first program/second program/' "$world/clone/benchmarks/program.sh"
  bench
  expect_exit 0
  expect_in out "second program"
}

AsksNinjaWhenASourceWasReplacedByAnOlderOne() {
  use_torch_dir
  sed 's/first program/other program/' "$world/clone/benchmarks/program.sh" >"$world/old"
  touch -d "2001-01-01" "$world/old"
  bench
  mv "$world/old" "$world/clone/benchmarks/program.sh"
  stand_in ninja 'exit 1'
  bench
  expect_exit 2
  expect_in calls ninja
}

AsksNinjaWhenAFileIsNew() {
  use_torch_dir
  bench
  stand_in ninja 'exit 1'
  touch "$world/clone/benchmarks/new.cpp"
  bench
  expect_exit 2
  expect_in calls ninja
}

TellsEachTenthOfALongBuildWhereNoTerminalCountsUp() {
  use_torch_dir
  cat >>"$world/clone/CMakeLists.txt" <<'PARTS'
foreach(part RANGE 1 39)
  add_custom_command(OUTPUT part${part} COMMAND touch part${part})
  add_custom_command(OUTPUT ${program} APPEND DEPENDS part${part})
endforeach()
PARTS
  bench
  expect_exit 0
  [ "$(grep -cE '^attn_bench: built [0-9]+ of 40$' "$world/err")" = 10 ] || fail "not ten lines"
  expect_in err "built 4 of 40"
  expect_not_in err "built 5 of 40"
  expect_in err "built 40 of 40"
  expect_not_in err "part"
}

TriesAgainAfterABuildThatFailed() {
  use_torch_dir
  echo 'echo "error: no such thing"; exit 1' >"$world/clone/benchmarks/build.sh"
  bench
  expect_exit 2
  expect_empty out
  expect_in err "error: no such thing"
  expect_in err "the build failed"
  make_clone "$world/clone"
  bench
  expect_exit 0
}

ShowsWhatCMakeSaidWhenItFails() {
  use_torch_dir
  echo 'message(FATAL_ERROR "the reason")' >>"$world/clone/CMakeLists.txt"
  bench
  expect_exit 2
  expect_empty out
  expect_in err "the reason"
}

RunsThroughALinkAndInAFolderWithSpaces() {
  use_torch_dir
  mv "$world/clone" "$world/my clone"
  ln -s "../my clone/attn_bench" "$world/bin/attention"
  launch "${export_torch[@]}" attention
  expect_exit 0
  expect_in out "first program"
}

BuildsAnewWhereTheCloneWasMoved() {
  use_torch_dir
  bench
  mv "$world/clone" "$world/moved"
  sed -i 's/first program/second program/' "$world/moved/benchmarks/program.sh"
  launch "${export_torch[@]}" "$world/moved/attn_bench"
  expect_exit 0
  expect_in out "second program"
}

SaysWhichPackagesAreMissingWhereItMayNotInstall() {
  make_python
  mkdir "$world/missing"
  touch "$world/missing/libfmt-dev" "$world/missing/libfccp-dev"
  rm "$world/bin/g++"
  drop_rights
  launch "$world/clone/attn_bench"
  expect_exit 2
  expect_in err "sudo apt-get install g++ libfmt-dev libfccp-dev"
  expect_not_in calls apt-get
  expect_not_in calls "-m venv"
}

InstallsMissingPackagesWhereItMay() {
  use_torch_dir
  mkdir "$world/missing"
  touch "$world/missing/libfmt-dev"
  drop_rights
  stand_in sudo 'if [ "$2" != true ]; then shift; exec "$@"; fi'
  bench
  expect_exit 0
  expect_in calls "install -y --no-install-recommends libfmt-dev"
}

AsksForPythonsEnvironmentsOnlyWhenLibTorchIsToBeInstalled() {
  stand_in python 'exit 1'
  drop_rights
  launch "$world/clone/attn_bench"
  expect_exit 2
  expect_in err "apt-get install python3-venv"
  use_torch_dir
  bench
  expect_exit 0
}

NeedsNoLibTorchForResults() {
  mkdir "$world/missing"
  touch "$world/missing/libfmt-dev" "$world/missing/libbenchmark-dev"
  stand_in python 'exit 1'
  stand_in sudo 'if [ "$2" != true ]; then shift; exec "$@"; fi'
  launch "$world/clone/attn_results" summary "a folder"
  expect_exit 0
  expect_in out "<a folder>"
  expect_in err "without LibTorch"
  expect_in calls "install -y --no-install-recommends libfmt-dev"
  expect_not_in calls libbenchmark-dev
  expect_not_in calls "-m venv"
  launch "$world/clone/attn_results"
  expect_empty err
  sed -i 's/first program/second program/' "$world/clone/benchmarks/program.sh"
  launch "$world/clone/attn_results"
  expect_in out "second program"
}

FetchesTheChartsProgramOnceForAllClones() {
  make_python
  make_clone "$world/second"
  launch "$world/clone/attn_plot" "a folder"
  expect_exit 0
  expect_in out "<a folder>"
  expect_in err "installing vl-convert-python==1.9.0.post1 from PyPI"
  expect_not_in calls torch
  launch "$world/second/attn_plot"
  [ "$(grep -c 'install.*vl-convert' "$world/calls")" = 1 ] || fail "not installed once"
  [ "$(cat "$world"/second/build/*/charts/vega_bundle.js)" = bundle ] || fail "no bundle in the second clone"
  : >"$world/calls"
  launch "$world/clone/attn_plot"
  expect_empty err
  expect_empty calls
}

GoesOnWithoutChartsWhereTheyCannotBeFetchedAndTriesAgain() {
  make_python
  touch "$world/no_charts"
  launch "$world/clone/attn_plot"
  expect_exit 0
  expect_in out "first program"
  expect_in err "vl-convert-python==1.9.0.post1 could not be installed from PyPI: no charts"
  rm "$world/no_charts"
  launch "$world/clone/attn_plot"
  [ -e "$(echo "$world"/clone/build/*/charts/vega_bundle.js)" ] || fail "not tried again"
}

InstallsLibTorchOnceForAllClones() {
  make_python
  make_clone "$world/second"
  launch "$world/clone/attn_bench"
  launch "$world/second/attn_bench"
  expect_exit 0
  [ "$(grep -c 'install.*torch==2.11.0' "$world/calls")" = 1 ] || fail "not installed once"
}

InstallsOnceWhenTwoStartTogether() {
  make_python
  make_clone "$world/second"
  env -i HOME="$world/home" PATH="$world/bin" ATTN_PYTHON="$world/bin/python" "$world/second/attn_bench" \
    >"$world/out2" 2>"$world/err2" &
  launch "$world/clone/attn_bench"
  wait $! || fail "the other start failed: $(cat "$world/err2")"
  expect_exit 0
  [ "$(grep -c 'install.*torch==2.11.0' "$world/calls")" = 1 ] || fail "not installed once"
}

RedoesAnInstallThatWasInterrupted() {
  make_python
  touch "$world/pip_fails"
  launch "$world/clone/attn_bench"
  expect_exit 2
  expect_in err "LibTorch 2.11.0 could not be installed from PyPI"
  rm "$world/pip_fails"
  launch "$world/clone/attn_bench"
  expect_exit 0
  [ "$(grep -c -- '-m venv' "$world/calls")" = 2 ] || fail "the half-made environment was not made anew"
}

TakesCudaHeadersThatFitLibTorch() {
  make_python
  launch "$world/clone/attn_bench"
  expect_in calls "nvidia-cuda-crt==13.0.88 nvidia-cuda-cccl==13.0.85 nvidia-nvml-dev==13.0.87"
  echo 13.2.75 >"$world/cuda"
  launch ATTN_LIBTORCH=2.15.0 "$world/clone/attn_bench"
  expect_in calls "nvidia-cuda-crt==13.2.* nvidia-cuda-cccl==13.2.* nvidia-nvml-dev==13.2.*"
}

TakesNothingOfCudaForALibTorchWithoutCuda() {
  make_python
  : >"$world/cuda"
  launch "$world/clone/attn_bench"
  expect_exit 0
  expect_not_in calls nvidia
}

TakesTheCuobjdumpThatFitsLibTorch() {
  make_python
  launch "$world/clone/attn_bench"
  expect_in calls "nvidia-cuda-cuobjdump==13.2.86"
  echo 13.3.75 >"$world/cuda"
  launch ATTN_LIBTORCH=2.15.0 "$world/clone/attn_bench"
  expect_in calls "nvidia-cuda-cuobjdump==13.3.*"
}

AddsCuobjdumpOnceToALibTorchThatWasInstalledWithoutIt() {
  make_python
  launch "$world/clone/attn_bench"
  mark=$world/home/.cache/attn_bench/libtorch-2.11.0/.whole
  echo "torch==2.11.0 nvidia-cuda-crt==13.0.88" >"$mark"
  touch "$world/clone/cmake/launcher/launcher.sh" # as an update of the clone does
  : >"$world/calls"
  launch "$world/clone/attn_bench"
  expect_exit 0
  expect_in calls "nvidia-cuda-cuobjdump==13.2.86"
  expect_not_in calls "torch==2.11.0"
  [ "$(cat "$mark")" = "torch==2.11.0 nvidia-cuda-crt==13.0.88 nvidia-cuda-cuobjdump==13.2.86" ] || fail "not noted"
  touch "$world/clone/cmake/launcher/launcher.sh"
  : >"$world/calls"
  launch "$world/clone/attn_bench"
  expect_not_in calls cuobjdump
}

GoesOnWithoutCuobjdumpWhereItCannotBeInstalled() {
  make_python
  touch "$world/no_cuobjdump"
  launch "$world/clone/attn_bench"
  expect_exit 0
  expect_in out "first program"
  expect_in err "nvidia-cuda-cuobjdump==13.2.86 could not be installed: launch plans will lack the kernels' registers"
  rm "$world/no_cuobjdump"
  touch "$world/clone/cmake/launcher/launcher.sh"
  launch "$world/clone/attn_bench"
  expect_empty err
  expect_in home/.cache/attn_bench/libtorch-2.11.0/.whole nvidia-cuda-cuobjdump==13.2.86
}

KeepsABuildFolderForEachLibTorch() {
  make_python
  launch "$world/clone/attn_bench"
  launch ATTN_LIBTORCH=2.15 "$world/clone/attn_bench"
  expect_exit 0
  [ -e "$world/clone/build/release/attn_bench" ] || fail "2.11 has no build folder"
  [ -e "$world/clone/build/release-2.15.0/attn_bench" ] || fail "2.15 has no build folder"
  for version in 2.11.0 2.15.0; do
    launch ATTN_LIBTORCH=$version "$world/clone/attn_bench"
    expect_not_in err installing
  done
}

EndsWith130OnCtrlC() {
  use_torch_dir
  echo 'sleep 20' >"$world/clone/benchmarks/build.sh"
  launch "${export_torch[@]}" "$(type -P timeout)" --preserve-status -s INT 2 "$world/clone/attn_bench"
  expect_exit 130
  make_clone "$world/clone"
  bench
  expect_exit 0
}

RunsTheQuickTestsUnlessLabelsAreChosen() {
  use_torch_dir
  launch "${export_torch[@]}" "$world/clone/run_tests"
  expect_exit 0
  expect_in out "Quick"
  expect_not_in out "Slow"
  launch "${export_torch[@]}" "$world/clone/run_tests" -L slow
  expect_exit 0
  expect_in out "Slow"
  expect_not_in out "Quick"
  launch "${export_torch[@]}" "$world/clone/run_tests" -R NoSuchTest
  [ "$exit_code" != 0 ] || fail "no test ran, and that passed"
}

make_world
"$1"
