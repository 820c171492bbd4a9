#!/usr/bin/env bash
# claims.bash CLAIMS DATABASE...: whether the sentences of a study's README hold in its database.
# Prints each claim of CLAIMS, an SQL file, with its numbers, and fails if one does not hold.
#
# Statements of CLAIMS insert claims into the table `claim`, a row for each replicate:
#   statement    what is said, with every condition that its WHERE chooses rows by
#   statistic    mean: the 95 % interval of the mean over replicates, by Student's t, lies within
#                the margin; each: every replicate's value does
#   least, most  the margin, its ends excluded; NULL where there is none
#   value        of the replicate. A claim with a value that is NULL does not hold
# and what the panels of a paper say into the table `panel`, which becomes results/panels.md
# (verdicts.bash): paper, panel, number; part, what the panel says, or '' for all of it; population,
# where that was looked for, or '' for all runs; comparable, 'yes' or in what the study is not as the
# paper; verdict; and claim, text of the statements that the verdict rests on, or NULL where a
# picture alone shows it. A verdict stands if there are such claims and all of them hold.
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
CREATE TEMP TABLE claim(statement TEXT, statistic TEXT, least REAL, most REAL, value REAL);
CREATE TEMP TABLE panel(paper TEXT, panel TEXT, number INTEGER, part TEXT, population TEXT,
                        comparable TEXT, verdict TEXT, claim TEXT);
-- A statement that is no INSERT repeats the number of rows of the last one that was.
INSERT INTO temp.claim(statement) VALUES ('');
DELETE FROM temp.claim WHERE statement = '';
.changes on
.read '$claims'
.changes off
CREATE TEMP TABLE judged AS
WITH counted AS (
  SELECT statement, statistic, least, most, min(rowid) AS place, count(*) AS n,
         avg(value) AS mean, count(*) = count(value) AS complete, min(value) AS low,
         max(value) AS high, avg(value * value) - avg(value) * avg(value) AS variance
  FROM temp.claim GROUP BY statement, statistic, least, most),
ranges AS (
  SELECT *, coalesce(json_extract('$student', '\$[' || max(n - 2, 0) || ']'), 1.96 + 2.5 / (n - 1))
              * sqrt(max(variance, 0) / (n - 1)) AS half
  FROM counted),
bounds AS (
  SELECT *, CASE statistic WHEN 'mean' THEN mean - half WHEN 'each' THEN low END AS lower,
         CASE statistic WHEN 'mean' THEN mean + half WHEN 'each' THEN high END AS upper
  FROM ranges)
SELECT place, statement, coalesce(complete AND lower > coalesce(least, -9e999)
                                           AND upper < coalesce(most, 9e999), 0) AS holds,
       iif(statistic = 'mean', printf('%.3g ± %.2g', mean, half), printf('%.4g to %.4g', low, high))
         || printf(' (n = %d; margin %s)', n,
                   CASE WHEN least IS NULL AND most IS NULL THEN 'none'
                        WHEN most IS NULL THEN printf('above %.4g', least)
                        WHEN least IS NULL THEN printf('below %.4g', most)
                        ELSE printf('%.4g to %.4g', least, most) END) AS numbers
FROM bounds;
SELECT iif(holds, 'holds', 'DOES NOT HOLD'), statement || ': ' || numbers
FROM judged ORDER BY place;
SELECT iif(panel.claim IS NULL OR min(judged.holds), verdict, 'DOES NOT HOLD'),
       paper || ', ' || panel || iif(part = '', '', ': ' || part)
         || iif(population = '', '', ', ' || population)
         || iif(comparable = 'yes', '', ', ' || comparable)
         || CASE WHEN panel.claim IS NULL THEN ' (by its picture)'
                 WHEN count(judged.holds) = 0 THEN ' (no claim has "' || panel.claim || '")'
                 ELSE printf(' (claims: %d)', count(judged.holds)) END
FROM panel LEFT JOIN judged ON instr(judged.statement, panel.claim)
GROUP BY panel.rowid ORDER BY panel.rowid;
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
