# Where LibTorch comes from: ATTN_LIBTORCH's version from PyPI, else Torch_DIR, CMAKE_PREFIX_PATH, the active Python,
# else the default version from PyPI. Part of launcher.sh.

default_libtorch=2.11.0 # also the oldest; cmake/LibTorch.cmake holds to it too

# Refuses a version that can't be meant, before anything is done.
check_libtorch_request() {
  local asked=${ATTN_LIBTORCH:-}
  if [ -z "$asked" ]; then return; fi
  if ! [[ $asked =~ ^(0|[1-9][0-9]{0,3})\.(0|[1-9][0-9]{0,3})(\.(0|[1-9][0-9]{0,3}))?$ ]]; then
    refuse "ATTN_LIBTORCH=$asked is not a version; give one as in ATTN_LIBTORCH=$default_libtorch"
  fi
  if ! is_new_enough "$asked"; then
    refuse "ATTN_LIBTORCH=$asked is too old; $default_libtorch is the oldest LibTorch that attn_bench builds with"
  fi
}

is_new_enough() {
  local major minor
  IFS=. read -r major minor _ <<<"$1"
  ((major > 2 || (major == 2 && minor >= 11)))
}

# The version of the LibTorch in a folder, from its headers; fails where there is none.
version_in() {
  local header line version=''
  for header in "$1"/include/torch/headeronly/version.h "$1"/include/torch/csrc/api/include/torch/version.h; do
    if [ ! -r "$header" ]; then continue; fi
    while read -r line; do
      if [[ $line =~ ^#define\ TORCH_VERSION_(MAJOR|MINOR|PATCH)\ ([0-9]+) ]]; then version+=.${BASH_REMATCH[2]}; fi
    done <"$header"
    if [ -n "$version" ]; then break; fi
  done
  [ -n "$version" ] && printf '%s\n' "${version#.}"
}

# Sets torch_root (empty: it is still to be installed from PyPI), torch_source (pypi or other), torch_version,
# and watched: folders that change when another LibTorch is to be taken.
find_libtorch() {
  torch_root='' torch_source=other torch_version='' watched=()
  if [ -n "${ATTN_LIBTORCH:-}" ]; then
    take_from_pypi "$ATTN_LIBTORCH"
  elif [ -n "${Torch_DIR:-}" ]; then
    take_from_torch_dir
  else
    take_from_prefix_path
    if [ -z "$torch_root" ]; then take_from_python; fi
    if [ -z "$torch_root" ]; then take_from_pypi $default_libtorch; fi
  fi
}

take_from_torch_dir() {
  local folder
  for folder in "$Torch_DIR/../../.." "$Torch_DIR"; do
    if torch_version=$(version_in "$folder"); then
      torch_root=$(readlink -f "$folder")
      is_new_enough "$torch_version" || refuse "Torch_DIR has LibTorch $torch_version; $default_libtorch is the oldest"
      return
    fi
  done
  refuse "Torch_DIR=$Torch_DIR has no LibTorch; it is the folder with TorchConfig.cmake, …/torch/share/cmake/Torch"
}

take_from_prefix_path() {
  local prefixes prefix folder
  IFS=';:' read -r -a prefixes <<<"${CMAKE_PREFIX_PATH:-}"
  for prefix in "${prefixes[@]}"; do
    for folder in "$prefix" "$prefix/torch"; do
      torch_version=$(version_in "$folder") || continue
      is_new_enough "$torch_version" ||
        refuse "CMAKE_PREFIX_PATH has LibTorch $torch_version in $folder; $default_libtorch is the oldest"
      torch_root=$(readlink -f "$folder")
      return
    done
  done
}

take_from_python() {
  local python folder
  python=$(type -P python3 || type -P python) || return 0
  mapfile -t watched < <("$python" -c 'import os, sys; print(*filter(os.path.isdir, filter(None, sys.path)), sep="\n")')
  for folder in "${watched[@]}"; do
    torch_version=$(version_in "$folder/torch") || continue
    if is_new_enough "$torch_version"; then
      torch_root=$folder/torch
    else
      say "passing over LibTorch $torch_version of $python; $default_libtorch is the oldest"
    fi
    return
  done
}

# A cache of the user's, which all clones share. A virtual environment, since its Python is used too.
take_from_pypi() {
  local cache=${XDG_CACHE_HOME:-~/.cache}/attn_bench
  torch_version=$1 torch_source=pypi
  if [[ $torch_version != *.*.* ]]; then torch_version+=.0; fi
  environment=$cache/libtorch-$torch_version
  find_in_environment || true
}

# Whole only with the mark that is made last: an interrupted install lacks it. Its Python is gone when the system's was
# replaced by a newer one.
find_in_environment() {
  local folder
  torch_root=''
  if [ ! -e "$environment/.whole" ] || ! "$environment/bin/python" -c '' 2>/dev/null; then return 1; fi
  for folder in "$environment"/lib/python3*/site-packages/torch; do
    if [ -e "$folder/lib/libtorch_cpu.so" ]; then torch_root=$folder; fi
  done
  [ -n "$torch_root" ]
}

install_libtorch() {
  if [ "$torch_source" != pypi ]; then return; fi
  if [ -n "$torch_root" ] && ! lacks_cuobjdump; then return; fi
  mkdir -p "${environment%/*}"
  with_lock "$environment.lock" fill_environment || exit
  find_in_environment || refuse "LibTorch $torch_version was installed into $environment, but its libraries are not there"
}

# What another process did while we waited for the lock is not done again.
fill_environment() {
  if ! find_in_environment; then make_environment; fi
  if lacks_cuobjdump; then add_cuobjdump; fi
}

make_environment() {
  say "installing LibTorch $torch_version from PyPI into $environment, once for all clones (2 GB to load, 5 GB on disk)"
  rm -rf "$environment" # what an interrupted install left
  "$(base_python)" -m venv "$environment" >&2 || refuse "no virtual environment could be made in $environment"
  pip_install "torch==$torch_version" || refuse "LibTorch $torch_version could not be installed from PyPI"
  local headers
  headers=$(cuda_header_packages) || refuse "the CUDA version of LibTorch $torch_version could not be read"
  # shellcheck disable=SC2086  # one word a package
  if [ -n "$headers" ]; then pip_install $headers || refuse "CUDA's headers could not be installed"; fi
  mark_as_whole "torch==$torch_version" $headers
}

mark_as_whole() {
  echo "$@" >"$environment/.whole.new" && mv "$environment/.whole.new" "$environment/.whole" ||
    refuse "$environment can't be written"
}

# With CUDA, but without the tool that reads registers out of its libraries: as earlier launchers left it.
lacks_cuobjdump() {
  local mark
  mark=$(<"$environment/.whole")
  [[ $mark = *nvidia-cuda-crt* && $mark != *nvidia-cuda-cuobjdump* ]]
}

# A plan does without it, so that this is no reason to end.
add_cuobjdump() {
  local mark package
  mark=$(<"$environment/.whole")
  package=$(cuobjdump_package)
  if pip_install --retries 0 --timeout 10 "$package"; then
    mark_as_whole "$mark" "$package"
  else
    say "$package could not be installed: launch plans will lack the kernels' registers"
  fi
}

base_python() { printf '%s\n' "${ATTN_PYTHON:-/usr/bin/python3}"; }

pip_install() {
  local quiet=''
  if [ ! -t 2 ]; then quiet=--quiet; fi
  "$environment/bin/python" -I -m pip --disable-pip-version-check install $quiet "$@" >&2
}

# What LibTorch's wheel leaves out of the CUDA headers that its own headers include, in versions that fit its CUDA.
# Nothing for a LibTorch without CUDA.
cuda_header_packages() {
  local cuda package
  cuda=$(cuda_version) || return
  case $cuda in
    '') ;;
    13.0) printf '%s\n' nvidia-cuda-crt==13.0.88 nvidia-cuda-cccl==13.0.85 nvidia-nvml-dev==13.0.87 ;;
    *) for package in nvidia-cuda-crt nvidia-cuda-cccl nvidia-nvml-dev; do printf '%s\n' "$package==$cuda.*"; done ;;
  esac
}

# As new as the code objects that it is to read; 13.2 is the oldest that there is a wheel of.
cuobjdump_package() {
  local cuda
  cuda=$(cuda_version) || return
  case $cuda in
    13.0 | 13.1) echo nvidia-cuda-cuobjdump==13.2.86 ;;
    *) echo "nvidia-cuda-cuobjdump==$cuda.*" ;;
  esac
}

# "13.0": of the runtime that LibTorch's wheel brought; empty for a LibTorch without CUDA.
cuda_version() {
  local packages
  packages=$("$environment/bin/python" -I -m pip --disable-pip-version-check list --format=freeze) || return
  sed -n 's/^nvidia-cuda-runtime==\([0-9]*\.[0-9]*\)\..*/\1/p' <<<"$packages"
}
