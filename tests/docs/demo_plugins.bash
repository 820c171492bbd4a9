#!/usr/bin/env bash
# demo_plugins.bash SKALD BUILD SOURCES: holds that what ./dev demo waits for (the target `first`)
# has every plugin that its grids name. A fresh clone has nothing else.
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
grids=$(sed -n 's/^ *"\$skald" run \(results[^ ]*\.json\) .*/\1/p' "$sources/dev")
[ "$(wc -l <<<"$grids")" -ge 2 ] || { echo "no grids of the demo in ./dev: $grids"; exit 1; }
cd "$work"
for grid in $grids; do
  bin/skald check "$sources/$grid" || { echo "$grid needs a plugin that \`first\` lacks"; exit 1; }
done
