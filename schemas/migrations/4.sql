-- From version 3 to version 4 of the results database: views for people omit runs that no grid refers to any
-- more, and an axis without an option has no column.
ALTER TABLE runs ADD COLUMN superseded INTEGER NOT NULL DEFAULT 0 CHECK (superseded IN (0, 1));
DROP VIEW final_metrics;
DROP VIEW compare_seeds;
DROP VIEW failures;
CREATE VIEW current_runs AS
SELECT * FROM runs WHERE NOT superseded AND cell IN (SELECT cell FROM study_cells);
CREATE VIEW final_metrics AS
SELECT studies.name AS study, runs.id AS run, runs.hash AS hash, cells.hash AS cell,
       runs.replicate AS replicate, runs.status AS status, metrics.name AS metric,
       metrics.units AS units, metrics.better AS better, summary.last AS value,
       summary.mean AS mean_after_burn_in, summary.first_non_finite AS first_non_finite
FROM current_runs AS runs
JOIN studies ON studies.id = runs.study
JOIN cells ON cells.id = runs.cell
JOIN summary ON summary.run = runs.id
JOIN metrics ON metrics.id = summary.metric;
CREATE VIEW compare_seeds AS
WITH ends AS (
  SELECT cell, count(*) AS runs, sum(status = 'diverged') AS diverged,
         sum(status NOT IN ('ok', 'diverged')) AS failed
  FROM current_runs GROUP BY cell
), finals AS (
  SELECT runs.cell AS cell, summary.metric AS metric, runs.status = 'ok' AS is_ok,
         CASE WHEN runs.status = 'ok' AND abs(summary.last) < 9e999 THEN summary.last END AS value
  FROM current_runs AS runs JOIN summary ON summary.run = runs.id
), means AS (
  SELECT cell, metric, count(value) AS n, sum(is_ok) - count(value) AS non_finite,
         avg(value) AS mean
  FROM finals GROUP BY cell, metric
), spreads AS (
  SELECT means.cell AS cell, means.metric AS metric, n, non_finite, mean,
         CASE WHEN n > 1 THEN sqrt(sum((value - mean) * (value - mean)) / (n - 1)) END AS sd
  FROM means JOIN finals ON finals.cell = means.cell AND finals.metric = means.metric
  GROUP BY means.cell, means.metric
)
SELECT cells.hash AS cell, metrics.name AS metric, ends.runs AS runs, spreads.n AS n,
       ends.diverged AS diverged, ends.failed AS failed, spreads.non_finite AS non_finite,
       spreads.mean AS mean, spreads.sd AS sd,
       spreads.sd * student_t.quantile / sqrt(spreads.n) AS half_width
FROM spreads
JOIN cells ON cells.id = spreads.cell
JOIN metrics ON metrics.id = spreads.metric
JOIN ends ON ends.cell = spreads.cell
LEFT JOIN student_t ON student_t.degrees = min(spreads.n - 1, 1000);
CREATE VIEW failures AS
SELECT studies.name AS study, runs.hash AS hash, runs.replicate AS replicate,
       runs.status AS status, runs.exit_signal AS exit_signal, runs.ended AS ended,
       runs.message AS message
FROM current_runs AS runs
JOIN studies ON studies.id = runs.study
WHERE runs.status NOT IN ('ok', 'diverged');
DELETE FROM axes WHERE value IS NULL AND axis IN (SELECT id FROM axis_names WHERE instr(path, '.') = 0);
DELETE FROM axis_names WHERE instr(path, '.') = 0 AND id NOT IN (SELECT axis FROM axes);
