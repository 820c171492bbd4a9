-- The results database of Skald, schema version 1. One SQLite file holds every number of its studies.
--
-- This text is compiled into the program, which runs it once, on a new file, in one transaction. The tables
-- are STRICT: a column holds what it says or NULL. Conventions:
--   * NULL in a REAL column of numbers means "not a number"; +-infinity is stored as such (9e999 in SQL).
--   * A hash or digest is SHA-256 in lower-case hexadecimal.
--   * A time is UTC, ISO 8601 with milliseconds: 2026-01-31T12:00:00.000Z.
--   * Everything that belongs to a run is written with it in one transaction: a run is complete or absent.
--
-- Views for people show a run once for each study that declares it, with that study's name: `run_table` (one
-- row per run), `final_metrics` (one row per run and metric), `curves` (one row per run, metric and iteration,
-- with costs), `vector_series` (one row per run, vector metric, iteration and item), `clients` (one row per run
-- and client, with its name), `compare_seeds` (one row
-- per cell and metric, over replicates), `failures` (runs without a result, and why), `decisions` (why a cell
-- has fewer replicates than its grid allows), `audits` (what attacks have shown beside what is claimed). Views
-- that have every run, with the study whose sweep did it: `all_runs` (as run_table, with a column is_current)
-- and `provenance` (what produced a run).
--   sqlite3 results.db 'SELECT K, p_c, rho, eps, replicate, accuracy FROM run_table'

-- A study: one grid document.
CREATE TABLE studies (
  id       INTEGER PRIMARY KEY,
  name     TEXT NOT NULL UNIQUE,      -- the grid's "name"
  document TEXT NOT NULL,             -- the grid document as it was last run, byte for byte
  created  TEXT NOT NULL              -- when the study was first declared in this file
) STRICT;

-- The metrics that a study's grid names.
CREATE TABLE study_metrics (
  study    INTEGER NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
  name     TEXT NOT NULL,
  PRIMARY KEY (study, name)
) STRICT, WITHOUT ROWID;

-- The documents that a study had before, in the order in which they were replaced.
CREATE TABLE former_documents (
  study    INTEGER NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,          -- from 0 on
  document TEXT NOT NULL,
  replaced TEXT NOT NULL,             -- when
  PRIMARY KEY (study, position)
) STRICT, WITHOUT ROWID;

-- A cell: one point of a grid, every option filled in. Cells that several studies share are one row.
CREATE TABLE cells (
  id             INTEGER PRIMARY KEY,
  hash           TEXT NOT NULL UNIQUE,                          -- SHA-256 of canonical_json
  canonical_json TEXT NOT NULL                                  -- every option filled in, JSON
) STRICT;

-- Which runs a study declares now: those of a cell, an origin and the first replicates. What has left the grid
-- keeps its runs but not its row here; a run that no row here refers to stays until `skald prune` removes it.
CREATE TABLE study_cells (
  study     INTEGER NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
  cell      INTEGER NOT NULL REFERENCES cells (id) ON DELETE CASCADE,
  position  INTEGER NOT NULL,                                   -- order of the cells in the grid
  reference INTEGER NOT NULL CHECK (reference IN (0, 1)),       -- 1: run only for others to be compared with
  origin    TEXT NOT NULL,                                      -- of the runs; see there
  replicates INTEGER NOT NULL,                                  -- the runs 0 to replicates - 1
  PRIMARY KEY (study, cell)
) STRICT, WITHOUT ROWID;
CREATE INDEX study_cells_by_cell ON study_cells (cell);

-- The options that some grid varies. column_name is the axis's column in run_table: the last word of the
-- path (the word before it for "x.plugin"), or the whole path if two axes would share a name.
CREATE TABLE axis_names (
  id          INTEGER PRIMARY KEY,
  path        TEXT NOT NULL UNIQUE,                             -- "sampler.p_c", "privacy.plugin"
  column_name TEXT NOT NULL
) STRICT;

-- The value of each axis in each cell, with its own type (truth values are 0 and 1).
CREATE TABLE axes (
  cell  INTEGER NOT NULL REFERENCES cells (id) ON DELETE CASCADE,
  axis  INTEGER NOT NULL REFERENCES axis_names (id),
  value ANY,
  PRIMARY KEY (cell, axis)
) STRICT, WITHOUT ROWID;

