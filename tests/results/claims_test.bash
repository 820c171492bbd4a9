#!/usr/bin/env bash
# claims_test.bash RESULTS WORK: what claims.bash of the folder RESULTS says of claims that hold, do
# not hold or cannot be checked; and whether every study's README runs its claims.
set -euo pipefail
results=$1
work=$2
rm -rf "$work"
mkdir -p "$work"
failed=0
complain() { echo "$*" >&2; failed=1; }

# Five replicates with mean 3, standard deviation sqrt(2.5), and so a half width of
# 2.776 sqrt(2.5 / 5) = 1.963; one value of `gap` is missing.
sqlite3 "$work/study.db" "CREATE TABLE run_table(replicate INTEGER, x REAL, gap REAL);
  INSERT INTO run_table VALUES (0, 1, 1), (1, 2, 1), (2, 3, NULL), (3, 4, 1), (4, 5, 1);"
sqlite3 "$work/other.db" "CREATE TABLE run_table(x REAL); INSERT INTO run_table VALUES (7);"

# claim RULE LEAST MOST VALUE [FROM]: a statement.
claim() {
  echo "INSERT INTO claim SELECT 'so', '$1', $2, $3, $4 FROM ${5:-run_table};"
}
# said OUTCOME TEXT STATEMENT...: whether claims.bash ends like that and says that of them.
said() {
  local outcome=passes
  printf '%s\n' "${@:3}" >"$work/claims.sql"
  "$results/claims.bash" "$work/claims.sql" "$work/study.db" "$work/other.db" >"$work/said" 2>&1 ||
    outcome=fails
  [ "$outcome" = "$1" ] || complain "${*:3}: $outcome"
  grep -qF -- "$2" "$work/said" || complain "${*:3}: \"$2\" is not in: $(cat "$work/said")"
}

said passes 'so: 3 ± 2 (n = 5; margin 1.036 to 4.964)' "$(claim mean 1.036 4.964 x)"
said fails 'DOES NOT HOLD  so' "$(claim mean 1.038 NULL x)"
said fails 'DOES NOT HOLD  so' "$(claim mean NULL 4.962 x)"
said passes 'holds          so: 1 to 5 (n = 5; margin 0 to 5.001)' "$(claim each 0 5.001 x)"
said fails 'DOES NOT HOLD  so' "$(claim each 1 NULL x)"
said fails 'DOES NOT HOLD  so' "$(claim each NULL 5 x)"
said fails 'DOES NOT HOLD  so' "$(claim each 0 2 gap)"
said fails 'DOES NOT HOLD  so' "$(claim mean 0 NULL x 'run_table WHERE replicate = 0')"
said fails 'DOES NOT HOLD  so' "$(claim average 0 9 x)"
said fails 'these statements ask for: 2' "$(claim each 0 9 x)" \
  "$(claim each 0 9 x 'run_table WHERE x > 9')"
view="CREATE TEMP VIEW one AS SELECT 1 AS y FROM run_table;"
said passes 'so: 1 to 1 (n = 5; ' "$view" "$(claim each 0 9 y one)"
said fails 'these statements ask for: 2' "$view" "$(claim each 0 9 y 'one WHERE y > 9')"
said fails 'no such column' "$(claim each 0 9 y)"
said passes 'so: 7 to 7 (n = 1; ' "$(claim each 6 8 x other.run_table)"
said fails 'not every claim holds' "$(claim each 0 9 x)" "$(claim mean 4 NULL x)"
# panel COMPARABLE VERDICT CLAIM: a statement.
panel() {
  echo "INSERT INTO panel VALUES ('Paper', 'Fig. 1', 1, 'its order', 'for K = 1', '$1', '$2', $3);"
}
said passes 'in trend       Paper, Fig. 1: its order, for K = 1 (claims: 1)' "$(claim each 0 9 x)" \
  "$(panel yes 'in trend' "'so'")"
said passes 'differs        Paper, Fig. 1: its order, for K = 1, on a stand-in (by its picture)' \
  "$(claim each 0 9 x)" "$(panel 'on a stand-in' differs NULL)"
said fails 'DOES NOT HOLD  Paper, Fig. 1' "$(claim mean 4 NULL x)" "$(panel yes 'in trend' "'so'")"
said fails 'no claim has "not so"' "$(claim each 0 9 x)" "$(panel yes 'in trend' "'not so'")"

for claims in "$results"/*/claims.sql; do
  study=$(basename "$(dirname "$claims")")
  grep -q "^    results/claims.bash results/$study/claims.sql " "$results/$study/README.md" ||
    complain "no command of results/$study/README.md runs $study/claims.sql"
done
exit $failed
