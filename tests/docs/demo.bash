#!/usr/bin/env bash
# demo.bash SKALD BUILD SOURCES: does what ./dev demo does, with the plugins that it waits for (the
# target `first`) and no others, as in a fresh clone: its grids run, and what it says of them holds.
set -euo pipefail
skald=$1 build=$2 sources=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -e "$build/build.ninja" ] || { echo "skipped: ninja alone tells what a target waits for"; exit; }
install -D "$skald" "$work/bin/skald"
kinds='dataset|partition|model|sampler|privacy|metric'
plugins=$(ninja -C "$build" -t inputs first |
  sed -nE "s#^cmake_object_order_depends_target_($kinds)_(.*)#lib/skald/plugins/\1/\2.so#p")
for plugin in $plugins; do install -D "$build/$plugin" "$work/$plugin"; done
# Its lines, each with $database: "$skald" run GRID --db, results/claims.bash CLAIMS.
of_demo() { sed -n '/^demo() {/,/^}/p' "$sources/dev" | sed -nE "s#^ *$1 (results/[^ ]*) .*#\1#p"; }
grids=$(of_demo '"\$skald" run') claims=$(of_demo 'results/claims.bash')
[ "$(wc -l <<<"$grids")" -ge 2 ] && [ "$(wc -l <<<"$claims")" -ge 2 ] ||
  { echo "no grids or claims of the demo in ./dev: $grids $claims"; exit 1; }
cd "$work"
for grid in $grids; do bin/skald run "$sources/$grid" --db demo.db >/dev/null; done
for claim in $claims; do "$sources/results/claims.bash" "$sources/$claim" demo.db; done
