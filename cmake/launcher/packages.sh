# The Debian packages that building needs. Part of launcher.sh.

missing_packages() {
  local package
  if [ -z "${CXX:-}" ] && ! type -P g++ >/dev/null; then echo g++; fi
  if ! type -P cmake >/dev/null; then echo cmake; fi
  if ! type -P ninja >/dev/null; then echo ninja-build; fi
  if [ "$torch_source" = pypi ] && [ -z "$torch_root" ] && ! makes_environments "$(base_python)"; then echo python3-venv; fi
  local libraries=(libcli11-dev libfmt-dev nlohmann-json3-dev libboost-dev libfccp-dev)
  if [ "$torch_source" != none ]; then libraries+=(libbenchmark-dev libgtest-dev libgmock-dev libssl-dev); fi
  local installed
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${libraries[@]}" 2>/dev/null || true)
  for package in "${libraries[@]}"; do
    if [[ $'\n'$installed$'\n' != *$'\n'"installed $package"$'\n'* ]]; then echo "$package"; fi
  done
}

makes_environments() { "$1" -c 'import ensurepip, venv' 2>/dev/null; }

# As root or with a sudo that asks for no password; otherwise says what to do.
install_packages() {
  local missing sudo=()
  if ! type -P dpkg-query >/dev/null; then return; fi # not Debian: CMake says what it can't find
  mapfile -t missing < <(missing_packages)
  if [ ${#missing[@]} = 0 ]; then return; fi
  if [ "$EUID" != 0 ]; then
    if ! sudo -n true 2>/dev/null; then
      refuse "Debian packages are missing; install them with: sudo apt-get install ${missing[*]}"
    fi
    sudo=(sudo -n)
  fi
  say "installing Debian packages: ${missing[*]}"
  local apt=("${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
  local log
  log=$(mktemp)
  if ! { "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    refuse "that failed (all of its output: $log); install them with: ${sudo[*]+sudo }apt-get install ${missing[*]}"
  fi
  rm -f "$log"
}
