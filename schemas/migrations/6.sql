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
    'failed')),
  metric     TEXT NOT NULL,
  statistic  REAL,
  threshold  REAL,
  rival      INTEGER REFERENCES cells (id) ON DELETE SET NULL,
  PRIMARY KEY (study, cell)
) STRICT, WITHOUT ROWID;
CREATE VIEW decisions AS
SELECT studies.name AS study, cells.hash AS cell, d.replicates AS replicates, d.reason AS reason,
       d.metric AS metric, d.statistic AS statistic, d.threshold AS threshold, rivals.hash AS rival
FROM cell_decisions AS d
JOIN studies ON studies.id = d.study
JOIN cells ON cells.id = d.cell
LEFT JOIN cells AS rivals ON rivals.id = d.rival;
