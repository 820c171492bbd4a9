#!/usr/bin/env bash
# mutants.bash ROOT BUILD [REGEX]: makes plugins with one mistake each and sees whether somebody
# notices. A mutant is a patch of this folder; its head says which plugin it changes and who must
# catch it:
#
#   plugin: sampler/scaffold
#   caught by: kit {"K": 3}           the conformance kit, with these options ("kit": with none)
#   caught by: samplers_test NAME     that test, which then runs on the mutant
#
# The plugin is compiled from patched copies of its sources by the commands of the build, which is
# left as it is. Prints the table of all mutants (whose name matches); fails if one is not caught,
# or has become stale.
set -euo pipefail
root=$(realpath "$1")
build=$(realpath "$2")
wanted=${3:-.}
here=$root/tests/mutants
work=$(mktemp -d "${TMPDIR:-/tmp}/mutants.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$build"

head_of() { sed -n "s/^$1: //p" "$here/$2.patch" | head -1; }

# Patched copies of the sources that plugins are made of.
patched_sources() {
  rm -rf "$work/sources"
  mkdir -p "$work/sources/core"
  cp -r "$root/plugins" "$work/sources/plugins"
  cp -r "$root/core/parts" "$root/core/include" "$work/sources/core"
  patch --directory="$work/sources" --strip=1 --silent --forward --fuzz=3 <"$here/$1.patch"
  # Of the contract, of which the build has precompiled the rest, only what is patched.
  (cd "$work/sources/core/include" && find . -type f | while read -r file; do
    ! cmp -s "$file" "$root/core/include/$file" || rm "$file"
  done)
}

in_copy() {
  sed "s|$root/core/parts|$work/sources/core/parts|g; s|$root/plugins|$work/sources/plugins|g"
}

# compile KIND/NAME: the library, in $work/plugins.
compile() {
  local kind=${1%/*} name=${1#*/} objects=() line object source link commands
  rm -rf "$work/objects"
  mkdir -p "$work/objects"
  commands=$(ninja -t commands "lib/skald/plugins/$1.so")
  link=$(tail -1 <<<"$commands")
  while read -r line; do
    object=$(grep -o -- '-o [^ ]*\.o ' <<<"$line" | cut -d' ' -f2)
    source=${line##* }
    line=$(in_copy <<<"$line")
    if [[ $source == "$build"/* ]]; then  # several sources, compiled together
      in_copy <"$source" >"$work/objects/${#objects[@]}.cpp"
      line=${line/%"${line##* }"/$work/objects/${#objects[@]}.cpp}
    fi
    line=${line//"$object"/$work/objects/${#objects[@]}.o}
    link=${link//"$object"/$work/objects/${#objects[@]}.o}
    objects+=("$object")
    eval "${line/c++ /c++ -I $work/sources/core/include }"
  done < <(grep -- "/${kind}_$name\.dir/[^ ]*\.o -c " <<<"$commands" | grep -v cmake_pch.hxx.gch)
  [ ${#objects[@]} -gt 0 ] || return 1
  rm -rf "$work/plugins"
  cp -rs "$build/lib/skald/plugins" "$work/plugins"
  rm "$work/plugins/$1.so"
  eval "${link//"lib/skald/plugins/$1.so"/$work/plugins/$1.so}"
}

# caught MUTANT KIND/NAME: 0 if who must catch it does.
caught() {
  local by status=0
  by=$(head_of 'caught by' "$1")
  if [[ $by == kit* ]]; then
    "$build/bin/skald" check "$work/plugins/$2.so" --options "${by#kit}" \
      --allow-writable-plugins >"$work/output" 2>&1 || status=$?
    [ $status = 4 ]
  else
    SKALD_TEST_PLUGINS=$work/plugins "$(find "$build/tests" -type f -name "${by%% *}")" \
      "${by#* }" >"$work/output" 2>&1 || status=$?
    [ $status != 0 ] && grep -q 'failed' "$work/output"
  fi
}

missed=0 count=0
for file in "$here"/*.patch; do
  mutant=$(basename "$file" .patch)
  [[ $mutant =~ $wanted ]] || continue
  plugin=$(head_of plugin "$mutant")
  result="$(head_of 'caught by' "$mutant")"
  count=$((count + 1))
  if ! { patched_sources "$mutant" && compile "$plugin"; } >"$work/output" 2>&1; then
    result="STALE: it does not apply or compile"
    missed=$((missed + 1))
    [ -z "${VERBOSE:-}" ] || cat "$work/output"
  elif ! caught "$mutant" "$plugin"; then
    result="NOBODY ($result)"
    missed=$((missed + 1))
    [ -z "${VERBOSE:-}" ] || cat "$work/output"
  fi
  printf '%-40s %-28s %s\n' "$mutant" "$plugin" "$result"
done
echo "$count mutants, $missed not caught"
[ $missed = 0 ]
