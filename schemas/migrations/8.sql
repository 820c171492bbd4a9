-- From version 7 to version 8 of the results database.

-- Audits: what attacks have shown, beside what is claimed.
CREATE TABLE cell_audits (
  id              INTEGER PRIMARY KEY,
  cell            INTEGER NOT NULL REFERENCES cells (id) ON DELETE CASCADE,
  plan            TEXT NOT NULL,
  run             TEXT NOT NULL,
  verdict         TEXT NOT NULL CHECK (verdict IN (
    'nothing_claimed',
    'not_attacked',
    'consistent',
    'contradicted')),
  attack          TEXT CHECK (attack IN ('many_runs', 'one_run')),
  claimed_for_run REAL NOT NULL,
  claimed         REAL,
  shown           REAL,
  shown_by_rates  REAL,
  shown_gaussian  REAL,
  delta           REAL,
  confidence      REAL NOT NULL,
  unit            TEXT,
  adversary       TEXT,
  relation        TEXT,
  accountant      TEXT,
  client          INTEGER,
  rounds          INTEGER,
  runs            INTEGER,
  canaries        INTEGER,
  guesses         INTEGER,
  correct         INTEGER,
  false_alarms    REAL,
  missed          REAL,
  fewest_missed   REAL,
  seed            INTEGER NOT NULL,
  why             TEXT NOT NULL,
  seconds         REAL,
  ended           TEXT NOT NULL,
  environment     INTEGER NOT NULL REFERENCES environments (id),
  digest          TEXT,
  UNIQUE (cell, plan)
) STRICT;
CREATE VIEW audits AS
SELECT studies.name AS study, cells.hash AS cell, a.id AS audit, a.verdict AS verdict,
       a.claimed_for_run AS claimed_for_run, a.claimed AS claimed, a.shown AS shown,
       a.shown_by_rates AS shown_by_rates, a.shown_gaussian AS shown_gaussian, a.delta AS delta,
       a.confidence AS confidence, a.unit AS unit, a.adversary AS adversary, a.relation AS relation,
       a.accountant AS accountant, a.attack AS attack, a.client AS client, a.rounds AS rounds,
       a.runs AS runs, a.canaries AS canaries, a.guesses AS guesses, a.correct AS correct,
       a.false_alarms AS false_alarms, a.missed AS missed, a.fewest_missed AS fewest_missed,
       a.seed AS seed, a.why AS why, a.seconds AS seconds, a.ended AS ended,
       environments.skald_version AS skald_version, environments.git_commit AS git_commit,
       a.plan AS plan
FROM cell_audits AS a
JOIN cells ON cells.id = a.cell
JOIN study_cells ON study_cells.cell = a.cell
JOIN studies ON studies.id = study_cells.study
JOIN environments ON environments.id = a.environment
WHERE NOT EXISTS (SELECT 1 FROM runs WHERE runs.cell = a.cell AND runs.replicate = 0
                  AND (runs.hash = a.run) = runs.superseded);
