#!/usr/bin/env bash
# ci_test.bash ROOT WORK: what .ci/run does with each turn, with a ./dev that only says what it is
# asked for: every command of ./dev is in some turn, every second commit runs all tests, and the
# table of the steps and what ctest said come last, after a failure, too.
set -euo pipefail
root=$1
rm -rf "$2"
mkdir -p "$2/.ci"
cp "$root/.ci/run" "$2/.ci/run"
cd "$2"
cat >dev <<'TEXT'
#!/usr/bin/env bash
echo "$*" >>asked
case "$*" in
  "${FAILS:-nothing}") echo "it fails"; exit 3 ;;
  test*)
    printf '%s\n' '100% tests passed, 0 tests failed out of 7' 'Total Test time (real) = 2 s'
    ;;
esac
TEXT
chmod +x dev
git init -q
git -c user.name=a -c user.email=a@b commit -q --allow-empty -m one
failed=0
wrong() { echo "$*"; failed=1; }

turns=$(CI_TURN=none .ci/run 2>&1 | sed -n 's/.*no turn; these are: //p') || true
[ "$(wc -w <<<"$turns")" -ge 5 ] || wrong "these are no turns: $turns"
rm -f asked
for turn in $turns; do
  said=$(CI_TURN=$turn .ci/run 2>&1) || wrong "$turn fails"
  grep -q "^#### turn $turn, seconds of its steps" <<<"$said" || wrong "$turn: no table: $said"
  [ "$(tail -2 <<<"$said" | head -1)" = '100% tests passed, 0 tests failed out of 7' ] ||
    wrong "$turn does not end with what ctest said: $said"
done
# shellcheck disable=SC2016
commands=$(sed -n '/^case "\$1" in/,/"\$@" ;;/p' "$root/dev" | grep -v case | tr -d '|\\)' |
  sed 's/"\$@".*//')
# demo is part of foreign, build of test; tests compare docs; format and sanitize are for people.
for command in $commands cluster test; do
  case $command in
    demo | build | docs | format | sanitize | help) ;;
    *) grep -qE "^$command( |\$)" asked || wrong "no turn runs ./dev $command" ;;
  esac
done
grep -qx 'mutants --random .*' asked || wrong "no turn runs ./dev mutants --random"

said=$(CI_TURN=all FAILS='test --rest' .ci/run 2>&1) && wrong "a failure is success"
[[ $said == *"all, until the last of them FAILED"* ]] || wrong "no table after a failure: $said"
[[ $said == *"test --rest"$'\n'*"FAILED"* ]] ||
  wrong "the step that failed is not in the table: $said"

all=0
for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
  git -c user.name=a -c user.email=a@b commit -q --allow-empty -m "$n"
  odd=$((0x$(git rev-parse --short=6 HEAD) % 2))
  .ci/run >said 2>&1
  is_all=$(grep -c '^#### turn all,' said || true)
  [ "$is_all" = $((1 - odd)) ] || wrong "commit $n: turn $(grep '#### turn' said), odd=$odd"
  all=$((all + is_all))
done
[ "$all" -gt 0 ] || wrong "none of 16 commits runs all tests"
exit "$failed"
