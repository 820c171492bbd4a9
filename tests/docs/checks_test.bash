#!/usr/bin/env bash
# checks_test.bash BUILD WORK: whether page.bash, links.bash, words.bash and options_in_use.bash
# find the mistakes that they are there for.
set -euo pipefail
shopt -s lastpipe  # `... | fails` is to set `failed` here, not in a subshell
here=$(dirname "$(realpath "$0")")
build=$(realpath "$1")
work=$2
rm -rf "$work"
mkdir -p "$work"/{pages,tried,links,words,bin}
work=$(realpath "$work")
failed=0
complain() { echo "$*" >&2; failed=1; }

# page NAME: the page on standard input, tried; leaves what that says in `said`.
page() {
  cat >"$work/pages/$1.md"
  "$here/page.bash" "$work/pages/$1.md" "$work/tried/$1" "$build" >"$work/said" 2>&1
}
# passes NAME, fails NAME TEXT: how the page on standard input ends, and what is said of it.
passes() { page "$1" || complain "$1 fails: $(cat "$work/said")"; }
fails() {
  if page "$1"; then complain "$1 passes"; fi
  grep -qF -- "$2" "$work/said" || complain "$1: \"$2\" is not in: $(cat "$work/said")"
}
# block LANGUAGE_AND_WORDS LINE...: prints a block.
block() { printf '```%s\n' "$1"; printf '%s\n' "${@:2}"; printf '```\n'; }

{ block 'sh' 'echo one; echo "two [x] *"'; block text 'one' 'two [x] *'; } | passes output
{ block 'sh' 'echo one; echo 17 s; echo two'; block text 'one' '...two'; } | passes gap
{ block 'sh' 'echo one'; block text 'two'; } | fails other_output 'the output is not the one shown'
{ block 'sh' 'echo one; echo two'; block text 'one'; } | fails more_output 'the output is not'
{ block 'sh' 'echo "x"'; block text '?'; } | fails no_glob 'the output is not the one shown'
block 'sh' 'false' | fails failure 'ends with 1, not 0'
block 'sh exits=2' 'skald check nowhere.json' | fails other_code 'ends with 3, not 2'
block 'sh exits=3' 'skald check nowhere.json' | passes code
block 'sh exits=2' 'true' | fails no_failure 'ends with 0, not 2'
block 'sh not-run' 'false' | fails no_reason 'say why'
block 'sh not-run: as a test' 'false' | passes not_run
block 'sh ctrl-c=1 exits=130' 'sleep 60' | passes interrupted
block 'sh in=skald' 'test -f CMakeLists.txt && test -x build/bin/skald' | passes folder
{ block 'sh refuses' 'skald compere' 'skald data lst'
  block text '...did you mean "compare"?' '...did you mean "data list"?'; } | passes refuses
block 'sh refuses' 'skald run nowhere.json' | fails refuses_other 'ends with 3, not 2'
block 'sh refuses=3' 'skald run nowhere.json' | passes refuses_code
block 'sh refuses' 'echo one; exit 2' | fails refuses_aloud 'prints to stdout'
block 'sh refuses' 'echo one >file; exit 2' | fails refuses_with_traces 'has changed files'
block 'sh lacks=compiler' 'false' | passes lacking
{ block sh 'echo one'; block text 'two'; } >"$work/pages/write.md"
SKALD_WRITE_GOLDEN=1 "$here/page.bash" "$work/pages/write.md" "$work/tried/write" "$build" \
  >/dev/null
{ block sh 'echo one'; block text 'one'; } | cmp -s - "$work/pages/write.md" ||
  complain "write: the output is not written"