-- The machine and software that produced runs; equal environments share one row.
CREATE TABLE environments (
  id              INTEGER PRIMARY KEY,
  hash            TEXT NOT NULL UNIQUE,                         -- SHA-256 of the other columns
  host            TEXT NOT NULL,
  cpu             TEXT NOT NULL,                                -- model name of the processor
  instruction_set TEXT NOT NULL,                                -- the one the kernels used
  skald_version   TEXT NOT NULL,
  git_commit      TEXT NOT NULL,                                -- of Skald's sources; empty: not known
  git_dirty       TEXT NOT NULL,                                -- hash of uncommitted changes; empty: none
  build           TEXT NOT NULL,                                -- JSON: compiler, flags, libraries
  plugins         TEXT NOT NULL                                 -- JSON: name, version, file hash of each
) STRICT;

-- What runs measure. It is no part of their identity: metrics watch.
CREATE TABLE measured (
  id      INTEGER PRIMARY KEY,
  metrics TEXT NOT NULL UNIQUE                                  -- JSON: names, or objects with options; []: a
                                                                -- reference
) STRICT;

-- A run: one cell with one seed, the data that it read, and one replicate number. Only runs that have ended are
-- here. A run that is done again, to measure more for example, repeats every number. If it does not, as with
-- another build of a plugin, the former one is kept under a hash of its own, which follows from its identity and
-- its results.
CREATE TABLE runs (
  id           INTEGER PRIMARY KEY,
  hash         TEXT NOT NULL UNIQUE,                            -- identity: cell, seed, data, replicate
  origin       TEXT NOT NULL,                                   -- what runs that differ in the replicate alone
                                                                -- share: the hash of replicate 0
  former_of    TEXT,                                            -- the identity under which it was stored before
                                                                -- another run gave other results; NULL: none has
  study        INTEGER NOT NULL REFERENCES studies (id),        -- the study whose sweep executed it
  cell         INTEGER NOT NULL REFERENCES cells (id),
  replicate    INTEGER NOT NULL,
  status       TEXT NOT NULL CHECK (status IN (
    'ok',
    'diverged',                                                 -- a result: theta left every bound
    'failed',                                                   -- an exception; see message
    'crashed',                                                  -- the worker process died; see exit_signal
    'timeout',
    'out_of_memory')),
  seed         INTEGER NOT NULL,
  started      TEXT NOT NULL,
  ended        TEXT NOT NULL,
  wall_seconds REAL,
  cpu_seconds  REAL,
  peak_memory  INTEGER,                                         -- bytes
  exit_signal  INTEGER,                                         -- NULL: no signal
  environment  INTEGER NOT NULL REFERENCES environments (id),
  measured     INTEGER NOT NULL REFERENCES measured (id),
  data_digests TEXT NOT NULL,                                   -- JSON: content hash of every data file used
  options      TEXT NOT NULL,                                   -- JSON: every option with its computed value
  message      TEXT NOT NULL,                                   -- why it failed; empty when it did not
  metric_seconds REAL,                                          -- of wall_seconds, for predictions and metrics
  temperature    REAL,                                          -- T of the law exp(-U/T) that the sampler says it
                                                                -- draws from; 1 of optimisers. NULL: there is no
                                                                -- result
  averages_draws INTEGER NOT NULL CHECK (averages_draws IN (0, 1)), -- 1: its metrics are of averages over draws;
                                                                -- 0: of the chains as they stand
  superseded   INTEGER NOT NULL DEFAULT 0 CHECK (superseded IN (0, 1)), -- 1: made by another build of a plugin
                                                                -- than its grid uses now, and not done anew yet
  digest        TEXT,                                           -- seal: over all that is stored of the run; of the
                                                                -- rows of its series and of its artifacts it
                                                                -- covers the digests. Never NULL in a sound file
  series_digest TEXT                                            -- over the rows of its series. Never NULL in a
                                                                -- sound file
) STRICT;
CREATE INDEX runs_by_cell ON runs (cell, replicate);
CREATE INDEX runs_by_identity ON runs (former_of) WHERE former_of NOT NULL;

