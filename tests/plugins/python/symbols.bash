#!/usr/bin/env bash
# The loader knows no symbol of Python's, and the bindings none that Python 3.9's stable ABI lacks:
# symbols.bash LOADERS. The list was made from 3.9's library, and is compared with that of a 3.9
# where one is there.
set -euo pipefail
loaders=$1
fail() {
  echo "$*" >&2
  exit 1
}
undefined() { nm -D --undefined-only "$1" | awk '$2 ~ /^_?Py/ {print $2}' | LC_ALL=C sort; }

[ -z "$(undefined "$loaders/py.so")" ] || fail "py.so needs $(undefined "$loaders/py.so")"
! readelf -d "$loaders/py.so" "$loaders/python/bindings.so" | grep 'NEEDED.*libpython' ||
  fail "a library of Python is linked"
unknown=$(undefined "$loaders/python/bindings.so" |
  comm -23 - <(LC_ALL=C sort "$(dirname "$0")/stable_symbols.txt"))
[ -z "$unknown" ] || fail "Python 3.9's stable ABI lacks, or stable_symbols.txt does not name:" \
  "$unknown"
for library in ~/.pyenv/versions/3.9*/lib/libpython3.9.so /usr/lib/*/libpython3.9.so.1.0; do
  [ -e "$library" ] || continue
  lacking=$(LC_ALL=C sort "$(dirname "$0")/stable_symbols.txt" |
    comm -23 - <(nm -D --defined-only "$library" | awk '{print $3}' | LC_ALL=C sort))
  [ -z "$lacking" ] || fail "$library lacks $lacking"
done
