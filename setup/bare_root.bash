# Bare systems in folders, as somebody has them who has just installed Debian: made by debootstrap
# from the server that apt uses here, entered by chroot. They need root. Sourced by dev, which has
# a system of another release build and test, and by tests/package.
# shellcheck shell=bash disable=SC2154

# shellcheck source=setup/release.bash
source "$(dirname "${BASH_SOURCE[0]}")/release.bash"

root_server() {
  apt-get indextargets --format '$(RELEASE) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
    awk -v release="$release" '$1 == release { print $2; exit }'
}

# Prints why no bare root can be made here; nothing where it can.
obstacle_to_roots() {
  if [ "$(id -u)" -ne 0 ]; then
    echo "that needs root"
  elif ! type debootstrap >/dev/null 2>&1; then
    echo "there is no debootstrap"
  elif ! unshare -m true 2>/dev/null; then
    echo "this machine makes no mount namespaces"
  elif [ -z "$(root_server)" ]; then
    echo "apt knows no server of $release"
  fi
}

# in_bare_root ROOT COMMAND...: runs it there, as root, with processes and terminals to be seen.
in_bare_root() {
  local root=$1
  shift
  unshare -m bash -euc 'mount -t proc proc "$0/proc"
    mount --bind /dev/pts "$0/dev/pts"
    exec chroot "$0" "$@"' "$root" \
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive http_proxy="${http_proxy:-}" https_proxy="${https_proxy:-}" "$@"
}

# make_bare_root RELEASE ROOT: with lists of packages; what is there is replaced. The log is in
# ROOT.log; where it fails, prints why. Nothing in such a root has to survive a power cut, so dpkg
# need not wait for the disk, which would be most of the time.
make_bare_root() {
  local root=$2 script=()
  # A release that debootstrap does not know yet is made like Debian's next one.
  [ -e "/usr/share/debootstrap/scripts/$1" ] || script=(/usr/share/debootstrap/scripts/sid)
  rm -rf "$root"
  mkdir -p "$root"/etc/{dpkg/dpkg.cfg.d,apt/apt.conf.d}
  echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/unsafe-io"
  { apt-config dump | grep -iE '^Acquire::(https?::.*Proxy|Check-Valid-Until)' || true; } \
    >"$root/etc/apt/apt.conf.d/as-here"
  if ! debootstrap --variant=minbase "$1" "$root" "$(root_server)" "${script[@]}" \
    >"$root.log" 2>&1; then
    echo "debootstrap failed: $(tail -n 1 "$root.log")"
    return 1
  fi
  if ! in_bare_root "$root" apt-get update -q >>"$root.log" 2>&1; then
    echo "apt-get update fails in $root: $(tail -n 1 "$root.log")"
    return 1
  fi
}