-- What is measured.
CREATE TABLE metrics (
  id          INTEGER PRIMARY KEY,
  name        TEXT NOT NULL UNIQUE,
  units       TEXT NOT NULL,                                    -- empty: a pure number
  definition  TEXT NOT NULL,
  better      TEXT NOT NULL CHECK (better IN ('up', 'down', 'none', 'zero')),
                                                                -- zero: the nearer to 0
  scale       TEXT NOT NULL CHECK (scale IN ('real', 'positive', 'share', 'count')),
                                                                -- how it is averaged and compared: of positive,
                                                                -- geometric means and ratios; else arithmetic
                                                                -- means and differences
  predictive  INTEGER NOT NULL CHECK (predictive IN (0, 1)),    -- 1: it needs nothing but predictions on test rows
                                                                -- and their labels, so that settings of all
                                                                -- temperatures compete in it
  exact       INTEGER NOT NULL CHECK (exact IN (0, 1)),         -- 1: it is of the exact law of the chain, so that it
                                                                -- averages no draws
  column_name TEXT NOT NULL                                     -- its column in run_table; empty: it has none,
                                                                -- as there is room for no more
) STRICT;

-- The recorded values of a metric along a run, except costs, which `moments` has.
CREATE TABLE points (
  run       INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  metric    INTEGER NOT NULL REFERENCES metrics (id),
  iteration INTEGER NOT NULL,                                   -- local steps done when it was measured
  value     REAL,
  PRIMARY KEY (run, metric, iteration)
) STRICT, WITHOUT ROWID;

-- The series of a metric in one row, except costs, which `ledger` has. min and max skip values that are not a number; mean does not.
CREATE TABLE summary (
  run              INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  metric           INTEGER NOT NULL REFERENCES metrics (id),
  last             REAL,                                        -- the final value
  min              REAL,
  max              REAL,
  mean             REAL,                                        -- over the iterations after the burn-in
  first_non_finite INTEGER,                                     -- iteration; NULL: all values are finite
  PRIMARY KEY (run, metric)
) STRICT, WITHOUT ROWID;

-- What samplers record of many items at once, such as all clients.
CREATE TABLE vector_metrics (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE                                     -- "sampler.update_norm"
) STRICT;

-- Its values along a run, one per item.
CREATE TABLE vector_points (
  run       INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  metric    INTEGER NOT NULL REFERENCES vector_metrics (id),
  iteration INTEGER NOT NULL,                                   -- local steps done when it was recorded
  item      INTEGER NOT NULL,                                   -- from 0 on, such as a client's number
  value     REAL,                                               -- NULL: not a number, or this item has none
  PRIMARY KEY (run, metric, iteration, item)
) STRICT, WITHOUT ROWID;

-- What a run had cost when it was recorded, per chain, as in `ledger`, whatever metrics its grid names. NULL: not
-- there, or it would tell what eps takes for secret. Another run of the same cell, seed and replicate has other
-- wall times: nothing that is compared bit for bit holds them.
CREATE TABLE moments (
  run          INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  iteration    INTEGER NOT NULL,                                -- local steps done
  wall_seconds REAL NOT NULL,                                   -- spent on iterations, not on set-up, metrics
                                                                -- and checkpoints; of a run that was
                                                                -- continued, over all its parts
  rounds               REAL,
  bits_up              REAL,
  bits_down            REAL,
  gradient_evaluations REAL,
  normals              REAL,
  simulated_seconds    REAL,
  PRIMARY KEY (run, iteration)
) STRICT, WITHOUT ROWID;

-- What a run cost, per chain; only eps_spent is for all its chains together.
CREATE TABLE ledger (
  run                  INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  rounds               REAL,                                    -- communication rounds
  bits_up              REAL,                                    -- clients to server, all clients
  bits_down            REAL,                                    -- server to clients, all clients
  gradient_evaluations REAL,                                    -- per-example gradients
  normals              REAL,                                    -- standard normal draws
  eps_spent            REAL,                                    -- infinite: nothing is promised
  simulated_seconds    REAL                                     -- by the clock of run.clients
) STRICT;

