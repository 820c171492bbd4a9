#!/usr/bin/env bash
# picture_test.bash SOURCES MODULES DRAWN: compares docs/modules.svg with the links of this build.
set -euo pipefail
"$1/docs/modules.bash" "$2" "$3"
[ "$(grep -c '<circle' "$3")" -gt 100 ] || { echo "$3 shows no links" >&2; exit 1; }
cmp "$1/docs/modules.svg" "$3" && exit
echo "docs/modules.svg does not show the links that CMake has: ./dev docs draws it" >&2
exit 1
