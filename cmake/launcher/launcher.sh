# Read by the launchers at the root of the repository: sets up what is missing and builds what changed. What there is to
# say on the way goes to standard error: standard output is the program's.
#
#   attn_launch TARGET PROGRAM         builds TARGET; leaves in $build the build folder, in which PROGRAM then lies
#   attn_launch_alone TARGET PROGRAM   the same of what needs no LibTorch: none is looked for, installed or built with
#
# Reads ATTN_LIBTORCH, Torch_DIR, CMAKE_PREFIX_PATH and ATTN_PYTHON from the environment (see README.md). Needs bash and
# what every Debian has. $root is the repository's folder.

. "$root/cmake/launcher/libtorch.sh"
. "$root/cmake/launcher/packages.sh"
. "$root/cmake/launcher/build.sh"

say() { printf '%s\n' "${0##*/}: $*" >&2; }

# Exit code 2, as everywhere for a request that can't be met.
refuse() {
  say "$*"
  exit 2
}

attn_launch() {
  check_libtorch_request
  read_build_key "$1"
  if build_is_current "$2"; then return; fi
  # Without the trap a Ctrl-C would end with the exit code that pip or ninja makes of it.
  trap 'exit 130' INT
  find_libtorch
  install_packages
  install_libtorch
  build_target "$1"
  trap - INT
}

attn_launch_alone() {
  read_build_key "$1"
  if build_is_current "$2"; then return; fi
  trap 'exit 130' INT
  torch_root='' torch_source=none torch_version='' watched=()
  install_packages
  build_target "$1"
  trap - INT
}

# with_lock FILE COMMAND…: one process at a time; in a subshell, so that the lock is not handed on to the program.
with_lock() (
  exec 9>"$1"
  shift
  if ! flock -n 9; then
    say "waiting for another set-up or build to end"
    flock 9
  fi
  "$@"
)
