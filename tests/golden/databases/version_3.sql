-- A results database of schema version 3, as `sqlite3 FILE .dump` writes it. Of its six cells the study,
-- but for the rows of student_t, which are the same in every version.
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
