#!/usr/bin/env bash
# claims.bash CLAIMS DATABASE...: whether the sentences of a study's README hold in its database.
# Prints each claim of CLAIMS, an SQL file, with its numbers, and fails if one does not hold.
#
# Every statement of CLAIMS inserts claims into the table `claim`, a row for each replicate:
#   claim        what is said
#   rule         mean: the 95 % interval of the mean over replicates, by Student's t, lies between
#                the bounds; each: every replicate's value does
#   least, most  the bounds, excluded; NULL where there is none
#   value        of the replicate. A claim with a value that is NULL does not hold
# Further databases are attached, each under the name of its file.
set -euo pipefail
claims=$1 database=$2
shift 2

attach=()
for other in "$@"; do
  attach+=(-cmd "ATTACH '$other' AS $(basename "$other" .db)")
done

# Quantiles of Student's t at .975, for 2 to 30 replicates; of more, 1.96 + 2.5 / (n - 1), which is
# above by at most .002.
student="[12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
  2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052,
  2.048, 2.045]"

judged=$(sqlite3 -readonly -bail -list -separator $'\t' "${attach[@]}" "$database" <<SQL
CREATE TEMP TABLE claim(claim TEXT, rule TEXT, least REAL, most REAL, value REAL);
-- A statement that is no INSERT repeats the number of rows of the last one that was.
INSERT INTO temp.claim(claim) VALUES ('');
DELETE FROM temp.claim WHERE claim = '';
.changes on
.read '$claims'
.changes off
WITH counted AS (
  SELECT claim, rule, least, most, min(rowid) AS place, count(*) AS n, avg(value) AS mean,
         count(*) = count(value) AS complete, min(value) AS low, max(value) AS high,
         avg(value * value) - avg(value) * avg(value) AS variance
  FROM temp.claim GROUP BY claim, rule, least, most),
ranges AS (
  SELECT *, coalesce(json_extract('$student', '\$[' || max(n - 2, 0) || ']'), 1.96 + 2.5 / (n - 1))
              * sqrt(max(variance, 0) / (n - 1)) AS half
  FROM counted),
judged AS (
  SELECT *, CASE rule WHEN 'mean' THEN mean - half WHEN 'each' THEN low END AS lower,
         CASE rule WHEN 'mean' THEN mean + half WHEN 'each' THEN high END AS upper
  FROM ranges)
SELECT iif(complete AND lower > coalesce(least, -9e999) AND upper < coalesce(most, 9e999), 'holds',
           'DOES NOT HOLD'),
       claim || ': ' || iif(rule = 'mean', printf('%.3g ± %.2g', mean, half),
                            printf('%.4g to %.4g', low, high)) || printf(' (n = %d)', n)
FROM judged ORDER BY place;
SQL
)

expand -t 15 < <(grep -v '^changes:' <<<"$judged")
if grep -q '^changes: *0 ' <<<"$judged"; then
  statement=$(grep '^changes:' <<<"$judged" | grep -n '^changes: *0 ' | cut -d: -f1 | paste -sd' ')
  echo "$claims: nothing in $database is what these statements ask for: $statement" >&2
  exit 1
fi
if grep -q '^DOES NOT HOLD' <<<"$judged"; then
  echo "$claims: not every claim holds" >&2
  exit 1
fi