-- What a run that averages draws knows of its chains, whatever metrics its grid names, at its records 1, 2, 4, 8, ...
-- and at its end: whether averages describe the law that it samples. R-hat and ESS are the metrics of that name. The
-- view run_diagnostics has the last row of each run.
CREATE TABLE diagnostics (
  run         INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  iteration   INTEGER NOT NULL,                                 -- local steps done
  chains      INTEGER NOT NULL,
  draws       INTEGER NOT NULL,                                 -- of each chain, since the burn-in
  coordinates INTEGER NOT NULL,                                 -- of theta
  still       INTEGER NOT NULL,                                 -- those that have kept one value in some chain
  acceptance  REAL,                                             -- the share of draws that differ from the one before
  r_hat       REAL,                                             -- NULL: there is none, as of fewer than 8 draws
  ess         REAL,
  PRIMARY KEY (run, iteration)
) STRICT, WITHOUT ROWID;

-- What happened during a run, in order.
CREATE TABLE events (
  run       INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  position  INTEGER NOT NULL,
  iteration INTEGER,                                            -- NULL: at no iteration in particular
  kind      TEXT NOT NULL,
  message   TEXT NOT NULL,
  PRIMARY KEY (run, position)
) STRICT;

-- Larger results of a run, for example the predictive probabilities of a reference run.
CREATE TABLE artifacts (
  run     INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  name    TEXT NOT NULL,
  digest  TEXT NOT NULL,                                        -- SHA-256 of content
  content BLOB NOT NULL,
  PRIMARY KEY (run, name)
) STRICT;

-- Seals of declarations: a digest over each table that runs refer to. All seals are SHA-256 over the bytes
-- that core/src/store/seals/row_digest.hpp describes.
CREATE TABLE seals (
  subject TEXT PRIMARY KEY,                                     -- name of the table
  digest  TEXT NOT NULL
) STRICT;

-- Why a cell gets no more replicates, where its grid leaves their number open. It follows from the results and
-- the grid alone: every sweep works it out anew from the runs, so that it has no seal.
CREATE TABLE cell_decisions (
  study      INTEGER NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
  cell       INTEGER NOT NULL REFERENCES cells (id) ON DELETE CASCADE,
  replicates INTEGER NOT NULL,                                  -- the first so many decided it
  reason     TEXT NOT NULL CHECK (reason IN (
    'precise',                                                  -- the mean is as precise as wanted
    'limit',                                                    -- it has as many as it may have
    'no_value',                                                 -- none of its runs has a value of the metric
    'worse',                                                    -- it lost the race against rival
    'failed',                                                   -- a run failed: out of the race until that is mended
    'halved')),                                                 -- its runs were stopped at rung, behind rival
  metric     TEXT NOT NULL,                                     -- by which it was decided; empty: by none
  statistic  REAL,                                              -- precise, limit: half width; worse: p-value; halved: mean at rung
  threshold  REAL,                                              -- of statistic: the most that decides; halved: the rival's mean
  rival      INTEGER REFERENCES cells (id) ON DELETE SET NULL,
  rung       INTEGER,                                           -- halved: in the unit of the runs' length
  PRIMARY KEY (study, cell)
) STRICT, WITHOUT ROWID;

-- The value of a race's metric where a run of a race by successive halving has paused. A run that is stopped
-- there has no row in runs: it has not ended. Like the decisions, the values can be worked out anew, so that they
-- have no seal.
CREATE TABLE rungs (
  study     INTEGER NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
  run       TEXT NOT NULL,                                     -- hash
  cell      INTEGER NOT NULL REFERENCES cells (id) ON DELETE CASCADE,
  replicate INTEGER NOT NULL,
  metric    TEXT NOT NULL,
  unit      TEXT NOT NULL CHECK (unit IN ('rounds', 'iterations')),
  rung      INTEGER NOT NULL,
  value     REAL,
  made_by   TEXT NOT NULL,                                     -- digest of its plugins
  PRIMARY KEY (study, run, metric, unit, rung)
) STRICT, WITHOUT ROWID;

