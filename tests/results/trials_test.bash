#!/usr/bin/env bash
# trials_test.bash FOLDER: whether the studies of FOLDER, results, say what a reviewer asks first:
# each with a grid names its competitors and how they were tuned, or how to break it; each item of
# "What we found" has a row of attacks.md; and each attack that can be run is in a row.
set -euo pipefail
cd "$1"

failed=0
complain() {
  echo "results/$1" >&2
  failed=1
}

for readme in */README.md; do
  study=$(dirname "$readme")
  compgen -G "$study/*.json" >/dev/null || continue
  grep -qE '^\*\*(Competitors|Tuning|How to break it)\b' "$readme" ||
    complain "$readme: no paragraph **Competitors.**, **Tuning** or **How to break it.**"
done

attacked=$(sed -nE 's/^\| ([0-9]+(, [0-9]+)*): .*/\1/p' attacks.md | tr -d ' ' | tr , '\n')
items=$(sed -nE '/^## What we found/,/^## The studies/s/^([0-9]+)\. .*/\1/p' README.md)
[ -n "$items" ] || complain "README.md: no items below What we found"
for item in $items; do
  grep -qx "$item" <<<"$attacked" || complain "attacks.md: no row for item $item of README.md"
done

for attack in */attack.md; do
  grep -qF "]($attack)" attacks.md || complain "attacks.md: no row for $attack"
done
exit $failed
