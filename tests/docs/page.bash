#!/usr/bin/env bash
# page.bash PAGE WORK BUILD: does what the Markdown page PAGE says, block by block, in the folder
# WORK, with the tools of BUILD/bin in the path. CONTRIBUTING.md explains the marks of blocks:
#
#   json NAME, cpp NAME, cmake NAME, python NAME, text NAME   a file, NAME has a dot
#   json in GRID [as NAME]
#                         members in place of those of GRID; the result is checked, and kept as NAME
#   sh                    commands, which succeed; exits=CODE: the last one ends with that code;
#                         ctrl-c=SECONDS: they are interrupted then; in=FOLDER: where;
#                         refuses, refuses=CODE: each line is a command that ends with 2, or CODE,
#                         says why to stderr alone, and changes no file of the page's folder;
#                         needs=WORD,WORD: they are tried where skald doctor has these features,
#                         or Python these packages; lacks=WORD: where doctor says
#                         what to install for this one
#   text                  the output of the block before; "..." stands for any text
#   sql DATABASE          a query that `skald query` answers
#   python, r             a script, tried where the interpreter and its packages are there; python
#                         is Debian's, whose packages these are, and finds Skald's own
#   not-run: WHY          a block of any language that is not tried
#
# With SKALD_WRITE_GOLDEN=1, blocks of output that are not what is printed are written again.
set -euo pipefail
page=$(realpath "$1")
work=$2
build=$3
here=$(dirname "$(realpath "$0")")

rm -rf "$work"
mkdir -p "$work"/{blocks,home,page}
work=$(realpath "$work")
# The reader's folder has Skald's own beside it, whose build/ is this build.
source_folder=$(realpath "$here/../..")
mkdir "$work/page/skald"
for entry in "$source_folder"/*; do
  case "${entry##*/}" in build*) ;; *) ln -s "$entry" "$work/page/skald/" ;; esac
done
ln -s "$(realpath "$build")" "$work/page/skald/build"
build=$(realpath "$build")
export HOME=$work/home PATH=$work/home/.local/bin:$build/bin:$PATH
export PYTHONPATH=$source_folder/plugins/python PYTHONDONTWRITEBYTECODE=1
python=/usr/bin/python3
[ -x "$python" ] || python=python3
# Packages that are not installed, but have a stand-in.
for stand_in in "$source_folder"/tests/docs/stand_ins/*; do
  package=$(basename "$stand_in")
  grep -q "\(import\|from\) $package" "$page" || continue
  "$python" -c "import $package" 2>/dev/null || PYTHONPATH+=:$stand_in
done
unset CMAKE_GENERATOR SKALD_PLUGIN_PATH SKALD_DATA_DIR SKALD_CACHE_DIR SKALD_KEY_FILE
unset XDG_CONFIG_HOME COLUMNS
cd "$work/page"

line=0
complain() {
  printf '%s:%d: %s\n' "$page" "$line" "$1" >&2
  [ $# -lt 2 ] || printf '%s\n' "$2" >&2
  exit 1
}

# word NAME WORDS: prints the value of NAME=VALUE among the words, or nothing.
word() { grep -oP "(?<=\b$1=)\S+" <<<"$2" || true; }

# as_pattern TEXT: prints it as a glob, in which ... stands for any text.
as_pattern() { sed -e 's/[][\\*?]/\\&/g' -e 's/\.\.\./*/g' <<<"$1"; }

# do_commands FILE WORDS: leaves what they print in `printed`.
do_commands() {
  local wanted seconds folder status=0 command=(sh -eu "$1")
  wanted=$(word exits "$2")
  seconds=$(word ctrl-c "$2")
  folder=$(word in "$2")
  if [ -n "$seconds" ]; then
    command=(timeout --signal=INT --preserve-status "$seconds" sh -euc "exec $(cat "$1")")
  fi
  (cd "${folder:-.}" && exec "${command[@]}") >"$work/output" 2>&1 </dev/null || status=$?
  printed=$(sed 's/ *$//' "$work/output")
  [ "$status" -eq "${wanted:-0}" ] || complain "ends with $status, not ${wanted:-0}" "$printed"
}

