#!/usr/bin/env bash
# panels_test.bash FILE: whether FILE, results/panels.md, has the verdicts of the studies and their
# counts; whether sentences of claims say which rows they are about (a bound in a WHERE is in the
# sentence); and whether the text that a verdict rests on is in a claim.
set -euo pipefail
file=$1
folder=$(dirname "$file")

failed=0
"$folder/verdicts.bash" "$file" | diff "$file" - || {
  echo "$file: other verdicts or counts than in claims.sql: results/verdicts.bash writes them" >&2
  failed=1
}

# Statements end with a semicolon at the end of a line; '' in a text is an apostrophe.
for claims in "$folder"/*/claims*.sql; do
  sed 's/^ *--.*//' "$claims" | awk -v RS=';\n' -v claims="$claims" '
    function complain(why) { print claims ": " why; failed = 1 }
    BEGIN {
      bounded = "(WHERE|AND|OR|ON)[ (]+[a-zA-Z_.]+( [+] 0)? *(<=|>=|<|>) *-?[0-9.]+(e-?[0-9]+)?"
    }
    {
      gsub(/\n/, " ")
      texts = code = ""
      n = split($0, piece, "\047")
      for (i = 1; i <= n; ++i)
        if (i % 2) code = code piece[i]; else texts = texts piece[i] "\047"
    }
    /INSERT INTO panel/ {
      # The last text of a row, unless it is NULL, is the claim that it rests on.
      gsub(/\047\047/, "\001")
      while (match($0, /\047[^\047]*\047\)/)) {
        rests = substr($0, RSTART + 1, RLENGTH - 3)
        $0 = substr($0, RSTART + RLENGTH)
        gsub(/\001/, "\047", rests)
        if (!index(said, rests)) complain("no claim has \"" rests "\"")
      }
      next
    }
    /INSERT INTO claim/ {
      gsub(/\047\047/, "\047", texts)
      while (match(code, bounded)) {
        condition = substr(code, RSTART, RLENGTH)
        code = substr(code, RSTART + RLENGTH)
        bound = condition
        sub(/.*[<>=] */, "", bound)
        sub(/^0\./, ".", bound)
        if (!index(texts, bound))
          complain(condition ": " bound " is not in the sentence of " substr(texts, 1, 60))
      }
    }
    { said = said texts }
    END { exit failed }' || failed=1
done
exit $failed
