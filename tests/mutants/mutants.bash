#!/usr/bin/env bash
# mutants.bash ROOT BUILD [REGEX]: makes plugins with one mistake each and sees whether somebody
# notices. A mutant is a patch of this folder; its head says which plugin it changes and who must
# catch it:
#
#   plugin: sampler/scaffold
#   caught by: kit --options '{"K": 3}'    the conformance kit, by these arguments of skald check
#   caught by: samplers_test NAME           that test, which then runs on the mutant
#
# The plugin is compiled from patched copies of its sources by the commands of the build, which is
# left as it is; MUTANTS_JOBS mutants (the number of cores) are tried at a time. Prints the table
# of all mutants (whose name matches), with the processor's seconds; fails if one is not caught,
# or has become stale. VERBOSE=1 shows what the tools said about those.
set -euo pipefail
root=$(realpath "$1")
build=$(realpath "$2")
wanted=${3:-.}
here=$root/tests/mutants
work=$(mktemp -d "${TMPDIR:-/tmp}/mutants.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$build"

head_of() { sed -n "s/^$1: //p" "$here/$2.patch" | head -1; }

# Everything below is about one mutant, whose files are in $own.

# Patched copies of the sources that plugins are made of.
patched_sources() {
  mkdir -p "$own/sources/core"
  cp -r "$root/plugins" "$own/sources/plugins"
  cp -r "$root/core/parts" "$root/core/include" "$own/sources/core"
  patch --directory="$own/sources" --strip=1 --silent --forward --fuzz=3 <"$here/$1.patch"
  # Of the contract, of which the build has precompiled the rest, only what is patched.
  (cd "$own/sources/core/include" && find . -type f | while read -r file; do
    ! cmp -s "$file" "$root/core/include/$file" || rm "$file"
  done)
}

in_copy() {
  sed "s|$root/core/parts|$own/sources/core/parts|g; s|$root/plugins|$own/sources/plugins|g"
}

# compile KIND/NAME: the library, in $own/plugins.
compile() {
  local kind=${1%/*} name=${1#*/} objects=() line object source link commands
  mkdir -p "$own/objects"
  commands=$(ninja -t commands "lib/skald/plugins/$1.so")
  link=$(tail -1 <<<"$commands")
  while read -r line; do
    object=$(grep -o -- '-o [^ ]*\.o ' <<<"$line" | cut -d' ' -f2)
    source=${line##* }
    line=$(in_copy <<<"$line")
    if [[ $source == "$build"/* ]]; then  # several sources, compiled together
      in_copy <"$source" >"$own/objects/${#objects[@]}.cpp"
      line=${line/%"${line##* }"/$own/objects/${#objects[@]}.cpp}
    fi
    line=${line//"$object"/$own/objects/${#objects[@]}.o}
    link=${link//"$object"/$own/objects/${#objects[@]}.o}
    objects+=("$object")
    eval "${line/c++ /c++ -I $own/sources/core/include }" || return 1
  done < <(grep -- "/${kind}_$name\.dir/[^ ]*\.o -c " <<<"$commands" | grep -v cmake_pch.hxx.gch)
  [ ${#objects[@]} -gt 0 ] || return 1
  cp -rs "$build/lib/skald/plugins" "$own/plugins"
  rm "$own/plugins/$1.so"
  eval "${link//"lib/skald/plugins/$1.so"/$own/plugins/$1.so}"
}

# caught MUTANT KIND/NAME: 0 if who must catch it does.
caught() {
  local by name status=0
  by=$(head_of 'caught by' "$1")
  if [[ $by == kit* ]]; then
    local arguments=()
    eval "arguments=(${by#kit})"
    "$build/bin/skald" check "$own/plugins/$2.so" "${arguments[@]}" --allow-writable-plugins \
      >"$own/output" 2>&1 || status=$?
    [ $status = 4 ]
  else
    name=${by#* }
    SKALD_TEST_PLUGINS=$own/plugins "$(find "$build/tests" -type f -name "${by%% *}")" \
      --abort "${name//,/\\,}" >"$own/output" 2>&1 || status=$?
    [ $status != 0 ] && grep -q 'failed' "$own/output"
  fi
}

# try MUTANT: its row of the table.
try() {
  local own=$work/$1 plugin result
  mkdir "$own"
  plugin=$(head_of plugin "$1")
  result=$(head_of 'caught by' "$1")
  if ! { patched_sources "$1" && compile "$plugin"; } >"$own/output" 2>&1; then
    result="STALE: it does not apply or compile"
  elif ! caught "$1" "$plugin"; then
    result="NOBODY ($result)"
  fi
  times >"$own/times"
  printf '%-40s %-26s %3.0f s  %s\n' "$1" "$plugin" "$(seconds)" "$result"
  [[ -z ${VERBOSE:-} || $result != @(STALE|NOBODY)* ]] || cat "$own/output"
  rm -rf "$own/sources" "$own/objects" "$own/plugins"
}

# What the shell that tries the mutant and its children have taken of the processor.
seconds() {
  tr 'ms' '  ' <"$own/times" | awk '{s += 60 * ($1 + $3) + $2 + $4} END {print s}'
}

mutants=()
for file in "$here"/*.patch; do
  mutant=$(basename "$file" .patch)
  [[ ! $mutant =~ $wanted ]] || mutants+=("$mutant")
done
for mutant in "${mutants[@]}"; do
  while [ "$(jobs -rp | wc -l)" -ge "${MUTANTS_JOBS:-$(nproc)}" ]; do wait -n || true; done
  try "$mutant" >"$work/$mutant.row" &
done
wait
for mutant in "${mutants[@]}"; do cat "$work/$mutant.row"; done
missed=$(cat "$work"/*.row | grep -cE ' s  (STALE|NOBODY)' || true)
echo "${#mutants[@]} mutants, $missed not caught"
[ "$missed" = 0 ]
