-- From version 4 to version 5 of the results database: seals, which the program computes from the file as it
-- is; vector series, one value per item; and curves with costs.
ALTER TABLE runs ADD COLUMN digest TEXT;
ALTER TABLE runs ADD COLUMN series_digest TEXT;
CREATE TABLE seals (
  subject TEXT PRIMARY KEY,
  digest  TEXT NOT NULL
) STRICT;
CREATE TABLE vector_metrics (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE vector_points (
  run       INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  metric    INTEGER NOT NULL REFERENCES vector_metrics (id),
  iteration INTEGER NOT NULL,
  item      INTEGER NOT NULL,
  value     REAL,
  PRIMARY KEY (run, metric, iteration, item)
) STRICT, WITHOUT ROWID;
CREATE VIEW vector_series AS
SELECT studies.name AS study, runs.id AS run, runs.hash AS hash, cells.hash AS cell,
       runs.replicate AS replicate, vector_metrics.name AS metric, vector_points.iteration AS iteration,
       vector_points.item AS item, vector_points.value AS value
FROM current_runs AS runs
JOIN studies ON studies.id = runs.study
JOIN cells ON cells.id = runs.cell
JOIN vector_points ON vector_points.run = runs.id
JOIN vector_metrics ON vector_metrics.id = vector_points.metric;
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
       points.value AS value
FROM current_runs AS runs
JOIN points ON points.run = runs.id
JOIN metrics ON metrics.id = points.metric;
