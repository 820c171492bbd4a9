#!/usr/bin/env bash
# panels_test.bash FILE: whether the table of counts in FILE, results/panels.md, agrees with its
# rows of panels: the word of a row is the verdict of its third cell, or "mixed" if there are two.
set -euo pipefail
awk -F ' *[|] *' '
  function fail(why) { print why; failed = 1 }
  BEGIN {
    split("reproduced;in trend;mixed;contradicted;differs;undecided;not possible here;" \
          "nothing to measure", words, ";")
  }
  function verdict(cell,   i, found, first) {
    for (i in words)
      if (index(cell, "**" words[i] "**") || index(cell, "*" words[i] "*") == 1) {
        ++found
        first = words[i]
      }
    return found > 1 ? "mixed" : first
  }
  $3 == "reproduced" { in_counts = 1; next }
  in_counts && NF < 10 { in_counts = 0 }
  in_counts && $2 != "---" {
    for (i in words) stated[$2, words[i]] = $(i + 2)
    if ($2 ~ /^all, /) total = $2; else papers[$2] = 1
  }
  /^## / { paper = substr($0, 4); sub(/ \(.*/, "", paper) }
  $4 == "here" { panels = 1; next }
  panels && NF < 6 { panels = 0 }
  panels && $2 !~ /^-*$/ {
    word = verdict($4)
    if (word == "") fail(paper ", " $2 ": no verdict in \"" $4 "\"")
    ++counted[paper, word]
    ++all[word]
    ++rows
    if (!(paper in papers)) fail("the table of counts lacks " paper)
  }
  END {
    if (total != "all, " rows) fail("the table of counts ends with \"" total "\", not all, " rows)
    for (i in words) {
      for (paper in papers)
        if (stated[paper, words[i]] != counted[paper, words[i]] + 0)
          fail(paper ": " counted[paper, words[i]] + 0 " panels are " words[i] ", not " \
               stated[paper, words[i]])
      if (stated[total, words[i]] != all[words[i]] + 0)
        fail("all: " all[words[i]] + 0 " panels are " words[i] ", not " stated[total, words[i]])
    }
    exit failed
  }' "$1"
