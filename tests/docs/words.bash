#!/usr/bin/env bash
# words.bash FOLDER: prints the pages in FOLDER with more than 2500 words; fails if there is one.
set -euo pipefail
cd "$1"
wc -w -- *.md | awk '
  $2 != "total" && $1 > 2500 { print $2 ": " $1 " words, more than 2500"; long = 1 }
  END { exit long }'
