-- A results database of schema version 1, as `sqlite3 FILE .dump` writes it,
-- but for the rows of student_t, which are the same in every version.
PRAGMA application_id = 1399549028;
PRAGMA user_version = 1;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE studies (
  id       INTEGER PRIMARY KEY,
  name     TEXT NOT NULL UNIQUE,      -- the grid's "name"
  document TEXT NOT NULL,             -- the grid document as it was last run, byte for byte
  created  TEXT NOT NULL              -- when the study was first declared in this file
) STRICT;
INSERT INTO studies VALUES(1,'walk',replace('{ "name": "walk", "seed": 1, "replicates": 2,\n  "dataset": {"plugin": "gaussian_clients", "clients": 2, "dimension": 2, "generator": "toy"},\n  "model": {"plugin": "gaussian"},\n  "sampler": {"plugin": "misbehaving"}, "metrics": ["mean_bias", "gradient_evaluations"],\n  "run": {"iterations": 40, "record_every": 20},\n  "axes": [{"how": ["not", "nan", "abort"]}] }\n','\n',char(10)),'2026-11-20T12:13:53.427Z');
CREATE TABLE cells (
  id             INTEGER PRIMARY KEY,
  hash           TEXT NOT NULL UNIQUE,                          -- SHA-256 of canonical_json
  canonical_json TEXT NOT NULL                                  -- every option filled in, JSON
) STRICT;
INSERT INTO cells VALUES(1,'63a345a22b6a74e97bb675a078a6fd451cf3b3c86277618b7a0cbce9040220c5','{"dataset":{"numerics_revision":1,"options":{"alpha":null,"clients":2,"covariances":null,"dimension":2,"examples":null,"generator":"toy","means":null},"plugin":"gaussian_clients"},"metrics":["gradient_evaluations","mean_bias"],"model":{"numerics_revision":1,"options":{},"plugin":"gaussian"},"partition":{"numerics_revision":1,"options":{},"plugin":"natural"},"privacy":{"numerics_revision":1,"options":{},"plugin":"none"},"run":{"burn_in":0.1,"chains":1,"divergence_bound":1e+10,"iterations":40,"limits.memory":null,"limits.seconds":null,"predict_every":null,"record_every":20,"rounds":null,"start":"zero","thin":1},"sampler":{"numerics_revision":1,"options":{"at":30,"how":"not","milliseconds":0.0,"phase":0.0},"plugin":"misbehaving"}}');
INSERT INTO cells VALUES(2,'20924f09dba30473d8b22b2c7b13a483f2a4ea4dc1d5fe5ebd1e0d3f25959d63','{"dataset":{"numerics_revision":1,"options":{"alpha":null,"clients":2,"covariances":null,"dimension":2,"examples":null,"generator":"toy","means":null},"plugin":"gaussian_clients"},"metrics":["gradient_evaluations","mean_bias"],"model":{"numerics_revision":1,"options":{},"plugin":"gaussian"},"partition":{"numerics_revision":1,"options":{},"plugin":"natural"},"privacy":{"numerics_revision":1,"options":{},"plugin":"none"},"run":{"burn_in":0.1,"chains":1,"divergence_bound":1e+10,"iterations":40,"limits.memory":null,"limits.seconds":null,"predict_every":null,"record_every":20,"rounds":null,"start":"zero","thin":1},"sampler":{"numerics_revision":1,"options":{"at":30,"how":"nan","milliseconds":0.0,"phase":0.0},"plugin":"misbehaving"}}');
INSERT INTO cells VALUES(3,'3fe0cd101a40398a3115d1b231bc1e33c08c9f11b0d7840d7bfbaf33f85a96e4','{"dataset":{"numerics_revision":1,"options":{"alpha":null,"clients":2,"covariances":null,"dimension":2,"examples":null,"generator":"toy","means":null},"plugin":"gaussian_clients"},"metrics":["gradient_evaluations","mean_bias"],"model":{"numerics_revision":1,"options":{},"plugin":"gaussian"},"partition":{"numerics_revision":1,"options":{},"plugin":"natural"},"privacy":{"numerics_revision":1,"options":{},"plugin":"none"},"run":{"burn_in":0.1,"chains":1,"divergence_bound":1e+10,"iterations":40,"limits.memory":null,"limits.seconds":null,"predict_every":null,"record_every":20,"rounds":null,"start":"zero","thin":1},"sampler":{"numerics_revision":1,"options":{"at":30,"how":"abort","milliseconds":0.0,"phase":0.0},"plugin":"misbehaving"}}');
CREATE TABLE study_cells (
  study     INTEGER NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
  cell      INTEGER NOT NULL REFERENCES cells (id) ON DELETE CASCADE,
  position  INTEGER NOT NULL,                                   -- order of the cells in the grid
  reference INTEGER NOT NULL CHECK (reference IN (0, 1)),       -- 1: run only for others to be compared with
  PRIMARY KEY (study, cell)
) STRICT, WITHOUT ROWID;
INSERT INTO study_cells VALUES(1,1,0,0);
INSERT INTO study_cells VALUES(1,2,1,0);
INSERT INTO study_cells VALUES(1,3,2,0);
CREATE TABLE axis_names (
  id          INTEGER PRIMARY KEY,
  path        TEXT NOT NULL UNIQUE,                             -- "sampler.p_c", "privacy.plugin"
  column_name TEXT NOT NULL
) STRICT;
INSERT INTO axis_names VALUES(1,'sampler.how','how');
CREATE TABLE axes (
  cell  INTEGER NOT NULL REFERENCES cells (id) ON DELETE CASCADE,
  axis  INTEGER NOT NULL REFERENCES axis_names (id),
  value ANY,
  PRIMARY KEY (cell, axis)
) STRICT, WITHOUT ROWID;
INSERT INTO axes VALUES(1,1,'not');
INSERT INTO axes VALUES(2,1,'nan');
INSERT INTO axes VALUES(3,1,'abort');
CREATE TABLE wide_axes (
  cell INTEGER PRIMARY KEY REFERENCES cells (id) ON DELETE CASCADE
, axis_1 ANY) STRICT;
INSERT INTO wide_axes VALUES(1,'not');
INSERT INTO wide_axes VALUES(2,'nan');
INSERT INTO wide_axes VALUES(3,'abort');
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
INSERT INTO environments VALUES(1,'0d3e28910fb7084421e9d05d618efd729356847c6ff9b85c6b59875208063745','host','AMD EPYC','avx512','0.1.0','3dedf61f183e7157c212f592ee18c1fd21eb6786','a9c5473d96be465d604e6e8b0865c32ac240bb2b','{"compiler":"GNU 12.2.0","flags":"Release  -O3 -DNDEBUG sanitize=","eigen":"3.4.0","boost":"1_81","sqlite":3040001}','[{"kind":"dataset","name":"gaussian_clients","version":"1","numerics_revision":1,"file":"/usr/lib/skald/plugins/dataset/gaussian_clients.so","sha256":"f982d2654d01640c086298252e0ae80e42668708d77a9b12f5535447ed057dd5","build":"eigen-3.4.0 baseline ndebug"},{"kind":"partition","name":"natural","version":"1","numerics_revision":1,"file":"/usr/lib/skald/plugins/partition/natural.so","sha256":"1b3f16f678132c32c59aff4cedb2a7bd1ce1ffa4dd286581f90f90ce03a82727","build":"eigen-3.4.0 baseline ndebug"},{"kind":"model","name":"gaussian","version":"1","numerics_revision":1,"file":"/usr/lib/skald/plugins/model/gaussian.so","sha256":"9be2beb48a5ebe36fe526f9d6515579a2b878b27a3c950358cd96b9d89e42de9","build":"eigen-3.4.0 baseline ndebug"},{"kind":"sampler","name":"misbehaving","version":"1.0","numerics_revision":1,"file":"/usr/lib/skald/plugins/runner/misbehaving.so","sha256":"b054212f1f4833706efe241f3d8ae8c25f977a047a775f78e778416c4b3f63c9","build":"eigen-3.4.0 baseline ndebug"},{"kind":"privacy","name":"none","version":"1.0.0","numerics_revision":1,"file":"/usr/lib/skald/plugins/privacy/none.so","sha256":"be4d288919480d4423502879cb560589eff8b92046f44aef4421b270336b2e63","build":"eigen-3.4.0 baseline ndebug"}]');
CREATE TABLE runs (
  id           INTEGER PRIMARY KEY,
  hash         TEXT NOT NULL UNIQUE,                            -- identity: cell, numerics, data, replicate
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
  data_digests TEXT NOT NULL,                                   -- JSON: content hash of every data file used
  options      TEXT NOT NULL,                                   -- JSON: every option with its computed value
  message      TEXT NOT NULL,                                   -- why it failed; empty when it did not
  UNIQUE (cell, replicate)
) STRICT;
INSERT INTO runs VALUES(1,'7ee8ab9bca897e46dccfa0a50bff42ed8e38d2b18e6ddb76217ac639b0271e17',1,1,0,'ok',1,'2026-11-20T12:13:53.429Z','2026-11-20T12:13:53.456Z',0.027249848000000000125,0.00051599999999999909827,12361728,NULL,1,'{}','{}','');
INSERT INTO runs VALUES(2,'777be5fe96426d652a3656e40d9662b17a4d3b667afb41f746a718c6b78882f5',1,1,1,'ok',1,'2026-11-20T12:13:53.456Z','2026-11-20T12:13:53.456Z',0.00042676399999999999534,0.00028199999999999926514,12365824,NULL,1,'{}','{}','');
INSERT INTO runs VALUES(3,'a21c5427cfac7d8128ebe3ada771ff2467534f2c2597bda127d623388e2d8abb',1,2,0,'diverged',1,'2026-11-20T12:13:53.456Z','2026-11-20T12:13:53.467Z',0.010809077999999999741,0.00025999999999999981459,12357632,NULL,1,'{}','{}','a parameter was not finite or beyond run.divergence_bound after iteration 31');
INSERT INTO runs VALUES(4,'ac4bc5a164ed406db377000e4a5e0cb1410c7b501d8d1ac6a59e8886f70b2152',1,2,1,'diverged',1,'2026-11-20T12:13:53.467Z','2026-11-20T12:13:53.468Z',0.00055346099999999999203,0.00035499999999999941324,12369920,NULL,1,'{}','{}','a parameter was not finite or beyond run.divergence_bound after iteration 31');
INSERT INTO runs VALUES(5,'5850f37183f0b202fdd7996892e7864447323ad933eb03baf38e6491a5d7c0ac',1,3,0,'crashed',1,'2026-11-20T12:13:53.468Z','2026-11-20T12:13:53.475Z',0.0074617889999999999217,NULL,NULL,6,1,'{}','{}',replace('killed by signal 6 (Aborted); last output:\nassertion failed: a < b','\n',char(10)));
INSERT INTO runs VALUES(6,'373a5db7b474b76318c0506979b5d124a932066eaa770259fa8eed48accb89cf',1,3,1,'crashed',1,'2026-11-20T12:13:53.475Z','2026-11-20T12:13:53.755Z',0.27985546799999999612,NULL,NULL,6,1,'{}','{}',replace('killed by signal 6 (Aborted); last output:\nassertion failed: a < b','\n',char(10)));
CREATE TABLE metrics (
  id          INTEGER PRIMARY KEY,
  name        TEXT NOT NULL UNIQUE,
  units       TEXT NOT NULL,                                    -- empty: a pure number
  definition  TEXT NOT NULL,
  better      TEXT NOT NULL CHECK (better IN ('up', 'down', 'none')),
  column_name TEXT NOT NULL                                     -- its column in run_table
) STRICT;
INSERT INTO metrics VALUES(1,'w2','theta','Wasserstein-2 distance between the Gaussian with the mean and covariance of the draws of all chains and the Gaussian posterior: root of ||m1-m2||^2 + Tr(S1+S2-2(S1^1/2 S2 S1^1/2)^1/2) (Dowson and Landau 1982); even exact draws give about root of Tr(S)/draws','down','w2');
INSERT INTO metrics VALUES(2,'exact_w2','theta','w2 between the Gaussian with the exact stationary mean and covariance of the chain and the posterior','down','exact_w2');
INSERT INTO metrics VALUES(3,'variance_mse','theta^4','Mean over chains of (V - T Tr A^-1)^2, V the time average of ||X-x*||^2 and T Tr A^-1 its value under the posterior (Plassier et al. 2022, Table 1)','down','variance_mse');
INSERT INTO metrics VALUES(4,'exact_variance_mse','theta^4','(E||X-x*||^2 - T Tr A^-1)^2 under the exact stationary law: variance_mse of infinitely many draws','down','exact_variance_mse');
INSERT INTO metrics VALUES(5,'variance_bias','theta^2','Mean over chains of V - T Tr A^-1, V the time average of ||X-x*||^2','none','variance_bias');
INSERT INTO metrics VALUES(6,'exact_variance_bias','theta^2','E||X-x*||^2 - T Tr A^-1 under the exact stationary law of the chain','none','exact_variance_bias');
INSERT INTO metrics VALUES(7,'variance_bias_error','theta^2','Standard error of variance_bias, measured: from 32 to 64 batch means of ||X-x*||^2 per chain, their variance taken about the average of all chains (Flegal and Jones 2010)','down','variance_bias_error');
INSERT INTO metrics VALUES(8,'exact_variance_bias_error','theta^2','Standard error of variance_bias, predicted: for stationary modes AR(1) of variance v_j, bias m_j and decay h lambda_j it is about the root of sum_j (2 v_j^2 + 8 m_j^2 v_j) / (h lambda_j iterations chains)','down','exact_variance_bias_error');
INSERT INTO metrics VALUES(9,'mean_bias','theta','||m - x*||, m the average of the draws of all chains','down','mean_bias');
INSERT INTO metrics VALUES(10,'exact_mean_bias','theta','||E X - x*|| under the exact stationary law of the chain','down','exact_mean_bias');
INSERT INTO metrics VALUES(11,'accuracy','','Share of test rows whose label is the most probable class of the predictive average over draws and chains; of equal classes the lowest counts','up','accuracy');
INSERT INTO metrics VALUES(12,'accuracy_mean_parameter','','Share of test rows whose label is the most probable class at the average parameter of all draws and chains','up','accuracy_mean_parameter');
INSERT INTO metrics VALUES(13,'brier','','Mean over test rows of sum_c (p(c) - 1{label=c})^2 over all classes, p the predictive average; between 0 and 2 (Brier 1950)','down','brier');
INSERT INTO metrics VALUES(14,'nll','nat','Mean over test rows of -log p(label), p the predictive average, raised to 1e-12 where below','down','nll');
INSERT INTO metrics VALUES(15,'ece','','Expected calibration error: sum over 15 buckets ((m-1)/15, m/15] of the top probability of (share of test rows) |accuracy - mean top probability| (Guo et al. 2017)','down','ece');
INSERT INTO metrics VALUES(16,'agreement','','Share of test rows on which the predictive averages of this run and of the reference run have the same most probable class (Izmailov et al. 2021)','up','agreement');
INSERT INTO metrics VALUES(17,'total_variation','','Mean over test rows of 1/2 sum_c |p(c) - q(c)|, p and q the predictive averages of this run and of the reference run (Izmailov et al. 2021)','down','total_variation');
INSERT INTO metrics VALUES(18,'ess','draw','Effective sample size of all chains together: Var(draws) / mcse^2 of a coordinate, the smallest over at most 1024 coordinates; valid when the run is 100 correlation times long','up','ess');
INSERT INTO metrics VALUES(19,'r_hat','','Split R-hat over the halves of all chains, the largest over at most 1024 coordinates (Gelman et al., Bayesian Data Analysis, section 11.4)','down','r_hat');
INSERT INTO metrics VALUES(20,'mcse','theta','Monte Carlo standard error of the average of a coordinate over all draws and chains, from 32 to 64 batch means per chain (Flegal and Jones 2010), the largest over at most 1024 coordinates','down','mcse');
INSERT INTO metrics VALUES(21,'rounds','round','Communications of the server with its participants, per chain','down','rounds');
INSERT INTO metrics VALUES(22,'bits_up','bit','Bits sent by all clients to the server, per chain; 32 per uncompressed number','down','bits_up');
INSERT INTO metrics VALUES(23,'bits_down','bit','Bits sent by the server to all clients, per chain; 32 per uncompressed number','down','bits_down');
INSERT INTO metrics VALUES(24,'gradient_evaluations','gradient','Gradients of single data rows computed by all clients, per chain','down','gradient_evaluations');
INSERT INTO metrics VALUES(25,'normals','draw','Standard normal numbers drawn, per chain','down','normals');
INSERT INTO metrics VALUES(26,'eps_spent','nat','epsilon of the (epsilon, delta) differential privacy guarantee of everything released so far; infinite without a guarantee','down','eps_spent');
CREATE TABLE points (
  run       INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  metric    INTEGER NOT NULL REFERENCES metrics (id),
  iteration INTEGER NOT NULL,                                   -- local steps done when it was measured
  value     REAL,
  PRIMARY KEY (run, metric, iteration)
) STRICT, WITHOUT ROWID;
INSERT INTO points VALUES(1,9,20,0.48532783607057788932);
INSERT INTO points VALUES(1,9,40,0.56097532878003453227);
INSERT INTO points VALUES(1,24,20,0.0);
INSERT INTO points VALUES(1,24,40,0.0);
INSERT INTO points VALUES(2,9,20,2.0047713292973114995);
INSERT INTO points VALUES(2,9,40,2.0694937365031029763);
INSERT INTO points VALUES(2,24,20,0.0);
INSERT INTO points VALUES(2,24,40,0.0);
INSERT INTO points VALUES(3,9,20,0.48532783607057788932);
INSERT INTO points VALUES(3,24,20,0.0);
INSERT INTO points VALUES(4,9,20,2.0047713292973114995);
INSERT INTO points VALUES(4,24,20,0.0);
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
INSERT INTO summary VALUES(1,9,0.56097532878003453227,0.48532783607057788932,0.56097532878003453227,0.52315158242530623855,NULL);
INSERT INTO summary VALUES(1,24,0.0,0.0,0.0,0.0,NULL);
INSERT INTO summary VALUES(2,9,2.0694937365031029763,2.0047713292973114995,2.0694937365031029763,2.0371325329002072379,NULL);
INSERT INTO summary VALUES(2,24,0.0,0.0,0.0,0.0,NULL);
INSERT INTO summary VALUES(3,9,0.48532783607057788932,0.48532783607057788932,0.48532783607057788932,0.48532783607057788932,NULL);
INSERT INTO summary VALUES(3,24,0.0,0.0,0.0,0.0,NULL);
INSERT INTO summary VALUES(4,9,2.0047713292973114995,2.0047713292973114995,2.0047713292973114995,2.0047713292973114995,NULL);
INSERT INTO summary VALUES(4,24,0.0,0.0,0.0,0.0,NULL);
CREATE TABLE wide_metrics (
  run INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE
, metric_1 REAL, metric_10 REAL, metric_11 REAL, metric_12 REAL, metric_13 REAL, metric_14 REAL, metric_15 REAL, metric_16 REAL, metric_17 REAL, metric_18 REAL, metric_19 REAL, metric_2 REAL, metric_20 REAL, metric_21 REAL, metric_22 REAL, metric_23 REAL, metric_24 REAL, metric_25 REAL, metric_26 REAL, metric_3 REAL, metric_4 REAL, metric_5 REAL, metric_6 REAL, metric_7 REAL, metric_8 REAL, metric_9 REAL) STRICT;
INSERT INTO wide_metrics VALUES(1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.56097532878003453227);
INSERT INTO wide_metrics VALUES(2,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.0694937365031029763);
INSERT INTO wide_metrics VALUES(3,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.48532783607057788932);
INSERT INTO wide_metrics VALUES(4,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.0047713292973114995);
INSERT INTO wide_metrics VALUES(5,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO wide_metrics VALUES(6,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE ledger (
  run                  INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  rounds               REAL,                                    -- communication rounds
  bits_up              REAL,                                    -- clients to server, all clients
  bits_down            REAL,                                    -- server to clients, all clients
  gradient_evaluations REAL,                                    -- per-example gradients
  normals              REAL,                                    -- standard normal draws
  eps_spent            REAL                                     -- infinite: nothing is promised
) STRICT;
INSERT INTO ledger VALUES(1,0.0,0.0,0.0,0.0,0.0,1e999);
INSERT INTO ledger VALUES(2,0.0,0.0,0.0,0.0,0.0,1e999);
INSERT INTO ledger VALUES(3,0.0,0.0,0.0,0.0,0.0,1e999);
INSERT INTO ledger VALUES(4,0.0,0.0,0.0,0.0,0.0,1e999);
CREATE TABLE events (
  run       INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  position  INTEGER NOT NULL,
  iteration INTEGER,                                            -- NULL: at no iteration in particular
  kind      TEXT NOT NULL,
  message   TEXT NOT NULL,
  PRIMARY KEY (run, position)
) STRICT;
INSERT INTO events VALUES(3,0,31,'diverged','a parameter was not finite or beyond run.divergence_bound after iteration 31');
INSERT INTO events VALUES(4,0,31,'diverged','a parameter was not finite or beyond run.divergence_bound after iteration 31');
CREATE TABLE artifacts (
  run     INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  name    TEXT NOT NULL,
  digest  TEXT NOT NULL,                                        -- SHA-256 of content
  content BLOB NOT NULL,
  PRIMARY KEY (run, name)
) STRICT;
CREATE TABLE student_t (
  degrees  INTEGER PRIMARY KEY,
  quantile REAL NOT NULL
) STRICT;
CREATE INDEX study_cells_by_cell ON study_cells (cell);
CREATE VIEW final_metrics AS
SELECT studies.name AS study, runs.id AS run, runs.hash AS hash, cells.hash AS cell,
       runs.replicate AS replicate, runs.status AS status, metrics.name AS metric,
       metrics.units AS units, metrics.better AS better, summary.last AS value,
       summary.mean AS mean_after_burn_in, summary.first_non_finite AS first_non_finite
FROM runs
JOIN studies ON studies.id = runs.study
JOIN cells ON cells.id = runs.cell
JOIN summary ON summary.run = runs.id
JOIN metrics ON metrics.id = summary.metric;
CREATE VIEW compare_seeds AS
WITH ends AS (
  SELECT cell, count(*) AS runs, sum(status = 'diverged') AS diverged,
         sum(status NOT IN ('ok', 'diverged')) AS failed
  FROM runs GROUP BY cell
), finals AS (
  SELECT runs.cell AS cell, summary.metric AS metric, runs.status = 'ok' AS is_ok,
         CASE WHEN runs.status = 'ok' AND abs(summary.last) < 9e999 THEN summary.last END AS value
  FROM runs JOIN summary ON summary.run = runs.id
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
       runs.options AS options, cells.canonical_json AS canonical_json
FROM runs
JOIN studies ON studies.id = runs.study
JOIN cells ON cells.id = runs.cell
JOIN environments ON environments.id = runs.environment;
CREATE VIEW run_table AS SELECT (SELECT name FROM studies WHERE id = runs.study) AS study, runs.id AS run, runs.hash AS hash, (SELECT hash FROM cells WHERE id = runs.cell) AS cell, runs.replicate AS replicate, runs.status AS status, NULL AS "K", NULL AS "p_c", NULL AS "rho", NULL AS "eps", wide_axes.axis_1 AS "how", wide_metrics.metric_1 AS "w2", wide_metrics.metric_2 AS "exact_w2", wide_metrics.metric_3 AS "variance_mse", wide_metrics.metric_4 AS "exact_variance_mse", wide_metrics.metric_5 AS "variance_bias", wide_metrics.metric_6 AS "exact_variance_bias", wide_metrics.metric_7 AS "variance_bias_error", wide_metrics.metric_8 AS "exact_variance_bias_error", wide_metrics.metric_9 AS "mean_bias", wide_metrics.metric_10 AS "exact_mean_bias", wide_metrics.metric_11 AS "accuracy", wide_metrics.metric_12 AS "accuracy_mean_parameter", wide_metrics.metric_13 AS "brier", wide_metrics.metric_14 AS "nll", wide_metrics.metric_15 AS "ece", wide_metrics.metric_16 AS "agreement", wide_metrics.metric_17 AS "total_variation", wide_metrics.metric_18 AS "ess", wide_metrics.metric_19 AS "r_hat", wide_metrics.metric_20 AS "mcse", wide_metrics.metric_21 AS "rounds", wide_metrics.metric_22 AS "bits_up", wide_metrics.metric_23 AS "bits_down", wide_metrics.metric_24 AS "gradient_evaluations", wide_metrics.metric_25 AS "normals", wide_metrics.metric_26 AS "eps_spent", runs.wall_seconds AS wall_seconds FROM runs LEFT JOIN wide_axes ON wide_axes.cell = runs.cell LEFT JOIN wide_metrics ON wide_metrics.run = runs.id LEFT JOIN ledger ON ledger.run = runs.id;
COMMIT;
