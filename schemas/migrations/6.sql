-- From version 5 to version 6 of the results database.

-- Decisions: why a cell has fewer replicates than its grid allows.
CREATE TABLE cell_decisions (
  study      INTEGER NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
  cell       INTEGER NOT NULL REFERENCES cells (id) ON DELETE CASCADE,
  replicates INTEGER NOT NULL,
  reason     TEXT NOT NULL CHECK (reason IN (
    'precise',
    'limit',
    'no_value',
    'worse',
    'failed',
    'halved')),
  metric     TEXT NOT NULL,
  statistic  REAL,
  threshold  REAL,
  rival      INTEGER REFERENCES cells (id) ON DELETE SET NULL,
  rung       INTEGER,
  PRIMARY KEY (study, cell)
) STRICT, WITHOUT ROWID;
CREATE VIEW decisions AS
SELECT studies.name AS study, cells.hash AS cell, d.replicates AS replicates, d.reason AS reason,
       d.metric AS metric, d.statistic AS statistic, d.threshold AS threshold, rivals.hash AS rival,
       d.rung AS rung
FROM cell_decisions AS d
JOIN studies ON studies.id = d.study
JOIN cells ON cells.id = d.cell
LEFT JOIN cells AS rivals ON rivals.id = d.rival;

-- Where runs of a race by successive halving have paused.
CREATE TABLE rungs (
  study     INTEGER NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
  run       TEXT NOT NULL,
  cell      INTEGER NOT NULL REFERENCES cells (id) ON DELETE CASCADE,
  replicate INTEGER NOT NULL,
  metric    TEXT NOT NULL,
  unit      TEXT NOT NULL CHECK (unit IN ('rounds', 'iterations')),
  rung      INTEGER NOT NULL,
  value     REAL,
  made_by   TEXT NOT NULL,
  PRIMARY KEY (study, run, metric, unit, rung)
) STRICT, WITHOUT ROWID;

-- When a run was recorded, and means that are kept.
CREATE TABLE moments (
  run          INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  iteration    INTEGER NOT NULL,
  wall_seconds REAL NOT NULL,
  PRIMARY KEY (run, iteration)
) STRICT, WITHOUT ROWID;
DROP VIEW curves;
CREATE VIEW curves AS
SELECT points.run AS run, metrics.name AS metric, points.iteration AS iteration,
       (SELECT value FROM points AS cost WHERE cost.run = points.run
        AND cost.metric = (SELECT id FROM metrics WHERE name = 'rounds')
        AND cost.iteration = points.iteration) AS round,
       (SELECT value FROM points AS cost WHERE cost.run = points.run
        AND cost.metric = (SELECT id FROM metrics WHERE name = 'bits_up')
        AND cost.iteration = points.iteration) AS bits_up,
       (SELECT value FROM points AS cost WHERE cost.run = points.run
        AND cost.metric = (SELECT id FROM metrics WHERE name = 'eps_spent')
        AND cost.iteration = points.iteration) AS eps_spent,
       (SELECT wall_seconds FROM moments WHERE moments.run = points.run
        AND moments.iteration = points.iteration) AS wall_seconds,
       points.value AS value
FROM current_runs AS runs
JOIN points ON points.run = runs.id
JOIN metrics ON metrics.id = points.metric;
CREATE TABLE cell_ends (
  cell     INTEGER PRIMARY KEY REFERENCES cells (id) ON DELETE CASCADE,
  runs     INTEGER NOT NULL,
  diverged INTEGER NOT NULL,
  failed   INTEGER NOT NULL
) STRICT;
CREATE TABLE cell_means (
  cell       INTEGER NOT NULL REFERENCES cell_ends (cell) ON DELETE CASCADE,
  metric     INTEGER NOT NULL REFERENCES metrics (id) ON DELETE CASCADE,
  n          INTEGER NOT NULL,
  non_finite INTEGER NOT NULL,
  mean       REAL,
  sd         REAL,
  PRIMARY KEY (cell, metric)
) STRICT, WITHOUT ROWID;
DROP VIEW compare_seeds;
CREATE VIEW compare_seeds AS
WITH fresh AS (
  SELECT cell FROM study_cells WHERE cell NOT IN (SELECT cell FROM cell_ends) GROUP BY cell
), fresh_runs AS (
  SELECT runs.id AS id, runs.cell AS cell, runs.status AS status
  FROM fresh CROSS JOIN runs ON runs.cell = fresh.cell WHERE NOT runs.superseded
), finals AS (
  SELECT runs.cell AS cell, summary.metric AS metric, runs.status = 'ok' AS is_ok,
         CASE WHEN runs.status = 'ok' AND abs(summary.last) < 9e999 THEN summary.last END AS value
  FROM fresh_runs AS runs JOIN summary ON summary.run = runs.id
), means AS (
  SELECT cell, metric, count(value) AS n, sum(is_ok) - count(value) AS non_finite,
         avg(value) AS mean
  FROM finals GROUP BY cell, metric
), ends AS (
  SELECT cell, runs, diverged, failed FROM cell_ends WHERE cell IN (SELECT cell FROM study_cells)
  UNION ALL
  SELECT cell, count(*), sum(status = 'diverged'), sum(status NOT IN ('ok', 'diverged'))
  FROM fresh_runs GROUP BY cell
), spreads AS (
  SELECT cell, metric, n, non_finite, mean, sd FROM cell_means
  UNION ALL
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
JOIN ends ON ends.cell = spreads.cell
JOIN cells ON cells.id = spreads.cell
JOIN metrics ON metrics.id = spreads.metric
LEFT JOIN student_t ON student_t.degrees = min(spreads.n - 1, 1000);
