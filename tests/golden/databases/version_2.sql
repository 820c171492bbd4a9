-- A results database of schema version 2, as `sqlite3 FILE .dump` writes it,
-- but for the rows of student_t, which are the same in every version.
PRAGMA application_id = 1399549028;
PRAGMA user_version = 2;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE studies (
  id       INTEGER PRIMARY KEY,
  name     TEXT NOT NULL UNIQUE,      -- the grid's "name"
  document TEXT NOT NULL,             -- the grid document as it was last run, byte for byte
  created  TEXT NOT NULL              -- when the study was first declared in this file
) STRICT;
INSERT INTO studies VALUES(1,'toy',replace('{ "name": "toy", "seed": 3, "replicates": 2,\n  "dataset":   {"plugin": "gaussian_clients", "clients": 4, "dimension": 2, "seed": 1},\n  "model":     {"plugin": "gaussian"},\n  "sampler":   {"plugin": "fald", "p_c": 0.2, "step": "= p_c * step_bound / 5"},\n  "run":       {"iterations": 40, "chains": 2, "record_every": 20},\n  "metrics":   ["w2", "mean_bias", "bits_up"],\n  "axes": [{"p_c": [0.2, 0.5]}] }\n','\n',char(10)),'2026-11-20T16:22:45.444Z');
CREATE TABLE cells (
  id             INTEGER PRIMARY KEY,
  hash           TEXT NOT NULL UNIQUE,                          -- SHA-256 of canonical_json
  canonical_json TEXT NOT NULL                                  -- every option filled in, JSON
) STRICT;
INSERT INTO cells VALUES(1,'df0694c16a7d314f9ee03632ca008845f8652ca267e07f612c23ecbc144a3fed','{"dataset":{"numerics_revision":1,"options":{"alpha":null,"clients":4,"covariances":null,"dimension":2,"examples":null,"examples_spread":null,"generator":"table_1","means":null},"plugin":"gaussian_clients","seed":1},"metrics":["bits_up","mean_bias","w2"],"model":{"numerics_revision":1,"options":{},"plugin":"gaussian"},"partition":{"numerics_revision":1,"options":{},"plugin":"natural"},"privacy":{"numerics_revision":1,"options":{},"plugin":"none"},"run":{"averages":"time","budget.bits":null,"budget.bits_up":null,"budget.eps":null,"burn_in":0.1,"chains":2,"divergence_bound":1e+10,"ece_bins":15,"evaluate_every":null,"iterations":40,"keep_samples":false,"limits.memory":null,"limits.seconds":null,"recall_k":5,"record_every":20,"rounds":null,"start":"model","start_deviation":1.0,"thin":1},"sampler":{"numerics_revision":1,"options":{"K":null,"batch":null,"estimate":"server","p_c":0.2,"rho":0.0,"step":"= p_c * step_bound / 5","temp":1.0,"weights":"uniform"},"plugin":"fald"}}');
INSERT INTO cells VALUES(2,'910a926c8fd999e6ac72a55a09662a5595a52ced5c9b45052c34a3428c89420d','{"dataset":{"numerics_revision":1,"options":{"alpha":null,"clients":4,"covariances":null,"dimension":2,"examples":null,"examples_spread":null,"generator":"table_1","means":null},"plugin":"gaussian_clients","seed":1},"metrics":["bits_up","mean_bias","w2"],"model":{"numerics_revision":1,"options":{},"plugin":"gaussian"},"partition":{"numerics_revision":1,"options":{},"plugin":"natural"},"privacy":{"numerics_revision":1,"options":{},"plugin":"none"},"run":{"averages":"time","budget.bits":null,"budget.bits_up":null,"budget.eps":null,"burn_in":0.1,"chains":2,"divergence_bound":1e+10,"ece_bins":15,"evaluate_every":null,"iterations":40,"keep_samples":false,"limits.memory":null,"limits.seconds":null,"recall_k":5,"record_every":20,"rounds":null,"start":"model","start_deviation":1.0,"thin":1},"sampler":{"numerics_revision":1,"options":{"K":null,"batch":null,"estimate":"server","p_c":0.5,"rho":0.0,"step":"= p_c * step_bound / 5","temp":1.0,"weights":"uniform"},"plugin":"fald"}}');
CREATE TABLE study_cells (
  study     INTEGER NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
  cell      INTEGER NOT NULL REFERENCES cells (id) ON DELETE CASCADE,
  position  INTEGER NOT NULL,                                   -- order of the cells in the grid
  reference INTEGER NOT NULL CHECK (reference IN (0, 1)),       -- 1: run only for others to be compared with
  PRIMARY KEY (study, cell)
) STRICT, WITHOUT ROWID;
INSERT INTO study_cells VALUES(1,1,0,0);
INSERT INTO study_cells VALUES(1,2,1,0);
CREATE TABLE axis_names (
  id          INTEGER PRIMARY KEY,
  path        TEXT NOT NULL UNIQUE,                             -- "sampler.p_c", "privacy.plugin"
  column_name TEXT NOT NULL
) STRICT;
INSERT INTO axis_names VALUES(1,'sampler.p_c','p_c');
INSERT INTO axis_names VALUES(2,'sampler.K','K');
INSERT INTO axis_names VALUES(3,'sampler.rho','rho');
CREATE TABLE axes (
  cell  INTEGER NOT NULL REFERENCES cells (id) ON DELETE CASCADE,
  axis  INTEGER NOT NULL REFERENCES axis_names (id),
  value ANY,
  PRIMARY KEY (cell, axis)
) STRICT, WITHOUT ROWID;
INSERT INTO axes VALUES(1,1,0.2000000000000000111);
INSERT INTO axes VALUES(1,2,NULL);
INSERT INTO axes VALUES(1,3,0.0);
INSERT INTO axes VALUES(2,1,0.5);
INSERT INTO axes VALUES(2,2,NULL);
INSERT INTO axes VALUES(2,3,0.0);
CREATE TABLE wide_axes (
  cell INTEGER PRIMARY KEY REFERENCES cells (id) ON DELETE CASCADE
, axis_1 ANY, axis_2 ANY, axis_3 ANY) STRICT;
INSERT INTO wide_axes VALUES(1,0.2000000000000000111,NULL,0.0);
INSERT INTO wide_axes VALUES(2,0.5,NULL,0.0);
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
INSERT INTO runs VALUES(1,'5fbf8820591888ad8e40d271e71479e283098884d5fe6eb7dd192bc4912e4885',1,1,0,'ok',3,'2026-11-20T16:22:45.446Z','2026-11-20T16:22:45.448Z',0.0018315989999999999441,0.001253000000000000641,17047552,NULL,1,'{}','{"sampler.step":0.011044342807556845}','');
INSERT INTO runs VALUES(2,'cc74097b11b47219a0ceefd56a2ae5a7f6b7c3fab58d2a0c30b2671b41443fcb',1,2,0,'ok',3,'2026-11-20T16:22:45.448Z','2026-11-20T16:22:45.449Z',0.00062118199999999996249,0.00033099999999999796251,17121280,NULL,1,'{}','{"sampler.step":0.02761085701889211}','');
INSERT INTO runs VALUES(3,'9a254265a34ac5ded39348d60367fc8cddc4052b80ab3a8d5be6d57da617b284',1,1,1,'ok',3,'2026-11-20T16:22:45.449Z','2026-11-20T16:22:45.450Z',0.00064132200000000005087,0.00036100000000000020961,17121280,NULL,1,'{}','{"sampler.step":0.011044342807556845}','');
INSERT INTO runs VALUES(4,'62f75ac23f4b6ef11ee60b68da75b1141d44a4a4678a26db57699a5d4bd230d4',1,2,1,'ok',3,'2026-11-20T16:22:45.450Z','2026-11-20T16:22:45.450Z',0.00058999599999999996664,0.0003419999999999950857,17121280,NULL,1,'{}','{"sampler.step":0.02761085701889211}','');
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
INSERT INTO metrics VALUES(3,'w2_empirical','theta','Wasserstein-2 distance between at most 512 draws of all chains, evenly spaced, and 512 fixed draws from the Gaussian posterior, by exact optimal transport, at the end of a run; of exact draws not 0 but of the order 512^(-1/max(d, 2))','down','w2_empirical');
INSERT INTO metrics VALUES(4,'hpd_relative_error','','|eta / eta* - 1|, eta the level of U that 95 % of at most 1024 evenly spaced draws per chain do not exceed, eta* = U(x*) + T chi2_d(0.95) / 2 its value under the posterior (Durmus and Moulines 2019)','down','hpd_relative_error');
INSERT INTO metrics VALUES(5,'hpd_absolute_error','nat','|eta - eta*| of hpd_relative_error, which unlike it does not depend on the constant in U','down','hpd_absolute_error');
INSERT INTO metrics VALUES(6,'variance_mse','theta^4','Mean over chains of (V - T Tr A^-1)^2, V the time average of ||X-x*||^2 and T Tr A^-1 its value under the posterior (Plassier et al. 2022, Table 1)','down','variance_mse');
INSERT INTO metrics VALUES(7,'exact_variance_mse','theta^4','(E||X-x*||^2 - T Tr A^-1)^2 under the exact stationary law: variance_mse of infinitely many draws','down','exact_variance_mse');
INSERT INTO metrics VALUES(8,'variance_bias','theta^2','Mean over chains of V - T Tr A^-1, V the time average of ||X-x*||^2','none','variance_bias');
INSERT INTO metrics VALUES(9,'exact_variance_bias','theta^2','E||X-x*||^2 - T Tr A^-1 under the exact stationary law of the chain','none','exact_variance_bias');
INSERT INTO metrics VALUES(10,'variance_bias_error','theta^2','Standard error of variance_bias, measured: from 32 to 64 batch means of ||X-x*||^2 per chain, their variance taken about the average of all chains (Flegal and Jones 2010)','down','variance_bias_error');
INSERT INTO metrics VALUES(11,'exact_variance_bias_error','theta^2','Standard error of variance_bias, predicted: for stationary modes AR(1) of variance v_j, bias m_j and decay h lambda_j it is about the root of sum_j (2 v_j^2 + 8 m_j^2 v_j) / (h lambda_j iterations chains)','down','exact_variance_bias_error');
INSERT INTO metrics VALUES(12,'mean_bias','theta','||m - x*||, m the average of the draws of all chains','down','mean_bias');
INSERT INTO metrics VALUES(13,'exact_mean_bias','theta','||E X - x*|| under the exact stationary law of the chain','down','exact_mean_bias');
INSERT INTO metrics VALUES(14,'accuracy','','Share of test rows whose label is the most probable class of the predictive average over draws and chains; of equal classes the lowest counts','up','accuracy');
INSERT INTO metrics VALUES(15,'accuracy_mean_parameter','','Share of test rows whose label is the most probable class at the average parameter of all draws and chains','up','accuracy_mean_parameter');
INSERT INTO metrics VALUES(16,'brier','','Mean over test rows of sum_c (p(c) - 1{label=c})^2 over all classes, p the predictive average; between 0 and 2 (Brier 1950)','down','brier');
INSERT INTO metrics VALUES(17,'nll','nat','Mean over test rows of -log p(label), p the predictive average, raised to 1e-12 where below','down','nll');
INSERT INTO metrics VALUES(18,'ece','','Expected calibration error: sum over M = run.ece_bins buckets ((m-1)/M, m/M] of the top probability of (share of test rows) |accuracy - mean top probability| (Guo et al. 2017)','down','ece');
INSERT INTO metrics VALUES(19,'recall_at_k','','Mean over test rows of the share of a row''s labels that are among its k = run.recall_k most probable ones under the predictive average; where rows have one class, the share of rows with their class among the first k','up','recall_at_k');
INSERT INTO metrics VALUES(20,'precision','','Right labels / predicted labels, pooled over test rows and labels; a label is predicted where the predictive average exceeds 1/2','up','precision');
INSERT INTO metrics VALUES(21,'recall','','Right labels / true labels, pooled as precision is','up','recall');
INSERT INTO metrics VALUES(22,'micro_f1','','2 right / (predicted + true) labels, pooled as precision is','up','micro_f1');
INSERT INTO metrics VALUES(23,'macro_f1','','Mean over labels of 2 right / (predicted + true), 0 where both are 0','up','macro_f1');
INSERT INTO metrics VALUES(24,'client_accuracy_mean','','Mean over natural clients of the accuracy on their test rows, each client counting once','up','client_accuracy_mean');
INSERT INTO metrics VALUES(25,'client_accuracy_worst','','Least accuracy of a natural client on its test rows','up','client_accuracy_worst');
INSERT INTO metrics VALUES(26,'client_accuracy_p10','','10th percentile over natural clients of the accuracy on their test rows','up','client_accuracy_p10');
INSERT INTO metrics VALUES(27,'agreement','','Share of test rows on which the predictive averages of this run and of the reference run have the same most probable class (Izmailov et al. 2021)','up','agreement');
INSERT INTO metrics VALUES(28,'total_variation','','Mean over test rows of 1/2 sum_c |p(c) - q(c)|, p and q the predictive averages of this run and of the reference run (Izmailov et al. 2021)','down','total_variation');
INSERT INTO metrics VALUES(29,'ess','draw','Effective sample size of all chains together: Var(draws) / mcse^2 of a coordinate, the smallest over at most 1024 coordinates; valid when the run is 100 correlation times long','up','ess');
INSERT INTO metrics VALUES(30,'r_hat','','Split R-hat over the halves of all chains, the largest over at most 1024 coordinates (Gelman et al., Bayesian Data Analysis, section 11.4)','down','r_hat');
INSERT INTO metrics VALUES(31,'mcse','theta','Monte Carlo standard error of the average of a coordinate over all draws and chains, from 32 to 64 batch means per chain (Flegal and Jones 2010), the largest over at most 1024 coordinates','down','mcse');
INSERT INTO metrics VALUES(32,'ess_geyer','draw','Effective sample size of all chains together by autocorrelations, truncated by Geyer''s initial monotone sequence (Geyer 1992), of at most 2048 evenly spaced draws per chain; the smallest over at most 32 coordinates','up','ess_geyer');
INSERT INTO metrics VALUES(33,'reference_z_max','','Largest z-score of a posterior mean against the reference draws of the data set: |difference| over the root of the sum of both squared Monte Carlo standard errors, over all recorded parameters','down','reference_z_max');
INSERT INTO metrics VALUES(34,'reference_shift_max','','Largest |difference| of a posterior mean from that of the reference draws, in posterior standard deviations, over all recorded parameters','down','reference_shift_max');
INSERT INTO metrics VALUES(35,'reference_sd_ratio_min','','Smallest posterior standard deviation over that of the reference draws, over all recorded parameters','none','reference_sd_ratio_min');
INSERT INTO metrics VALUES(36,'reference_sd_ratio_max','','Largest posterior standard deviation over that of the reference draws, over all recorded parameters','none','reference_sd_ratio_max');
INSERT INTO metrics VALUES(37,'reference_w2','','Wasserstein-2 distance between the Gaussians with mean and covariance of the draws and of the reference draws, recorded parameters in posterior standard deviations','down','reference_w2');
INSERT INTO metrics VALUES(38,'reference_w2_empirical','','Wasserstein-2 distance between at most 512 draws of all chains and 512 reference draws, both evenly spaced, by exact optimal transport, recorded parameters in posterior standard deviations; of exact draws not 0 but of the order 512^(-1/max(d, 2))','down','reference_w2_empirical');
INSERT INTO metrics VALUES(39,'rounds','round','Communications of the server with its participants, per chain','down','rounds');
INSERT INTO metrics VALUES(40,'bits_up','bit','Bits sent by all clients to the server, per chain; 32 per uncompressed number','down','bits_up');
INSERT INTO metrics VALUES(41,'bits_down','bit','Bits sent by the server to all clients, per chain; 32 per uncompressed number','down','bits_down');
INSERT INTO metrics VALUES(42,'gradient_evaluations','gradient','Gradients of single data rows computed by all clients, per chain','down','gradient_evaluations');
INSERT INTO metrics VALUES(43,'normals','draw','Standard normal numbers drawn, per chain','down','normals');
INSERT INTO metrics VALUES(44,'eps_spent','nat','epsilon of the (epsilon, delta) differential privacy guarantee of everything released so far; infinite without a guarantee','down','eps_spent');
INSERT INTO metrics VALUES(45,'sampler.client_spread','','recorded by the sampler itself','none','sampler.client_spread');
CREATE TABLE points (
  run       INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  metric    INTEGER NOT NULL REFERENCES metrics (id),
  iteration INTEGER NOT NULL,                                   -- local steps done when it was measured
  value     REAL,
  PRIMARY KEY (run, metric, iteration)
) STRICT, WITHOUT ROWID;
INSERT INTO points VALUES(1,1,20,9.1126661069633136946);
INSERT INTO points VALUES(1,1,40,7.1001500174538474396);
INSERT INTO points VALUES(1,12,20,9.038791617473119544);
INSERT INTO points VALUES(1,12,40,6.8523452575175847201);
INSERT INTO points VALUES(1,40,20,1024.0);
INSERT INTO points VALUES(1,40,40,2560.0);
INSERT INTO points VALUES(1,45,20,0.80829749039104503705);
INSERT INTO points VALUES(1,45,40,0.21537342932694789054);
INSERT INTO points VALUES(2,1,20,5.1321114042472482097);
INSERT INTO points VALUES(2,1,40,3.4363776926070794814);
INSERT INTO points VALUES(2,12,20,4.972326696730056561);
INSERT INTO points VALUES(2,12,40,2.9641600179491525146);
INSERT INTO points VALUES(2,40,20,2816.0);
INSERT INTO points VALUES(2,40,40,5376.0);
INSERT INTO points VALUES(2,45,20,2.376529333925164078);
INSERT INTO points VALUES(2,45,40,0.7069128950516571086);
INSERT INTO points VALUES(3,1,20,9.335678948398003385);
INSERT INTO points VALUES(3,1,40,7.5950998749396152476);
INSERT INTO points VALUES(3,12,20,9.3297053044890319029);
INSERT INTO points VALUES(3,12,40,7.4686971702061661915);
INSERT INTO points VALUES(3,40,20,896.0);
INSERT INTO points VALUES(3,40,40,2048.0);
INSERT INTO points VALUES(3,45,20,8.9613415983511739426);
INSERT INTO points VALUES(3,45,40,2.148599496484200344);
INSERT INTO points VALUES(4,1,20,5.6876455960285579038);
INSERT INTO points VALUES(4,1,40,4.0387314770824866982);
INSERT INTO points VALUES(4,12,20,5.5790276194653252161);
INSERT INTO points VALUES(4,12,40,3.723374125300499049);
INSERT INTO points VALUES(4,40,20,2560.0);
INSERT INTO points VALUES(4,40,40,4992.0);
INSERT INTO points VALUES(4,45,20,0.87758812204403180423);
INSERT INTO points VALUES(4,45,40,5.9067314714476157888);
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
INSERT INTO summary VALUES(1,1,7.1001500174538474396,7.1001500174538474396,9.1126661069633136946,8.106408062208579679,NULL);
INSERT INTO summary VALUES(1,12,6.8523452575175847201,6.8523452575175847201,9.038791617473119544,7.9455684374953516879,NULL);
INSERT INTO summary VALUES(1,40,2560.0,1024.0,2560.0,1792.0,NULL);
INSERT INTO summary VALUES(1,45,0.21537342932694789054,0.21537342932694789054,0.80829749039104503705,0.51183545985899647767,NULL);
INSERT INTO summary VALUES(2,1,3.4363776926070794814,3.4363776926070794814,5.1321114042472482097,4.2842445484271642897,NULL);
INSERT INTO summary VALUES(2,12,2.9641600179491525146,2.9641600179491525146,4.972326696730056561,3.9682433573396043158,NULL);
INSERT INTO summary VALUES(2,40,5376.0,2816.0,5376.0,4096.0,NULL);
INSERT INTO summary VALUES(2,45,0.7069128950516571086,0.7069128950516571086,2.376529333925164078,1.5417211144884106488,NULL);
INSERT INTO summary VALUES(3,1,7.5950998749396152476,7.5950998749396152476,9.335678948398003385,8.4653894116688093163,NULL);
INSERT INTO summary VALUES(3,12,7.4686971702061661915,7.4686971702061661915,9.3297053044890319029,8.3992012373475990472,NULL);
INSERT INTO summary VALUES(3,40,2048.0,896.0,2048.0,1472.0,NULL);
INSERT INTO summary VALUES(3,45,2.148599496484200344,2.148599496484200344,8.9613415983511739426,5.5549705474176871433,NULL);
INSERT INTO summary VALUES(4,1,4.0387314770824866982,4.0387314770824866982,5.6876455960285579038,4.8631885365555227451,NULL);
INSERT INTO summary VALUES(4,12,3.723374125300499049,3.723374125300499049,5.5790276194653252161,4.6512008723829119105,NULL);
INSERT INTO summary VALUES(4,40,4992.0,2560.0,4992.0,3776.0,NULL);
INSERT INTO summary VALUES(4,45,5.9067314714476157888,0.87758812204403180423,5.9067314714476157888,3.3921597967458239075,NULL);
CREATE TABLE wide_metrics (
  run INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE
, metric_1 REAL, metric_10 REAL, metric_11 REAL, metric_12 REAL, metric_13 REAL, metric_14 REAL, metric_15 REAL, metric_16 REAL, metric_17 REAL, metric_18 REAL, metric_19 REAL, metric_2 REAL, metric_20 REAL, metric_21 REAL, metric_22 REAL, metric_23 REAL, metric_24 REAL, metric_25 REAL, metric_26 REAL, metric_27 REAL, metric_28 REAL, metric_29 REAL, metric_3 REAL, metric_30 REAL, metric_31 REAL, metric_32 REAL, metric_33 REAL, metric_34 REAL, metric_35 REAL, metric_36 REAL, metric_37 REAL, metric_38 REAL, metric_39 REAL, metric_4 REAL, metric_40 REAL, metric_41 REAL, metric_42 REAL, metric_43 REAL, metric_44 REAL, metric_5 REAL, metric_6 REAL, metric_7 REAL, metric_8 REAL, metric_9 REAL, metric_45 REAL) STRICT;
INSERT INTO wide_metrics VALUES(1,7.1001500174538474396,NULL,NULL,6.8523452575175847201,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2560.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.21537342932694789054);
INSERT INTO wide_metrics VALUES(2,3.4363776926070794814,NULL,NULL,2.9641600179491525146,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,5376.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.7069128950516571086);
INSERT INTO wide_metrics VALUES(3,7.5950998749396152476,NULL,NULL,7.4686971702061661915,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2048.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.148599496484200344);
INSERT INTO wide_metrics VALUES(4,4.0387314770824866982,NULL,NULL,3.723374125300499049,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,4992.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,5.9067314714476157888);
CREATE TABLE ledger (
  run                  INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  rounds               REAL,                                    -- communication rounds
  bits_up              REAL,                                    -- clients to server, all clients
  bits_down            REAL,                                    -- server to clients, all clients
  gradient_evaluations REAL,                                    -- per-example gradients
  normals              REAL,                                    -- standard normal draws
  eps_spent            REAL                                     -- infinite: nothing is promised
) STRICT;
INSERT INTO ledger VALUES(1,10.0,2560.0,2560.0,160.0,320.0,1e999);
INSERT INTO ledger VALUES(2,21.0,5376.0,5376.0,160.0,320.0,1e999);
INSERT INTO ledger VALUES(3,8.0,2048.0,2048.0,160.0,320.0,1e999);
INSERT INTO ledger VALUES(4,19.5,4992.0,4992.0,160.0,320.0,1e999);
CREATE TABLE events (
  run       INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  position  INTEGER NOT NULL,
  iteration INTEGER,                                            -- NULL: at no iteration in particular
  kind      TEXT NOT NULL,
  message   TEXT NOT NULL,
  PRIMARY KEY (run, position)
) STRICT;
CREATE TABLE artifacts (
  run     INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  name    TEXT NOT NULL,
  digest  TEXT NOT NULL,                                        -- SHA-256 of content
  content BLOB NOT NULL,
  PRIMARY KEY (run, name)
) STRICT;
INSERT INTO artifacts VALUES(1,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
INSERT INTO artifacts VALUES(2,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
INSERT INTO artifacts VALUES(3,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
INSERT INTO artifacts VALUES(4,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
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
CREATE VIEW failures AS
SELECT studies.name AS study, runs.hash AS hash, runs.replicate AS replicate,
       runs.status AS status, runs.exit_signal AS exit_signal, runs.ended AS ended,
       runs.message AS message
FROM runs
JOIN studies ON studies.id = runs.study
WHERE runs.status NOT IN ('ok', 'diverged');
CREATE VIEW run_table AS SELECT (SELECT name FROM studies WHERE id = runs.study) AS study, runs.id AS run, runs.hash AS hash, (SELECT hash FROM cells WHERE id = runs.cell) AS cell, runs.replicate AS replicate, runs.status AS status, wide_axes.axis_2 AS "K", wide_axes.axis_1 AS "p_c", wide_axes.axis_3 AS "rho", NULL AS "eps", wide_metrics.metric_1 AS "w2", wide_metrics.metric_2 AS "exact_w2", wide_metrics.metric_3 AS "w2_empirical", wide_metrics.metric_4 AS "hpd_relative_error", wide_metrics.metric_5 AS "hpd_absolute_error", wide_metrics.metric_6 AS "variance_mse", wide_metrics.metric_7 AS "exact_variance_mse", wide_metrics.metric_8 AS "variance_bias", wide_metrics.metric_9 AS "exact_variance_bias", wide_metrics.metric_10 AS "variance_bias_error", wide_metrics.metric_11 AS "exact_variance_bias_error", wide_metrics.metric_12 AS "mean_bias", wide_metrics.metric_13 AS "exact_mean_bias", wide_metrics.metric_14 AS "accuracy", wide_metrics.metric_15 AS "accuracy_mean_parameter", wide_metrics.metric_16 AS "brier", wide_metrics.metric_17 AS "nll", wide_metrics.metric_18 AS "ece", wide_metrics.metric_19 AS "recall_at_k", wide_metrics.metric_20 AS "precision", wide_metrics.metric_21 AS "recall", wide_metrics.metric_22 AS "micro_f1", wide_metrics.metric_23 AS "macro_f1", wide_metrics.metric_24 AS "client_accuracy_mean", wide_metrics.metric_25 AS "client_accuracy_worst", wide_metrics.metric_26 AS "client_accuracy_p10", wide_metrics.metric_27 AS "agreement", wide_metrics.metric_28 AS "total_variation", wide_metrics.metric_29 AS "ess", wide_metrics.metric_30 AS "r_hat", wide_metrics.metric_31 AS "mcse", wide_metrics.metric_32 AS "ess_geyer", wide_metrics.metric_33 AS "reference_z_max", wide_metrics.metric_34 AS "reference_shift_max", wide_metrics.metric_35 AS "reference_sd_ratio_min", wide_metrics.metric_36 AS "reference_sd_ratio_max", wide_metrics.metric_37 AS "reference_w2", wide_metrics.metric_38 AS "reference_w2_empirical", wide_metrics.metric_39 AS "rounds", wide_metrics.metric_40 AS "bits_up", wide_metrics.metric_41 AS "bits_down", wide_metrics.metric_42 AS "gradient_evaluations", wide_metrics.metric_43 AS "normals", wide_metrics.metric_44 AS "eps_spent", wide_metrics.metric_45 AS "sampler.client_spread", runs.wall_seconds AS wall_seconds FROM runs LEFT JOIN wide_axes ON wide_axes.cell = runs.cell LEFT JOIN wide_metrics ON wide_metrics.run = runs.id LEFT JOIN ledger ON ledger.run = runs.id;
COMMIT;