-- What audits of cells have shown (skald audit --db), beside what is claimed. An audit belongs to a cell with its
-- seed and data, and to the plan by which it was made: made again, it takes the place of the former. NULL: the verdict needs no such number.
CREATE TABLE cell_audits (
  id              INTEGER PRIMARY KEY,
  cell            INTEGER NOT NULL REFERENCES cells (id) ON DELETE CASCADE,
  plan            TEXT NOT NULL,                                -- JSON: runs, rounds and canaries that were asked
                                                                -- for, confidence, cells audited together
  run             TEXT NOT NULL,                                -- hash of the cell's run with replicate 0, which
                                                                -- has the seed and the data that were audited
  verdict         TEXT NOT NULL CHECK (verdict IN (
    'nothing_claimed',                                          -- eps is infinite
    'not_attacked',                                             -- nothing in the run could be attacked
    'consistent',                                               -- no contradiction, which proves nothing
    'contradicted')),                                           -- the claim is refuted
  attack          TEXT CHECK (attack IN ('many_runs', 'one_run')), -- with and without a canary, or with many
  claimed_for_run REAL NOT NULL,                                -- eps of the whole run
  claimed         REAL,                                         -- eps of the rounds that were attacked
  shown           REAL,                                         -- eps that an attack shows at least: the greater of
                                                                -- the next two
  shown_by_rates  REAL,                                         -- by an attack that knows nothing of the mechanism
  shown_gaussian  REAL,                                         -- if noise is Gaussian, as declared
  delta           REAL,
  confidence      REAL NOT NULL,                                -- that this bound and those of all cells audited
                                                                -- with it hold
  unit            TEXT,
  adversary       TEXT,
  relation        TEXT,
  accountant      TEXT,
  client          INTEGER,                                      -- the attacked one, or that of the attacked record
  client_name     TEXT,                                         -- what the data call it
  rounds          INTEGER,                                      -- that were attacked
  runs            INTEGER,
  canaries        INTEGER,                                      -- in a run
  guesses         INTEGER,                                      -- of an audit by one run
  correct         INTEGER,
  false_alarms    REAL,                                         -- of an audit by many runs: the most, as a share
  missed          REAL,                                         -- the same: the most canaries that are missed
  fewest_missed   REAL,                                         -- the fewest misses that the declared releases
                                                                -- allow for so many alarms
  seed            INTEGER NOT NULL,                             -- of the attacked runs' random streams
  why             TEXT NOT NULL,                                -- a sentence about the verdict
  seconds         REAL,                                         -- that the audit took
  ended           TEXT NOT NULL,
  environment     INTEGER NOT NULL REFERENCES environments (id),
  digest          TEXT,                                         -- seal over the row, its cell and environment; never
                                                                -- NULL in a sound file
  UNIQUE (run, plan)
) STRICT;

-- What was given to the scheduler of a cluster: one row per job, which holds one or more tasks. It is no result:
-- it tells the next `skald submit` what is under way, and has no seal.
CREATE TABLE submissions (
  id           INTEGER PRIMARY KEY,
  name         TEXT NOT NULL UNIQUE,                            -- of the job, chosen by the program
  study        INTEGER NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
  document     TEXT NOT NULL,                                   -- SHA-256 of the grid document
  scheduler    TEXT NOT NULL,                                   -- 'slurm', or the name of a template
  job          TEXT NOT NULL,                                   -- its id; empty: the scheduler has not answered
  folder       TEXT NOT NULL,                                   -- its name in the folder FILE.tasks of this FILE
  first_task   INTEGER NOT NULL,                                -- tasks first_task to first_task + tasks - 1
  tasks        INTEGER NOT NULL,
  runs         INTEGER NOT NULL,                                -- that its tasks are to do
  task_seconds REAL,                                            -- how long a task was estimated to take
  submitted    TEXT NOT NULL,
  submitted_by TEXT NOT NULL,                                   -- user and host
  cancelled    TEXT NOT NULL                                    -- when; empty: it was not
) STRICT;

-- The 97.5 % quantile of Student's t with `degrees` degrees of freedom, 1 to 1000; filled by the program.
CREATE TABLE student_t (
  degrees  INTEGER PRIMARY KEY,
  quantile REAL NOT NULL
) STRICT;

