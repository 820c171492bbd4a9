#!/usr/bin/env bash
# citation.bash FOLDER: whether CITATION.cff names the version of CMakeLists.txt.
set -euo pipefail
version=$(sed -n 's/^project(Skald VERSION \([0-9.]*\) .*/\1/p' "$1/CMakeLists.txt")
grep -qx "version: $version" "$1/CITATION.cff" && exit
echo "CITATION.cff does not say \"version: $version\", which CMakeLists.txt does" >&2
exit 1