# state_of_folder: prints the names and the contents' checksums of all files of the page.
state_of_folder() {
  { find . -printf '%p %y %l\n'; find . -type f -exec cksum {} +; } | sort
}

# do_refusals FILE CODE WORDS: leaves the reasons in `printed`.
do_refusals() {
  local before command status folder
  folder=$(word in "$3")
  before=$(state_of_folder)
  : >"$work/reasons"
  while IFS= read -r command; do
    status=0
    (cd "${folder:-.}" && exec sh -euc "$command") >"$work/output" 2>>"$work/reasons" </dev/null ||
      status=$?
    [ "$status" -eq "$2" ] ||
      complain "\"$command\" ends with $status, not $2" "$(tail "$work/reasons" "$work/output")"
    [ ! -s "$work/output" ] || complain "\"$command\" prints to stdout" "$(cat "$work/output")"
  done <"$1"
  [ "$(state_of_folder)" = "$before" ] ||
    complain "a refused command has changed files" "$(diff <(echo "$before") <(state_of_folder))"
  printed=$(sed 's/ *$//' "$work/reasons")
}

check_output() {
  local pattern
  pattern=$(as_pattern "$(sed 's/ *$//' "$1")")
  # shellcheck disable=SC2053
  [[ $printed == $pattern ]] && return
  [ -n "${SKALD_WRITE_GOLDEN:-}" ] || complain "the output is not the one shown" "$printed"
  printf '%s\n' "${printed//"$work/page"/...}" >"$1"
  echo "line $line: the output is written again"
}

# with_members GRID FILE: prints the grid with the members in FILE in place of its own.
with_members() {
  sqlite3 :memory: "WITH
    grid(json) AS (SELECT readfile('$1')), new(json) AS (SELECT readfile('$2')),
    members(key, value) AS (
      SELECT key, grid.json -> ('\$.' || char(34) || key || char(34))
      FROM grid, json_each(grid.json)
      WHERE key NOT IN (SELECT key FROM new, json_each(new.json))
      UNION ALL
      SELECT key, new.json -> ('\$.' || char(34) || key || char(34))
      FROM new, json_each(new.json))
    SELECT json_group_object(key, json(value)) FROM members"
}

# do_members FILE WORDS: checks the grid with these members.
do_members() {
  local text grid name wanted plugins=() status=0
  grid=$(cut -d' ' -f2 <<<"$2")
  name=$(grep -oP '(?<= as )\S+' <<<"$2" || echo members.json)
  [ -f "$grid" ] || complain "there is no $grid before this block"
  text=$(cat "$1")
  case "$text" in '{'*) ;; *) text="{$text}" ;; esac
  printf '%s\n' "$text" >"$work/members"
  with_members "$grid" "$work/members" >"$name" || complain "this is no JSON" "$text"
  wanted=$(word exits "$2")
  [ ! -d build ] || plugins=(--plugin-path build)  # those that the page has had built
  skald check "$name" "${plugins[@]}" >"$work/output" 2>&1 || status=$?
  printed=$(sed 's/ *$//' "$work/output")
  [ "$status" -eq "${wanted:-0}" ] || complain "skald check ends with $status" "$printed"
}

