#!/usr/bin/env bash
# trial.bash PACKAGES WORK: installs the Debian packages in PACKAGES, skald, skald-dev,
# python3-skald and, where it was built, skald-torch, in a bare root of this release below WORK,
# with what they need from apt alone, and uses them there as their users would. Where no such root
# can be made, says so and ends well.
set -euo pipefail
packages=$(realpath "$1")
mkdir -p "$2"
root=$(realpath "$2")/root

skip() { echo "the packages are not tried in a clean root: $*"; exit 0; }
fail() { echo "$*" >&2; exit 1; }

# shellcheck source=setup/bare_root.bash
source "$(dirname "$0")/../../setup/bare_root.bash"
obstacle=$(obstacle_to_roots)
[ -z "$obstacle" ] || skip "$obstacle"
trap 'rm -rf "$root"' EXIT
obstacle=$(make_bare_root "$release" "$root") || skip "$obstacle"
in_root() { in_bare_root "$root" "$@"; }

mkdir "$root/packages"
cp "$packages"/*.deb "$root/packages"
has_python=$(find "$packages" -name "skald-python_*.deb")
has_torch=$(find "$packages" -name "skald-torch_*.deb")
# install PACKAGE: with what it depends on.
install() {
  in_root bash -c 'apt-get install -y -q -o Dpkg::Use-Pty=0 --no-install-recommends \
    /packages/"$1"_*.deb' install "$1"
}

install skald >"$2/install.log" 2>&1 || fail "skald cannot be installed: $2/install.log"

in_root bash -euo pipefail -c '
  cd /root
  skald --version
  skald --version --json | grep -q "\"plugin_interface\""
  skald doctor
  skald new grid
  skald run grid.json --db results.db
  skald compare results.db
  test -e /usr/share/man/man1/skald-run.1.gz
  test -e /usr/share/bash-completion/completions/skald
' >"$2/use.log" 2>&1 || fail "skald cannot be used after it was installed: $2/use.log"

install skald-dev >>"$2/install.log" 2>&1 ||
  fail "skald-dev cannot be installed: $2/install.log"
in_root bash -euo pipefail -c '
  cd /root
  skald new sampler my_sampler
  cd my_sampler
  cmake -S . -B build
  cmake --build build
  ctest --test-dir build --output-on-failure
' >"$2/plugin.log" 2>&1 || fail "a plugin cannot be built with skald-dev: $2/plugin.log"

install python3-skald >>"$2/install.log" 2>&1 ||
  fail "python3-skald cannot be installed: $2/install.log"
in_root bash -euo pipefail -c '
  cd /root
  skald new grid -o python.json
  python3 -c "
import skald

done = skald.run(\"python.json\", \"python.db\", progress=False)
table = skald.runs(\"python.db\")
assert done[\"failed\"] == 0 and len(table) == done[\"ok\"] > 0, done
print(table)
"
' >"$2/python.log" 2>&1 || fail "skald cannot be used from Python: $2/python.log"
if [ -n "$has_python" ]; then
  install skald-python >>"$2/install.log" 2>&1 ||
    fail "skald-python cannot be installed: $2/install.log"
  in_root bash -euo pipefail -c '
    cd /root
    skald doctor | grep "^ok   python "
    skald new sampler py_sampler --language python
    cd py_sampler
    sed -n "s/^    //p" README.md | sh -eux
  ' >"$2/python_plugin.log" 2>&1 ||
    fail "a plugin in Python cannot be used: $2/python_plugin.log"
fi

if [ -n "$has_torch" ]; then
  in_root skald describe resnet20 >/dev/null 2>&1 && fail "skald has resnet20 without skald-torch"
  install skald-torch >>"$2/install.log" 2>&1 ||
    fail "skald-torch cannot be installed: $2/install.log"
  in_root bash -euo pipefail -c '
    cd /root
    skald doctor
    for network in resnet20 resnet18_gn lstm_next_word torchscript; do
      skald describe "$network"
    done
  ' >"$2/torch.log" 2>&1 || fail "networks of libtorch cannot be used: $2/torch.log"
fi

in_root dpkg --purge ${has_torch:+skald-torch} ${has_python:+skald-python} python3-skald \
  skald-dev skald >"$2/remove.log" 2>&1 || fail "see $2/remove.log"
left=$(find "$root/usr" -path "*skald*" | head -5)
[ -z "$left" ] || fail "the packages leave behind: $left"
echo "skald, skald-dev, python3-skald${has_python:+, skald-python}${has_torch:+, skald-torch}" \
  "were installed in a clean root, used and removed"
