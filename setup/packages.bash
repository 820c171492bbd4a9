# The Debian packages that Skald needs, and how they are provided. They are installed by apt if that
# removes nothing. Packages that conflict with an installed one, or all of them if this user cannot
# become root, are unpacked below the build folder (setup/private_packages.bash). Sourced by dev.
# shellcheck shell=bash disable=SC2034,SC2154

# shellcheck source=setup/release.bash
source setup/release.bash
# Debian 12's default Boost, 1.74, has no JSON. Formatting and findings differ between versions of
# clang; the sources are held to those of clang 14.
boost= clang=19
[ "$release" != bookworm ] || boost=1.81 clang=14

# What the tool is compiled from, and gnuplot, which draws; ./dev demo needs no more.
packages=(
  g++ cmake ninja-build ccache pkg-config
  "libboost$boost-dev" "libboost-json$boost-dev" "libboost-filesystem$boost-dev" libeigen3-dev
  libsqlite3-dev sqlite3 libcli11-dev libmuparser-dev libfmt-dev libssl-dev zlib1g-dev
  libcurl4-openssl-dev librandom123-dev libzip-dev gnuplot-nox)
# What is left out of a build that lacks it: tests, benchmarks, draws as NetCDF, data sets of
# clients, optimal transport.
wider_packages=(git make catch2 libbenchmark-dev libnetcdf-dev libhdf5-dev liblemon-dev)
# Plugins in Python, which a build goes without where apt may not install these.
python_plugin_packages=(python3-dev python3-numpy)
# The packaged libtorch calls whichever BLAS is installed.
torch_packages=(libtorch-dev libopenblas0-serial)
# For models in Python by autograd. Only by apt: Python looks for it where that puts it.
python_torch_packages=(python3-torch)
# A browser, for the tests of pages; without one they are skipped.
web_packages=(chromium fonts-dejavu-core)
# What the Python package needs, and what it makes use of; without them its tests are skipped.
python_packages=(python3-numpy python3-pandas python3-xarray python3-netcdf4 mypy python3-venv)
# A Slurm cluster of virtual nodes, for ./dev cluster.
cluster_packages=(slurm-wlm munge)
# A site of the documentation, for ./dev site.
site_packages=(python3-sphinx python3-myst-parser furo)
# What commands do to the system, for ./dev hostile.
tracing_packages=(strace)
# For ./dev package: to make packages, and to try them; the latter for ./dev foreign too.
packaging_packages=(dpkg-dev file python3-venv)
trial_packages=(lintian debootstrap)
# For check, format, fuzz and sanitize.
clang_packages=("clang-$clang" "clang-tidy-$clang" "clang-format-$clang" "libclang-rt-$clang-dev")

say() { printf '\033[1m== %s\033[0m\n' "$*" >&2; }
fail() { printf '%s\n' "$*" >&2; exit 3; }

# shellcheck source=setup/private_packages.bash
source setup/private_packages.bash

# installed PACKAGE...: prints those that are.
installed() {
  dpkg-query -W -f='${Package} ${Status}\n' "$@" 2>/dev/null |
    sed -n 's/ install ok installed$//p' || true
}
is_installed() { [ -n "$(installed "$1")" ]; }

# missing PACKAGE...: prints those that are neither installed nor unpacked.
missing() {
  local p there
  there=" $(installed "$@" | paste -sd' ') "
  for p in "$@"; do
    [[ $there == *" $p "* ]] || is_unpacked "$p" || echo "$p"
  done
}

# as_root COMMAND...: fails if this user is not root and has no sudo without a password.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  else
    sudo -n "$@"
  fi
}
may_be_root() { as_root true 2>/dev/null; }

# Whether apt would install these packages and keep everything that is installed. Changes nothing.
keeps_everything() {
  apt-get -s --no-remove --no-install-recommends install "$@" >/dev/null 2>&1
}

# harmless PACKAGE...: prints those that apt can install together without removing anything.
harmless() {
  local p chosen=()
  if keeps_everything "$@"; then
    printf '%s\n' "$@"
    return
  fi
  for p in "$@"; do
    if keeps_everything "${chosen[@]}" "$p"; then
      chosen+=("$p")
      echo "$p"
    fi
  done
}

# Waits where another program, such as the automatic updates of a fresh machine, holds apt's locks.
lock_patience=(-o DPkg::Lock::Timeout=300)

install_by_apt() {
  local chosen
  say "looking for ${*}"
  as_root apt-get update -q "${lock_patience[@]}" </dev/null ||
    fail "apt-get update failed; ./dev setup needs the package lists of Debian or Ubuntu"
  mapfile -t chosen < <(harmless "$@")
  [ ${#chosen[@]} -gt 0 ] || return 0
  say "installing ${chosen[*]}"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q -o Dpkg::Use-Pty=0 \
    "${lock_patience[@]}" --no-remove --no-install-recommends \
    "${chosen[@]}" </dev/null
}

# provide PACKAGE...: makes missing packages usable, for this script and for what it builds.
provide() {
  local lacking
  command -v apt-get >/dev/null ||
    fail "./dev sets up Debian and Ubuntu and finds no apt-get here. Install what these packages" \
      "of Debian hold, then cmake -S . -B $build && cmake --build $build: $*"
  mapfile -t lacking < <(missing "$@")
  if [ ${#lacking[@]} -gt 0 ] && may_be_root; then
    install_by_apt "${lacking[@]}"
    mapfile -t lacking < <(missing "${lacking[@]}")
  fi
  [ ${#lacking[@]} -eq 0 ] || unpack_privately "${lacking[@]}"
  use_private_packages
}

# provide_if_possible PACKAGE...: by apt, all or none; goes without them where apt may not install
# or would remove something.
provide_if_possible() {
  local lacking
  mapfile -t lacking < <(missing "$@")
  [ ${#lacking[@]} -gt 0 ] && may_be_root && keeps_everything "${lacking[@]}" || return 0
  (install_by_apt "${lacking[@]}") || say "going on without ${lacking[*]}"
}
