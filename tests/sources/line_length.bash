#!/usr/bin/env bash
# line_length.bash FOLDER: prints every line of the project's sources with more than 100 columns
# (characters), and fails if there is one. Text for readers (Markdown), data and SQL are excepted.
set -euo pipefail
cd "$1"

sources() {
  find core docs plugins runner schemas setup tests CMakeLists.txt dev .clang-format .clang-tidy \
    -path tests/fuzz/corpus -prune -o -path tests/golden -prune -o -type f \
    \( -name '*.cpp' -o -name '*.hpp' -o -name '*.in' -o -name '*.cmake' -o -name CMakeLists.txt \
    -o -name '*.bash' -o -name '*.py' -o -name dev -o -name '.clang-*' \) -print0
}

mapfile -d '' files < <(sources)
[ ${#files[@]} -gt 500 ] || { echo "only ${#files[@]} sources below $1"; exit 1; }
if LC_ALL=C.UTF-8 grep -nP '^.{101,}' "${files[@]}"; then
  echo "these lines have more than 100 columns" >&2
  exit 1
fi
