#!/usr/bin/env bash
# reference_test.bash SOURCES SKALD WORK: compares docs/reference with what the tool says now, and
# looks there for every name that a grid, a command line or a query can use.
set -euo pipefail
sources=$1
skald=$2
work=$3
rm -rf "$work"
mkdir -p "$work"
work=$(realpath "$work")
cp -r "$sources/docs/reference" "$work/reference"
"$sources/docs/reference.bash" "$skald" "$work/reference"
diff -ru "$sources/docs/reference" "$work/reference" ||
  { echo "docs/reference does not say what the tool says: ./dev docs writes it" >&2; exit 1; }

wrong=0
# lacks PAGE TEXT: reports that no line of the page is that text, or begins with it.
has() {
  grep -qE "^$2" "$sources/docs/reference/$1" || { echo "docs/reference/$1 lacks $2" >&2; wrong=1; }
}

declare -A pages=([dataset]=datasets.md [partition]=partitions.md [model]=models.md
  [sampler]=samplers.md [privacy]=mechanisms.md [metric]=metrics.md)
names=0
while IFS=, read -r kind name _; do
  has "${pages[$kind]}" "## $name\$"
  names=$((names + 1))
done < <("$skald" plugins --format csv | sed 1d)
while IFS=$'\t' read -r name _; do
  has commands.md "## skald $name\$"
  names=$((names + 1))
done < <("$skald" completion words -- "")
"$skald" schema >"$work/schema.json"
while read -r name; do
  has run.md "\\| \`$name\`"
  names=$((names + 1))
done < <(sqlite3 :memory: "
  SELECT substr(fullkey, length('\$.definitions.run.properties.') + 1)
  FROM json_tree(readfile('$work/schema.json'), '\$.definitions.run.properties')
  WHERE value -> 'description' IS NOT NULL AND type = 'object'" | sed 's/\.properties\././')
printf '{"name": "any", "dataset": {"plugin": "gaussian_clients"}, "model": {"plugin": "gaussian"},
  "sampler": {"plugin": "ula"}, "run": {"iterations": 1}, "metrics": ["w2"]}' >"$work/any.json"
"$skald" run "$work/any.json" --db "$work/any.db" >/dev/null 2>&1
while read -r name; do
  has database.md "### $name\$"
  names=$((names + 1))
done < <("$skald" query "$work/any.db")
# The page by which a reader chooses names every sampler.
while IFS=, read -r kind name _; do
  [ "$kind" != sampler ] || grep -q "\`$name\`" "$sources/docs/algorithms.md" ||
    { echo "docs/algorithms.md does not name the sampler $name" >&2; wrong=1; }
done < <("$skald" plugins --format csv | sed 1d)
[ "$names" -gt 150 ] || { echo "only $names names were found" >&2; exit 1; }
[ "$wrong" -eq 0 ] && echo "$names names are in the reference"