-- The runs to take results from: those that the newest declaration of a study refers to, once for each study
-- that declares them; `study` is the one that declares, `reference` says whether only for others to be compared
-- with. All others stay in `runs` until `skald prune` removes them.
CREATE VIEW current_runs AS
SELECT d.study AS study, d.reference AS reference, r.id AS id, r.hash AS hash, r.cell AS cell,
       r.replicate AS replicate, r.status AS status, r.seed AS seed, r.started AS started, r.ended AS ended,
       r.wall_seconds AS wall_seconds, r.cpu_seconds AS cpu_seconds, r.peak_memory AS peak_memory,
       r.exit_signal AS exit_signal, r.environment AS environment, r.data_digests AS data_digests,
       r.options AS options, r.message AS message, r.metric_seconds AS metric_seconds,
       r.temperature AS temperature, r.averages_draws AS averages_draws
FROM study_cells AS d
JOIN runs AS r ON r.cell = d.cell AND r.origin = d.origin AND r.replicate < d.replicates
WHERE NOT r.superseded AND r.former_of IS NULL;

-- The costs of runs as metrics, except eps_spent, which is one where its grid names it.
CREATE VIEW run_costs AS
SELECT ledger.run AS run, metrics.id AS metric, metrics.name AS name,
       CASE metrics.name WHEN 'rounds' THEN rounds WHEN 'bits_up' THEN bits_up
         WHEN 'bits_down' THEN bits_down WHEN 'gradient_evaluations' THEN gradient_evaluations
         WHEN 'normals' THEN normals ELSE simulated_seconds END AS value
FROM ledger JOIN metrics ON metrics.name IN (
  'rounds', 'bits_up', 'bits_down', 'gradient_evaluations', 'normals', 'simulated_seconds');

-- One row per run and metric, or cost that the study names, with the final value. `run_table` is its wide form: one row per run, the
-- columns study, run, hash, cell, replicate, status, then one column per axis (K, p_c, rho and eps are
-- always there; a formula shows its value in the run), one per metric (its final value) and per ledger entry, then wall_seconds. Both have no values
-- of metrics for runs that did not end ok, so that none is averaged or found to be small by mistake. Axes and
-- metrics have at most 1900 columns together; if there are more, some metrics are only in final_metrics,
-- first those that samplers record. `all_runs` has the same columns and, after status, is_current: 1 for the
-- rows that run_table has, and former_of. The program rewrites both views whenever an axis or a metric is new to the file.
CREATE VIEW final_metrics AS
SELECT studies.name AS study, runs.id AS run, runs.hash AS hash, cells.hash AS cell,
       runs.replicate AS replicate, runs.status AS status, metrics.name AS metric,
       metrics.units AS units, metrics.better AS better,
       CASE WHEN runs.status = 'ok' THEN summary.last END AS value,
       CASE WHEN runs.status = 'ok' THEN summary.mean END AS mean_after_burn_in,
       summary.first_non_finite AS first_non_finite
FROM current_runs AS runs
JOIN studies ON studies.id = runs.study
JOIN cells ON cells.id = runs.cell
JOIN summary ON summary.run = runs.id
JOIN metrics ON metrics.id = summary.metric
UNION ALL
SELECT studies.name, runs.id, runs.hash, cells.hash, runs.replicate, runs.status, metrics.name,
       metrics.units, metrics.better, CASE WHEN runs.status = 'ok' THEN run_costs.value END, NULL, NULL
FROM current_runs AS runs
JOIN studies ON studies.id = runs.study
JOIN cells ON cells.id = runs.cell
JOIN run_costs ON run_costs.run = runs.id AND run_costs.value NOT NULL
JOIN metrics ON metrics.id = run_costs.metric
WHERE run_costs.name IN (SELECT name FROM study_metrics AS n WHERE n.study = runs.study);

-- The same for vector series, one row per item of every record.
CREATE VIEW vector_series AS
SELECT studies.name AS study, runs.id AS run, runs.hash AS hash, cells.hash AS cell,
       runs.replicate AS replicate, vector_metrics.name AS metric, vector_points.iteration AS iteration,
       vector_points.item AS item, vector_points.value AS value
FROM current_runs AS runs
JOIN studies ON studies.id = runs.study
JOIN cells ON cells.id = runs.cell
JOIN vector_points ON vector_points.run = runs.id
JOIN vector_metrics ON vector_metrics.id = vector_points.metric;

