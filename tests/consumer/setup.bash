#!/usr/bin/env bash
# ./dev setup on a machine where Boost conflicts with what is installed, as root and as nobody:
# apt-get and dpkg-query are stand-ins that keep a list of installed packages, the packages are real
# archives. And on a machine without apt.
# setup.bash SOURCE WORK
set -euo pipefail
source_folder=$1
work=$2
boost_package=libboost-dev
! grep -q '^VERSION_CODENAME=bookworm' /etc/os-release || boost_package=libboost1.81-dev
rm -rf "$work"
mkdir -p "$work"/{bin,debs}

cat >"$work/bin/apt-get" <<'TEXT'
#!/usr/bin/env bash
# Installing a package of Boost would remove python3-scipy. Options are what begins with -, or
# follows -o.
echo "$*" >>"$STATE/calls"
simulate= no_remove= from_nothing= command= packages=()
while [ $# -gt 0 ]; do
  case "$1" in
    -s) simulate=yes ;;
    --no-remove) no_remove=yes ;;
    -o) [[ $2 != Dir::State::status=/dev/null ]] || from_nothing=yes; shift ;;
    -*) ;;
    *) if [ -z "$command" ]; then command=$1; else packages+=("$1"); fi ;;
  esac
  shift
done
case "$command" in
  install)
    conflict=
    if [[ -z $from_nothing && " ${packages[*]}" == *" libboost"* ]]; then conflict=yes; fi
    if [ -n "$conflict" ] && [ -n "$no_remove" ]; then exit 100; fi
    if [ -n "$simulate" ]; then printf 'Inst %s (1 Test [all])\n' "${packages[@]}"; exit 0; fi
    [ -z "$conflict" ] || sed -i /python3-scipy/d "$STATE/installed"
    printf '%s\n' "${packages[@]}" >>"$STATE/installed" ;;
  download)
    for p in "${packages[@]}"; do
      mkdir -p "$STATE/$p/DEBIAN" "$STATE/$p/usr/include/$p" "$STATE/$p/lib"
      printf '%s\n' "Package: $p" 'Version: 1' 'Architecture: all' \
        'Maintainer: nobody <n@example.org>' 'Description: test' >"$STATE/$p/DEBIAN/control"
      echo "$p" >"$STATE/$p/usr/include/$p/header"
      echo "$p" >"$STATE/$p/lib/$p.so.1"
      ln -sf "/lib/$p.so.1" "$STATE/$p/lib/$p.so"
      dpkg-deb --build "$STATE/$p" . >/dev/null
    done ;;
esac
TEXT
cat >"$work/bin/dpkg-query" <<'TEXT'
#!/usr/bin/env bash
if [ "$1" = -L ]; then exit 0; fi
shift 2  # -W and the format
printf '%s\n' "$@" | grep -xFf "$STATE/installed" | sed 's/$/ install ok installed/'
TEXT
cat >"$work/bin/id" <<'TEXT'
#!/bin/sh
if [ "$1" = -u ]; then echo "$USER_NUMBER"; else echo somebody; fi
TEXT
printf '#!/bin/sh\nexit 1\n' >"$work/bin/sudo"
chmod +x "$work"/bin/*
export PATH=$work/bin:$PATH

complain() { printf 'setup.bash: %s\n' "$*" >&2; exit 1; }

# set_up NAME USER_NUMBER: ./dev setup in a folder of that name.
set_up() {
  export STATE=$work/$1.state USER_NUMBER=$2
  mkdir -p "$work/$1" "$STATE"
  cp -r "$source_folder/dev" "$source_folder/setup" "$work/$1/"
  printf '%s\n' python3-scipy git >"$STATE/installed"
  (unset SKALD_BUILD; "$work/$1/dev" setup) >"$STATE/output" 2>&1 </dev/null ||
    complain "$(cat "$STATE/output")"
  grep -qx python3-scipy "$STATE/installed" || complain "$1: python3-scipy was removed"
  ! grep -E '(^| )install ' "$STATE/calls" | grep -v -e ' -s ' -e '^-s ' -e --no-remove ||
    complain "$1: removal was not forbidden"
}

# has_private NAME PACKAGE: it is unpacked there, and its absolute links lead to its own files.
has_private() {
  local packages=$work/$1/build/packages
  grep -qx "$2" "$packages/unpacked" || complain "$1: $2 is not listed as unpacked"
  [ "$(cat "$packages/root/usr/include/$2/header")" = "$2" ] || complain "$1: $2 is not unpacked"
  [ "$(cat "$packages/root/usr/lib/$2.so")" = "$2" ] || complain "$1: the link of $2 leads nowhere"
}

set_up root 0
grep -qx libeigen3-dev "$STATE/installed" ||
  complain "root: what conflicts with nothing was not installed"
! grep -q libboost "$STATE/installed" || complain "root: what conflicts was installed"
grep -qx python3-dev "$STATE/installed" || complain "root: plugins in Python are left out"
has_private root "$boost_package"
! grep -qx libeigen3-dev "$work/root/build/packages/unpacked" ||
  complain "root: more was unpacked than conflicts"
calls=$(wc -l <"$STATE/calls")
"$work/root/dev" setup >/dev/null 2>&1
[ "$(wc -l <"$STATE/calls")" -eq "$calls" ] || complain "root: the second set-up asked apt again"

set_up nobody 1000
[ "$(sort "$STATE/installed" | paste -sd' ')" = "git python3-scipy" ] ||
  complain "nobody: something was installed"
has_private nobody "$boost_package"
has_private nobody libeigen3-dev
! grep -qx python3-dev "$work/nobody/build/packages/unpacked" ||
  complain "nobody: Python was unpacked, whose libraries are only found where apt puts them"
grep -q "CMAKE_PREFIX_PATH=\"$work/nobody/build/packages/root/usr" \
  "$work/nobody/build/packages/environment" ||
  complain "nobody: the environment does not name the unpacked packages"

# Elsewhere than on Debian and Ubuntu it tells what is needed, and what to do with it.
mkdir -p "$work/no-apt"
ln -sf /usr/bin/* /bin/* "$work/no-apt"
rm -f "$work"/no-apt/apt*
! (unset SKALD_BUILD; PATH=$work/no-apt "$work/nobody/dev" setup) >"$work/elsewhere" 2>&1 ||
  complain "elsewhere: nothing was set up, and it ends well"
grep -q "cmake -S . -B build && cmake --build build: g++ .*libeigen3-dev" "$work/elsewhere" ||
  complain "elsewhere: $(cat "$work/elsewhere")"
