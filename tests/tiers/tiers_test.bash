#!/usr/bin/env bash
# tiers_test.bash BUILD LIST MUTANTS: every test that LIST leaves to the second tier exists, once,
# and is left out by what `./dev test` asks ctest for, as no other is. Of executables that are not
# built, nothing is known. Of the patches in MUTANTS, the first tier has the test that must catch
# nine tenths.
set -euo pipefail
build=$1 list=$2 mutants=$3

names() { ctest --test-dir "$build" -N "$@" | sed -n 's/^ *Test *#[0-9]*: //p' | sort; }
rows() { sed -n 's/^ *[0-9.]*  //p' "$list"; }
fail() { echo "$*" >&2; exit 1; }

all=$(names)
unbuilt=$(sed -n 's/_NOT_BUILT$//p' <<<"$all")
# listed: the tests of the rows, of a row EXECUTABLE:* all.
listed=$({
  rows | grep -v ':\*$' || true
  while read -r executable; do
    grep -E "^$executable: ?" <<<"$all" || true
  done < <(rows | sed -n 's/:\*$//p')
} | sort)
double=$(uniq -d <<<"$listed")
[ -z "$double" ] || fail "$list names twice: $double"
for executable in $unbuilt; do
  listed=$(grep -v "^$executable:" <<<"$listed" || true)
done
gone=$(comm -23 <(echo "$listed") <(echo "$all"))
[ -z "$gone" ] || fail "$list names tests that are not there; take them out, or run
./dev mutants --tier:
$gone"
left_out=$(comm -23 <(echo "$all") <(names -LE second_tier))
[ "$left_out" = "$listed" ] || fail "ctest -LE second_tier does not leave out what $list names:
$(diff <(echo "$left_out") <(echo "$listed"))"
malformed=$(grep -vnE '^(#.*| *[0-9]+\.[0-9]  [^ ].*)$' "$list" || true)
[ -z "$malformed" ] ||
  fail "$list: rows are a test's processor seconds, two spaces and its name: $malformed"

# catcher PATCH: the test that must catch it, as rows name it; "audit" where no test does.
catcher() {
  local plugin by
  plugin=$(sed -n 's/^plugin: //p' "$1" | head -1)
  by=$(sed -n 's/^caught by: //p' "$1" | head -1)
  case $by in
    kit*) echo "${plugin/\// } conforms" ;;
    audit*) echo audit ;;
    *) by=${by%% / *}; echo "${by/ /:}" ;;
  esac
}
# late_names[NAME]: the second tier has the test of this name. (Of `sed | grep -q` under pipefail, a
# match that ends grep early would be a failure of sed.)
declare -A late_names=([audit]=1)
while read -r test; do late_names["${test#*:}"]=1; done <<<"$listed"
late=0 patches=0
for patch in "$mutants"/*.patch; do
  patches=$((patches + 1))
  name=$(catcher "$patch")
  late=$((late + ${late_names["${name#*:}"]:-0}))
done
[ $((10 * late)) -le "$patches" ] ||
  fail "the first tier lacks the tests that must catch $late of the $patches patches in $mutants;
at most a tenth may be left to the second ($list)"