-- What the data call the clients of each current run, and how many training rows they have: for its vector
-- series with an item per client. Runs of more than 100000 clients keep none, and name is NULL where the data
-- have no names.
CREATE VIEW clients AS
SELECT studies.name AS study, runs.id AS run, runs.hash AS hash, sizes.key AS client, names.value AS name,
       (SELECT sum(value) FROM json_each(sizes.value)) AS rows
FROM current_runs AS runs
JOIN studies ON studies.id = runs.study
JOIN artifacts ON artifacts.run = runs.id AND artifacts.name = 'label_histogram'
JOIN json_each(CAST(artifacts.content AS TEXT), '$.counts') AS sizes
LEFT JOIN json_each(CAST(artifacts.content AS TEXT), '$.names') AS names ON names.key = sizes.key;

-- Curves: what was recorded along current runs, one row per run, metric and iteration, with what the run
-- had cost by then. eps_spent is NULL where the grid's metrics do not name it.
CREATE VIEW curves AS
SELECT studies.name AS study, points.run AS run, metrics.name AS metric, points.iteration AS iteration,
       moments.rounds AS round, moments.bits_up AS bits_up, moments.bits_down AS bits_down,
       moments.gradient_evaluations AS gradient_evaluations, moments.normals AS normals,
       moments.simulated_seconds AS simulated_seconds,
       (SELECT value FROM points AS cost WHERE cost.run = points.run
        AND cost.metric = (SELECT id FROM metrics WHERE name = 'eps_spent')
        AND cost.iteration = points.iteration) AS eps_spent,
       moments.wall_seconds AS wall_seconds, points.value AS value
FROM current_runs AS runs
JOIN studies ON studies.id = runs.study
JOIN points ON points.run = runs.id
JOIN metrics ON metrics.id = points.metric
LEFT JOIN moments ON moments.run = points.run AND moments.iteration = points.iteration;

-- Mean over the replicates of a cell of a study, for each metric, and each cost that the study names: runs = all current runs of the cell; n = those
-- that ended ok with a finite final value. mean, sd (n - 1 in the denominator) and half_width (of the 95 %
-- interval of the mean, Student's t) are over these n alone; the others are counted in diverged, failed (any
-- other end) and non_finite (ended ok without a finite value), never averaged. sd and half_width need n >= 2;
-- beyond 1001 replicates the quantile of 1000 degrees is used (0.12 % too wide at most).
CREATE VIEW compare_seeds AS
WITH finals AS (
  SELECT runs.study AS study, runs.cell AS cell, summary.metric AS metric, runs.status = 'ok' AS is_ok,
         CASE WHEN runs.status = 'ok' AND abs(summary.last) < 9e999 THEN summary.last END AS value
  FROM current_runs AS runs JOIN summary ON summary.run = runs.id
  UNION ALL
  SELECT runs.study, runs.cell, costs.metric, runs.status = 'ok',
         CASE WHEN runs.status = 'ok' AND abs(costs.value) < 9e999 THEN costs.value END
  FROM current_runs AS runs JOIN run_costs AS costs ON costs.run = runs.id
  WHERE costs.value NOT NULL
    AND costs.name IN (SELECT name FROM study_metrics AS n WHERE n.study = runs.study)
), means AS (
  SELECT study, cell, metric, count(value) AS n, sum(is_ok) - count(value) AS non_finite,
         avg(value) AS mean
  FROM finals GROUP BY study, cell, metric
), ends AS (
  SELECT study, cell, count(*) AS runs, sum(status = 'diverged') AS diverged,
         sum(status NOT IN ('ok', 'diverged')) AS failed
  FROM current_runs GROUP BY study, cell
), spreads AS (
  SELECT means.study AS study, means.cell AS cell, means.metric AS metric, n, non_finite, mean,
         CASE WHEN n > 1 THEN sqrt(sum((value - mean) * (value - mean)) / (n - 1)) END AS sd
  FROM means JOIN finals USING (study, cell, metric)
  GROUP BY means.study, means.cell, means.metric
)
SELECT studies.name AS study, cells.hash AS cell, metrics.name AS metric, ends.runs AS runs,
       spreads.n AS n, ends.diverged AS diverged, ends.failed AS failed,
       spreads.non_finite AS non_finite, spreads.mean AS mean, spreads.sd AS sd,
       spreads.sd * student_t.quantile / sqrt(spreads.n) AS half_width
