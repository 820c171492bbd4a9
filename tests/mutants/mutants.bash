#!/usr/bin/env bash
# mutants.bash ROOT BUILD [REGEX]: makes plugins and parts of the host with one mistake each and
# sees whether somebody notices. A mutant is a patch of this folder; its head says what it changes
# and who must catch it:
#
#   plugin: sampler/scaffold                a plugin, of whose sources and parts some may change
#   library: privacy                        or one of core/src or core/base, of which sources may
#   caught by: kit --options '{"K": 3}'     the conformance kit, by these arguments of skald check
#   caught by: audit GRID ARGUMENTS         skald audit, by a grid of this folder
#   caught by: samplers_test NAME           that test, which then runs on the mutant
#   caught by: run_test NAME / SECTION      one section of it
#
# What is compiled is patched copies, by the commands of the build, which is left as it is;
# MUTANTS_JOBS mutants (the number of cores) are tried at a time. Prints the table of all mutants
# (whose name matches), with the processor's seconds; fails if one is not caught, or has become
# stale. VERBOSE=1 shows what the tools said about those.
set -euo pipefail
export SKALD_LONG_TESTS=1  # a mutant may show with one setting of many
root=$(realpath "$1")
build=$(realpath "$2")
wanted=${3:-.}
here=$root/tests/mutants
work=$(mktemp -d "${TMPDIR:-/tmp}/mutants.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$build"

head_of() { sed -n "s/^$1: //p" "$here/$2.patch" | head -1; }

# Everything below is about one mutant, whose files are in $own.

# Patched copies of the sources.
patched_sources() {
  local file
  mkdir -p "$own/sources/core/src"
  cp -r "$root/plugins" "$own/sources/plugins"
  cp -r "$root/core/parts" "$root/core/include" "$own/sources/core"
  cp "$here/$1.patch" "$own/patch"
  sed -n 's#^+++ b/\(core/\(src\|base\)/.*\)#\1#p' "$own/patch" >"$own/changed"
  while read -r file; do install -D "$root/$file" "$own/sources/$file"; done <"$own/changed"
  patch --directory="$own/sources" --strip=1 --silent --forward --fuzz=3 <"$own/patch"
  # Of the contract, of which the build has precompiled the rest, only what is patched.
  (cd "$own/sources/core/include" && find . -type f | while read -r file; do
    ! cmp -s "$file" "$root/core/include/$file" || rm "$file"
  done)
}

in_copy() {
  local script="s|$root/core/parts|$own/sources/core/parts|g"
  script+="; s|$root/plugins|$own/sources/plugins|g"
  sed "$script; $(sed "s|.*|s#$root/&#$own/sources/&#g;|" "$own/changed" | tr -d '\n')"
}

# compile TARGET COMMANDS [FOLDER]: the objects of a target, from the lines that compile them; each
# is in that folder of $own (objects), and line by line in its file `names` what it is instead of.
compile() {
  local line object source number=0 to=$own/${3:-objects}
  mkdir -p "$to"
  while read -r line; do
    object=$(grep -o -- '-o [^ ]*\.o ' <<<"$line" | cut -d' ' -f2)
    source=${line##* }
    line=$(in_copy <<<"$line")
    if [[ $source == "$build"/* ]]; then  # several sources, compiled together
      in_copy <"$source" >"$to/$number.cpp"
      line=${line/%"${line##* }"/$to/$number.cpp}
    fi
    line=${line//"$object"/$to/$number.o}
    eval "${line/c++ /c++ -I $own/sources/core/include }" || return 1
    echo "$object" >>"$to/names"
    number=$((number + 1))
  done < <(grep -- "/$1\.dir/[^ ]*\.o -c " <<<"$2" | grep -v cmake_pch.hxx.gch)
  [ "$number" -gt 0 ]
}

# patched TARGET FOLDER COMMANDS: those that compile objects of the target of which a file in the
# folder is patched.
patched() {
  local line object files
  files=$(sed -n "s|^+++ b/\($2/.*\)|    $root/\1|p" "$own/patch")
  [ -n "$files" ] || return 0
  grep -- "/$1\.dir/[^ ]*\.o -c " <<<"$3" | while read -r line; do
    object=$(grep -o -- '-o [^ ]*\.o ' <<<"$line" | cut -d' ' -f2)
    # Not by grep -q, which may end before ninja has written all.
    [ -z "$(ninja -t deps "$object" | grep -xF "$files")" ] || echo "$line"
  done
}

# plugin KIND/NAME: the library, in $own/plugins. What is patched of the parts comes before the
# first of their archives.
plugin() {
  local commands parts link object archive number=0 all_parts='parts/CMakeFiles/skald_[a-z_]*'
  commands=$(ninja -t commands "lib/skald/plugins/$1.so")
  compile "${1/\//_}" "$commands" || return 1
  link=$(tail -1 <<<"$commands")
  parts=$(patched "$all_parts" core/parts "$commands")
  if [ -n "$parts" ]; then
    compile "$all_parts" "$parts" parts || return 1
    archive=$(grep -o ' core/parts/libskald_[a-z_]*\.a' <<<"$link" | head -1)
    link=${link/"$archive"/ $(echo "$own"/parts/*.o)$archive}
  fi
  while read -r object; do
    link=${link//"$object"/$own/objects/$number.o}
    number=$((number + 1))
  done <"$own/objects/names"
  cp -rs "$build/lib/skald/plugins" "$own/plugins"
  rm "$own/plugins/$1.so"
  eval "${link//"lib/skald/plugins/$1.so"/$own/plugins/$1.so}"
}

# library NAME BINARY: the binary with the objects in place of the library's, as $own/binary. A
# library that is compiled together with others is a part of their archive, of which the objects
# with the patched files come first.
library() {
  local archive link commands group='' drop=''
  archive=$(find core -name "libskald_$1.a")
  if [ -z "$archive" ]; then
    archive=$(find core -name libskald_group_core.a)
    group=" $archive"
    commands=$(patched skald_group_core core "$(ninja -t commands "$archive")")
    compile skald_group_core "${commands// -O3 / -O1 }" || return 1
  else
    compile "skald_$1" "$(ninja -t commands "$archive" | sed 's/ -O3 / -O1 /')" || return 1
  fi
  [ -n "$group" ] || drop="; s| $archive||g"
  link=$(ninja -t commands "$2" | grep -- " -o $2 " | tail -1)
  link=${link/ "$archive" / $(echo "$own"/objects/*.o)$group }
  link=${link%% && cd *}  # what follows lists the tests
  eval "$(sed "s| -o $2 | -o $own/binary |$drop" <<<"$link")"
}

# binary_of CATCHER: the program that it is, relative to the build.
binary_of() {
  case $1 in
    kit | audit) echo bin/skald ;;
    *) find tests -type f -name "$1" ;;
  esac
}

# caught BINARY CATCHER ARGUMENTS [PLUGIN]: 0 if who must catch it does.
caught() {
  local arguments=() status=0 name
  case $2 in
    kit)
      eval "arguments=(check '$own/plugins/$4.so' $3 --allow-writable-plugins)"
      "$1" "${arguments[@]}" >"$own/output" 2>&1 || status=$?
      [ $status = 4 ]
      ;;
    audit)
      eval "arguments=(audit '$here'/$3)"
      SKALD_PLUGIN_PATH=$build/lib/skald/plugins \
        "$1" "${arguments[@]}" >"$own/output" 2>&1 || status=$?
      [ $status = 4 ]
      ;;
    *)
      name=${3%% / *}
      arguments=(--abort "${name//,/\\,}")
      [[ $3 != *" / "* ]] || arguments+=(-c "${3#* / }")
      env ${4:+SKALD_TEST_PLUGINS="$own/plugins"} \
        "$1" "${arguments[@]}" >"$own/output" 2>&1 || status=$?
      [ $status != 0 ] && grep -q 'failed' "$own/output"
      ;;
  esac
}

# make MUTANT BINARY: what is mutated, or what it is linked into.
make() {
  local name
  patched_sources "$1" || return 1
  name=$(head_of plugin "$1")
  if [ -n "$name" ]; then plugin "$name"; else library "$(head_of library "$1")" "$2"; fi
}

# try MUTANT: its row of the table.
try() {
  local own=$work/$1 what by binary result
  mkdir "$own"
  what=$(head_of plugin "$1")
  by=$(head_of 'caught by' "$1")
  result=$by
  binary=$(binary_of "${by%% *}")
  if ! make "$1" "$binary" >"$own/output" 2>&1; then
    result="STALE: it does not apply or compile"
  else
    [ ! -e "$own/binary" ] || binary=$own/binary
    [[ $binary == /* ]] || binary=$build/$binary
    [[ $by == *" "* ]] || by+=" "  # no arguments
    caught "$binary" "${by%% *}" "${by#* }" "$what" || result="NOBODY ($result)"
  fi
  times >"$own/times"
  what=${what:-library $(head_of library "$1")}
  printf '%-40s %-26s %3.0f s  %s\n' "$1" "$what" "$(seconds)" "$result"
  [[ -z ${VERBOSE:-} || $result != @(STALE|NOBODY)* ]] || cat "$own/output"
  rm -rf "$own/sources" "$own/objects" "$own/parts" "$own/plugins" "$own/binary"
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
