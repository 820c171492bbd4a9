#!/usr/bin/env bash
# verdicts.bash FILE: FILE, results/panels.md, with the verdicts of its panels and their counts as
# the claims.sql of studies have them (claims.bash says what the table `panel` holds); fails if a
# panel or a verdict is not in order. What links a row has, and how far it goes, is written by hand.
#
#   results/verdicts.bash results/panels.md > new.md && mv new.md results/panels.md
set -euo pipefail
file=$1
folder=$(dirname "$0")

panels=$(
  {
    echo "CREATE TABLE panel(paper, panel, number, part, population, comparable, verdict, claim);"
    cat "$folder"/*/claims.sql | sed -n '/^INSERT INTO panel/,/;$/p'
    cat <<'SQL'
.separator "\t"
SELECT 'wrong', paper || ', ' || panel || ', ' || part || ': ' || verdict
FROM panel WHERE verdict NOT IN (
  SELECT value FROM json_each(iif(comparable = 'yes',
    '["reproduced", "in trend", "contradicted", "undecided"]',
    '["in trend", "differs", "undecided"]')));
SELECT 'panel', paper, panel, group_concat(said, '; '), group_concat(verdict, ';')
FROM (SELECT *, iif(part = '', '', part || ' ') || '**' || verdict || '**'
                  || iif(population = '', '', ' ' || population)
                  || iif(comparable = 'yes', '', ', ' || comparable) AS said
      FROM panel ORDER BY paper, panel, number)
GROUP BY paper, panel;
SQL
  } | sqlite3 -bail :memory:
)

if grep '^wrong' <<<"$panels" >&2; then
  echo "a verdict of that word needs a study that is comparable with the paper, or one that is not" >&2
  exit 1
fi

# Twice through the file: its counts come before its panels.
awk -F ' *[|] *' -v OFS=' | ' '
  function fail(why) { print why >"/dev/stderr"; failed = 1; exit 1 }
  function count(verdicts,   i, n, word) {
    n = split(verdicts, word, ";")
    for (i = 1; i <= n; ++i) { ++counted[paper, word[i]]; ++all[word[i]] }
    ++counted[paper, "panels"]
    ++all["panels"]
  }
  BEGIN {
    n_words = split("panels;reproduced;in trend;contradicted;differs;undecided;not possible here;" \
                    "nothing to measure", words, ";")
  }
  FILENAME == "-" {
    split($0, field, "\t")
    said[field[2], field[3]] = field[4]
    verdicts[field[2], field[3]] = field[5]
    next
  }
  FNR == 1 { ++pass; in_panels = in_counts = 0 }
  /^## / { paper = substr($0, 4); sub(/ \(.*/, "", paper) }
  $4 == "here" { in_panels = 1; if (pass == 2) print; next }
  !/^[|]/ { in_panels = in_counts = 0 }
  in_panels && $2 !~ /^-+$/ {
    if ((paper, $2) in said) {
      if (pass == 1) { count(verdicts[paper, $2]); used[paper, $2] = 1; next }
      links = index($4, ": [") ? substr($4, index($4, ": [")) : fail(paper ", " $2 ": no link")
      print "| " $2, $3, said[paper, $2] links, $5 " |"
      next
    }
    word = $4
    gsub(/^[*]+|[*]+$/, "", word)
    if (word != "not possible here" && word != "nothing to measure")
      fail(paper ", " $2 ": no claims.sql has a verdict of this panel")
    if (pass == 1) count(word)
  }
  pass == 2 && $3 == "panels" {
    in_counts = 1
    print
    next
  }
  in_counts && $2 !~ /^-*$/ {
    line = "| " $2
    for (i = 1; i <= n_words; ++i)
      line = line " | " ($2 == "all" ? all[words[i]] : counted[$2, words[i]]) + 0
    print line " |"
    next
  }
  pass == 2 { print }
  END {
    if (failed) exit 1
    for (panel in said)
      if (!(panel in used)) {
        split(panel, field, SUBSEP)
        print field[1] ", " field[2] ": not in the table" >"/dev/stderr"
        failed = 1
      }
    exit failed
  }' - "$file" "$file" <<<"$panels"
