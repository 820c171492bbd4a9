#!/usr/bin/env bash
# matching.bash ROOT ROWS NAMES NAME: what `./dev test NAME` builds and runs. ROWS has a row
# EXECUTABLE|SOURCE for each source of each test executable (build/test_sources.txt), NAMES the
# tests that are no executable's, one a line. NAME, a regular expression, is the first of
#   whole names of executables, with or without _test, and of other tests;
#   a part of paths of the executables' sources, whose cases run; for a source of Skald, those of
#   its own test, or of the tests of its folder;
#   a part of the names of cases, with or without "EXECUTABLE:" before them, and of other tests.
# Prints the targets to build, one a line (tool, where a test needs the tool alone), an empty line,
# and a regular expression of the tests for ctest. Where nothing matches it fails, and says what is
# near.
set -euo pipefail
root=$1 rows=$2 names=$3 name=$4

escaped() { sed -E 's/[][\\.*+?(){}|^$]/\\&/g'; }

# cases SOURCE: the names of its cases, the string literals of each joined.
cases() {
  local macro='\b(TEST_CASE(_METHOD)?|SCENARIO|TEMPLATE_TEST_CASE)'
  tr '\n' ' ' <"$1" | grep -oE "$macro"'\( *([^",()]*, *)?("([^"\\]|\\.)*" *)+' |
    sed -E 's/^[^"]*"//; s/" *$//; s/" *"//g; s/\\"/"/g; s/\\\\/\\/g' || true
}

# alternatives: the lines of its input as one regular expression, or nothing.
alternatives() { escaped | paste -sd'|'; }

# by_cases EXECUTABLE CASES: that executable, and the expression of these of its cases.
by_cases() {
  [ -n "$2" ] || return 0
  targets+=("$1")
  expressions+=("^$1: ?($(alternatives <<<"$2"))")
}

targets=() expressions=()

# by_names: executables and other tests whose names match as a whole.
by_names() {
  local executable
  for executable in $(cut -d'|' -f1 "$rows" | uniq); do
    if [[ $executable =~ ^($name)(_test)?$ ]]; then
      targets+=("$executable")
      expressions+=("^$executable:")
    fi
  done
  by_others "^($name)\$"
}

# by_others REGEX: other tests whose names match.
by_others() {
  local others
  others=$(grep -E -- "$1" "$names" || true)
  [ -n "$others" ] || return 0
  targets+=(tool)
  expressions+=("^($(alternatives <<<"$others"))\$")
}

# by_paths REGEX: the cases of sources whose paths match.
by_paths() {
  local executable source
  while IFS='|' read -r executable source; do
    by_cases "$executable" "$(cases "$source")"
  done < <(grep -E "\|.*($1)" "$rows" || true)
}

# by_texts: cases whose names match; those are sought in sources that have NAME's first word.
by_texts() {
  local executable source case_name=$name only=.
  if [[ $name =~ ^([a-z_]+(_test|_replay)):\ ?(.*)$ ]]; then
    only="^${BASH_REMATCH[1]}\|"
    case_name=${BASH_REMATCH[3]}
  fi
  local word=${case_name%% *}
  grep -qE -- "$word" <<<"" 2>/dev/null || [ $? -eq 1 ] || word=.
  while IFS='|' read -r executable source; do
    by_cases "$executable" "$(cases "$source" | grep -E -- "$case_name" || true)"
  done < <(grep -E "$only" "$rows" | cut -d'|' -f2 | xargs -d '\n' grep -lE -- "$word" |
    sort -u | grep -F -f - "$rows" || true)
  by_others "$name"
}

# mirror: of a source of Skald, the path of its test, or the folder of tests of its folder.
mirror() {
  local stem folder
  stem=$(basename "$name" | sed 's/\.[ch]pp$//')
  folder=$(dirname "$name" | sed -E 's#^core/(src|base)/#core/#; s#^core/parts/.*#core/parts#')
  if grep -q "/tests/$folder/.*\b${stem}_test\.cpp\$" "$rows"; then
    printf '%s\n' "/tests/$folder/.*\b${stem}_test\.cpp\$"
  else
    echo "/tests/$folder/"
  fi
}

by_names
if [ ${#targets[@]} -eq 0 ] && [ -e "$root/$name" ] &&
  [[ $name =~ ^(core|runner|plugins)/.*\.[ch]pp$ ]]; then
  by_paths "$(mirror)"
fi
[ ${#targets[@]} -gt 0 ] || by_paths "$name"
[ ${#targets[@]} -gt 0 ] || by_texts

# near NAME: up to three names that at most a third of its letters, changed, left out, added or
# exchanged with the next, would make it.
near() {
  { cut -d'|' -f1 "$rows"; cut -d'|' -f2 "$rows" | sed 's|.*/||; s|\.cpp$||'; cat "$names"; } |
    sort -u | awk -v wanted="$1" '
    function least(a, b) { return a < b ? a : b }
    function distance(a, b,   i, j, m, n, d, differ) {
      m = length(a); n = length(b)
      for (i = 0; i <= m; ++i) d[i, 0] = i
      for (j = 0; j <= n; ++j) d[0, j] = j
      for (i = 1; i <= m; ++i) for (j = 1; j <= n; ++j) {
        differ = substr(a, i, 1) != substr(b, j, 1)
        d[i, j] = least(d[i - 1, j - 1] + differ, 1 + least(d[i - 1, j], d[i, j - 1]))
        if (i > 1 && j > 1 && substr(a, i, 1) == substr(b, j - 1, 1) && \
            substr(a, i - 1, 1) == substr(b, j, 1)) d[i, j] = least(d[i, j], d[i - 2, j - 2] + 1)
      }
      return d[m, n]
    }
    BEGIN { sub(/.*\//, "", wanted); sub(/\.cpp$/, "", wanted); sub(/_test$/, "", wanted) }
    {
      short = $0; sub(/_test$/, "", short)
      most = int(length(wanted) / 3)
      if (length(short) - length(wanted) > most || length(wanted) - length(short) > most) next
      far = distance(wanted, short)
      if (far <= most) printf "%d\t%s\n", far, $0
    }' | sort -n | head -3 | cut -f2 | paste -sd, | sed 's/,/, /g'
}

if [ ${#targets[@]} -eq 0 ]; then
  close=$(near "$name")
  echo "./dev test $name: no test executable, path of a source or test case matches" \
    "'$name'${close:+; near are: $close}. ./dev test runs the first tier, ./dev test --all all" >&2
  exit 3
fi
printf '%s\n' "${targets[@]}" | sort -u
echo
printf '%s\n' "${expressions[@]}" | sort -u | paste -sd'|'
