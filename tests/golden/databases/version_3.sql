-- A results database of schema version 3, as `sqlite3 FILE .dump` writes it. Of its six cells the study
-- declares the last three; "K#2" is the column of an axis that no cell has.
PRAGMA application_id = 1399549028;
PRAGMA user_version = 3;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE studies (
  id       INTEGER PRIMARY KEY,
  name     TEXT NOT NULL UNIQUE,      -- the grid's "name"
  document TEXT NOT NULL,             -- the grid document as it was last run, byte for byte
  created  TEXT NOT NULL              -- when the study was first declared in this file
) STRICT;
INSERT INTO studies VALUES(1,'toy',replace('{ "name": "toy", "seed": 3, "replicates": 2,\n  "dataset":   {"plugin": "gaussian_clients", "clients": 4, "dimension": 2, "seed": 1},\n  "model":     {"plugin": "gaussian"},\n  "sampler":   {"plugin": "fald", "step": "= step_bound / 25"},\n  "run":       {"iterations": 40, "chains": 2, "record_every": 20},\n  "metrics":   ["w2", "mean_bias", "bits_up"],\n  "axes": [{"sampler.plugin": ["fald", "ula"]}, {"when": {"sampler.plugin": "fald"}, "K": [2, 5]}] }\n','\n',char(10)),'2026-11-22T01:58:42.807Z');
CREATE TABLE cells (
  id             INTEGER PRIMARY KEY,
  hash           TEXT NOT NULL UNIQUE,                          -- SHA-256 of canonical_json
  canonical_json TEXT NOT NULL                                  -- every option filled in, JSON
) STRICT;
INSERT INTO cells VALUES(1,'fc5c60417c4fc20d5fd6456dddeb15e7a28b291ead1773668c9fb4783399df39','{"dataset":{"numerics_revision":1,"options":{"alpha":null,"clients":4,"covariances":null,"dimension":2,"examples":null,"examples_spread":null,"generator":"table_1","means":null},"plugin":"gaussian_clients","seed":1},"metrics":["bits_up","mean_bias","w2"],"model":{"numerics_revision":1,"options":{},"plugin":"gaussian"},"partition":{"numerics_revision":1,"options":{},"plugin":"natural"},"privacy":{"numerics_revision":1,"options":{},"plugin":"none"},"run":{"averages":"time","budget.bits":null,"budget.bits_up":null,"budget.eps":null,"burn_in":0.1,"chains":2,"divergence_bound":1e+10,"ece_bins":15,"evaluate_every":null,"iterations":20,"keep_samples":false,"limits.memory":null,"limits.seconds":null,"recall_k":5,"record_every":20,"rounds":null,"start":"model","start_deviation":1.0,"thin":1},"sampler":{"numerics_revision":1,"options":{"K":2,"batch":null,"estimate":"server","p_c":null,"rho":0.0,"step":"= step_bound / 25","temp":1.0,"weights":"uniform"},"plugin":"fald"}}');
INSERT INTO cells VALUES(2,'b2ed2c00c044b480c787a30fae879610aad9f7dfaec9660af6371ed8c3c4daaf','{"dataset":{"numerics_revision":1,"options":{"alpha":null,"clients":4,"covariances":null,"dimension":2,"examples":null,"examples_spread":null,"generator":"table_1","means":null},"plugin":"gaussian_clients","seed":1},"metrics":["bits_up","mean_bias","w2"],"model":{"numerics_revision":1,"options":{},"plugin":"gaussian"},"partition":{"numerics_revision":1,"options":{},"plugin":"natural"},"privacy":{"numerics_revision":1,"options":{},"plugin":"none"},"run":{"averages":"time","budget.bits":null,"budget.bits_up":null,"budget.eps":null,"burn_in":0.1,"chains":2,"divergence_bound":1e+10,"ece_bins":15,"evaluate_every":null,"iterations":20,"keep_samples":false,"limits.memory":null,"limits.seconds":null,"recall_k":5,"record_every":20,"rounds":null,"start":"model","start_deviation":1.0,"thin":1},"sampler":{"numerics_revision":1,"options":{"K":5,"batch":null,"estimate":"server","p_c":null,"rho":0.0,"step":"= step_bound / 25","temp":1.0,"weights":"uniform"},"plugin":"fald"}}');
INSERT INTO cells VALUES(3,'64201e50af6c6916444df55fd68dabaa8dca74bf73a972a0be49d03b3339dacc','{"dataset":{"numerics_revision":1,"options":{"alpha":null,"clients":4,"covariances":null,"dimension":2,"examples":null,"examples_spread":null,"generator":"table_1","means":null},"plugin":"gaussian_clients","seed":1},"metrics":["bits_up","mean_bias","w2"],"model":{"numerics_revision":1,"options":{},"plugin":"gaussian"},"partition":{"numerics_revision":1,"options":{},"plugin":"natural"},"privacy":{"numerics_revision":1,"options":{},"plugin":"none"},"run":{"averages":"time","budget.bits":null,"budget.bits_up":null,"budget.eps":null,"burn_in":0.1,"chains":2,"divergence_bound":1e+10,"ece_bins":15,"evaluate_every":null,"iterations":20,"keep_samples":false,"limits.memory":null,"limits.seconds":null,"recall_k":5,"record_every":20,"rounds":null,"start":"model","start_deviation":1.0,"thin":1},"sampler":{"numerics_revision":1,"options":{"step":"= step_bound / 25","temp":1.0},"plugin":"ula"}}');
INSERT INTO cells VALUES(4,'3779e46bfb7f5fef6d2219186af3238514c500f2c21281e9930995125bc40a4a','{"dataset":{"numerics_revision":1,"options":{"alpha":null,"clients":4,"covariances":null,"dimension":2,"examples":null,"examples_spread":null,"generator":"table_1","means":null},"plugin":"gaussian_clients","seed":1},"metrics":["bits_up","mean_bias","w2"],"model":{"numerics_revision":1,"options":{},"plugin":"gaussian"},"partition":{"numerics_revision":1,"options":{},"plugin":"natural"},"privacy":{"numerics_revision":1,"options":{},"plugin":"none"},"run":{"averages":"time","budget.bits":null,"budget.bits_up":null,"budget.eps":null,"burn_in":0.1,"chains":2,"divergence_bound":1e+10,"ece_bins":15,"evaluate_every":null,"iterations":40,"keep_samples":false,"limits.memory":null,"limits.seconds":null,"recall_k":5,"record_every":20,"rounds":null,"start":"model","start_deviation":1.0,"thin":1},"sampler":{"numerics_revision":1,"options":{"K":2,"batch":null,"estimate":"server","p_c":null,"rho":0.0,"step":"= step_bound / 25","temp":1.0,"weights":"uniform"},"plugin":"fald"}}');
INSERT INTO cells VALUES(5,'68a005d244b702f477be01863f93072a360dbdd4deb814a9fc929cc36002825d','{"dataset":{"numerics_revision":1,"options":{"alpha":null,"clients":4,"covariances":null,"dimension":2,"examples":null,"examples_spread":null,"generator":"table_1","means":null},"plugin":"gaussian_clients","seed":1},"metrics":["bits_up","mean_bias","w2"],"model":{"numerics_revision":1,"options":{},"plugin":"gaussian"},"partition":{"numerics_revision":1,"options":{},"plugin":"natural"},"privacy":{"numerics_revision":1,"options":{},"plugin":"none"},"run":{"averages":"time","budget.bits":null,"budget.bits_up":null,"budget.eps":null,"burn_in":0.1,"chains":2,"divergence_bound":1e+10,"ece_bins":15,"evaluate_every":null,"iterations":40,"keep_samples":false,"limits.memory":null,"limits.seconds":null,"recall_k":5,"record_every":20,"rounds":null,"start":"model","start_deviation":1.0,"thin":1},"sampler":{"numerics_revision":1,"options":{"K":5,"batch":null,"estimate":"server","p_c":null,"rho":0.0,"step":"= step_bound / 25","temp":1.0,"weights":"uniform"},"plugin":"fald"}}');
INSERT INTO cells VALUES(6,'4ad118a61c22124effbe23add8c6ba98cebb40373f65e8e2710556dad535710f','{"dataset":{"numerics_revision":1,"options":{"alpha":null,"clients":4,"covariances":null,"dimension":2,"examples":null,"examples_spread":null,"generator":"table_1","means":null},"plugin":"gaussian_clients","seed":1},"metrics":["bits_up","mean_bias","w2"],"model":{"numerics_revision":1,"options":{},"plugin":"gaussian"},"partition":{"numerics_revision":1,"options":{},"plugin":"natural"},"privacy":{"numerics_revision":1,"options":{},"plugin":"none"},"run":{"averages":"time","budget.bits":null,"budget.bits_up":null,"budget.eps":null,"burn_in":0.1,"chains":2,"divergence_bound":1e+10,"ece_bins":15,"evaluate_every":null,"iterations":40,"keep_samples":false,"limits.memory":null,"limits.seconds":null,"recall_k":5,"record_every":20,"rounds":null,"start":"model","start_deviation":1.0,"thin":1},"sampler":{"numerics_revision":1,"options":{"step":"= step_bound / 25","temp":1.0},"plugin":"ula"}}');
CREATE TABLE study_cells (
  study     INTEGER NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
  cell      INTEGER NOT NULL REFERENCES cells (id) ON DELETE CASCADE,
  position  INTEGER NOT NULL,                                   -- order of the cells in the grid
  reference INTEGER NOT NULL CHECK (reference IN (0, 1)),       -- 1: run only for others to be compared with
  PRIMARY KEY (study, cell)
) STRICT, WITHOUT ROWID;
INSERT INTO study_cells VALUES(1,4,0,0);
INSERT INTO study_cells VALUES(1,5,1,0);
INSERT INTO study_cells VALUES(1,6,2,0);
CREATE TABLE axis_names (
  id          INTEGER PRIMARY KEY,
  path        TEXT NOT NULL UNIQUE,                             -- "sampler.p_c", "privacy.plugin"
  column_name TEXT NOT NULL
) STRICT;
INSERT INTO axis_names VALUES(1,'sampler.plugin','sampler');
INSERT INTO axis_names VALUES(2,'sampler.K','K');
INSERT INTO axis_names VALUES(3,'sampler.p_c','p_c');
INSERT INTO axis_names VALUES(4,'sampler.rho','rho');
INSERT INTO axis_names VALUES(5,'K','K#2');
CREATE TABLE axes (
  cell  INTEGER NOT NULL REFERENCES cells (id) ON DELETE CASCADE,
  axis  INTEGER NOT NULL REFERENCES axis_names (id),
  value ANY,
  PRIMARY KEY (cell, axis)
) STRICT, WITHOUT ROWID;
INSERT INTO axes VALUES(1,1,'fald');
INSERT INTO axes VALUES(1,2,2);
INSERT INTO axes VALUES(1,3,NULL);
INSERT INTO axes VALUES(1,4,0.0);
INSERT INTO axes VALUES(2,1,'fald');
INSERT INTO axes VALUES(2,2,5);
INSERT INTO axes VALUES(2,3,NULL);
INSERT INTO axes VALUES(2,4,0.0);
INSERT INTO axes VALUES(3,1,'ula');
INSERT INTO axes VALUES(3,5,NULL);
INSERT INTO axes VALUES(4,1,'fald');
INSERT INTO axes VALUES(4,2,2);
INSERT INTO axes VALUES(4,3,NULL);
INSERT INTO axes VALUES(4,4,0.0);
INSERT INTO axes VALUES(5,1,'fald');
INSERT INTO axes VALUES(5,2,5);
INSERT INTO axes VALUES(5,3,NULL);
INSERT INTO axes VALUES(5,4,0.0);
INSERT INTO axes VALUES(6,1,'ula');
INSERT INTO axes VALUES(6,5,NULL);
CREATE TABLE wide_axes (
  cell INTEGER PRIMARY KEY REFERENCES cells (id) ON DELETE CASCADE
, axis_1 ANY, axis_2 ANY, axis_3 ANY, axis_4 ANY, axis_5 ANY) STRICT;
INSERT INTO wide_axes VALUES(1,'fald',2,NULL,0.0,NULL);
INSERT INTO wide_axes VALUES(2,'fald',5,NULL,0.0,NULL);
INSERT INTO wide_axes VALUES(3,'ula',NULL,NULL,NULL,NULL);
INSERT INTO wide_axes VALUES(4,'fald',2,NULL,0.0,NULL);
INSERT INTO wide_axes VALUES(5,'fald',5,NULL,0.0,NULL);
INSERT INTO wide_axes VALUES(6,'ula',NULL,NULL,NULL,NULL);
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
INSERT INTO environments VALUES(1,'c218bdcb50b96e0b68c0a25c7e3a9ff6a61ecbf07641ffd74421e579b0ab03ad','host','AMD EPYC','avx512','0.1.0','5faa6365d66bee8ab74e25dab3a24d6ec1932cda','','{"compiler":"GNU 12.2.0","flags":"Release  -O3 -DNDEBUG sanitize=","eigen":"3.4.0","boost":"1_81","glibc":"2.36","sqlite":3040001}','[{"kind":"dataset","name":"gaussian_clients","version":"1","numerics_revision":1,"file":"/usr/lib/skald/plugins/dataset/gaussian_clients.so","sha256":"76fdd54b7ad64a088354c7f6bde10dd7a16aace29e4dd3c2d815a980dbf77c6f","build":"eigen-3.4.0 baseline ndebug"},{"kind":"partition","name":"natural","version":"1","numerics_revision":1,"file":"/usr/lib/skald/plugins/partition/natural.so","sha256":"7adc4ba1bb4d0b0b2c067c0449071de52e5f8f273b3d11ec7236c3ceda6ed4dc","build":"eigen-3.4.0 baseline ndebug"},{"kind":"model","name":"gaussian","version":"1","numerics_revision":1,"file":"/usr/lib/skald/plugins/model/gaussian.so","sha256":"914eb40840115cf5e899189e58b4e1648c98763e13e8292abc94920e44ccb564","build":"eigen-3.4.0 baseline ndebug"},{"kind":"sampler","name":"fald","version":"1.0.0","numerics_revision":1,"file":"/usr/lib/skald/plugins/sampler/fald.so","sha256":"f23e00d9fd1852a633a463ee223ff814a7144071724ffad9e3e45c302b1fe200","build":"eigen-3.4.0 baseline ndebug"},{"kind":"privacy","name":"none","version":"1.0.0","numerics_revision":1,"file":"/usr/lib/skald/plugins/privacy/none.so","sha256":"ae7bb7d6a40c46c3027470bff1297c68fa777cd3b68998a9e435869294704cbf","build":"eigen-3.4.0 baseline ndebug"}]');
INSERT INTO environments VALUES(2,'f415c69d59aafd31091172f85f344c43f0d6b43437bf08228a8db957c1164d18','host','AMD EPYC','avx512','0.1.0','5faa6365d66bee8ab74e25dab3a24d6ec1932cda','','{"compiler":"GNU 12.2.0","flags":"Release  -O3 -DNDEBUG sanitize=","eigen":"3.4.0","boost":"1_81","glibc":"2.36","sqlite":3040001}','[{"kind":"dataset","name":"gaussian_clients","version":"1","numerics_revision":1,"file":"/usr/lib/skald/plugins/dataset/gaussian_clients.so","sha256":"76fdd54b7ad64a088354c7f6bde10dd7a16aace29e4dd3c2d815a980dbf77c6f","build":"eigen-3.4.0 baseline ndebug"},{"kind":"partition","name":"natural","version":"1","numerics_revision":1,"file":"/usr/lib/skald/plugins/partition/natural.so","sha256":"7adc4ba1bb4d0b0b2c067c0449071de52e5f8f273b3d11ec7236c3ceda6ed4dc","build":"eigen-3.4.0 baseline ndebug"},{"kind":"model","name":"gaussian","version":"1","numerics_revision":1,"file":"/usr/lib/skald/plugins/model/gaussian.so","sha256":"914eb40840115cf5e899189e58b4e1648c98763e13e8292abc94920e44ccb564","build":"eigen-3.4.0 baseline ndebug"},{"kind":"sampler","name":"ula","version":"1.0.0","numerics_revision":1,"file":"/usr/lib/skald/plugins/sampler/ula.so","sha256":"aa62cd16ad53317862216b408defcf75b65efdd7e7b24369854f6e90e5edd584","build":"eigen-3.4.0 baseline ndebug"},{"kind":"privacy","name":"none","version":"1.0.0","numerics_revision":1,"file":"/usr/lib/skald/plugins/privacy/none.so","sha256":"ae7bb7d6a40c46c3027470bff1297c68fa777cd3b68998a9e435869294704cbf","build":"eigen-3.4.0 baseline ndebug"}]');
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
  metric_seconds REAL,                                          -- of wall_seconds, for predictions and metrics
  UNIQUE (cell, replicate)
) STRICT;
INSERT INTO runs VALUES(1,'925ed63880c09d2278df22e02afc2dc5d11e5d6c63358fd0e007bb6a607ce989',1,1,0,'ok',3,'2026-11-22T01:58:42.809Z','2026-11-22T01:58:42.810Z',0.00095096199999999996618,0.00061600000000000022792,16957440,NULL,1,'{}','{"sampler.step":0.011044342807556845}','',1.2528999999999999813e-05);
INSERT INTO runs VALUES(2,'cbc29133c1bdacb781ad834a06d05b9353b6e4604fcc3594db74554aeb71526b',1,2,0,'ok',3,'2026-11-22T01:58:42.810Z','2026-11-22T01:58:42.811Z',0.0004683350000000000078,0.00025999999999999981459,16965632,NULL,1,'{}','{"sampler.step":0.011044342807556845}','',5.0089999999999998145e-06);
INSERT INTO runs VALUES(3,'24be5007e1373161ad752b8126c775c43dc74de4a929edfa6108b7f055fe2e15',1,3,0,'ok',3,'2026-11-22T01:58:42.811Z','2026-11-22T01:58:42.811Z',0.00043259700000000000539,0.00024799999999999995659,16961536,NULL,2,'{}','{"sampler.step":0.011044342807556845}','',9.8640000000000007647e-06);
INSERT INTO runs VALUES(4,'409a52db3ed273d3f06683dc24a183dddff440bcce5d9942aefdaa563b5da9f4',1,1,1,'ok',3,'2026-11-22T01:58:42.811Z','2026-11-22T01:58:42.812Z',0.00038362999999999998447,0.00020799999999999985167,16965632,NULL,1,'{}','{"sampler.step":0.011044342807556845}','',5.4260000000000002265e-06);
INSERT INTO runs VALUES(5,'e4b7a98120fbfd9a39c9cd3ddbb94a8f488f2518ac111f73f003c358227d0f3f',1,2,1,'ok',3,'2026-11-22T01:58:42.812Z','2026-11-22T01:58:42.812Z',0.00036803600000000002501,0.00020399999999999932076,16965632,NULL,1,'{}','{"sampler.step":0.011044342807556845}','',4.4360000000000003881e-06);
INSERT INTO runs VALUES(6,'897ab2f8762dc256bee840dbe18824a44205f9542a04bedde64c1b5f609933f3',1,3,1,'ok',3,'2026-11-22T01:58:42.812Z','2026-11-22T01:58:42.812Z',0.0003297589999999999983,0.00017000000000000001221,16965632,NULL,2,'{}','{"sampler.step":0.011044342807556845}','',6.4380000000000000242e-06);
INSERT INTO runs VALUES(7,'830bfc979c4f52fcb7db2012a7ad5443181ad5b6970dfe1a2964fb7bb7d4a070',1,4,0,'ok',3,'2026-11-22T01:58:42.881Z','2026-11-22T01:58:42.882Z',0.00082764799999999994709,0.00057399999999999812283,16842752,NULL,1,'{}','{"sampler.step":0.011044342807556845}','',1.817699999999999893e-05);
INSERT INTO runs VALUES(8,'bb4134d0a21f5a036598ee9dcdae81c0849440d2cf818e63f81cd8ff8ea6d71a',1,5,0,'ok',3,'2026-11-22T01:58:42.882Z','2026-11-22T01:58:42.882Z',0.00045492500000000001252,0.00026699999999999814159,16850944,NULL,1,'{}','{"sampler.step":0.011044342807556845}','',8.1920000000000005105e-06);
INSERT INTO runs VALUES(9,'4304da85a69d15fcb24738d29fd63a996bf02373fc914e69cd8c839a1eacb4c5',1,6,0,'ok',3,'2026-11-22T01:58:42.883Z','2026-11-22T01:58:42.883Z',0.00039916300000000001346,0.00021999999999999797495,16846848,NULL,2,'{}','{"sampler.step":0.011044342807556845}','',1.1556000000000000828e-05);
INSERT INTO runs VALUES(10,'076df085a1356646a1117c0434b4d3554a6536798457affd1ec904590266d567',1,4,1,'ok',3,'2026-11-22T01:58:42.883Z','2026-11-22T01:58:42.883Z',0.00050395799999999998843,0.00027200000000000140731,16850944,NULL,1,'{}','{"sampler.step":0.011044342807556845}','',8.7730000000000005382e-06);
INSERT INTO runs VALUES(11,'aaa1d2f11e2edd708355395a0ec2f06125b6b916f5fc3430aabf05011da62544',1,5,1,'ok',3,'2026-11-22T01:58:42.883Z','2026-11-22T01:58:42.884Z',0.00042518100000000000728,0.00023699999999999762922,16850944,NULL,1,'{}','{"sampler.step":0.011044342807556845}','',7.5290000000000002512e-06);
INSERT INTO runs VALUES(12,'987bab99fbd65cccaa954f2db6efe7e1936ee7c4ce7e9cf80b28395830979e90',1,6,1,'ok',3,'2026-11-22T01:58:42.884Z','2026-11-22T01:58:42.884Z',0.0003849309999999999776,0.00021199999999999864785,16850944,NULL,2,'{}','{"sampler.step":0.011044342807556845}','',1.0726000000000000303e-05);
CREATE TABLE metrics (
  id          INTEGER PRIMARY KEY,
  name        TEXT NOT NULL UNIQUE,
  units       TEXT NOT NULL,                                    -- empty: a pure number
  definition  TEXT NOT NULL,
  better      TEXT NOT NULL CHECK (better IN ('up', 'down', 'none')),
  column_name TEXT NOT NULL                                     -- its column in run_table
) STRICT;
INSERT INTO metrics VALUES(1,'w2','theta','Wasserstein-2 distance between the Gaussian with the mean and covariance of the draws of all chains and the Gaussian posterior: root of ||m1-m2||^2 + Tr(S1+S2-2(S1^1/2 S2 S1^1/2)^1/2) (Dowson and Landau 1982); even exact draws give about root of Tr(S)/draws','down','w2');
INSERT INTO metrics VALUES(2,'exact_w2','theta','w2 between the Gaussian with the chain''s exact mean and covariance and the posterior: stationary, but for averages over chains and for optimisers those of the moment','down','exact_w2');
INSERT INTO metrics VALUES(3,'w2_empirical','theta','Wasserstein-2 distance between at most 512 draws of all chains, evenly spaced, and 512 fixed draws from the Gaussian posterior, by exact optimal transport; of exact draws not 0 but of the order 512^(-1/max(d, 2)); at records 1, 2, 4, 8, ... and the last','down','w2_empirical');
INSERT INTO metrics VALUES(4,'hpd_relative_error','','|eta / eta* - 1|, eta the level of U that 95 % of at most 1024 evenly spaced draws per chain do not exceed, eta* = U(x*) + T chi2_d(0.95) / 2 its value under the posterior (Durmus and Moulines 2019)','down','hpd_relative_error');
INSERT INTO metrics VALUES(5,'hpd_absolute_error','nat','|eta - eta*| of hpd_relative_error, which unlike it does not depend on the constant in U','down','hpd_absolute_error');
INSERT INTO metrics VALUES(6,'density_misfit','','Pearson''s chi-square of the draws of all chains over 10 x 10 cells of equal posterior probability in the first two coordinates (10 of the only one), per degree of freedom: 1 +- 0.14 of exact independent draws, about their number over their effective size of dependent ones, and growing with their number of a wrong density','down','density_misfit');
INSERT INTO metrics VALUES(7,'variance_mse','theta^4','Mean over chains of (V - T Tr A^-1)^2, V the time average of ||X-x*||^2 and T Tr A^-1 its value under the posterior (Plassier et al. 2022, Table 1)','down','variance_mse');
INSERT INTO metrics VALUES(8,'exact_variance_mse','theta^4','(E||X-x*||^2 - T Tr A^-1)^2 under the exact law of exact_w2: variance_mse of infinitely many draws','down','exact_variance_mse');
INSERT INTO metrics VALUES(9,'variance_bias','theta^2','Mean over chains of V - T Tr A^-1, V the time average of ||X-x*||^2','none','variance_bias');
INSERT INTO metrics VALUES(10,'exact_variance_bias','theta^2','E||X-x*||^2 - T Tr A^-1 under the exact law of exact_w2','none','exact_variance_bias');
INSERT INTO metrics VALUES(11,'variance_bias_error','theta^2','Standard error of variance_bias, measured: from 32 to 64 batch means of ||X-x*||^2 per chain, their variance taken about the average of all chains (Flegal and Jones 2010)','down','variance_bias_error');
INSERT INTO metrics VALUES(12,'exact_variance_bias_error','theta^2','Standard error of variance_bias, predicted: for stationary modes AR(1) of variance v_j, bias m_j and decay h lambda_j it is about the root of sum_j (2 v_j^2 + 8 m_j^2 v_j) / (h lambda_j iterations chains)','down','exact_variance_bias_error');
INSERT INTO metrics VALUES(13,'mean_bias','theta','||m - x*||, m the average of the draws of all chains','down','mean_bias');
INSERT INTO metrics VALUES(14,'exact_mean_bias','theta','||E X - x*|| under the exact law of exact_w2','down','exact_mean_bias');
INSERT INTO metrics VALUES(15,'accuracy','','Share of test rows whose label is the most probable class of the predictive average over draws and chains; of equal classes the lowest counts','up','accuracy');
INSERT INTO metrics VALUES(16,'accuracy_mean_parameter','','Share of test rows whose label is the most probable class at the average parameter of all draws and chains','up','accuracy_mean_parameter');
INSERT INTO metrics VALUES(17,'brier','','Mean over test rows of sum_c (p(c) - 1{label=c})^2 over all classes, p the predictive average; between 0 and 2 (Brier 1950)','down','brier');
INSERT INTO metrics VALUES(18,'nll','nat','Mean over test rows of -log p(label), p the predictive average, raised to 1e-12 where below','down','nll');
INSERT INTO metrics VALUES(19,'ece','','Expected calibration error: sum over M = run.ece_bins buckets ((m-1)/M, m/M] of the top probability of (share of test rows) |accuracy - mean top probability| (Guo et al. 2017)','down','ece');
INSERT INTO metrics VALUES(20,'recall_at_k','','Mean over test rows of the share of a row''s labels that are among its k = run.recall_k most probable ones under the predictive average; where rows have one class, the share of rows with their class among the first k','up','recall_at_k');
INSERT INTO metrics VALUES(21,'precision','','Right labels / predicted labels, pooled over test rows and labels; a label is predicted where the predictive average exceeds 1/2','up','precision');
INSERT INTO metrics VALUES(22,'recall','','Right labels / true labels, pooled as precision is','up','recall');
INSERT INTO metrics VALUES(23,'micro_f1','','2 right / (predicted + true) labels, pooled as precision is','up','micro_f1');
INSERT INTO metrics VALUES(24,'macro_f1','','Mean over labels of 2 right / (predicted + true), 0 where both are 0','up','macro_f1');
INSERT INTO metrics VALUES(25,'client_accuracy_mean','','Mean over clients of the accuracy on their test rows, each client counting once','up','client_accuracy_mean');
INSERT INTO metrics VALUES(26,'client_accuracy_worst','','Least accuracy of a client on its test rows','up','client_accuracy_worst');
INSERT INTO metrics VALUES(27,'client_accuracy_p10','','10th percentile over clients of the accuracy on their test rows','up','client_accuracy_p10');
INSERT INTO metrics VALUES(28,'agreement','','Share of test rows on which the predictive averages of this run and of the reference run have the same most probable class (Izmailov et al. 2021)','up','agreement');
INSERT INTO metrics VALUES(29,'total_variation','','Mean over test rows of 1/2 sum_c |p(c) - q(c)|, p and q the predictive averages of this run and of the reference run (Izmailov et al. 2021)','down','total_variation');
INSERT INTO metrics VALUES(30,'reference_run_w2_empirical','theta','Wasserstein-2 distance between at most 512 draws of all chains of this run and of the reference run, both evenly spaced, by exact optimal transport; of the same law not 0 but of the order 512^(-1/max(d, 2)); at records 1, 2, 4, 8, ... and the last','down','reference_run_w2_empirical');
INSERT INTO metrics VALUES(31,'reference_run_hpd_relative_error','','|eta / eta'' - 1|, eta the level of U that 95 % of at most 1024 evenly spaced draws per chain do not exceed, eta'' the same of at most 4096 draws of the reference run (Durmus and Moulines 2019)','down','reference_run_hpd_relative_error');
INSERT INTO metrics VALUES(32,'reference_run_hpd_absolute_error','nat','|eta - eta''| of reference_run_hpd_relative_error, which unlike it does not depend on the constant in U','down','reference_run_hpd_absolute_error');
INSERT INTO metrics VALUES(33,'ess','draw','Effective sample size of all chains together: Var(draws) / mcse^2 of a coordinate, the smallest over at most 1024 coordinates; valid when the run is 100 correlation times long','up','ess');
INSERT INTO metrics VALUES(34,'r_hat','','Split R-hat over the halves of all chains, the largest over at most 1024 coordinates (Gelman et al., Bayesian Data Analysis, section 11.4)','down','r_hat');
INSERT INTO metrics VALUES(35,'mcse','theta','Monte Carlo standard error of the average of a coordinate over all draws and chains, from 32 to 64 batch means per chain (Flegal and Jones 2010), the largest over at most 1024 coordinates','down','mcse');
INSERT INTO metrics VALUES(36,'ess_geyer','draw','Effective sample size of all chains together by autocorrelations, truncated by Geyer''s initial monotone sequence (Geyer 1992), of at most 2048 evenly spaced draws per chain; the smallest over at most 32 coordinates','up','ess_geyer');
INSERT INTO metrics VALUES(37,'reference_z_max','','Largest z-score of a posterior mean against the reference draws of the data set: |difference| over the root of the sum of both squared Monte Carlo standard errors, over all recorded parameters','down','reference_z_max');
INSERT INTO metrics VALUES(38,'reference_shift_max','','Largest |difference| of a posterior mean from that of the reference draws, in posterior standard deviations, over all recorded parameters','down','reference_shift_max');
INSERT INTO metrics VALUES(39,'reference_sd_ratio_min','','Smallest posterior standard deviation over that of the reference draws, over all recorded parameters','none','reference_sd_ratio_min');
INSERT INTO metrics VALUES(40,'reference_sd_ratio_max','','Largest posterior standard deviation over that of the reference draws, over all recorded parameters','none','reference_sd_ratio_max');
INSERT INTO metrics VALUES(41,'reference_w2','','Wasserstein-2 distance between the Gaussians with mean and covariance of the draws and of the reference draws, recorded parameters in posterior standard deviations','down','reference_w2');
INSERT INTO metrics VALUES(42,'reference_w2_empirical','','Wasserstein-2 distance between at most 512 draws of all chains and 512 reference draws, both evenly spaced, by exact optimal transport, recorded parameters in posterior standard deviations; of exact draws not 0 but of the order 512^(-1/max(d, 2)); at records 1, 2, 4, 8, ... and the last','down','reference_w2_empirical');
INSERT INTO metrics VALUES(43,'rounds','round','Communications of the server with its participants, per chain','down','rounds');
INSERT INTO metrics VALUES(44,'bits_up','bit','Bits sent by all clients to the server, per chain; 32 per uncompressed number','down','bits_up');
INSERT INTO metrics VALUES(45,'bits_down','bit','Bits sent by the server to all clients, per chain; 32 per uncompressed number','down','bits_down');
INSERT INTO metrics VALUES(46,'gradient_evaluations','gradient','Gradients of single data rows computed by all clients, per chain','down','gradient_evaluations');
INSERT INTO metrics VALUES(47,'normals','draw','Standard normal numbers drawn, per chain','down','normals');
INSERT INTO metrics VALUES(48,'eps_spent','nat','epsilon of the (epsilon, delta) differential privacy guarantee of everything released so far; infinite without a guarantee','down','eps_spent');
INSERT INTO metrics VALUES(49,'sampler.client_spread','','recorded by the sampler itself','none','sampler.client_spread');
CREATE TABLE points (
  run       INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  metric    INTEGER NOT NULL REFERENCES metrics (id),
  iteration INTEGER NOT NULL,                                   -- local steps done when it was measured
  value     REAL,
  PRIMARY KEY (run, metric, iteration)
) STRICT, WITHOUT ROWID;
INSERT INTO points VALUES(1,1,20,7.9713475113974103791);
INSERT INTO points VALUES(1,13,20,7.9386608069599677861);
INSERT INTO points VALUES(1,44,20,2560.0);
INSERT INTO points VALUES(1,49,20,1.1418078013043695406);
INSERT INTO points VALUES(2,1,20,7.419533961507294606);
INSERT INTO points VALUES(2,13,20,7.4096448799169625232);
INSERT INTO points VALUES(2,44,20,1024.0);
INSERT INTO points VALUES(2,49,20,3.5740536980521042664);
INSERT INTO points VALUES(3,1,20,7.81784619604687947);
INSERT INTO points VALUES(3,13,20,7.7768885452029170579);
INSERT INTO points VALUES(3,44,20,0.0);
INSERT INTO points VALUES(4,1,20,8.447063781319746667);
INSERT INTO points VALUES(4,13,20,8.4202726083420476044);
INSERT INTO points VALUES(4,44,20,2560.0);
INSERT INTO points VALUES(4,49,20,0.50910160296343487384);
INSERT INTO points VALUES(5,1,20,7.8907068877661927785);
INSERT INTO points VALUES(5,13,20,7.8817878942506807149);
INSERT INTO points VALUES(5,44,20,1024.0);
INSERT INTO points VALUES(5,49,20,1.9781702509150904667);
INSERT INTO points VALUES(6,1,20,8.1591942235244996339);
INSERT INTO points VALUES(6,13,20,8.1194956523948516036);
INSERT INTO points VALUES(6,44,20,0.0);
INSERT INTO points VALUES(7,1,20,7.6920808064192227604);
INSERT INTO points VALUES(7,1,40,6.0620366576898963018);
INSERT INTO points VALUES(7,13,20,7.6728651067381372641);
INSERT INTO points VALUES(7,13,40,5.9090291568035233638);
INSERT INTO points VALUES(7,44,20,2560.0);
INSERT INTO points VALUES(7,44,40,5120.0);
INSERT INTO points VALUES(7,49,20,1.1418078013043695406);
INSERT INTO points VALUES(7,49,40,0.42772649292532349818);
INSERT INTO points VALUES(8,1,20,7.419533961507294606);
INSERT INTO points VALUES(8,1,40,5.8680913845449680366);
INSERT INTO points VALUES(8,13,20,7.4096448799169625232);
INSERT INTO points VALUES(8,13,40,5.7545314020896505269);
INSERT INTO points VALUES(8,44,20,1024.0);
INSERT INTO points VALUES(8,44,40,2048.0);
INSERT INTO points VALUES(8,49,20,3.5740536980521042664);
INSERT INTO points VALUES(8,49,40,1.9382313956165679869);
INSERT INTO points VALUES(9,1,20,7.5219366664350832962);
INSERT INTO points VALUES(9,1,40,5.9865628194853810484);
INSERT INTO points VALUES(9,13,20,7.4961217332587120054);
INSERT INTO points VALUES(9,13,40,5.8767935093254033418);
INSERT INTO points VALUES(9,44,20,0.0);
INSERT INTO points VALUES(9,44,40,0.0);
INSERT INTO points VALUES(10,1,20,8.169744637421649358);
INSERT INTO points VALUES(10,1,40,6.4871318717434887091);
INSERT INTO points VALUES(10,13,20,8.1542526181009815644);
INSERT INTO points VALUES(10,13,40,6.3567755185759997615);
INSERT INTO points VALUES(10,44,20,2560.0);
INSERT INTO points VALUES(10,44,40,5120.0);
INSERT INTO points VALUES(10,49,20,0.50910160296343487384);
INSERT INTO points VALUES(10,49,40,0.30048572149439478629);
INSERT INTO points VALUES(11,1,20,7.8907068877661927785);
INSERT INTO points VALUES(11,1,40,6.3194207643796547202);
INSERT INTO points VALUES(11,13,20,7.8817878942506807149);
INSERT INTO points VALUES(11,13,40,6.2255348137618771175);
INSERT INTO points VALUES(11,44,20,1024.0);
INSERT INTO points VALUES(11,44,40,2048.0);
INSERT INTO points VALUES(11,49,20,1.9781702509150904667);
INSERT INTO points VALUES(11,49,40,1.2372315412185534988);
INSERT INTO points VALUES(12,1,20,7.8767247204415395955);
INSERT INTO points VALUES(12,1,40,6.2107203553070196022);
INSERT INTO points VALUES(12,13,20,7.8509377375760909245);
INSERT INTO points VALUES(12,13,40,6.0506634637895713169);
INSERT INTO points VALUES(12,44,20,0.0);
INSERT INTO points VALUES(12,44,40,0.0);
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
INSERT INTO summary VALUES(1,1,7.9713475113974103791,7.9713475113974103791,7.9713475113974103791,7.9713475113974103791,NULL);
INSERT INTO summary VALUES(1,13,7.9386608069599677861,7.9386608069599677861,7.9386608069599677861,7.9386608069599677861,NULL);
INSERT INTO summary VALUES(1,44,2560.0,2560.0,2560.0,2560.0,NULL);
INSERT INTO summary VALUES(1,49,1.1418078013043695406,1.1418078013043695406,1.1418078013043695406,1.1418078013043695406,NULL);
INSERT INTO summary VALUES(2,1,7.419533961507294606,7.419533961507294606,7.419533961507294606,7.419533961507294606,NULL);
INSERT INTO summary VALUES(2,13,7.4096448799169625232,7.4096448799169625232,7.4096448799169625232,7.4096448799169625232,NULL);
INSERT INTO summary VALUES(2,44,1024.0,1024.0,1024.0,1024.0,NULL);
INSERT INTO summary VALUES(2,49,3.5740536980521042664,3.5740536980521042664,3.5740536980521042664,3.5740536980521042664,NULL);
INSERT INTO summary VALUES(3,1,7.81784619604687947,7.81784619604687947,7.81784619604687947,7.81784619604687947,NULL);
INSERT INTO summary VALUES(3,13,7.7768885452029170579,7.7768885452029170579,7.7768885452029170579,7.7768885452029170579,NULL);
INSERT INTO summary VALUES(3,44,0.0,0.0,0.0,0.0,NULL);
INSERT INTO summary VALUES(4,1,8.447063781319746667,8.447063781319746667,8.447063781319746667,8.447063781319746667,NULL);
INSERT INTO summary VALUES(4,13,8.4202726083420476044,8.4202726083420476044,8.4202726083420476044,8.4202726083420476044,NULL);
INSERT INTO summary VALUES(4,44,2560.0,2560.0,2560.0,2560.0,NULL);
INSERT INTO summary VALUES(4,49,0.50910160296343487384,0.50910160296343487384,0.50910160296343487384,0.50910160296343487384,NULL);
INSERT INTO summary VALUES(5,1,7.8907068877661927785,7.8907068877661927785,7.8907068877661927785,7.8907068877661927785,NULL);
INSERT INTO summary VALUES(5,13,7.8817878942506807149,7.8817878942506807149,7.8817878942506807149,7.8817878942506807149,NULL);
INSERT INTO summary VALUES(5,44,1024.0,1024.0,1024.0,1024.0,NULL);
INSERT INTO summary VALUES(5,49,1.9781702509150904667,1.9781702509150904667,1.9781702509150904667,1.9781702509150904667,NULL);
INSERT INTO summary VALUES(6,1,8.1591942235244996339,8.1591942235244996339,8.1591942235244996339,8.1591942235244996339,NULL);
INSERT INTO summary VALUES(6,13,8.1194956523948516036,8.1194956523948516036,8.1194956523948516036,8.1194956523948516036,NULL);
INSERT INTO summary VALUES(6,44,0.0,0.0,0.0,0.0,NULL);
INSERT INTO summary VALUES(7,1,6.0620366576898963018,6.0620366576898963018,7.6920808064192227604,6.877058732054559087,NULL);
INSERT INTO summary VALUES(7,13,5.9090291568035233638,5.9090291568035233638,7.6728651067381372641,6.7909471317708298698,NULL);
INSERT INTO summary VALUES(7,44,5120.0,2560.0,5120.0,3840.0,NULL);
INSERT INTO summary VALUES(7,49,0.42772649292532349818,0.42772649292532349818,1.1418078013043695406,0.78476714711484651942,NULL);
INSERT INTO summary VALUES(8,1,5.8680913845449680366,5.8680913845449680366,7.419533961507294606,6.6438126730261313213,NULL);
INSERT INTO summary VALUES(8,13,5.7545314020896505269,5.7545314020896505269,7.4096448799169625232,6.582088141003306525,NULL);
INSERT INTO summary VALUES(8,44,2048.0,1024.0,2048.0,1536.0,NULL);
INSERT INTO summary VALUES(8,49,1.9382313956165679869,1.9382313956165679869,3.5740536980521042664,2.7561425468343361266,NULL);
INSERT INTO summary VALUES(9,1,5.9865628194853810484,5.9865628194853810484,7.5219366664350832962,6.7542497429602317282,NULL);
INSERT INTO summary VALUES(9,13,5.8767935093254033418,5.8767935093254033418,7.4961217332587120054,6.6864576212920576736,NULL);
INSERT INTO summary VALUES(9,44,0.0,0.0,0.0,0.0,NULL);
INSERT INTO summary VALUES(10,1,6.4871318717434887091,6.4871318717434887091,8.169744637421649358,7.3284382545825685895,NULL);
INSERT INTO summary VALUES(10,13,6.3567755185759997615,6.3567755185759997615,8.1542526181009815644,7.2555140683384902189,NULL);
INSERT INTO summary VALUES(10,44,5120.0,2560.0,5120.0,3840.0,NULL);
INSERT INTO summary VALUES(10,49,0.30048572149439478629,0.30048572149439478629,0.50910160296343487384,0.40479366222891483007,NULL);
INSERT INTO summary VALUES(11,1,6.3194207643796547202,6.3194207643796547202,7.8907068877661927785,7.1050638260729233053,NULL);
INSERT INTO summary VALUES(11,13,6.2255348137618771175,6.2255348137618771175,7.8817878942506807149,7.0536613540062784721,NULL);
INSERT INTO summary VALUES(11,44,2048.0,1024.0,2048.0,1536.0,NULL);
INSERT INTO summary VALUES(11,49,1.2372315412185534988,1.2372315412185534988,1.9781702509150904667,1.6077008960668219827,NULL);
INSERT INTO summary VALUES(12,1,6.2107203553070196022,6.2107203553070196022,7.8767247204415395955,7.0437225378742791548,NULL);
INSERT INTO summary VALUES(12,13,6.0506634637895713169,6.0506634637895713169,7.8509377375760909245,6.9508006006828306766,NULL);
INSERT INTO summary VALUES(12,44,0.0,0.0,0.0,0.0,NULL);
CREATE TABLE wide_metrics (
  run INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE
, metric_1 REAL, metric_10 REAL, metric_11 REAL, metric_12 REAL, metric_13 REAL, metric_14 REAL, metric_15 REAL, metric_16 REAL, metric_17 REAL, metric_18 REAL, metric_19 REAL, metric_2 REAL, metric_20 REAL, metric_21 REAL, metric_22 REAL, metric_23 REAL, metric_24 REAL, metric_25 REAL, metric_26 REAL, metric_27 REAL, metric_28 REAL, metric_29 REAL, metric_3 REAL, metric_30 REAL, metric_31 REAL, metric_32 REAL, metric_33 REAL, metric_34 REAL, metric_35 REAL, metric_36 REAL, metric_37 REAL, metric_38 REAL, metric_39 REAL, metric_4 REAL, metric_40 REAL, metric_41 REAL, metric_42 REAL, metric_43 REAL, metric_44 REAL, metric_45 REAL, metric_46 REAL, metric_47 REAL, metric_48 REAL, metric_5 REAL, metric_6 REAL, metric_7 REAL, metric_8 REAL, metric_9 REAL, metric_49 REAL) STRICT;
INSERT INTO wide_metrics VALUES(1,7.9713475113974103791,NULL,NULL,NULL,7.9386608069599677861,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2560.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.1418078013043695406);
INSERT INTO wide_metrics VALUES(2,7.419533961507294606,NULL,NULL,NULL,7.4096448799169625232,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1024.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,3.5740536980521042664);
INSERT INTO wide_metrics VALUES(3,7.81784619604687947,NULL,NULL,NULL,7.7768885452029170579,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO wide_metrics VALUES(4,8.447063781319746667,NULL,NULL,NULL,8.4202726083420476044,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2560.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.50910160296343487384);
INSERT INTO wide_metrics VALUES(5,7.8907068877661927785,NULL,NULL,NULL,7.8817878942506807149,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1024.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.9781702509150904667);
INSERT INTO wide_metrics VALUES(6,8.1591942235244996339,NULL,NULL,NULL,8.1194956523948516036,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO wide_metrics VALUES(7,6.0620366576898963018,NULL,NULL,NULL,5.9090291568035233638,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,5120.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.42772649292532349818);
INSERT INTO wide_metrics VALUES(8,5.8680913845449680366,NULL,NULL,NULL,5.7545314020896505269,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2048.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.9382313956165679869);
INSERT INTO wide_metrics VALUES(9,5.9865628194853810484,NULL,NULL,NULL,5.8767935093254033418,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO wide_metrics VALUES(10,6.4871318717434887091,NULL,NULL,NULL,6.3567755185759997615,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,5120.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.30048572149439478629);
INSERT INTO wide_metrics VALUES(11,6.3194207643796547202,NULL,NULL,NULL,6.2255348137618771175,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2048.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.2372315412185534988);
INSERT INTO wide_metrics VALUES(12,6.2107203553070196022,NULL,NULL,NULL,6.0506634637895713169,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE ledger (
  run                  INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  rounds               REAL,                                    -- communication rounds
  bits_up              REAL,                                    -- clients to server, all clients
  bits_down            REAL,                                    -- server to clients, all clients
  gradient_evaluations REAL,                                    -- per-example gradients
  normals              REAL,                                    -- standard normal draws
  eps_spent            REAL                                     -- infinite: nothing is promised
) STRICT;
INSERT INTO ledger VALUES(1,10.0,2560.0,2560.0,80.0,160.0,1e999);
INSERT INTO ledger VALUES(2,4.0,1024.0,1024.0,80.0,160.0,1e999);
INSERT INTO ledger VALUES(3,0.0,0.0,0.0,80.0,40.0,1e999);
INSERT INTO ledger VALUES(4,10.0,2560.0,2560.0,80.0,160.0,1e999);
INSERT INTO ledger VALUES(5,4.0,1024.0,1024.0,80.0,160.0,1e999);
INSERT INTO ledger VALUES(6,0.0,0.0,0.0,80.0,40.0,1e999);
INSERT INTO ledger VALUES(7,20.0,5120.0,5120.0,160.0,320.0,1e999);
INSERT INTO ledger VALUES(8,8.0,2048.0,2048.0,160.0,320.0,1e999);
INSERT INTO ledger VALUES(9,0.0,0.0,0.0,160.0,80.0,1e999);
INSERT INTO ledger VALUES(10,20.0,5120.0,5120.0,160.0,320.0,1e999);
INSERT INTO ledger VALUES(11,8.0,2048.0,2048.0,160.0,320.0,1e999);
INSERT INTO ledger VALUES(12,0.0,0.0,0.0,160.0,80.0,1e999);
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
INSERT INTO artifacts VALUES(5,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
INSERT INTO artifacts VALUES(6,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
INSERT INTO artifacts VALUES(7,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
INSERT INTO artifacts VALUES(8,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
INSERT INTO artifacts VALUES(9,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
INSERT INTO artifacts VALUES(10,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
INSERT INTO artifacts VALUES(11,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
INSERT INTO artifacts VALUES(12,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
CREATE TABLE student_t (
  degrees  INTEGER PRIMARY KEY,
  quantile REAL NOT NULL
) STRICT;
INSERT INTO student_t VALUES(1,12.706204736174694147);
INSERT INTO student_t VALUES(2,4.3026527297494618906);
INSERT INTO student_t VALUES(3,3.1824463052837086429);
INSERT INTO student_t VALUES(4,2.776445105197793417);
INSERT INTO student_t VALUES(5,2.5705818356363145937);
INSERT INTO student_t VALUES(6,2.4469118511449794439);
INSERT INTO student_t VALUES(7,2.364624251592784887);
INSERT INTO student_t VALUES(8,2.3060041352041662499);
INSERT INTO student_t VALUES(9,2.2621571627982048902);
INSERT INTO student_t VALUES(10,2.2281388519862743713);
INSERT INTO student_t VALUES(11,2.2009851600916392477);
INSERT INTO student_t VALUES(12,2.1788128296672284456);
INSERT INTO student_t VALUES(13,2.1603686564627921917);
INSERT INTO student_t VALUES(14,2.1447866879178034693);
INSERT INTO student_t VALUES(15,2.1314495455597750606);
INSERT INTO student_t VALUES(16,2.1199052992212541468);
INSERT INTO student_t VALUES(17,2.1098155778333165244);
INSERT INTO student_t VALUES(18,2.1009220402410382355);
INSERT INTO student_t VALUES(19,2.0930240544083091869);
INSERT INTO student_t VALUES(20,2.0859634472658643566);
INSERT INTO student_t VALUES(21,2.079613844727679961);
INSERT INTO student_t VALUES(22,2.0738730679040258131);
INSERT INTO student_t VALUES(23,2.068657610419048165);
INSERT INTO student_t VALUES(24,2.0638985616280254298);
INSERT INTO student_t VALUES(25,2.0595385527532972247);
INSERT INTO student_t VALUES(26,2.0555294386428726305);
INSERT INTO student_t VALUES(27,2.0518305164802850271);
INSERT INTO student_t VALUES(28,2.0484071417952445237);
INSERT INTO student_t VALUES(29,2.0452296421327038622);
INSERT INTO student_t VALUES(30,2.0422724563012377707);
INSERT INTO student_t VALUES(31,2.0395134463964081916);
INSERT INTO student_t VALUES(32,2.0369333434601015753);
INSERT INTO student_t VALUES(33,2.0345152974493383446);
INSERT INTO student_t VALUES(34,2.0322445093177186059);
INSERT INTO student_t VALUES(35,2.030107928250342919);
INSERT INTO student_t VALUES(36,2.0280940009804506729);
INSERT INTO student_t VALUES(37,2.0261924630291092697);
INSERT INTO student_t VALUES(38,2.0243941639119693576);
INSERT INTO student_t VALUES(39,2.0226909200367608754);
INSERT INTO student_t VALUES(40,2.021075390306272812);
INSERT INTO student_t VALUES(41,2.0195409704413758156);
INSERT INTO student_t VALUES(42,2.0180817028184443451);
INSERT INTO student_t VALUES(43,2.016692199227823945);
INSERT INTO student_t VALUES(44,2.0153675744437635763);
INSERT INTO student_t VALUES(45,2.0141033888808461682);
INSERT INTO student_t VALUES(46,2.0128955989194285969);
INSERT INTO student_t VALUES(47,2.0117405137297654782);
INSERT INTO student_t VALUES(48,2.0106347576242318275);
INSERT INTO student_t VALUES(49,2.0095752371292392446);
INSERT INTO student_t VALUES(50,2.0085591121007606574);
INSERT INTO student_t VALUES(51,2.0075837703158354585);
INSERT INTO student_t VALUES(52,2.0066468050616879104);
INSERT INTO student_t VALUES(53,2.0057459953178686795);
INSERT INTO student_t VALUES(54,2.0048792881880568295);
INSERT INTO student_t VALUES(55,2.0040447832891454815);
INSERT INTO student_t VALUES(56,2.003240718847871804);
INSERT INTO student_t VALUES(57,2.0024654592910069439);
INSERT INTO student_t VALUES(58,2.0017174841452356481);
INSERT INTO student_t VALUES(59,2.0009953780882674401);
INSERT INTO student_t VALUES(60,2.0002978220142599852);
INSERT INTO student_t VALUES(61,1.999623584994939307);
INSERT INTO student_t VALUES(62,1.9989715170333786087);
INSERT INTO student_t VALUES(63,1.9983405425207412253);
INSERT INTO student_t VALUES(64,1.9977296543176925602);
INSERT INTO student_t VALUES(65,1.99713790839200378);
INSERT INTO student_t VALUES(66,1.9965644189523115148);
INSERT INTO student_t VALUES(67,1.9960083540252961942);
INSERT INTO student_t VALUES(68,1.9954689314298434954);
INSERT INTO student_t VALUES(69,1.9949454151072376628);
INSERT INTO student_t VALUES(70,1.9944371117711860996);
INSERT INTO student_t VALUES(71,1.993943367845625314);
INSERT INTO student_t VALUES(72,1.9934635666618720772);
INSERT INTO student_t VALUES(73,1.9929971258898546704);
INSERT INTO student_t VALUES(74,1.9925434951809322114);
INSERT INTO student_t VALUES(75,1.9921021540022416651);
INSERT INTO student_t VALUES(76,1.9916726096446641935);
INSERT INTO student_t VALUES(77,1.9912543953883845571);
INSERT INTO student_t VALUES(78,1.9908470688116906011);
INSERT INTO student_t VALUES(79,1.9904502102301284693);
INSERT INTO student_t VALUES(80,1.9900634212544456858);
INSERT INTO student_t VALUES(81,1.9896863234569024392);
INSERT INTO student_t VALUES(82,1.9893185571365721298);
INSERT INTO student_t VALUES(83,1.9889597801751623951);
INSERT INTO student_t VALUES(84,1.988609666975708734);
INSERT INTO student_t VALUES(85,1.9882679074772215965);
INSERT INTO student_t VALUES(86,1.9879342062390201739);
INSERT INTO student_t VALUES(87,1.9876082815890707689);
INSERT INTO student_t VALUES(88,1.987289864831169206);
INSERT INTO student_t VALUES(89,1.9869786995062810319);
INSERT INTO student_t VALUES(90,1.9866745407037680326);
INSERT INTO student_t VALUES(91,1.9863771544186177298);
INSERT INTO student_t VALUES(92,1.9860863169511300263);
INSERT INTO student_t VALUES(93,1.9858018143458229243);
INSERT INTO student_t VALUES(94,1.9855234418666038997);
INSERT INTO student_t VALUES(95,1.9852510035054977688);
INSERT INTO student_t VALUES(96,1.9849843115224570233);
INSERT INTO student_t VALUES(97,1.9847231860139842307);
INSERT INTO student_t VALUES(98,1.9844674545084814987);
INSERT INTO student_t VALUES(99,1.9842169515864171991);
INSERT INTO student_t VALUES(100,1.9839715185235518024);
INSERT INTO student_t VALUES(101,1.9837310029556058932);
INSERT INTO student_t VALUES(102,1.9834952585628793375);
INSERT INTO student_t VALUES(103,1.9832641447734566941);
INSERT INTO student_t VALUES(104,1.9830375264837254434);
INSERT INTO student_t VALUES(105,1.9828152737950477391);
INSERT INTO student_t VALUES(106,1.9825972617655003293);
INSERT INTO student_t VALUES(107,1.9823833701756907732);
INSERT INTO student_t VALUES(108,1.9821734833077269133);
INSERT INTO student_t VALUES(109,1.9819674897364822907);
INSERT INTO student_t VALUES(110,1.9817652821323719081);
INSERT INTO student_t VALUES(111,1.9815667570749007087);
INSERT INTO student_t VALUES(112,1.9813718148763055371);
INSERT INTO student_t VALUES(113,1.9811803594146608631);
INSERT INTO student_t VALUES(114,1.9809922979758569638);
INSERT INTO student_t VALUES(115,1.9808075411039096636);
INSERT INTO student_t VALUES(116,1.9806260024590898183);
INSERT INTO student_t VALUES(117,1.9804475986834022549);
INSERT INTO student_t VALUES(118,1.9802722492729742942);
INSERT INTO student_t VALUES(119,1.9800998764569395227);
INSERT INTO student_t VALUES(120,1.9799304050824404477);
INSERT INTO student_t VALUES(121,1.9797637625053867704);
INSERT INTO student_t VALUES(122,1.9795998784866386532);
INSERT INTO student_t VALUES(123,1.9794386850933036736);
INSERT INTO student_t VALUES(124,1.9792801166048550332);
INSERT INTO student_t VALUES(125,1.9791241094237974618);
INSERT INTO student_t VALUES(126,1.9789706019906283529);
INSERT INTO student_t VALUES(127,1.9788195347028538773);
INSERT INTO student_t VALUES(128,1.9786708498378351439);
INSERT INTO student_t VALUES(129,1.9785244914792574633);
INSERT INTO student_t VALUES(130,1.9783804054470219835);
INSERT INTO student_t VALUES(131,1.9782385392303798443);
INSERT INTO student_t VALUES(132,1.9780988419241303244);
INSERT INTO student_t VALUES(133,1.9779612641677259965);
INSERT INTO student_t VALUES(134,1.9778257580871247967);
INSERT INTO student_t VALUES(135,1.9776922772392526717);
INSERT INTO student_t VALUES(136,1.9775607765589351405);
INSERT INTO student_t VALUES(137,1.9774312123081745351);
INSERT INTO student_t VALUES(138,1.9773035420276507956);
INSERT INTO student_t VALUES(139,1.9771777244903332437);
INSERT INTO student_t VALUES(140,1.9770537196570987514);
INSERT INTO student_t VALUES(141,1.9769314886342526094);
INSERT INTO student_t VALUES(142,1.9768109936328599474);
INSERT INTO student_t VALUES(143,1.9766921979297980005);
INSERT INTO student_t VALUES(144,1.9765750658304435116);
INSERT INTO student_t VALUES(145,1.9764595626329177768);
INSERT INTO student_t VALUES(146,1.9763456545938129504);
INSERT INTO student_t VALUES(147,1.976233308895327223);
INSERT INTO student_t VALUES(148,1.9761224936137442576);
INSERT INTO student_t VALUES(149,1.9760131776891920463);
INSERT INTO student_t VALUES(150,1.9759053308966201267);
INSERT INTO student_t VALUES(151,1.975798923817939201);
INSERT INTO student_t VALUES(152,1.9756939278152703121);
INSERT INTO student_t VALUES(153,1.9755903150052489536);
INSERT INTO student_t VALUES(154,1.9754880582343401496);
INSERT INTO student_t VALUES(155,1.9753871310551154305);
INSERT INTO student_t VALUES(156,1.9752875077034486306);
INSERT INTO student_t VALUES(157,1.9751891630765912033);
INSERT INTO student_t VALUES(158,1.9750920727120846454);
INSERT INTO student_t VALUES(159,1.9749962127674760559);
INSERT INTO student_t VALUES(160,1.9749015600007986392);
INSERT INTO student_t VALUES(161,1.9748080917517871757);
INSERT INTO student_t VALUES(162,1.9747157859237911559);
INSERT INTO student_t VALUES(163,1.9746246209663609327);
INSERT INTO student_t VALUES(164,1.9745345758584753603);
INSERT INTO student_t VALUES(165,1.9744456300923824976);
INSERT INTO student_t VALUES(166,1.9743577636580296186);
INSERT INTO student_t VALUES(167,1.9742709570280556619);
INSERT INTO student_t VALUES(168,1.9741851911433250243);
INSERT INTO student_t VALUES(169,1.9741004473989767209);
INSERT INTO student_t VALUES(170,1.9740167076309700355);
INSERT INTO student_t VALUES(171,1.9739339541031066804);
INSERT INTO student_t VALUES(172,1.9738521694945061479);
INSERT INTO student_t VALUES(173,1.9737713368875220432);
INSERT INTO student_t VALUES(174,1.97369143975607364);
INSERT INTO student_t VALUES(175,1.9736124619543844449);
INSERT INTO student_t VALUES(176,1.9735343877061040096);
INSERT INTO student_t VALUES(177,1.973457201593803223);
INSERT INTO student_t VALUES(178,1.9733808885488242079);
INSERT INTO student_t VALUES(179,1.9733054338414734996);
INSERT INTO student_t VALUES(180,1.9732308230715454033);
INSERT INTO student_t VALUES(181,1.9731570421591593245);
INSERT INTO student_t VALUES(182,1.9730840773359030748);
INSERT INTO student_t VALUES(183,1.9730119151362668361);
INSERT INTO student_t VALUES(184,1.972940542389360008);
INSERT INTO student_t VALUES(185,1.9728699462108965079);
INSERT INTO student_t VALUES(186,1.9728001139954418619);
INSERT INTO student_t VALUES(187,1.9727310334089098731);
INSERT INTO student_t VALUES(188,1.972662692381300209);
INSERT INTO student_t VALUES(189,1.9725950790996682471);
INSERT INTO student_t VALUES(190,1.9725281820013178535);
INSERT INTO student_t VALUES(191,1.972461989767210877);
INSERT INTO student_t VALUES(192,1.9723964913155807021);
INSERT INTO student_t VALUES(193,1.9723316757957496392);
INSERT INTO student_t VALUES(194,1.9722675325821350522);
INSERT INTO student_t VALUES(195,1.9722040512684433366);
INSERT INTO student_t VALUES(196,1.9721412216620415325);
INSERT INTO student_t VALUES(197,1.9720790337785023549);
INSERT INTO student_t VALUES(198,1.9720174778363144252);
INSERT INTO student_t VALUES(199,1.9719565442517534847);
INSERT INTO student_t VALUES(200,1.9718962236339090399);
INSERT INTO student_t VALUES(201,1.9718365067798588885);
INSERT INTO student_t VALUES(202,1.971777384669989086);
INSERT INTO student_t VALUES(203,1.971718848463452467);
INSERT INTO student_t VALUES(204,1.9716608894937615037);
INSERT INTO student_t VALUES(205,1.9716034992645110612);
INSERT INTO student_t VALUES(206,1.9715466694452268292);
INSERT INTO student_t VALUES(207,1.9714903918673332139);
INSERT INTO student_t VALUES(208,1.9714346585202406902);
INSERT INTO student_t VALUES(209,1.9713794615475441762);
INSERT INTO student_t VALUES(210,1.9713247932433308751);
INSERT INTO student_t VALUES(211,1.971270646048594699);
INSERT INTO student_t VALUES(212,1.9712170125477517235);
INSERT INTO student_t VALUES(213,1.9711638854652546726);
INSERT INTO student_t VALUES(214,1.9711112576623031067);
INSERT INTO student_t VALUES(215,1.9710591221336457579);
INSERT INTO student_t VALUES(216,1.9710074720044716833);
INSERT INTO student_t VALUES(217,1.9709563005273886826);
INSERT INTO student_t VALUES(218,1.9709056010794849811);
INSERT INTO student_t VALUES(219,1.9708553671594712941);
INSERT INTO student_t VALUES(220,1.9708055923849026047);
INSERT INTO student_t VALUES(221,1.9707562704894741045);
INSERT INTO student_t VALUES(222,1.9707073953203921856);
INSERT INTO student_t VALUES(223,1.9706589608358151544);
INSERT INTO student_t VALUES(224,1.9706109611023636674);
INSERT INTO student_t VALUES(225,1.9705633902926982248);
INSERT INTO student_t VALUES(226,1.9705162426831599464);
INSERT INTO student_t VALUES(227,1.9704695126514759628);
INSERT INTO student_t VALUES(228,1.970423194674523426);
INSERT INTO student_t VALUES(229,1.9703772833261543606);
INSERT INTO student_t VALUES(230,1.970331773275076248);
INSERT INTO student_t VALUES(231,1.9702866592827876779);
INSERT INTO student_t VALUES(232,1.9702419362015697323);
INSERT INTO student_t VALUES(233,1.9701975989725264426);
INSERT INTO student_t VALUES(234,1.9701536426236783139);
INSERT INTO student_t VALUES(235,1.970110062268103368);
INSERT INTO student_t VALUES(236,1.9700668531021257035);
INSERT INTO student_t VALUES(237,1.9700240104035506849);
INSERT INTO student_t VALUES(238,1.9699815295299447637);
INSERT INTO student_t VALUES(239,1.9699394059169585968);
INSERT INTO student_t VALUES(240,1.9698976350766916887);
INSERT INTO student_t VALUES(241,1.9698562125960992208);
INSERT INTO student_t VALUES(242,1.9698151341354370735);
INSERT INTO student_t VALUES(243,1.9697743954267472599);
INSERT INTO student_t VALUES(244,1.9697339922723786642);
INSERT INTO student_t VALUES(245,1.9696939205435457509);
INSERT INTO student_t VALUES(246,1.9696541761789225777);
INSERT INTO student_t VALUES(247,1.9696147551832692279);
INSERT INTO student_t VALUES(248,1.9695756536260951019);
INSERT INTO student_t VALUES(249,1.9695368676403506302);
INSERT INTO student_t VALUES(250,1.9694983934211531817);
INSERT INTO student_t VALUES(251,1.9694602272245433915);
INSERT INTO student_t VALUES(252,1.9694223653662699113);
INSERT INTO student_t VALUES(253,1.9693848042206036907);
INSERT INTO student_t VALUES(254,1.9693475402191813472);
INSERT INTO student_t VALUES(255,1.9693105698498747369);
INSERT INTO student_t VALUES(256,1.9692738896556876149);
INSERT INTO student_t VALUES(257,1.9692374962336776089);
INSERT INTO student_t VALUES(258,1.9692013862339046159);
INSERT INTO student_t VALUES(259,1.9691655563584020693);
INSERT INTO student_t VALUES(260,1.9691300033601735197);
INSERT INTO student_t VALUES(261,1.9690947240422118635);
INSERT INTO student_t VALUES(262,1.9690597152565403327);
INSERT INTO student_t VALUES(263,1.9690249739032763542);
INSERT INTO student_t VALUES(264,1.9689904969297173931);
INSERT INTO student_t VALUES(265,1.9689562813294452237);
INSERT INTO student_t VALUES(266,1.9689223241414539611);
INSERT INTO student_t VALUES(267,1.9688886224492943011);
INSERT INTO student_t VALUES(268,1.9688551733802388543);
INSERT INTO student_t VALUES(269,1.9688219741044665767);
INSERT INTO student_t VALUES(270,1.9687890218342642967);
INSERT INTO student_t VALUES(271,1.9687563138232460069);
INSERT INTO student_t VALUES(272,1.9687238473655903625);
INSERT INTO student_t VALUES(273,1.9686916197952946117);
INSERT INTO student_t VALUES(274,1.9686596284854445126);
INSERT INTO student_t VALUES(275,1.9686278708475006826);
INSERT INTO student_t VALUES(276,1.9685963443305998232);
INSERT INTO student_t VALUES(277,1.9685650464208732657);
INSERT INTO student_t VALUES(278,1.9685339746407768402);
INSERT INTO student_t VALUES(279,1.9685031265484387308);
INSERT INTO student_t VALUES(280,1.968472499737018877);
INSERT INTO student_t VALUES(281,1.9684420918340832518);
INSERT INTO student_t VALUES(282,1.9684119005009907965);
INSERT INTO student_t VALUES(283,1.9683819234322952329);
INSERT INTO student_t VALUES(284,1.9683521583551562006);
INSERT INTO student_t VALUES(285,1.9683226030287668262);
INSERT INTO student_t VALUES(286,1.968293255243789952);
INSERT INTO student_t VALUES(287,1.9682641128218081316);
INSERT INTO student_t VALUES(288,1.9682351736147849496);
INSERT INTO student_t VALUES(289,1.9682064355045363335);
INSERT INTO student_t VALUES(290,1.9681778964022149658);
INSERT INTO student_t VALUES(291,1.9681495542478026905);
INSERT INTO student_t VALUES(292,1.9681214070096166857);
INSERT INTO student_t VALUES(293,1.9680934526838220754);
INSERT INTO student_t VALUES(294,1.968065689293957643);
INSERT INTO student_t VALUES(295,1.9680381148904695365);
INSERT INTO student_t VALUES(296,1.96801072755025519);
INSERT INTO student_t VALUES(297,1.9679835253762161251);
INSERT INTO student_t VALUES(298,1.9679565064968194132);
INSERT INTO student_t VALUES(299,1.9679296690656695734);
INSERT INTO student_t VALUES(300,1.9679030112610866876);
INSERT INTO student_t VALUES(301,1.967876531285694952);
INSERT INTO student_t VALUES(302,1.9678502273660192223);
INSERT INTO student_t VALUES(303,1.9678240977520871091);
INSERT INTO student_t VALUES(304,1.9677981407170437311);
INSERT INTO student_t VALUES(305,1.967772354556768688);
INSERT INTO student_t VALUES(306,1.9677467375895043577);
INSERT INTO student_t VALUES(307,1.9677212881554908552);
INSERT INTO student_t VALUES(308,1.9676960046166056539);
INSERT INTO student_t VALUES(309,1.9676708853560145318);
INSERT INTO student_t VALUES(310,1.9676459287778245155);
INSERT INTO student_t VALUES(311,1.9676211333067479269);
INSERT INTO student_t VALUES(312,1.9675964973877693164);
INSERT INTO student_t VALUES(313,1.9675720194858219436);
INSERT INTO student_t VALUES(314,1.9675476980854671449);
INSERT INTO student_t VALUES(315,1.9675235316905834714);
INSERT INTO student_t VALUES(316,1.9674995188240582688);
INSERT INTO student_t VALUES(317,1.9674756580274876949);
INSERT INTO student_t VALUES(318,1.9674519478608811784);
INSERT INTO student_t VALUES(319,1.9674283869023718729);
INSERT INTO student_t VALUES(320,1.9674049737479322175);
INSERT INTO student_t VALUES(321,1.9673817070110950488);
INSERT INTO student_t VALUES(322,1.9673585853226800423);
INSERT INTO student_t VALUES(323,1.9673356073305250379);
INSERT INTO student_t VALUES(324,1.9673127716992224733);
INSERT INTO student_t VALUES(325,1.967290077109860924);
INSERT INTO student_t VALUES(326,1.9672675222597706401);
INSERT INTO student_t VALUES(327,1.9672451058622748565);
INSERT INTO student_t VALUES(328,1.9672228266464446555);
INSERT INTO student_t VALUES(329,1.9672006833568589367);
INSERT INTO student_t VALUES(330,1.9671786747533690498);
INSERT INTO student_t VALUES(331,1.9671567996108663134);
INSERT INTO student_t VALUES(332,1.9671350567190555302);
INSERT INTO student_t VALUES(333,1.9671134448822318319);
INSERT INTO student_t VALUES(334,1.9670919629190606325);
INSERT INTO student_t VALUES(335,1.9670706096623629122);
INSERT INTO student_t VALUES(336,1.9670493839589042739);
INSERT INTO student_t VALUES(337,1.9670282846691862221);
INSERT INTO student_t VALUES(338,1.9670073106672432139);
INSERT INTO student_t VALUES(339,1.9669864608404421524);
INSERT INTO student_t VALUES(340,1.9669657340892854335);
INSERT INTO student_t VALUES(341,1.9669451293272177672);
INSERT INTO student_t VALUES(342,1.9669246454804358847);
INSERT INTO student_t VALUES(343,1.9669042814877029101);
INSERT INTO student_t VALUES(344,1.9668840363001645066);
INSERT INTO student_t VALUES(345,1.9668639088811687987);
INSERT INTO student_t VALUES(346,1.9668438982060894026);
INSERT INTO student_t VALUES(347,1.9668240032621517876);
INSERT INTO student_t VALUES(348,1.9668042230482623011);
INSERT INTO student_t VALUES(349,1.9667845565748400815);
INSERT INTO student_t VALUES(350,1.9667650028636523007);
INSERT INTO student_t VALUES(351,1.9667455609476520717);
INSERT INTO student_t VALUES(352,1.9667262298708181322);
INSERT INTO student_t VALUES(353,1.966707008687999636);
INSERT INTO student_t VALUES(354,1.9666878964647604988);
INSERT INTO student_t VALUES(355,1.9666688922772295189);
INSERT INTO student_t VALUES(356,1.9666499952119500527);
INSERT INTO student_t VALUES(357,1.9666312043657345753);
INSERT INTO student_t VALUES(358,1.9666125188455210182);
INSERT INTO student_t VALUES(359,1.9665939377682302158);
INSERT INTO student_t VALUES(360,1.9665754602606273504);
INSERT INTO student_t VALUES(361,1.9665570854591858385);
INSERT INTO student_t VALUES(362,1.9665388125099518834);
INSERT INTO student_t VALUES(363,1.966520640568411915);
INSERT INTO student_t VALUES(364,1.9665025687993640257);
INSERT INTO student_t VALUES(365,1.9664845963767880743);
INSERT INTO student_t VALUES(366,1.966466722483721341);
INSERT INTO student_t VALUES(367,1.9664489463121344048);
INSERT INTO student_t VALUES(368,1.9664312670628083523);
INSERT INTO student_t VALUES(369,1.9664136839452164284);
INSERT INTO student_t VALUES(370,1.9663961961774056863);
INSERT INTO student_t VALUES(371,1.966378802985880192);
INSERT INTO student_t VALUES(372,1.9663615036054886697);
INSERT INTO student_t VALUES(373,1.9663442972793105933);
INSERT INTO student_t VALUES(374,1.9663271832585473841);
INSERT INTO student_t VALUES(375,1.9663101608024120547);
INSERT INTO student_t VALUES(376,1.9662932291780241822);
INSERT INTO student_t VALUES(377,1.9662763876603028823);
INSERT INTO student_t VALUES(378,1.966259635531864891);
INSERT INTO student_t VALUES(379,1.9662429720829219803);
INSERT INTO student_t VALUES(380,1.9662263966111801494);
INSERT INTO student_t VALUES(381,1.9662099084217423694);
INSERT INTO student_t VALUES(382,1.9661935068270102178);
INSERT INTO student_t VALUES(383,1.9661771911465888429);
INSERT INTO student_t VALUES(384,1.9661609607071925953);
INSERT INTO student_t VALUES(385,1.9661448148425531012);
INSERT INTO student_t VALUES(386,1.9661287528933268919);
INSERT INTO student_t VALUES(387,1.9661127742070072521);
INSERT INTO student_t VALUES(388,1.9660968781378338476);
INSERT INTO student_t VALUES(389,1.9660810640467079046);
INSERT INTO student_t VALUES(390,1.9660653313011049458);
INSERT INTO student_t VALUES(391,1.9660496792749908578);
INSERT INTO student_t VALUES(392,1.9660341073487395124);
INSERT INTO student_t VALUES(393,1.9660186149090501661);
INSERT INTO student_t VALUES(394,1.9660032013488673019);
INSERT INTO student_t VALUES(395,1.9659878660673013595);
INSERT INTO student_t VALUES(396,1.9659726084695505754);
INSERT INTO student_t VALUES(397,1.9659574279668239338);
INSERT INTO student_t VALUES(398,1.965942323976266115);
INSERT INTO student_t VALUES(399,1.9659272959208817788);
INSERT INTO student_t VALUES(400,1.9659123432294627331);
INSERT INTO student_t VALUES(401,1.9658974653365162144);
INSERT INTO student_t VALUES(402,1.9658826616821918342);
INSERT INTO student_t VALUES(403,1.9658679317122134122);
INSERT INTO student_t VALUES(404,1.9658532748778083654);
INSERT INTO student_t VALUES(405,1.9658386906356397627);
INSERT INTO student_t VALUES(406,1.9658241784477397118);
INSERT INTO student_t VALUES(407,1.9658097377814431894);
INSERT INTO student_t VALUES(408,1.9657953681093218722);
INSERT INTO student_t VALUES(409,1.9657810689091212985);
INSERT INTO student_t VALUES(410,1.9657668396636969188);
INSERT INTO student_t VALUES(411,1.9657526798609512574);
INSERT INTO student_t VALUES(412,1.9657385889937735168);
INSERT INTO student_t VALUES(413,1.9657245665599782924);
INSERT INTO student_t VALUES(414,1.9657106120622462874);
INSERT INTO student_t VALUES(415,1.9656967250080652487);
INSERT INTO student_t VALUES(416,1.965682904909672013);
INSERT INTO student_t VALUES(417,1.9656691512839961077);
INSERT INTO student_t VALUES(418,1.9656554636526022417);
INSERT INTO student_t VALUES(419,1.9656418415416359035);
INSERT INTO student_t VALUES(420,1.9656282844817680732);
INSERT INTO student_t VALUES(421,1.965614792008141487);
INSERT INTO student_t VALUES(422,1.9656013636603177907);
INSERT INTO student_t VALUES(423,1.9655879989822244713);
INSERT INTO student_t VALUES(424,1.9655746975221042305);
INSERT INTO student_t VALUES(425,1.9655614588324625824);
INSERT INTO student_t VALUES(426,1.9655482824700196697);
INSERT INTO student_t VALUES(427,1.9655351679956589716);
INSERT INTO student_t VALUES(428,1.9655221149743797859);
INSERT INTO student_t VALUES(429,1.9655091229752477133);
INSERT INTO student_t VALUES(430,1.9654961915713493603);
INSERT INTO student_t VALUES(431,1.9654833203397434893);
INSERT INTO student_t VALUES(432,1.9654705088614157215);
INSERT INTO student_t VALUES(433,1.9654577567212336841);
INSERT INTO student_t VALUES(434,1.9654450635079012688);
INSERT INTO student_t VALUES(435,1.9654324288139144449);
INSERT INTO student_t VALUES(436,1.9654198522355186273);
INSERT INTO student_t VALUES(437,1.9654073333726642669);
INSERT INTO student_t VALUES(438,1.9653948718289659947);
INSERT INTO student_t VALUES(439,1.9653824672116588789);
INSERT INTO student_t VALUES(440,1.9653701191315591234);
INSERT INTO student_t VALUES(441,1.9653578272030218787);
INSERT INTO student_t VALUES(442,1.9653455910439021625);
INSERT INTO student_t VALUES(443,1.9653334102755144474);
INSERT INTO student_t VALUES(444,1.9653212845225940252);
INSERT INTO student_t VALUES(445,1.9653092134132581492);
INSERT INTO student_t VALUES(446,1.9652971965789689523);
INSERT INTO student_t VALUES(447,1.9652852336544941458);
INSERT INTO student_t VALUES(448,1.9652733242778719358);
INSERT INTO student_t VALUES(449,1.9652614680903734978);
INSERT INTO student_t VALUES(450,1.9652496647364670057);
INSERT INTO student_t VALUES(451,1.9652379138637821043);
INSERT INTO student_t VALUES(452,1.9652262151230750486);
INSERT INTO student_t VALUES(453,1.9652145681681942868);
INSERT INTO student_t VALUES(454,1.9652029726560458211);
INSERT INTO student_t VALUES(455,1.9651914282465599015);
INSERT INTO student_t VALUES(456,1.9651799346026570525);
INSERT INTO student_t VALUES(457,1.965168491390216765);
INSERT INTO student_t VALUES(458,1.9651570982780435237);
INSERT INTO student_t VALUES(459,1.9651457549378357203);
INSERT INTO student_t VALUES(460,1.9651344610441539018);
INSERT INTO student_t VALUES(461,1.9651232162743896836);
INSERT INTO student_t VALUES(462,1.9651120203087348858);
INSERT INTO student_t VALUES(463,1.9651008728301517791);
INSERT INTO student_t VALUES(464,1.9650897735243422204);
INSERT INTO student_t VALUES(465,1.9650787220797190091);
INSERT INTO student_t VALUES(466,1.9650677181873759113);
INSERT INTO student_t VALUES(467,1.9650567615410596822);
INSERT INTO student_t VALUES(468,1.9650458518371411997);
INSERT INTO student_t VALUES(469,1.9650349887745872656);
INSERT INTO student_t VALUES(470,1.9650241720549335155);
INSERT INTO student_t VALUES(471,1.9650134013822562195);
INSERT INTO student_t VALUES(472,1.9650026764631465248);
INSERT INTO student_t VALUES(473,1.964991997006682256);
INSERT INTO student_t VALUES(474,1.9649813627244032687);
INSERT INTO student_t VALUES(475,1.9649707733302836931);
INSERT INTO student_t VALUES(476,1.9649602285407079538);
INSERT INTO student_t VALUES(477,1.9649497280744447902);
INSERT INTO student_t VALUES(478,1.9649392716526214996);
INSERT INTO student_t VALUES(479,1.9649288589987006226);
INSERT INTO student_t VALUES(480,1.9649184898384546293);
INSERT INTO student_t VALUES(481,1.9649081638999421617);
INSERT INTO student_t VALUES(482,1.9648978809134840517);
INSERT INTO student_t VALUES(483,1.9648876406116400072);
INSERT INTO student_t VALUES(484,1.9648774427291859634);
INSERT INTO student_t VALUES(485,1.9648672870030898796);
INSERT INTO student_t VALUES(486,1.9648571731724902011);
INSERT INTO student_t VALUES(487,1.9648471009786732111);
INSERT INTO student_t VALUES(488,1.9648370701650510472);
INSERT INTO student_t VALUES(489,1.9648270804771394981);
INSERT INTO student_t VALUES(490,1.9648171316625375748);
INSERT INTO student_t VALUES(491,1.9648072234709044181);
INSERT INTO student_t VALUES(492,1.9647973556539402029);
INSERT INTO student_t VALUES(493,1.9647875279653643776);
INSERT INTO student_t VALUES(494,1.9647777401608950142);
INSERT INTO student_t VALUES(495,1.9647679919982294904);
INSERT INTO student_t VALUES(496,1.9647582832370233951);
INSERT INTO student_t VALUES(497,1.9647486136388718769);
INSERT INTO student_t VALUES(498,1.9647389829672887717);
INSERT INTO student_t VALUES(499,1.9647293909876886175);
INSERT INTO student_t VALUES(500,1.964719837467367336);
INSERT INTO student_t VALUES(501,1.9647103221754829149);
INSERT INTO student_t VALUES(502,1.9647008448830365345);
INSERT INTO student_t VALUES(503,1.9646914053628556917);
INSERT INTO student_t VALUES(504,1.9646820033895746604);
INSERT INTO student_t VALUES(505,1.9646726387396167279);
INSERT INTO student_t VALUES(506,1.9646633111911773195);
INSERT INTO student_t VALUES(507,1.9646540205242053467);
INSERT INTO student_t VALUES(508,1.964644766520386776);
INSERT INTO student_t VALUES(509,1.9646355489631270874);
INSERT INTO student_t VALUES(510,1.9646263676375346207);
INSERT INTO student_t VALUES(511,1.9646172223304037007);
INSERT INTO student_t VALUES(512,1.9646081128301979834);
INSERT INTO student_t VALUES(513,1.964599038927034913);
INSERT INTO student_t VALUES(514,1.9645900004126684024);
INSERT INTO student_t VALUES(515,1.9645809970804739563);
INSERT INTO student_t VALUES(516,1.964572028725432462);
INSERT INTO student_t VALUES(517,1.964563095144114202);
INSERT INTO student_t VALUES(518,1.9645541961346646431);
INSERT INTO student_t VALUES(519,1.9645453314967882274);
INSERT INTO student_t VALUES(520,1.9645365010317334952);
INSERT INTO student_t VALUES(521,1.9645277045422788742);
INSERT INTO student_t VALUES(522,1.9645189418327169139);
INSERT INTO student_t VALUES(523,1.9645102127088407417);
INSERT INTO student_t VALUES(524,1.9645015169779291852);
INSERT INTO student_t VALUES(525,1.9644928544487330057);
INSERT INTO student_t VALUES(526,1.9644842249314602433);
INSERT INTO student_t VALUES(527,1.9644756282377628942);
INSERT INTO student_t VALUES(528,1.9644670641807233657);
INSERT INTO student_t VALUES(529,1.9644585325748402659);
INSERT INTO student_t VALUES(530,1.9644500332360150807);
INSERT INTO student_t VALUES(531,1.964441565981539961);
INSERT INTO student_t VALUES(532,1.9644331306300830686);
INSERT INTO student_t VALUES(533,1.964424727001677029);
INSERT INTO student_t VALUES(534,1.9644163549177053873);
INSERT INTO student_t VALUES(535,1.9644080142008899514);
INSERT INTO student_t VALUES(536,1.9643997046752785795);
INSERT INTO student_t VALUES(537,1.9643914261662327458);
INSERT INTO student_t VALUES(538,1.9643831785004148837);
INSERT INTO student_t VALUES(539,1.9643749615057768398);
INSERT INTO student_t VALUES(540,1.9643667750115478831);
INSERT INTO student_t VALUES(541,1.964358618848222493);
INSERT INTO student_t VALUES(542,1.9643504928475485904);
INSERT INTO student_t VALUES(543,1.9643423968425168801);
INSERT INTO student_t VALUES(544,1.964334330667348416);
INSERT INTO student_t VALUES(545,1.9643262941574832769);
INSERT INTO student_t VALUES(546,1.9643182871495701302);
INSERT INTO student_t VALUES(547,1.9643103094814549081);
INSERT INTO student_t VALUES(548,1.9643023609921694827);
INSERT INTO student_t VALUES(549,1.9642944415219212306);
INSERT INTO student_t VALUES(550,1.964286550912081708);
INSERT INTO student_t VALUES(551,1.9642786890051771031);
INSERT INTO student_t VALUES(552,1.9642708556448769119);
INSERT INTO student_t VALUES(553,1.9642630506759839459);
INSERT INTO student_t VALUES(554,1.9642552739444236742);
INSERT INTO student_t VALUES(555,1.9642475252972348975);
INSERT INTO student_t VALUES(556,1.9642398045825588681);
INSERT INTO student_t VALUES(557,1.9642321116496295196);
INSERT INTO student_t VALUES(558,1.9642244463487645855);
INSERT INTO student_t VALUES(559,1.9642168085313542746);
INSERT INTO student_t VALUES(560,1.9642091980498532777);
INSERT INTO student_t VALUES(561,1.964201614757769887);
INSERT INTO student_t VALUES(562,1.9641940585096577809);
INSERT INTO student_t VALUES(563,1.9641865291611058097);
INSERT INTO student_t VALUES(564,1.964179026568729558);
INSERT INTO student_t VALUES(565,1.9641715505901613525);
INSERT INTO student_t VALUES(566,1.9641641010840424907);
INSERT INTO student_t VALUES(567,1.9641566779100128048);
INSERT INTO student_t VALUES(568,1.9641492809287031118);
INSERT INTO student_t VALUES(569,1.964141910001725888);
INSERT INTO student_t VALUES(570,1.9641345649916668314);
INSERT INTO student_t VALUES(571,1.9641272457620764235);
INSERT INTO student_t VALUES(572,1.964119952177460826);
INSERT INTO student_t VALUES(573,1.964112684103274331);
INSERT INTO student_t VALUES(574,1.9641054414059111454);
INSERT INTO student_t VALUES(575,1.9640982239526962871);
INSERT INTO student_t VALUES(576,1.9640910316118780354);
INSERT INTO student_t VALUES(577,1.9640838642526203816);
INSERT INTO student_t VALUES(578,1.9640767217449941473);
INSERT INTO student_t VALUES(579,1.9640696039599696565);
INSERT INTO student_t VALUES(580,1.9640625107694094086);
INSERT INTO student_t VALUES(581,1.9640554420460589746);
INSERT INTO student_t VALUES(582,1.9640483976635414453);
INSERT INTO student_t VALUES(583,1.9640413774963478843);
INSERT INTO student_t VALUES(584,1.96403438141983111);
INSERT INTO student_t VALUES(585,1.9640274093101979246);
INSERT INTO student_t VALUES(586,1.9640204610445017863);
INSERT INTO student_t VALUES(587,1.9640135365006359258);
INSERT INTO student_t VALUES(588,1.9640066355573251311);
INSERT INTO student_t VALUES(589,1.96399975809412064);
INSERT INTO student_t VALUES(590,1.9639929039913908148);
INSERT INTO student_t VALUES(591,1.9639860731303160346);
INSERT INTO student_t VALUES(592,1.963979265392880924);
INSERT INTO student_t VALUES(593,1.9639724806618676922);
INSERT INTO student_t VALUES(594,1.9639657188208496929);
INSERT INTO student_t VALUES(595,1.9639589797541840976);
INSERT INTO student_t VALUES(596,1.9639522633470061219);
INSERT INTO student_t VALUES(597,1.9639455694852223643);
INSERT INTO student_t VALUES(598,1.9639388980555032571);
INSERT INTO student_t VALUES(599,1.9639322489452786246);
INSERT INTO student_t VALUES(600,1.9639256220427292465);
INSERT INTO student_t VALUES(601,1.963919017236782194);
INSERT INTO student_t VALUES(602,1.963912434417103725);
INSERT INTO student_t VALUES(603,1.9639058734740939549);
INSERT INTO student_t VALUES(604,1.9638993342988793067);
INSERT INTO student_t VALUES(605,1.9638928167833085147);
INSERT INTO student_t VALUES(606,1.9638863208199448529);
INSERT INTO student_t VALUES(607,1.9638798463020612494);
INSERT INTO student_t VALUES(608,1.9638733931236340701);
INSERT INTO student_t VALUES(609,1.9638669611793375668);
INSERT INTO student_t VALUES(610,1.9638605503645376604);
INSERT INTO student_t VALUES(611,1.9638541605752868335);
INSERT INTO student_t VALUES(612,1.9638477917083185797);
INSERT INTO student_t VALUES(613,1.9638414436610409641);
INSERT INTO student_t VALUES(614,1.9638351163315321823);
INSERT INTO student_t VALUES(615,1.9638288096185343434);
INSERT INTO student_t VALUES(616,1.9638225234214483627);
INSERT INTO student_t VALUES(617,1.963816257640328633);
INSERT INTO student_t VALUES(618,1.963810012175877695);
INSERT INTO student_t VALUES(619,1.9638037869294411308);
INSERT INTO student_t VALUES(620,1.9637975818030017904);
INSERT INTO student_t VALUES(621,1.9637913966991757952);
INSERT INTO student_t VALUES(622,1.9637852315212060982);
INSERT INTO student_t VALUES(623,1.9637790861729584879);
INSERT INTO student_t VALUES(624,1.9637729605589155923);
INSERT INTO student_t VALUES(625,1.9637668545841731049);
INSERT INTO student_t VALUES(626,1.963760768154434011);
INSERT INTO student_t VALUES(627,1.9637547011760041471);
INSERT INTO student_t VALUES(628,1.9637486535557870936);
INSERT INTO student_t VALUES(629,1.9637426252012799565);
INSERT INTO student_t VALUES(630,1.9637366160205675935);
INSERT INTO student_t VALUES(631,1.9637306259223192839);
INSERT INTO student_t VALUES(632,1.963724654815782955);
INSERT INTO student_t VALUES(633,1.9637187026107816301);
INSERT INTO student_t VALUES(634,1.9637127692177076543);
INSERT INTO student_t VALUES(635,1.9637068545475195868);
INSERT INTO student_t VALUES(636,1.9637009585117364274);
INSERT INTO student_t VALUES(637,1.9636950810224342856);
INSERT INTO student_t VALUES(638,1.9636892219922410518);
INSERT INTO student_t VALUES(639,1.9636833813343332888);
INSERT INTO student_t VALUES(640,1.9636775589624304583);
INSERT INTO student_t VALUES(641,1.9636717547907918124);
INSERT INTO student_t VALUES(642,1.9636659687342119529);
INSERT INTO student_t VALUES(643,1.96366020070801639);
INSERT INTO student_t VALUES(644,1.963654450628057102);
INSERT INTO student_t VALUES(645,1.9636487184107094261);
INSERT INTO student_t VALUES(646,1.9636430039728671737);
INSERT INTO student_t VALUES(647,1.9636373072319390775);
INSERT INTO student_t VALUES(648,1.9636316281058447952);
INSERT INTO student_t VALUES(649,1.9636259665130100238);
INSERT INTO student_t VALUES(650,1.9636203223723642796);
INSERT INTO student_t VALUES(651,1.9636146956033353472);
INSERT INTO student_t VALUES(652,1.9636090861258470585);
INSERT INTO student_t VALUES(653,1.9636034938603139643);
INSERT INTO student_t VALUES(654,1.9635979187276386692);
INSERT INTO student_t VALUES(655,1.9635923606492071691);
INSERT INTO student_t VALUES(656,1.9635868195468861863);
INSERT INTO student_t VALUES(657,1.9635812953430189509);
INSERT INTO student_t VALUES(658,1.963575787960421648);
INSERT INTO student_t VALUES(659,1.9635702973223791989);
INSERT INTO student_t VALUES(660,1.9635648233526432626);
INSERT INTO student_t VALUES(661,1.9635593659754269069);
INSERT INTO student_t VALUES(662,1.9635539251154023876);
INSERT INTO student_t VALUES(663,1.9635485006976973743);
INSERT INTO student_t VALUES(664,1.963543092647890953);
INSERT INTO student_t VALUES(665,1.96353770089201074);
INSERT INTO student_t VALUES(666,1.9635323253565297729);
INSERT INTO student_t VALUES(667,1.9635269659683625143);
INSERT INTO student_t VALUES(668,1.9635216226548619644);
INSERT INTO student_t VALUES(669,1.9635162953438158872);
INSERT INTO student_t VALUES(670,1.9635109839634448114);
INSERT INTO student_t VALUES(671,1.9635056884423969236);
INSERT INTO student_t VALUES(672,1.9635004087097462921);
INSERT INTO student_t VALUES(673,1.9634951446949897579);
INSERT INTO student_t VALUES(674,1.9634898963280422723);
INSERT INTO student_t VALUES(675,1.963484663539235786);
INSERT INTO student_t VALUES(676,1.9634794462593148089);
INSERT INTO student_t VALUES(677,1.9634742444194339672);
INSERT INTO student_t VALUES(678,1.9634690579511540065);
INSERT INTO student_t VALUES(679,1.9634638867864409039);
INSERT INTO student_t VALUES(680,1.963458730857660095);
INSERT INTO student_t VALUES(681,1.9634535900975762512);
INSERT INTO student_t VALUES(682,1.9634484644393479513);
INSERT INTO student_t VALUES(683,1.9634433538165270149);
INSERT INTO student_t VALUES(684,1.9634382581630533959);
INSERT INTO student_t VALUES(685,1.9634331774132542935);
INSERT INTO student_t VALUES(686,1.9634281115018403784);
INSERT INTO student_t VALUES(687,1.9634230603639029055);
INSERT INTO student_t VALUES(688,1.9634180239349110497);
INSERT INTO student_t VALUES(689,1.9634130021507096852);
INSERT INTO student_t VALUES(690,1.9634079949475158333);
INSERT INTO student_t VALUES(691,1.9634030022619164412);
INSERT INTO student_t VALUES(692,1.9633980240308661624);
INSERT INTO student_t VALUES(693,1.9633930601916833591);
INSERT INTO student_t VALUES(694,1.9633881106820489925);
INSERT INTO student_t VALUES(695,1.9633831754400026259);
INSERT INTO student_t VALUES(696,1.9633782544039413142);
INSERT INTO student_t VALUES(697,1.9633733475126153855);
INSERT INTO student_t VALUES(698,1.9633684547051275526);
INSERT INTO student_t VALUES(699,1.9633635759209293603);
INSERT INTO student_t VALUES(700,1.963358711099818521);
INSERT INTO student_t VALUES(701,1.9633538601819371383);
INSERT INTO student_t VALUES(702,1.9633490231077692644);
INSERT INTO student_t VALUES(703,1.9633441998181377918);
INSERT INTO student_t VALUES(704,1.9633393902542024544);
INSERT INTO student_t VALUES(705,1.9633345943574576075);
INSERT INTO student_t VALUES(706,1.9633298120697293409);
INSERT INTO student_t VALUES(707,1.9633250433331737028);
INSERT INTO student_t VALUES(708,1.9633202880902738129);
INSERT INTO student_t VALUES(709,1.9633155462838380866);
INSERT INTO student_t VALUES(710,1.9633108178569973478);
INSERT INTO student_t VALUES(711,1.963306102753203719);
INSERT INTO student_t VALUES(712,1.9633014009162264024);
INSERT INTO student_t VALUES(713,1.9632967122901512357);
INSERT INTO student_t VALUES(714,1.963292036819378028);
INSERT INTO student_t VALUES(715,1.9632873744486174505);
INSERT INTO student_t VALUES(716,1.9632827251228901488);
INSERT INTO student_t VALUES(717,1.9632780887875238562);
INSERT INTO student_t VALUES(718,1.9632734653881513953);
INSERT INTO student_t VALUES(719,1.9632688548707084574);
INSERT INTO student_t VALUES(720,1.9632642571814313825);
INSERT INTO student_t VALUES(721,1.9632596722668558264);
INSERT INTO student_t VALUES(722,1.9632551000738138746);
INSERT INTO student_t VALUES(723,1.9632505405494318218);
INSERT INTO student_t VALUES(724,1.9632459936411295053);
INSERT INTO student_t VALUES(725,1.9632414592966163091);
INSERT INTO student_t VALUES(726,1.9632369374638907189);
INSERT INTO student_t VALUES(727,1.963232428091238102);
INSERT INTO student_t VALUES(728,1.963227931127227599);
INSERT INTO student_t VALUES(729,1.9632234465207119011);
INSERT INTO student_t VALUES(730,1.9632189742208239202);
INSERT INTO student_t VALUES(731,1.9632145141769752338);
INSERT INTO student_t VALUES(732,1.9632100663388545314);
INSERT INTO student_t VALUES(733,1.9632056306564258374);
INSERT INTO student_t VALUES(734,1.9632012070799256253);
INSERT INTO student_t VALUES(735,1.9631967955598621511);
INSERT INTO student_t VALUES(736,1.9631923960470125667);
INSERT INTO student_t VALUES(737,1.963188008492422254);
INSERT INTO student_t VALUES(738,1.9631836328474019381);
INSERT INTO student_t VALUES(739,1.9631792690635263554);
INSERT INTO student_t VALUES(740,1.9631749170926326986);
INSERT INTO student_t VALUES(741,1.9631705768868179529);
INSERT INTO student_t VALUES(742,1.9631662483984382294);
INSERT INTO student_t VALUES(743,1.963161931580106545);
INSERT INTO student_t VALUES(744,1.9631576263846910457);
INSERT INTO student_t VALUES(745,1.9631533327653132303);
INSERT INTO student_t VALUES(746,1.9631490506753463964);
INSERT INTO student_t VALUES(747,1.9631447800684138638);
INSERT INTO student_t VALUES(748,1.9631405208983874199);
INSERT INTO student_t VALUES(749,1.9631362731193859882);
INSERT INTO student_t VALUES(750,1.963132036685772741);
INSERT INTO student_t VALUES(751,1.9631278115521546556);
INSERT INTO student_t VALUES(752,1.9631235976733811821);
INSERT INTO student_t VALUES(753,1.9631193950045409124);
INSERT INTO student_t VALUES(754,1.9631152035009618028);
INSERT INTO student_t VALUES(755,1.9631110231182087311);
INSERT INTO student_t VALUES(756,1.9631068538120819422);
INSERT INTO student_t VALUES(757,1.9631026955386157162);
INSERT INTO student_t VALUES(758,1.9630985482540763698);
INSERT INTO student_t VALUES(759,1.963094411914961368);
INSERT INTO student_t VALUES(760,1.9630902864779977701);
INSERT INTO student_t VALUES(761,1.9630861719001397869);
INSERT INTO student_t VALUES(762,1.9630820681385683368);
INSERT INTO student_t VALUES(763,1.9630779751506892694);
INSERT INTO student_t VALUES(764,1.963073892894131589);
INSERT INTO student_t VALUES(765,1.9630698213267459006);
INSERT INTO student_t VALUES(766,1.9630657604066039656);
INSERT INTO student_t VALUES(767,1.9630617100919960371);
INSERT INTO student_t VALUES(768,1.9630576703414299721);
INSERT INTO student_t VALUES(769,1.963053641113629899);
INSERT INTO student_t VALUES(770,1.9630496223675348854);
INSERT INTO student_t VALUES(771,1.9630456140622969396);
INSERT INTO student_t VALUES(772,1.9630416161572801225);
INSERT INTO student_t VALUES(773,1.9630376286120596596);
INSERT INTO student_t VALUES(774,1.9630336513864190539);
INSERT INTO student_t VALUES(775,1.9630296844403505307);
INSERT INTO student_t VALUES(776,1.9630257277340525945);
INSERT INTO student_t VALUES(777,1.963021781227928697);
INSERT INTO student_t VALUES(778,1.963017844882586349);
INSERT INTO student_t VALUES(779,1.96301391865883601);
INSERT INTO student_t VALUES(780,1.9630100025176888678);
INSERT INTO student_t VALUES(781,1.9630060964203563944);
INSERT INTO student_t VALUES(782,1.9630022003282485698);
INSERT INTO student_t VALUES(783,1.9629983142029732157);
INSERT INTO student_t VALUES(784,1.9629944380063337749);
INSERT INTO student_t VALUES(785,1.9629905717003290899);
INSERT INTO student_t VALUES(786,1.9629867152471514035);
INSERT INTO student_t VALUES(787,1.9629828686091854716);
INSERT INTO student_t VALUES(788,1.9629790317490074524);
INSERT INTO student_t VALUES(789,1.9629752046293831302);
INSERT INTO student_t VALUES(790,1.9629713872132676932);
INSERT INTO student_t VALUES(791,1.9629675794638035135);
INSERT INTO student_t VALUES(792,1.9629637813443192584);
INSERT INTO student_t VALUES(793,1.9629599928183292245);
INSERT INTO student_t VALUES(794,1.9629562138495315615);
INSERT INTO student_t VALUES(795,1.9629524444018073836);
INSERT INTO student_t VALUES(796,1.9629486844392198818);
INSERT INTO student_t VALUES(797,1.9629449339260123252);
INSERT INTO student_t VALUES(798,1.962941192826607839);
INSERT INTO student_t VALUES(799,1.9629374611056078503);
INSERT INTO student_t VALUES(800,1.9629337387277909776);
INSERT INTO student_t VALUES(801,1.9629300256581121431);
INSERT INTO student_t VALUES(802,1.9629263218617012398);
INSERT INTO student_t VALUES(803,1.962922627303862022);
INSERT INTO student_t VALUES(804,1.9629189419500709945);
INSERT INTO student_t VALUES(805,1.9629152657659771907);
INSERT INTO student_t VALUES(806,1.9629115987173992863);
INSERT INTO student_t VALUES(807,1.962907940770326487);
INSERT INTO student_t VALUES(808,1.9629042918909160864);
INSERT INTO student_t VALUES(809,1.9629006520454934658);
INSERT INTO student_t VALUES(810,1.9628970212005500961);
INSERT INTO student_t VALUES(811,1.9628933993227433152);
INSERT INTO student_t VALUES(812,1.96288978637889433);
INSERT INTO student_t VALUES(813,1.9628861823359886606);
INSERT INTO student_t VALUES(814,1.9628825871611736975);
INSERT INTO student_t VALUES(815,1.9628790008217587015);
INSERT INTO student_t VALUES(816,1.9628754232852130279);
INSERT INTO student_t VALUES(817,1.9628718545191656819);
INSERT INTO student_t VALUES(818,1.9628682944914044306);
INSERT INTO student_t VALUES(819,1.9628647431698742487);
INSERT INTO student_t VALUES(820,1.9628612005226768744);
INSERT INTO student_t VALUES(821,1.9628576665180696991);
INSERT INTO student_t VALUES(822,1.9628541411244648795);
INSERT INTO student_t VALUES(823,1.9628506243104280049);
INSERT INTO student_t VALUES(824,1.9628471160446776533);
INSERT INTO student_t VALUES(825,1.9628436162960845035);
INSERT INTO student_t VALUES(826,1.9628401250336700023);
INSERT INTO student_t VALUES(827,1.9628366422266054769);
INSERT INTO student_t VALUES(828,1.9628331678442116903);
INSERT INTO student_t VALUES(829,1.9628297018559575093);
INSERT INTO student_t VALUES(830,1.9628262442314592384);
INSERT INTO student_t VALUES(831,1.9628227949404795094);
INSERT INTO student_t VALUES(832,1.9628193539529266153);
INSERT INTO student_t VALUES(833,1.9628159212388534005);
INSERT INTO student_t VALUES(834,1.9628124967684570378);
INSERT INTO student_t VALUES(835,1.9628090805120770312);
INSERT INTO student_t VALUES(836,1.9628056724401954369);
INSERT INTO student_t VALUES(837,1.9628022725234355316);
INSERT INTO student_t VALUES(838,1.9627988807325604803);
INSERT INTO student_t VALUES(839,1.9627954970384740018);
INSERT INTO student_t VALUES(840,1.9627921214122174831);
INSERT INTO student_t VALUES(841,1.9627887538249713106);
INSERT INTO student_t VALUES(842,1.9627853942480522064);
INSERT INTO student_t VALUES(843,1.96278204265291345);
INSERT INTO student_t VALUES(844,1.9627786990111437681);
INSERT INTO student_t VALUES(845,1.9627753632944666684);
INSERT INTO student_t VALUES(846,1.9627720354747393294);
INSERT INTO student_t VALUES(847,1.9627687155239523786);
INSERT INTO student_t VALUES(848,1.9627654034142281158);
INSERT INTO student_t VALUES(849,1.9627620991178211795);
INSERT INTO student_t VALUES(850,1.9627588026071165483);
INSERT INTO student_t VALUES(851,1.9627555138546288748);
INSERT INTO student_t VALUES(852,1.9627522328330024858);
INSERT INTO student_t VALUES(853,1.9627489595150100498);
INSERT INTO student_t VALUES(854,1.962745693873552133);
INSERT INTO student_t VALUES(855,1.9627424358816556448);
INSERT INTO student_t VALUES(856,1.9627391855124742825);
INSERT INTO student_t VALUES(857,1.9627359427392871982);
INSERT INTO student_t VALUES(858,1.9627327075354978891);
INSERT INTO student_t VALUES(859,1.9627294798746341975);
INSERT INTO student_t VALUES(860,1.9627262597303474223);
INSERT INTO student_t VALUES(861,1.962723047076410765);
INSERT INTO student_t VALUES(862,1.9627198418867202178);
INSERT INTO student_t VALUES(863,1.962716644135291899);
INSERT INTO student_t VALUES(864,1.9627134537962636073);
INSERT INTO student_t VALUES(865,1.9627102708438917133);
INSERT INTO student_t VALUES(866,1.9627070952525522695);
INSERT INTO student_t VALUES(867,1.9627039269967399004);
INSERT INTO student_t VALUES(868,1.9627007660510662478);
INSERT INTO student_t VALUES(869,1.9626976123902606374);
INSERT INTO student_t VALUES(870,1.962694465989168524);
INSERT INTO student_t VALUES(871,1.9626913268227508257);
INSERT INTO student_t VALUES(872,1.9626881948660837018);
INSERT INTO student_t VALUES(873,1.9626850700943576644);
INSERT INTO student_t VALUES(874,1.9626819524828766905);
INSERT INTO student_t VALUES(875,1.9626788420070582219);
INSERT INTO student_t VALUES(876,1.962675738642431833);
INSERT INTO student_t VALUES(877,1.9626726423646387864);
INSERT INTO student_t VALUES(878,1.9626695531494313673);
INSERT INTO student_t VALUES(879,1.962666470972673105);
INSERT INTO student_t VALUES(880,1.9626633958103363308);
INSERT INTO student_t VALUES(881,1.9626603276385035101);
INSERT INTO student_t VALUES(882,1.9626572664333650219);
INSERT INTO student_t VALUES(883,1.9626542121712198252);
INSERT INTO student_t VALUES(884,1.9626511648284736821);
INSERT INTO student_t VALUES(885,1.9626481243816398247);
INSERT INTO student_t VALUES(886,1.9626450908073371781);
INSERT INTO student_t VALUES(887,1.9626420640822903607);
INSERT INTO student_t VALUES(888,1.9626390441833290179);
INSERT INTO student_t VALUES(889,1.9626360310873871561);
INSERT INTO student_t VALUES(890,1.9626330247715024768);
INSERT INTO student_t VALUES(891,1.9626300252128161538);
INSERT INTO student_t VALUES(892,1.9626270323885717239);
INSERT INTO student_t VALUES(893,1.9626240462761150862);
INSERT INTO student_t VALUES(894,1.9626210668528936142);
INSERT INTO student_t VALUES(895,1.9626180940964550458);
INSERT INTO student_t VALUES(896,1.962615127984448371);
INSERT INTO student_t VALUES(897,1.9626121684946216117);
INSERT INTO student_t VALUES(898,1.9626092156048224879);
INSERT INTO student_t VALUES(899,1.9626062692929975295);
INSERT INTO student_t VALUES(900,1.9626033295371907438);
INSERT INTO student_t VALUES(901,1.9626003963155442821);
INSERT INTO student_t VALUES(902,1.962597469606297329);
INSERT INTO student_t VALUES(903,1.9625945493877854364);
INSERT INTO student_t VALUES(904,1.9625916356384403016);
INSERT INTO student_t VALUES(905,1.9625887283367888791);
INSERT INTO student_t VALUES(906,1.9625858274614533804);
INSERT INTO student_t VALUES(907,1.96258293299114972);
INSERT INTO student_t VALUES(908,1.9625800449046886253);
INSERT INTO student_t VALUES(909,1.9625771631809734163);
INSERT INTO student_t VALUES(910,1.9625742877990006718);
INSERT INTO student_t VALUES(911,1.9625714187378593411);
INSERT INTO student_t VALUES(912,1.962568555976730078);
INSERT INTO student_t VALUES(913,1.9625656994948847966);
INSERT INTO student_t VALUES(914,1.9625628492716862272);
INSERT INTO student_t VALUES(915,1.9625600052865876943);
INSERT INTO student_t VALUES(916,1.9625571675191322285);
INSERT INTO student_t VALUES(917,1.9625543359489519001);
INSERT INTO student_t VALUES(918,1.9625515105557682637);
INSERT INTO student_t VALUES(919,1.9625486913193908034);
INSERT INTO student_t VALUES(920,1.9625458782197169327);
INSERT INTO student_t VALUES(921,1.9625430712367315511);
INSERT INTO student_t VALUES(922,1.9625402703505068213);
INSERT INTO student_t VALUES(923,1.9625374755412006155);
INSERT INTO student_t VALUES(924,1.9625346867890576252);
INSERT INTO student_t VALUES(925,1.9625319040744075849);
INSERT INTO student_t VALUES(926,1.9625291273776652722);
INSERT INTO student_t VALUES(927,1.9625263566793305081);
INSERT INTO student_t VALUES(928,1.9625235919599870459);
INSERT INTO student_t VALUES(929,1.9625208332003023503);
INSERT INTO student_t VALUES(930,1.9625180803810269303);
INSERT INTO student_t VALUES(931,1.9625153334829943396);
INSERT INTO student_t VALUES(932,1.9625125924871205107);
INSERT INTO student_t VALUES(933,1.9625098573744033103);
INSERT INTO student_t VALUES(934,1.9625071281259216515);
INSERT INTO student_t VALUES(935,1.9625044047228363819);
INSERT INTO student_t VALUES(936,1.9625016871463880629);
INSERT INTO student_t VALUES(937,1.9624989753778980805);
INSERT INTO student_t VALUES(938,1.9624962693987670903);
INSERT INTO student_t VALUES(939,1.9624935691904754619);
INSERT INTO student_t VALUES(940,1.9624908747345821691);
INSERT INTO student_t VALUES(941,1.962488186012724789);
INSERT INTO student_t VALUES(942,1.9624855030066192806);
INSERT INTO student_t VALUES(943,1.9624828256980586527);
INSERT INTO student_t VALUES(944,1.9624801540689136292);
INSERT INTO student_t VALUES(945,1.9624774881011317617);
INSERT INTO student_t VALUES(946,1.9624748277767365411);
INSERT INTO student_t VALUES(947,1.9624721730778280637);
INSERT INTO student_t VALUES(948,1.9624695239865816986);
INSERT INTO student_t VALUES(949,1.9624668804852480885);
INSERT INTO student_t VALUES(950,1.9624642425561531489);
INSERT INTO student_t VALUES(951,1.9624616101816965141);
INSERT INTO student_t VALUES(952,1.9624589833443522035);
INSERT INTO student_t VALUES(953,1.9624563620266679553);
INSERT INTO student_t VALUES(954,1.9624537462112645602);
INSERT INTO student_t VALUES(955,1.9624511358808360839);
INSERT INTO student_t VALUES(956,1.9624485310181487562);
INSERT INTO student_t VALUES(957,1.9624459316060409719);
INSERT INTO student_t VALUES(958,1.9624433376274228457);
INSERT INTO student_t VALUES(959,1.9624407490652759911);
INSERT INTO student_t VALUES(960,1.9624381659026530755);
INSERT INTO student_t VALUES(961,1.9624355881226769326);
INSERT INTO student_t VALUES(962,1.9624330157085414505);
INSERT INTO student_t VALUES(963,1.9624304486435095729);
INSERT INTO student_t VALUES(964,1.9624278869109144096);
INSERT INTO student_t VALUES(965,1.9624253304941579045);
INSERT INTO student_t VALUES(966,1.9624227793767108352);
INSERT INTO student_t VALUES(967,1.9624202335421125908);
INSERT INTO student_t VALUES(968,1.9624176929739707286);
INSERT INTO student_t VALUES(969,1.9624151576559600851);
INSERT INTO student_t VALUES(970,1.9624126275718234424);
INSERT INTO student_t VALUES(971,1.9624101027053704182);
INSERT INTO student_t VALUES(972,1.9624075830404774656);
INSERT INTO student_t VALUES(973,1.9624050685610867628);
INSERT INTO student_t VALUES(974,1.9624025592512075455);
INSERT INTO student_t VALUES(975,1.9624000550949141086);
INSERT INTO student_t VALUES(976,1.9623975560763460279);
INSERT INTO student_t VALUES(977,1.9623950621797081605);
INSERT INTO student_t VALUES(978,1.9623925733892699785);
INSERT INTO student_t VALUES(979,1.9623900896893651246);
INSERT INTO student_t VALUES(980,1.9623876110643916348);
INSERT INTO student_t VALUES(981,1.9623851374988110496);
INSERT INTO student_t VALUES(982,1.9623826689771479703);
INSERT INTO student_t VALUES(983,1.9623802054839905029);
INSERT INTO student_t VALUES(984,1.9623777470039891479);
INSERT INTO student_t VALUES(985,1.9623752935218572446);
INSERT INTO student_t VALUES(986,1.9623728450223696384);
INSERT INTO student_t VALUES(987,1.9623704014903635695);
INSERT INTO student_t VALUES(988,1.962367962910737118);
INSERT INTO student_t VALUES(989,1.9623655292684500928);
INSERT INTO student_t VALUES(990,1.9623631005485226985);
INSERT INTO student_t VALUES(991,1.9623606767360357583);
INSERT INTO student_t VALUES(992,1.9623582578161307132);
INSERT INTO student_t VALUES(993,1.9623558437740085125);
INSERT INTO student_t VALUES(994,1.9623534345949298351);
INSERT INTO student_t VALUES(995,1.9623510302642146463);
INSERT INTO student_t VALUES(996,1.9623486307672419748);
INSERT INTO student_t VALUES(997,1.9623462360894499134);
INSERT INTO student_t VALUES(998,1.9623438462163342865);
INSERT INTO student_t VALUES(999,1.9623414611334495383);
INSERT INTO student_t VALUES(1000,1.9623390808264080664);
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
CREATE VIEW run_table AS SELECT (SELECT name FROM studies WHERE id = runs.study) AS study, runs.id AS run, runs.hash AS hash, (SELECT hash FROM cells WHERE id = runs.cell) AS cell, runs.replicate AS replicate, runs.status AS status, wide_axes.axis_2 AS "K", wide_axes.axis_3 AS "p_c", wide_axes.axis_4 AS "rho", NULL AS "eps", wide_axes.axis_1 AS "sampler", wide_axes.axis_5 AS "K#2", wide_metrics.metric_1 AS "w2", wide_metrics.metric_2 AS "exact_w2", wide_metrics.metric_3 AS "w2_empirical", wide_metrics.metric_4 AS "hpd_relative_error", wide_metrics.metric_5 AS "hpd_absolute_error", wide_metrics.metric_6 AS "density_misfit", wide_metrics.metric_7 AS "variance_mse", wide_metrics.metric_8 AS "exact_variance_mse", wide_metrics.metric_9 AS "variance_bias", wide_metrics.metric_10 AS "exact_variance_bias", wide_metrics.metric_11 AS "variance_bias_error", wide_metrics.metric_12 AS "exact_variance_bias_error", wide_metrics.metric_13 AS "mean_bias", wide_metrics.metric_14 AS "exact_mean_bias", wide_metrics.metric_15 AS "accuracy", wide_metrics.metric_16 AS "accuracy_mean_parameter", wide_metrics.metric_17 AS "brier", wide_metrics.metric_18 AS "nll", wide_metrics.metric_19 AS "ece", wide_metrics.metric_20 AS "recall_at_k", wide_metrics.metric_21 AS "precision", wide_metrics.metric_22 AS "recall", wide_metrics.metric_23 AS "micro_f1", wide_metrics.metric_24 AS "macro_f1", wide_metrics.metric_25 AS "client_accuracy_mean", wide_metrics.metric_26 AS "client_accuracy_worst", wide_metrics.metric_27 AS "client_accuracy_p10", wide_metrics.metric_28 AS "agreement", wide_metrics.metric_29 AS "total_variation", wide_metrics.metric_30 AS "reference_run_w2_empirical", wide_metrics.metric_31 AS "reference_run_hpd_relative_error", wide_metrics.metric_32 AS "reference_run_hpd_absolute_error", wide_metrics.metric_33 AS "ess", wide_metrics.metric_34 AS "r_hat", wide_metrics.metric_35 AS "mcse", wide_metrics.metric_36 AS "ess_geyer", wide_metrics.metric_37 AS "reference_z_max", wide_metrics.metric_38 AS "reference_shift_max", wide_metrics.metric_39 AS "reference_sd_ratio_min", wide_metrics.metric_40 AS "reference_sd_ratio_max", wide_metrics.metric_41 AS "reference_w2", wide_metrics.metric_42 AS "reference_w2_empirical", wide_metrics.metric_43 AS "rounds", wide_metrics.metric_44 AS "bits_up", wide_metrics.metric_45 AS "bits_down", wide_metrics.metric_46 AS "gradient_evaluations", wide_metrics.metric_47 AS "normals", wide_metrics.metric_48 AS "eps_spent", wide_metrics.metric_49 AS "sampler.client_spread", runs.wall_seconds AS wall_seconds FROM runs LEFT JOIN wide_axes ON wide_axes.cell = runs.cell LEFT JOIN wide_metrics ON wide_metrics.run = runs.id LEFT JOIN ledger ON ledger.run = runs.id;
COMMIT;