block 'sh needs=compiler' 'false' | fails needed 'ends with 1, not 0'
{ block 'sh needs=compiler,no_such_package' 'false'; block text 'what?'; } | passes lacks
{ block 'python x.py' 'raise SystemExit(1)'; block sh 'test -f x.py'; } | passes python_file
block 'haskell' 'main' | fails language 'no language that this test knows'
block 'json' '{}' | fails no_file 'name the file'
block 'python' 'import sqlite3' 'raise SystemExit(1)' >"$work/python.md"
if command -v python3 >/dev/null; then fails python 'the script fails' <"$work/python.md"; fi
# In place of R, whose interpreter need not be installed: this one reads the commands of sh.
printf '#!/bin/sh\n[ "$1" = -e ] || exec sh "$1"\n' >"$work/bin/Rscript"
chmod +x "$work/bin/Rscript"
with_r() { PATH=$work/bin:$PATH "$@"; }
block 'r' 'exit 1' | with_r fails r 'the script fails'
{ block 'r' 'echo four'; block text 'five'; } | with_r fails r_output 'the output is not'
{ block 'r' 'echo five'; block text 'five'; } | with_r passes r_runs
{ block 'sh' 'true'; block text ''; block 'python' 'import no_such_package'; } | passes no_package
unusable_skald() {
  block 'python skald.py' 'raise ImportError'  # lies where has_python would import it from
  block 'python' 'import skald' 'print("five")'
  block text 'five'
}
if command -v python3 >/dev/null; then unusable_skald | passes own_package; fi
printf 'text\n\n    indented\n' | fails indented 'put it into a fence'
printf '```sh\ntrue\n' | fails open_fence 'never closed'

grid='{"name": "g", "dataset": {"plugin": "gaussian_clients"}, "model": {"plugin": "gaussian"},
  "sampler": {"plugin": "ula", "temp": 0.5}, "run": {"iterations": 10}, "metrics": ["w2"]}'
with_grid() { block 'json g.json' "$grid"; "$@"; }
with_grid block 'json in g.json' '"sampler": {"plugin": "sgld"}' | passes members
with_grid block 'json in g.json' '"sampler": {"plugin": "sgdl"}' |
  fails wrong_members 'did you mean'
keep_members() {
  block 'json in g.json as h.json' '"seed": 5, "axes": [{"record_every": [null, 5]}]'
  block sh 'skald run h.json'
  block 'sql g.db' 'SELECT seed, status FROM provenance'
  block text 'seed  status' '   5  ok' '   5  ok'
}
with_grid keep_members | passes members_kept
ask_wrongly() {
  block sh 'skald run g.json'
  block 'sql g.db' 'SELECT nothing FROM runs'
}
with_grid ask_wrongly | fails wrong_query 'the query fails'

# links TEXT: whether the links of a page with this text lead somewhere.
links() {
  printf '# A heading: `code`, twice\n\n## Same\n\n## Same\n\n%s\n' "$1" >"$work/links/page.md"
  "$here/links.bash" "$work/links" >"$work/said" 2>&1
}
for text in '[a](page.md)' '[a](#same-1)' '[a](page.md#a-heading-code-twice)' '`[a](no.md)`' \
  $'```\n[a](no.md)\n```' '[a](https://example.org/no)'; do
  links "$text" || complain "the link $text fails: $(cat "$work/said")"
done
for text in '[a](no.md)' '[a](#same-2)' '[a](page.md#no)' '<img src="no.svg">' '![a](no.svg)'; do
  if links "$text"; then complain "the link $text passes"; fi
done

seq 2500 >"$work/words/page.md"
seq 9 >"$work/words/other.md"
"$here/words.bash" "$work/words" || complain "a page of 2500 words is too long"
echo 2501 >>"$work/words/page.md"
if "$here/words.bash" "$work/words"; then complain "a page of 2501 words passes"; fi

# in_use TEXT: whether every option is named, with this text in a guide, and every sampler.
in_use=$work/in_use
mkdir -p "$in_use"/{docs/reference,results/s,tests/docs}
for page in datasets partitions models mechanisms; do : >"$in_use/docs/reference/$page.md"; done
printf '## fald\n\n| `K` | K |\n| `far` |  |\n\n## other\n' >"$in_use/docs/reference/samplers.md"
echo '{"sampler": {"plugin": "fald"}, "axes": [{"sampler.K": [1]}]}' >"$in_use/results/s/grid.json"
echo 'sampler/other' >"$in_use/tests/docs/not_in_use.txt"
: >"$in_use/README.md"
in_use() {
  echo "$1" >"$in_use/docs/guide.md"
  "$here/options_in_use.bash" "$in_use" >"$work/said"
}
in_use '`far`' || complain "an option that a guide names is missed: $(cat "$work/said")"
if in_use 'far'; then complain "an option that nothing names passes"; fi
grep -q '^sampler/fald far: in no study' "$work/said" || complain "in_use: $(cat "$work/said")"
echo '{"axes": [{"sampler.plugin": ["other"]}]}' >"$in_use/results/s/more.json"
if in_use '`far`'; then complain "an exception that is none passes"; fi
exit $failed