# has_all WORDS: whether each, of some with commas between them, is a feature that skald doctor
# finds or a package of Python.
has_all() {
  local name features
  [ -z "$1" ] || features=$(skald doctor)
  for name in ${1//,/ }; do
    grep -q "^ok   $name " <<<"$features" || "$python" -c "import $name" 2>/dev/null || return 1
  done
}

# is_left_out NAME: whether skald doctor says what to install for this feature.
is_left_out() {
  local features
  features=$(skald doctor)
  grep -qE "^none $1 .*install" <<<"$features"
}

# do_script INTERPRETER FILE PACKAGE...
do_script() {
  local interpreter=$1 file=$2
  printed=$("$interpreter" "$file" 2>&1) || complain "the script fails" "$printed"
}

# has_python FILE: whether the packages are there that it imports. Skald's own has to be.
has_python() {
  local packages
  packages=$(sed -nE '/ skald( |$)/d; s/^(import|from) ([A-Za-z0-9_]+)( .*)?$/import \2/p' "$1")
  "$python" -c "$packages" 2>/dev/null
}
has_r() {
  local packages
  packages=$(grep -oE '^library\([A-Za-z]+\)' "$1" || true)
  Rscript -e "$packages" >/dev/null 2>&1
}

# write_page: the page with the texts of its blocks as they are now.
write_page() {
  awk -v from="$work/blocks" '
    /^ *```/ {
      print
      open = !open
      file = sprintf("%s/%03d", from, count += open)
      if (open) while ((getline text <file) > 0) print text
      next
    }
    !open { print }' "$page" >"$work/written"
  cmp -s "$work/written" "$page" || cp "$work/written" "$page"
}

awk -v into="$work/blocks" -f "$here/blocks.awk" "$page" >"$work/list"
[ -z "${SKALD_WRITE_GOLDEN:-}" ] || trap write_page EXIT
tried=0
before=none  # the language of the block before, if it was tried
while IFS=$'\t' read -r number line language words; do
  file=$work/blocks/$number
  kind=$language
  case "$words" in
    "not-run: "?*) before=none; continue ;;
    not-run*) complain "say why it is not run: not-run: WHY" ;;
  esac
  case "$kind" in
    text)
      case "$words" in
        *.*) cp "$file" "$words" ;;
        '') [ "$before" != untried ] || continue
            [ "$before" != none ] || complain "whose output is this? no block before it was tried"
            check_output "$file" ;;
        *) complain "\"$words\" is no mark of a block" ;;
      esac ;;
    json)
      case "$words" in
        "in "*) do_members "$file" "$words" ;;
        *.*) mkdir -p "$(dirname "$words")"; cp "$file" "$words" ;;
        *) complain "name the file, or the grid that it belongs to" ;;
      esac ;;
    cpp | cmake)
      [ -n "$words" ] || complain "name the file"
      mkdir -p "$(dirname "$words")"
      cp "$file" "$words" ;;
    sh)
      needs=$(word needs "$words")
      lacks=$(word lacks "$words")
      if ! has_all "$needs" || { [ -n "$lacks" ] && ! is_left_out "$lacks"; }; then
        echo "line $line: not all of ${needs:-nothing} is there, or $lacks is: not tried"
        before=untried
        continue
      fi
      case " $words " in
        *' refuses '*) do_refusals "$file" 2 "$words" ;;
        *' refuses='*) do_refusals "$file" "$(word refuses "$words")" "$words" ;;
        *) do_commands "$file" "$words" ;;
      esac ;;
    sql)
      [ -f "$words" ] || complain "there is no database \"$words\""
      printed=$(skald query "$words" "$(cat "$file")" 2>&1) ||
        complain "the query fails" "$printed" ;;
    python | r)
      if [ -n "$words" ]; then
        cp "$file" "$words"
      elif "has_$kind" "$file"; then
        if [ "$kind" = r ]; then do_script Rscript "$file"; else do_script "$python" "$file"; fi
      else
        echo "line $line: $kind or a package of it is not there: not tried"
        before=none
        continue
      fi ;;
    *) complain "\"$language\" is no language that this test knows: not-run: WHY leaves it out" ;;
  esac
  [ "$kind" = text ] || before=$kind
  tried=$((tried + 1))
done <"$work/list"
echo "$tried blocks were tried"
