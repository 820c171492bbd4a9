#!/usr/bin/env bash
# options_in_use.bash SOURCES: holds that every option of docs/reference is named in a study
# (results/*/*.json) or a guide (README.md, docs/*.md), and every sampler in a study. Prints those
# that are not; fails unless they are those of not_in_use.txt, which may only become shorter.
set -euo pipefail
cd "$1"

# Lines "PLUGIN OPTION" of a page of the reference.
options_of() {
  awk -v kind="$1" '
    /^## / { plugin = $2 }
    /^\| `/ && plugin != "" { gsub("`", "", $2); print kind "/" plugin, $2 }' "docs/reference/$2.md"
}
rows() {
  options_of dataset datasets
  options_of partition partitions
  options_of model models
  options_of sampler samplers
  options_of privacy mechanisms
}
samplers() { sed -n 's/^## //p' docs/reference/samplers.md; }

# Words of keys, paths and code: of what stands between quotation marks, without spaces, or between
# backticks.
words_of() { grep -ohE '"[^" ]*"|`[^`]*`' "$@" | tr -cs 'A-Za-z0-9_' '\n' | sort -u; }

studies=$(find results -mindepth 2 -name '*.json' | sort)
in_studies=$(words_of $studies)
in_use=$(printf '%s\n' "$in_studies" "$(words_of README.md docs/*.md)" | sort -u)

found=$({
  rows | awk 'NR == FNR { known[$1]; next } !($2 in known)' <(printf '%s\n' "$in_use") -
  samplers | awk 'NR == FNR { known[$1]; next } !($1 in known) { print "sampler/" $1 }' \
    <(printf '%s\n' "$in_studies") -
} | sort)
excepted=$(grep -v '^#' tests/docs/not_in_use.txt | sort || true)
comm -3 <(printf '%s\n' "$excepted") <(printf '%s\n' "$found") | awk -F '\t' '
  $2 != "" { print $2 ": in no study, or, an option, in no guide either: name it there"; bad = 1 }
  $1 != "" { print $1 ": is named: take it out of tests/docs/not_in_use.txt"; bad = 1 }
  END { exit bad }'