FROM spreads
JOIN ends USING (study, cell)
JOIN studies ON studies.id = spreads.study
JOIN cells ON cells.id = spreads.cell
JOIN metrics ON metrics.id = spreads.metric
LEFT JOIN student_t ON student_t.degrees = min(spreads.n - 1, 1000);

-- What produced each run.
CREATE VIEW provenance AS
SELECT studies.name AS study, runs.id AS run, runs.hash AS hash, runs.status AS status,
       runs.message AS message, runs.exit_signal AS exit_signal, runs.started AS started,
       runs.ended AS ended, runs.wall_seconds AS wall_seconds, runs.cpu_seconds AS cpu_seconds,
       runs.peak_memory AS peak_memory, runs.seed AS seed, runs.replicate AS replicate,
       environments.host AS host, environments.cpu AS cpu,
       environments.instruction_set AS instruction_set,
       environments.skald_version AS skald_version, environments.git_commit AS git_commit,
       environments.git_dirty AS git_dirty, environments.build AS build,
       environments.plugins AS plugins, runs.data_digests AS data_digests,
       runs.options AS options, measured.metrics AS measured, cells.canonical_json AS canonical_json
FROM runs
JOIN studies ON studies.id = runs.study
JOIN cells ON cells.id = runs.cell
JOIN environments ON environments.id = runs.environment
JOIN measured ON measured.id = runs.measured;

-- What is known of the chains of each current run that averages draws, at its end: of chains that
-- stand still neither R-hat nor ESS.
CREATE VIEW run_diagnostics AS
SELECT studies.name AS study, runs.id AS run, runs.hash AS hash, cells.hash AS cell,
       runs.replicate AS replicate, runs.status AS status, d.iteration AS iteration, d.chains AS chains,
       d.draws AS draws, d.coordinates AS coordinates, d.still AS still, d.acceptance AS acceptance,
       iif(d.still > 0, NULL, d.r_hat) AS r_hat, iif(d.still > 0, NULL, d.ess) AS ess
FROM current_runs AS runs
JOIN studies ON studies.id = runs.study
JOIN cells ON cells.id = runs.cell
JOIN diagnostics AS d ON d.run = runs.id
 AND d.iteration = (SELECT max(iteration) FROM diagnostics AS e WHERE e.run = runs.id);

-- Current runs that ended without a result.
CREATE VIEW failures AS
SELECT studies.name AS study, runs.hash AS hash, runs.replicate AS replicate,
       runs.status AS status, runs.exit_signal AS exit_signal, runs.ended AS ended,
       runs.message AS message
FROM current_runs AS runs
JOIN studies ON studies.id = runs.study
WHERE runs.status NOT IN ('ok', 'diverged');

-- Why cells have fewer replicates than their grid allows.
CREATE VIEW decisions AS
SELECT studies.name AS study, cells.hash AS cell, d.replicates AS replicates, d.reason AS reason,
       d.metric AS metric, d.statistic AS statistic, d.threshold AS threshold, rivals.hash AS rival,
       d.rung AS rung
FROM cell_decisions AS d
JOIN studies ON studies.id = d.study
JOIN cells ON cells.id = d.cell
LEFT JOIN cells AS rivals ON rivals.id = d.rival;

-- Audits beside what is claimed, one row per audit and study that declares the runs that it is about. They leave
-- out those of another build than the grid uses now.
CREATE VIEW audits AS
SELECT studies.name AS study, cells.hash AS cell, a.id AS audit, a.verdict AS verdict,
       a.claimed_for_run AS claimed_for_run, a.claimed AS claimed, a.shown AS shown,
       a.shown_by_rates AS shown_by_rates, a.shown_gaussian AS shown_gaussian, a.delta AS delta,
       a.confidence AS confidence, a.unit AS unit, a.adversary AS adversary, a.relation AS relation,
       a.accountant AS accountant, a.attack AS attack, a.client AS client,
       a.client_name AS client_name, a.rounds AS rounds,
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
WHERE study_cells.origin = a.run
  AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.hash = a.run AND runs.superseded);
