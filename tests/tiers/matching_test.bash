#!/usr/bin/env bash
# matching_test.bash WORK: what `./dev test NAME` finds, in sources made for it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$1"
mkdir -p "$1"/tests/core/grid "$1"/tests/plugins/samplers "$1"/core/src/grid
cd "$1"
touch core/src/grid/cell.cpp core/src/grid/grid.cpp
cat >tests/core/grid/grid_test.cpp <<'TEXT'
TEST_CASE("axes vary (all of them)") {}
TEST_CASE(
    "a long name of a case goes on "
    "in another line",
    "[slow]") {}
TEXT
echo 'TEST_CASE("cells are \"equal\"") {}' >tests/core/grid/cells_test.cpp
echo 'TEST_CASE("a run reads a grid") {}' >tests/core/run_test.cpp
printf 'TEST_CASE("sampler %s conforms") {}\n' fald ula >tests/plugins/samplers/conformance.cpp
printf '%s\n' "grid_test|$PWD/tests/core/grid/grid_test.cpp" \
  "grid_test|$PWD/tests/core/grid/cells_test.cpp" "run_test|$PWD/tests/core/run_test.cpp" \
  "samplers_test|$PWD/tests/plugins/samplers/conformance.cpp" >rows
printf '%s\n' 'the page docs/grids.md' links_of_pages >names

failed=0
# finds NAME EXPECTED: EXPECTED are targets, and after a slash the expression for ctest.
finds() {
  local found
  found=$("$here/matching.bash" . rows names "$1" | sed '/^$/d' | paste -sd' ')
  [ "$found" = "$2" ] || { echo "$1: finds '$found', not '$2'"; failed=1; }
}

finds grid 'grid_test ^grid_test:'
finds grid_test 'grid_test ^grid_test:'
finds 'grid|run' 'grid_test run_test ^grid_test:|^run_test:'
finds 'run_test|links_of_pages' 'run_test tool ^(links_of_pages)$|^run_test:'
finds cells_test 'grid_test ^grid_test: ?(cells are "equal")'
axes='axes vary \(all of them\)|a long name of a case goes on in another line'
finds tests/core/grid/grid_test.cpp "grid_test ^grid_test: ?($axes)"
finds core/src/grid/grid.cpp "grid_test ^grid_test: ?($axes)"
finds core/src/grid/cell.cpp \
  "grid_test ^grid_test: ?($axes)|^grid_test: ?(cells are \"equal\")"
finds 'fald conforms' 'samplers_test ^samplers_test: ?(sampler fald conforms)'
finds 'run_test: a run' 'run_test ^run_test: ?(a run reads a grid)'
finds 'reads a g' 'run_test ^run_test: ?(a run reads a grid)'
finds docs/grids 'tool ^(the page docs/grids\.md)$'
finds 'goes on in' 'grid_test ^grid_test: ?(a long name of a case goes on in another line)'

said=$("$here/matching.bash" . rows names gird 2>&1) && { echo "gird: matches"; failed=1; }
[[ $said == *"matches 'gird'; near are: grid_test"* ]] || { echo "gird: $said"; failed=1; }
said=$("$here/matching.bash" . rows names zzz 2>&1) && { echo "zzz: matches"; failed=1; }
[[ $said != *near* ]] || { echo "zzz: $said"; failed=1; }
exit "$failed"
