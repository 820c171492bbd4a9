-- A results database of schema version 4, as `sqlite3 FILE .dump` writes it. Of its six cells the study,
-- but for the rows of student_t, which are the same in every version.
-- declares the last three, three runs of which are superseded.
PRAGMA application_id = 1399549028;
PRAGMA user_version = 4;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE studies (
  id       INTEGER PRIMARY KEY,
  name     TEXT NOT NULL UNIQUE,      -- the grid's "name"
  document TEXT NOT NULL,             -- the grid document as it was last run, byte for byte
  created  TEXT NOT NULL              -- when the study was first declared in this file
) STRICT;
INSERT INTO studies VALUES(1,'toy',replace('{ "name": "toy", "seed": 4, "replicates": 2,\n  "dataset":   {"plugin": "gaussian_clients", "clients": 4, "dimension": 2, "seed": 1},\n  "model":     {"plugin": "gaussian"},\n  "sampler":   {"plugin": "fald", "step": "= step_bound / 25"},\n  "run":       {"iterations": 40, "chains": 2, "record_every": 20},\n  "metrics":   ["w2", "mean_bias", "bits_up"],\n  "axes": [{"sampler.plugin": ["fald", "ula"]}, {"when": {"sampler.plugin": "fald"}, "K": [2, 5]}] }\n','\n',char(10)),'2026-11-22T05:05:53.026Z');
CREATE TABLE cells (
  id             INTEGER PRIMARY KEY,
  hash           TEXT NOT NULL UNIQUE,                          -- SHA-256 of canonical_json
  canonical_json TEXT NOT NULL                                  -- every option filled in, JSON
) STRICT;
INSERT INTO cells VALUES(1,'add738203b513699a065e0ba1bc4b46b9801e73d912fd076fb91589223df1133','{"dataset":{"numerics_revision":1,"options":{"alpha":null,"clients":4,"covariances":null,"dimension":2,"examples":null,"examples_spread":null,"generator":"table_1","means":null},"plugin":"gaussian_clients","seed":1},"metrics":["bits_up","mean_bias","w2"],"model":{"numerics_revision":1,"options":{},"plugin":"gaussian"},"partition":{"numerics_revision":1,"options":{},"plugin":"natural"},"privacy":{"numerics_revision":1,"options":{},"plugin":"none"},"run":{"averages":"time","budget.bits":null,"budget.bits_up":null,"budget.eps":null,"burn_in":0.1,"chains":2,"divergence_bound":1e+10,"ece_bins":15,"evaluate_every":null,"iterations":20,"keep_samples":false,"limits.memory":null,"limits.seconds":null,"recall_k":5,"record_every":20,"rounds":null,"start":"model","start_deviation":1.0,"thin":1},"sampler":{"numerics_revision":2,"options":{"K":2,"batch":null,"estimate":"server","p_c":null,"rho":0.0,"step":"= step_bound / 25","temp":1.0,"weights":"uniform"},"plugin":"fald"}}');
INSERT INTO cells VALUES(2,'735ad570e0089a12f6e693c78b5f752e1259f33f3cf02f0dc5fc41334177e61e','{"dataset":{"numerics_revision":1,"options":{"alpha":null,"clients":4,"covariances":null,"dimension":2,"examples":null,"examples_spread":null,"generator":"table_1","means":null},"plugin":"gaussian_clients","seed":1},"metrics":["bits_up","mean_bias","w2"],"model":{"numerics_revision":1,"options":{},"plugin":"gaussian"},"partition":{"numerics_revision":1,"options":{},"plugin":"natural"},"privacy":{"numerics_revision":1,"options":{},"plugin":"none"},"run":{"averages":"time","budget.bits":null,"budget.bits_up":null,"budget.eps":null,"burn_in":0.1,"chains":2,"divergence_bound":1e+10,"ece_bins":15,"evaluate_every":null,"iterations":20,"keep_samples":false,"limits.memory":null,"limits.seconds":null,"recall_k":5,"record_every":20,"rounds":null,"start":"model","start_deviation":1.0,"thin":1},"sampler":{"numerics_revision":2,"options":{"K":5,"batch":null,"estimate":"server","p_c":null,"rho":0.0,"step":"= step_bound / 25","temp":1.0,"weights":"uniform"},"plugin":"fald"}}');
INSERT INTO cells VALUES(3,'64201e50af6c6916444df55fd68dabaa8dca74bf73a972a0be49d03b3339dacc','{"dataset":{"numerics_revision":1,"options":{"alpha":null,"clients":4,"covariances":null,"dimension":2,"examples":null,"examples_spread":null,"generator":"table_1","means":null},"plugin":"gaussian_clients","seed":1},"metrics":["bits_up","mean_bias","w2"],"model":{"numerics_revision":1,"options":{},"plugin":"gaussian"},"partition":{"numerics_revision":1,"options":{},"plugin":"natural"},"privacy":{"numerics_revision":1,"options":{},"plugin":"none"},"run":{"averages":"time","budget.bits":null,"budget.bits_up":null,"budget.eps":null,"burn_in":0.1,"chains":2,"divergence_bound":1e+10,"ece_bins":15,"evaluate_every":null,"iterations":20,"keep_samples":false,"limits.memory":null,"limits.seconds":null,"recall_k":5,"record_every":20,"rounds":null,"start":"model","start_deviation":1.0,"thin":1},"sampler":{"numerics_revision":1,"options":{"step":"= step_bound / 25","temp":1.0},"plugin":"ula"}}');
INSERT INTO cells VALUES(4,'0a26e2780db7ce8c810b65df18530b2f34384a4b2120e5402b63decffaf51088','{"dataset":{"numerics_revision":1,"options":{"alpha":null,"clients":4,"covariances":null,"dimension":2,"examples":null,"examples_spread":null,"generator":"table_1","means":null},"plugin":"gaussian_clients","seed":1},"metrics":["bits_up","mean_bias","w2"],"model":{"numerics_revision":1,"options":{},"plugin":"gaussian"},"partition":{"numerics_revision":1,"options":{},"plugin":"natural"},"privacy":{"numerics_revision":1,"options":{},"plugin":"none"},"run":{"averages":"time","budget.bits":null,"budget.bits_up":null,"budget.eps":null,"burn_in":0.1,"chains":2,"divergence_bound":1e+10,"ece_bins":15,"evaluate_every":null,"iterations":40,"keep_samples":false,"limits.memory":null,"limits.seconds":null,"recall_k":5,"record_every":20,"rounds":null,"start":"model","start_deviation":1.0,"thin":1},"sampler":{"numerics_revision":2,"options":{"K":2,"batch":null,"estimate":"server","p_c":null,"rho":0.0,"step":"= step_bound / 25","temp":1.0,"weights":"uniform"},"plugin":"fald"}}');
INSERT INTO cells VALUES(5,'76bd93d815e64033d89e6826aa0f4dc121ab26fdd3be0e27438fe778662fc7ee','{"dataset":{"numerics_revision":1,"options":{"alpha":null,"clients":4,"covariances":null,"dimension":2,"examples":null,"examples_spread":null,"generator":"table_1","means":null},"plugin":"gaussian_clients","seed":1},"metrics":["bits_up","mean_bias","w2"],"model":{"numerics_revision":1,"options":{},"plugin":"gaussian"},"partition":{"numerics_revision":1,"options":{},"plugin":"natural"},"privacy":{"numerics_revision":1,"options":{},"plugin":"none"},"run":{"averages":"time","budget.bits":null,"budget.bits_up":null,"budget.eps":null,"burn_in":0.1,"chains":2,"divergence_bound":1e+10,"ece_bins":15,"evaluate_every":null,"iterations":40,"keep_samples":false,"limits.memory":null,"limits.seconds":null,"recall_k":5,"record_every":20,"rounds":null,"start":"model","start_deviation":1.0,"thin":1},"sampler":{"numerics_revision":2,"options":{"K":5,"batch":null,"estimate":"server","p_c":null,"rho":0.0,"step":"= step_bound / 25","temp":1.0,"weights":"uniform"},"plugin":"fald"}}');
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
INSERT INTO axes VALUES(4,1,'fald');
INSERT INTO axes VALUES(4,2,2);
INSERT INTO axes VALUES(4,3,NULL);
INSERT INTO axes VALUES(4,4,0.0);
INSERT INTO axes VALUES(5,1,'fald');
INSERT INTO axes VALUES(5,2,5);
INSERT INTO axes VALUES(5,3,NULL);
INSERT INTO axes VALUES(5,4,0.0);
INSERT INTO axes VALUES(6,1,'ula');
CREATE TABLE wide_axes (
  cell INTEGER PRIMARY KEY REFERENCES cells (id) ON DELETE CASCADE
, axis_1 ANY, axis_2 ANY, axis_3 ANY, axis_4 ANY) STRICT;
INSERT INTO wide_axes VALUES(1,'fald',2,NULL,0.0);
INSERT INTO wide_axes VALUES(2,'fald',5,NULL,0.0);
INSERT INTO wide_axes VALUES(3,'ula',NULL,NULL,NULL);
INSERT INTO wide_axes VALUES(4,'fald',2,NULL,0.0);
INSERT INTO wide_axes VALUES(5,'fald',5,NULL,0.0);
INSERT INTO wide_axes VALUES(6,'ula',NULL,NULL,NULL);
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
INSERT INTO environments VALUES(1,'f1b4b9cd66f8cf6c0c37e4cccc55be09d34d5a38b1783d9b2373357011f30c44','host','AMD EPYC','avx512','0.1.0','8c2899e5a893fee786201ca75b16d1a989ee4fcf','','{"compiler":"GNU 12.2.0","flags":"Release  -O3 -DNDEBUG sanitize=","eigen":"3.4.0","boost":"1_81","glibc":"2.36","sqlite":3040001}','[{"kind":"dataset","name":"gaussian_clients","version":"1","numerics_revision":1,"file":"/usr/lib/skald/plugins/dataset/gaussian_clients.so","sha256":"c464c503792cfbb7219bfea248af11b3519b34a128744b35426cffe6960af927","build":"eigen-3.4.0 baseline ndebug"},{"kind":"partition","name":"natural","version":"1","numerics_revision":1,"file":"/usr/lib/skald/plugins/partition/natural.so","sha256":"9a6b7f8b0495c1ca888cf8c84a23f52867e521da1c92893a9cefeab386bc0c1f","build":"eigen-3.4.0 baseline ndebug"},{"kind":"model","name":"gaussian","version":"1","numerics_revision":1,"file":"/usr/lib/skald/plugins/model/gaussian.so","sha256":"789c7cfa5b7d71ecacb5a03730feaa7503617f0fc3c5b62d7bf6f555564d2633","build":"eigen-3.4.0 baseline ndebug"},{"kind":"sampler","name":"fald","version":"1.0.0","numerics_revision":2,"file":"/usr/lib/skald/plugins/sampler/fald.so","sha256":"054326f2c2a86551e0b0b2c00a47cff333dd23342a2a5fb074afe3873519b689","build":"eigen-3.4.0 baseline ndebug"},{"kind":"privacy","name":"none","version":"1.0.0","numerics_revision":1,"file":"/usr/lib/skald/plugins/privacy/none.so","sha256":"3ea136d48d4671e2389f5d67880153389cef046f2d1b111942c1c5e774aa234c","build":"eigen-3.4.0 baseline ndebug"}]');
INSERT INTO environments VALUES(2,'3bcd2fc7ae9112a7b3ba6cfb3ce509be79858cae403f5bbd487187e570e388b5','host','AMD EPYC','avx512','0.1.0','8c2899e5a893fee786201ca75b16d1a989ee4fcf','','{"compiler":"GNU 12.2.0","flags":"Release  -O3 -DNDEBUG sanitize=","eigen":"3.4.0","boost":"1_81","glibc":"2.36","sqlite":3040001}','[{"kind":"dataset","name":"gaussian_clients","version":"1","numerics_revision":1,"file":"/usr/lib/skald/plugins/dataset/gaussian_clients.so","sha256":"c464c503792cfbb7219bfea248af11b3519b34a128744b35426cffe6960af927","build":"eigen-3.4.0 baseline ndebug"},{"kind":"partition","name":"natural","version":"1","numerics_revision":1,"file":"/usr/lib/skald/plugins/partition/natural.so","sha256":"9a6b7f8b0495c1ca888cf8c84a23f52867e521da1c92893a9cefeab386bc0c1f","build":"eigen-3.4.0 baseline ndebug"},{"kind":"model","name":"gaussian","version":"1","numerics_revision":1,"file":"/usr/lib/skald/plugins/model/gaussian.so","sha256":"789c7cfa5b7d71ecacb5a03730feaa7503617f0fc3c5b62d7bf6f555564d2633","build":"eigen-3.4.0 baseline ndebug"},{"kind":"sampler","name":"ula","version":"1.0.0","numerics_revision":1,"file":"/usr/lib/skald/plugins/sampler/ula.so","sha256":"631992efbc2eb919147cf77fdfcaead62151aff5cf56ffb5a08b261fbc9dd319","build":"eigen-3.4.0 baseline ndebug"},{"kind":"privacy","name":"none","version":"1.0.0","numerics_revision":1,"file":"/usr/lib/skald/plugins/privacy/none.so","sha256":"3ea136d48d4671e2389f5d67880153389cef046f2d1b111942c1c5e774aa234c","build":"eigen-3.4.0 baseline ndebug"}]');
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
  superseded   INTEGER NOT NULL DEFAULT 0 CHECK (superseded IN (0, 1)), -- 1: its grid was run again with
                                                                -- another seed, other data or another build
                                                                -- of a plugin, and this run is not done anew yet
  UNIQUE (cell, replicate)
) STRICT;
INSERT INTO runs VALUES(1,'aaa8757b3b795c9cb658fe7985bb457e540213e899dd7afbc26b17ec1a24561e',1,1,0,'ok',3,'2026-11-22T05:05:53.028Z','2026-11-22T05:05:53.033Z',0.0051784040000000001666,0.00088600000000000136979,17276928,NULL,1,'{}','{"sampler.step":0.011044342807556845}','',1.9887999999999999997e-05,0);
INSERT INTO runs VALUES(2,'24be5007e1373161ad752b8126c775c43dc74de4a929edfa6108b7f055fe2e15',1,3,0,'ok',3,'2026-11-22T05:05:53.034Z','2026-11-22T05:05:53.034Z',0.0008086700000000000485,0.00036599999999999827116,17281024,NULL,2,'{}','{"sampler.step":0.011044342807556845}','',1.4521999999999999197e-05,0);
INSERT INTO runs VALUES(3,'1544567202bdc5d3b8496fdb2205cf09e2c0c06e9308221d1d386ff9af28fd7d',1,1,1,'ok',3,'2026-11-22T05:05:53.034Z','2026-11-22T05:05:53.035Z',0.00055783799999999995368,0.00023099999999999856759,17281024,NULL,1,'{}','{"sampler.step":0.011044342807556845}','',5.7989999999999998743e-06,0);
INSERT INTO runs VALUES(4,'a5f738d3b0b83816477385cd78f10a1202387409ccbc74117e171604a3754065',1,2,1,'ok',3,'2026-11-22T05:05:53.035Z','2026-11-22T05:05:53.036Z',0.00050605099999999998347,0.00020799999999999985167,17281024,NULL,1,'{}','{"sampler.step":0.011044342807556845}','',4.8679999999999998094e-06,0);
INSERT INTO runs VALUES(5,'897ab2f8762dc256bee840dbe18824a44205f9542a04bedde64c1b5f609933f3',1,3,1,'ok',3,'2026-11-22T05:05:53.036Z','2026-11-22T05:05:53.036Z',0.00045086900000000000934,0.00016900000000000248157,17276928,NULL,2,'{}','{"sampler.step":0.011044342807556845}','',6.8709999999999999439e-06,0);
INSERT INTO runs VALUES(6,'27e1e2c79bbbde9684293a7bc33720c1a49be69a02b3568df4731511e600c5ca',1,2,0,'ok',3,'2026-11-22T05:05:53.028Z','2026-11-22T05:05:53.114Z',0.085384148000000006928,0.0085110000000000012032,17477632,NULL,1,'{}','{"sampler.step":0.011044342807556845}','',2.6738999999999999287e-05,0);
INSERT INTO runs VALUES(9,'c9617c2de55755ccad507abc3aa8b230668a696d4699c0c17e1578aa2aae8b1f',1,4,1,'ok',3,'2026-11-22T05:05:53.401Z','2026-11-22T05:05:53.402Z',0.0010872329999999999494,0.00049599999999999644373,17268736,NULL,1,'{}','{"sampler.step":0.011044342807556845}','',1.8258999999999999162e-05,1);
INSERT INTO runs VALUES(10,'e83684760bc03f176a719ff9eba82306f3241e0d894abb243feb927676aac07c',1,5,1,'ok',3,'2026-11-22T05:05:53.402Z','2026-11-22T05:05:53.403Z',0.00089205399999999998063,0.00036699999999999927124,17268736,NULL,1,'{}','{"sampler.step":0.011044342807556845}','',1.0123999999999999969e-05,1);
INSERT INTO runs VALUES(11,'987bab99fbd65cccaa954f2db6efe7e1936ee7c4ce7e9cf80b28395830979e90',1,6,1,'ok',3,'2026-11-22T05:05:53.403Z','2026-11-22T05:05:53.404Z',0.00074019799999999996275,0.00030500000000000318522,17272832,NULL,2,'{}','{"sampler.step":0.011044342807556845}','',1.70879999999999997e-05,1);
INSERT INTO runs VALUES(13,'ed5311b04d3f8af316add46335495cafe6508fabd18acf60c984d59c16088164',1,4,0,'ok',4,'2026-11-22T05:05:53.630Z','2026-11-22T05:05:53.637Z',0.0070837720000000003323,0.00096499999999999711008,17469440,NULL,1,'{}','{"sampler.step":0.011044342807556845}','',3.6668999999999997386e-05,0);
INSERT INTO runs VALUES(14,'38b8374da2fa2591b76cee53c7faddbafa6bb071ad8f0f4abb8d6c97c719f5e2',1,6,0,'ok',4,'2026-11-22T05:05:53.637Z','2026-11-22T05:05:53.638Z',0.0010887460000000000279,0.00048199999999999978972,17469440,NULL,2,'{}','{"sampler.step":0.011044342807556845}','',2.6936999999999999763e-05,0);
INSERT INTO runs VALUES(15,'6d3082babf26d267aabbb7f11aeee617cd3e78cf32c683d2341b7902327e1323',1,5,0,'ok',4,'2026-11-22T05:05:53.630Z','2026-11-22T05:05:53.721Z',0.090980718000000002088,0.0056739999999999984892,17330176,NULL,1,'{}','{"sampler.step":0.011044342807556845}','',2.3895999999999999571e-05,0);
CREATE TABLE metrics (
  id          INTEGER PRIMARY KEY,
  name        TEXT NOT NULL UNIQUE,
  units       TEXT NOT NULL,                                    -- empty: a pure number
  definition  TEXT NOT NULL,
  better      TEXT NOT NULL CHECK (better IN ('up', 'down', 'none')),
  column_name TEXT NOT NULL                                     -- its column in run_table
) STRICT;
INSERT INTO metrics VALUES(1,'w2','theta','Wasserstein-2 distance between the Gaussian with the mean and covariance of the draws of all chains and the Gaussian posterior: root of ||m1-m2||^2 + Tr(S1+S2-2(S1^1/2 S2 S1^1/2)^1/2) (Dowson and Landau 1982); even exact draws give about root of Tr(S)/draws','down','w2');
INSERT INTO metrics VALUES(2,'exact_w2','theta','w2 between the Gaussian with the chain''s exact mean and covariance and the posterior: stationary, over the iterations that thin leaves, but for averages over chains and for optimisers those of the moment','down','exact_w2');
INSERT INTO metrics VALUES(3,'w2_empirical','theta','Wasserstein-2 distance between at most 512 draws of all chains, evenly spaced, and 512 fixed draws from the Gaussian posterior, by exact optimal transport; of exact draws not 0 but of the order 512^(-1/max(d, 2)); at records 1, 2, 4, 8, ... and the last','down','w2_empirical');
INSERT INTO metrics VALUES(4,'hpd_relative_error','','|eta / eta* - 1|, eta the level of U that 95 % of at most 1024 evenly spaced draws per chain do not exceed, eta* = U(x*) + T chi2_d(0.95) / 2 its value under the posterior (Durmus and Moulines 2019)','down','hpd_relative_error');
INSERT INTO metrics VALUES(5,'hpd_absolute_error','nat','|eta - eta*| of hpd_relative_error, which unlike it does not depend on the constant in U','down','hpd_absolute_error');
INSERT INTO metrics VALUES(6,'density_misfit','','Pearson''s chi-square of the draws of all chains over 10 x 10 cells of equal posterior probability in the first two coordinates (10 of the only one), per degree of freedom: 1 +- 0.14 of exact independent draws, about their number over their effective size of dependent ones, and growing with their number of a wrong density','down','density_misfit');
INSERT INTO metrics VALUES(7,'variance_mse','theta^4','Mean over chains of (V - T Tr A^-1)^2, V the time average of ||X-x*||^2 and T Tr A^-1 its value under the posterior (Plassier et al. 2022, Table 1)','down','variance_mse');
INSERT INTO metrics VALUES(8,'exact_variance_mse','theta^4','(E||X-x*||^2 - T Tr A^-1)^2 under the exact law of exact_w2: variance_mse of infinitely many draws','down','exact_variance_mse');
INSERT INTO metrics VALUES(9,'variance_bias','theta^2','Mean over chains of V - T Tr A^-1, V the time average of ||X-x*||^2','none','variance_bias');
INSERT INTO metrics VALUES(10,'exact_variance_bias','theta^2','E||X-x*||^2 - T Tr A^-1 under the exact law of exact_w2','none','exact_variance_bias');
INSERT INTO metrics VALUES(11,'variance_bias_error','theta^2','Standard error of variance_bias, measured: from 32 to 64 batch means of ||X-x*||^2 per chain, their variance taken about the average of all chains (Flegal and Jones 2010)','down','variance_bias_error');
INSERT INTO metrics VALUES(12,'exact_variance_bias_error','theta^2','Standard error of variance_bias, predicted: for stationary modes AR(1) of variance v_j, bias m_j and decay h lambda_j it is about the root of sum_j (2 v_j^2 + 8 m_j^2 v_j) / (h lambda_j iterations chains), and more where the estimate is held between communications','down','exact_variance_bias_error');
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
INSERT INTO metrics VALUES(48,'eps_spent','nat','epsilon of the (epsilon, delta) differential privacy guarantee of everything that all chains of the run released so far; infinite without a guarantee, and where the set-up reads private rows that are neither declared public nor paid for','down','eps_spent');
INSERT INTO metrics VALUES(49,'published_claim','nat','epsilon that the method''s paper claims for the noise: theorem G.3 of FA-LD and theorem 2 of DP-FedAvg (with 1 for its open constant) for the run so far, eq. 16 of private FedPaq for one round; a claim of the paper, not a guarantee: eps_spent is what holds; nothing where the paper claims nothing','none','published_claim');
INSERT INTO metrics VALUES(50,'sampler.client_spread','','recorded by the sampler itself','none','sampler.client_spread');
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
INSERT INTO points VALUES(1,50,20,1.1418078013043695406);
INSERT INTO points VALUES(2,1,20,7.81784619604687947);
INSERT INTO points VALUES(2,13,20,7.7768885452029170579);
INSERT INTO points VALUES(2,44,20,0.0);
INSERT INTO points VALUES(3,1,20,8.447063781319746667);
INSERT INTO points VALUES(3,13,20,8.4202726083420476044);
INSERT INTO points VALUES(3,44,20,2560.0);
INSERT INTO points VALUES(3,50,20,0.50910160296343487384);
INSERT INTO points VALUES(4,1,20,7.8907068877661927785);
INSERT INTO points VALUES(4,13,20,7.8817878942506807149);
INSERT INTO points VALUES(4,44,20,1024.0);
INSERT INTO points VALUES(4,50,20,1.9781702509150904667);
INSERT INTO points VALUES(5,1,20,8.1591942235244996339);
INSERT INTO points VALUES(5,13,20,8.1194956523948516036);
INSERT INTO points VALUES(5,44,20,0.0);
INSERT INTO points VALUES(6,1,20,7.419533961507294606);
INSERT INTO points VALUES(6,13,20,7.4096448799169625232);
INSERT INTO points VALUES(6,44,20,1024.0);
INSERT INTO points VALUES(6,50,20,3.5740536980521042664);
INSERT INTO points VALUES(9,1,20,8.169744637421649358);
INSERT INTO points VALUES(9,1,40,6.4871318717434887091);
INSERT INTO points VALUES(9,13,20,8.1542526181009815644);
INSERT INTO points VALUES(9,13,40,6.3567755185759997615);
INSERT INTO points VALUES(9,44,20,2560.0);
INSERT INTO points VALUES(9,44,40,5120.0);
INSERT INTO points VALUES(9,50,20,0.50910160296343487384);
INSERT INTO points VALUES(9,50,40,0.30048572149439478629);
INSERT INTO points VALUES(10,1,20,7.8907068877661927785);
INSERT INTO points VALUES(10,1,40,6.3194207643796547202);
INSERT INTO points VALUES(10,13,20,7.8817878942506807149);
INSERT INTO points VALUES(10,13,40,6.2255348137618771175);
INSERT INTO points VALUES(10,44,20,1024.0);
INSERT INTO points VALUES(10,44,40,2048.0);
INSERT INTO points VALUES(10,50,20,1.9781702509150904667);
INSERT INTO points VALUES(10,50,40,1.2372315412185534988);
INSERT INTO points VALUES(11,1,20,7.8767247204415395955);
INSERT INTO points VALUES(11,1,40,6.2107203553070196022);
INSERT INTO points VALUES(11,13,20,7.8509377375760909245);
INSERT INTO points VALUES(11,13,40,6.0506634637895713169);
INSERT INTO points VALUES(11,44,20,0.0);
INSERT INTO points VALUES(11,44,40,0.0);
INSERT INTO points VALUES(13,1,20,7.8278538986934682597);
INSERT INTO points VALUES(13,1,40,6.0738596727704159405);
INSERT INTO points VALUES(13,13,20,7.8080369684100183746);
INSERT INTO points VALUES(13,13,40,5.9034155941429853342);
INSERT INTO points VALUES(13,44,20,2560.0);
INSERT INTO points VALUES(13,44,40,5120.0);
INSERT INTO points VALUES(13,50,20,0.42134939853863340175);
INSERT INTO points VALUES(13,50,40,0.23372976370156534065);
INSERT INTO points VALUES(14,1,20,7.6074860626536606744);
INSERT INTO points VALUES(14,1,40,5.9134107595213931674);
INSERT INTO points VALUES(14,13,20,7.5763952828174403464);
INSERT INTO points VALUES(14,13,40,5.7470501563898368502);
INSERT INTO points VALUES(14,44,20,0.0);
INSERT INTO points VALUES(14,44,40,0.0);
INSERT INTO points VALUES(15,1,20,7.494990528874285296);
INSERT INTO points VALUES(15,1,40,5.850225044412786346);
INSERT INTO points VALUES(15,13,20,7.4832786527626176109);
INSERT INTO points VALUES(15,13,40,5.7213018991938850987);
INSERT INTO points VALUES(15,44,20,1024.0);
INSERT INTO points VALUES(15,44,40,2048.0);
INSERT INTO points VALUES(15,50,20,2.4801472531875621285);
INSERT INTO points VALUES(15,50,40,1.3062137466531815732);
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
INSERT INTO summary VALUES(1,50,1.1418078013043695406,1.1418078013043695406,1.1418078013043695406,1.1418078013043695406,NULL);
INSERT INTO summary VALUES(2,1,7.81784619604687947,7.81784619604687947,7.81784619604687947,7.81784619604687947,NULL);
INSERT INTO summary VALUES(2,13,7.7768885452029170579,7.7768885452029170579,7.7768885452029170579,7.7768885452029170579,NULL);
INSERT INTO summary VALUES(2,44,0.0,0.0,0.0,0.0,NULL);
INSERT INTO summary VALUES(3,1,8.447063781319746667,8.447063781319746667,8.447063781319746667,8.447063781319746667,NULL);
INSERT INTO summary VALUES(3,13,8.4202726083420476044,8.4202726083420476044,8.4202726083420476044,8.4202726083420476044,NULL);
INSERT INTO summary VALUES(3,44,2560.0,2560.0,2560.0,2560.0,NULL);
INSERT INTO summary VALUES(3,50,0.50910160296343487384,0.50910160296343487384,0.50910160296343487384,0.50910160296343487384,NULL);
INSERT INTO summary VALUES(4,1,7.8907068877661927785,7.8907068877661927785,7.8907068877661927785,7.8907068877661927785,NULL);
INSERT INTO summary VALUES(4,13,7.8817878942506807149,7.8817878942506807149,7.8817878942506807149,7.8817878942506807149,NULL);
INSERT INTO summary VALUES(4,44,1024.0,1024.0,1024.0,1024.0,NULL);
INSERT INTO summary VALUES(4,50,1.9781702509150904667,1.9781702509150904667,1.9781702509150904667,1.9781702509150904667,NULL);
INSERT INTO summary VALUES(5,1,8.1591942235244996339,8.1591942235244996339,8.1591942235244996339,8.1591942235244996339,NULL);
INSERT INTO summary VALUES(5,13,8.1194956523948516036,8.1194956523948516036,8.1194956523948516036,8.1194956523948516036,NULL);
INSERT INTO summary VALUES(5,44,0.0,0.0,0.0,0.0,NULL);
INSERT INTO summary VALUES(6,1,7.419533961507294606,7.419533961507294606,7.419533961507294606,7.419533961507294606,NULL);
INSERT INTO summary VALUES(6,13,7.4096448799169625232,7.4096448799169625232,7.4096448799169625232,7.4096448799169625232,NULL);
INSERT INTO summary VALUES(6,44,1024.0,1024.0,1024.0,1024.0,NULL);
INSERT INTO summary VALUES(6,50,3.5740536980521042664,3.5740536980521042664,3.5740536980521042664,3.5740536980521042664,NULL);
INSERT INTO summary VALUES(9,1,6.4871318717434887091,6.4871318717434887091,8.169744637421649358,7.3284382545825685895,NULL);
INSERT INTO summary VALUES(9,13,6.3567755185759997615,6.3567755185759997615,8.1542526181009815644,7.2555140683384902189,NULL);
INSERT INTO summary VALUES(9,44,5120.0,2560.0,5120.0,3840.0,NULL);
INSERT INTO summary VALUES(9,50,0.30048572149439478629,0.30048572149439478629,0.50910160296343487384,0.40479366222891483007,NULL);
INSERT INTO summary VALUES(10,1,6.3194207643796547202,6.3194207643796547202,7.8907068877661927785,7.1050638260729233053,NULL);
INSERT INTO summary VALUES(10,13,6.2255348137618771175,6.2255348137618771175,7.8817878942506807149,7.0536613540062784721,NULL);
INSERT INTO summary VALUES(10,44,2048.0,1024.0,2048.0,1536.0,NULL);
INSERT INTO summary VALUES(10,50,1.2372315412185534988,1.2372315412185534988,1.9781702509150904667,1.6077008960668219827,NULL);
INSERT INTO summary VALUES(11,1,6.2107203553070196022,6.2107203553070196022,7.8767247204415395955,7.0437225378742791548,NULL);
INSERT INTO summary VALUES(11,13,6.0506634637895713169,6.0506634637895713169,7.8509377375760909245,6.9508006006828306766,NULL);
INSERT INTO summary VALUES(11,44,0.0,0.0,0.0,0.0,NULL);
INSERT INTO summary VALUES(13,1,6.0738596727704159405,6.0738596727704159405,7.8278538986934682597,6.950856785731941656,NULL);
INSERT INTO summary VALUES(13,13,5.9034155941429853342,5.9034155941429853342,7.8080369684100183746,6.8557262812765014103,NULL);
INSERT INTO summary VALUES(13,44,5120.0,2560.0,5120.0,3840.0,NULL);
INSERT INTO summary VALUES(13,50,0.23372976370156534065,0.23372976370156534065,0.42134939853863340175,0.32753958112009939895,NULL);
INSERT INTO summary VALUES(14,1,5.9134107595213931674,5.9134107595213931674,7.6074860626536606744,6.7604484110875269209,NULL);
INSERT INTO summary VALUES(14,13,5.7470501563898368502,5.7470501563898368502,7.5763952828174403464,6.6617227196036381542,NULL);
INSERT INTO summary VALUES(14,44,0.0,0.0,0.0,0.0,NULL);
INSERT INTO summary VALUES(15,1,5.850225044412786346,5.850225044412786346,7.494990528874285296,6.6726077866435353769,NULL);
INSERT INTO summary VALUES(15,13,5.7213018991938850987,5.7213018991938850987,7.4832786527626176109,6.6022902759782517989,NULL);
INSERT INTO summary VALUES(15,44,2048.0,1024.0,2048.0,1536.0,NULL);
INSERT INTO summary VALUES(15,50,1.3062137466531815732,1.3062137466531815732,2.4801472531875621285,1.8931804999203718509,NULL);
CREATE TABLE wide_metrics (
  run INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE
, metric_1 REAL, metric_10 REAL, metric_11 REAL, metric_12 REAL, metric_13 REAL, metric_14 REAL, metric_15 REAL, metric_16 REAL, metric_17 REAL, metric_18 REAL, metric_19 REAL, metric_2 REAL, metric_20 REAL, metric_21 REAL, metric_22 REAL, metric_23 REAL, metric_24 REAL, metric_25 REAL, metric_26 REAL, metric_27 REAL, metric_28 REAL, metric_29 REAL, metric_3 REAL, metric_30 REAL, metric_31 REAL, metric_32 REAL, metric_33 REAL, metric_34 REAL, metric_35 REAL, metric_36 REAL, metric_37 REAL, metric_38 REAL, metric_39 REAL, metric_4 REAL, metric_40 REAL, metric_41 REAL, metric_42 REAL, metric_43 REAL, metric_44 REAL, metric_45 REAL, metric_46 REAL, metric_47 REAL, metric_48 REAL, metric_49 REAL, metric_5 REAL, metric_6 REAL, metric_7 REAL, metric_8 REAL, metric_9 REAL, metric_50 REAL) STRICT;
INSERT INTO wide_metrics VALUES(1,7.9713475113974103791,NULL,NULL,NULL,7.9386608069599677861,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2560.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.1418078013043695406);
INSERT INTO wide_metrics VALUES(2,7.81784619604687947,NULL,NULL,NULL,7.7768885452029170579,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO wide_metrics VALUES(3,8.447063781319746667,NULL,NULL,NULL,8.4202726083420476044,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2560.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.50910160296343487384);
INSERT INTO wide_metrics VALUES(4,7.8907068877661927785,NULL,NULL,NULL,7.8817878942506807149,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1024.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.9781702509150904667);
INSERT INTO wide_metrics VALUES(5,8.1591942235244996339,NULL,NULL,NULL,8.1194956523948516036,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO wide_metrics VALUES(6,7.419533961507294606,NULL,NULL,NULL,7.4096448799169625232,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1024.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,3.5740536980521042664);
INSERT INTO wide_metrics VALUES(9,6.4871318717434887091,NULL,NULL,NULL,6.3567755185759997615,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,5120.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.30048572149439478629);
INSERT INTO wide_metrics VALUES(10,6.3194207643796547202,NULL,NULL,NULL,6.2255348137618771175,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2048.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.2372315412185534988);
INSERT INTO wide_metrics VALUES(11,6.2107203553070196022,NULL,NULL,NULL,6.0506634637895713169,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO wide_metrics VALUES(13,6.0738596727704159405,NULL,NULL,NULL,5.9034155941429853342,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,5120.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.23372976370156534065);
INSERT INTO wide_metrics VALUES(14,5.9134107595213931674,NULL,NULL,NULL,5.7470501563898368502,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO wide_metrics VALUES(15,5.850225044412786346,NULL,NULL,NULL,5.7213018991938850987,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2048.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.3062137466531815732);
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
INSERT INTO ledger VALUES(2,0.0,0.0,0.0,80.0,40.0,1e999);
INSERT INTO ledger VALUES(3,10.0,2560.0,2560.0,80.0,160.0,1e999);
INSERT INTO ledger VALUES(4,4.0,1024.0,1024.0,80.0,160.0,1e999);
INSERT INTO ledger VALUES(5,0.0,0.0,0.0,80.0,40.0,1e999);
INSERT INTO ledger VALUES(6,4.0,1024.0,1024.0,80.0,160.0,1e999);
INSERT INTO ledger VALUES(9,20.0,5120.0,5120.0,160.0,320.0,1e999);
INSERT INTO ledger VALUES(10,8.0,2048.0,2048.0,160.0,320.0,1e999);
INSERT INTO ledger VALUES(11,0.0,0.0,0.0,160.0,80.0,1e999);
INSERT INTO ledger VALUES(13,20.0,5120.0,5120.0,160.0,320.0,1e999);
INSERT INTO ledger VALUES(14,0.0,0.0,0.0,160.0,80.0,1e999);
INSERT INTO ledger VALUES(15,8.0,2048.0,2048.0,160.0,320.0,1e999);
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
INSERT INTO artifacts VALUES(9,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
INSERT INTO artifacts VALUES(10,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
INSERT INTO artifacts VALUES(11,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
INSERT INTO artifacts VALUES(13,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
INSERT INTO artifacts VALUES(14,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
INSERT INTO artifacts VALUES(15,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
CREATE TABLE student_t (
  degrees  INTEGER PRIMARY KEY,
  quantile REAL NOT NULL
) STRICT;
CREATE INDEX study_cells_by_cell ON study_cells (cell);
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
FROM current_runs AS runs
JOIN studies ON studies.id = runs.study
WHERE runs.status NOT IN ('ok', 'diverged');
CREATE VIEW run_table AS SELECT (SELECT name FROM studies WHERE id = runs.study) AS study, runs.id AS run, runs.hash AS hash, (SELECT hash FROM cells WHERE id = runs.cell) AS cell, runs.replicate AS replicate, runs.status AS status, wide_axes.axis_2 AS "K", wide_axes.axis_3 AS "p_c", wide_axes.axis_4 AS "rho", NULL AS "eps", wide_axes.axis_1 AS "sampler", wide_metrics.metric_1 AS "w2", wide_metrics.metric_2 AS "exact_w2", wide_metrics.metric_3 AS "w2_empirical", wide_metrics.metric_4 AS "hpd_relative_error", wide_metrics.metric_5 AS "hpd_absolute_error", wide_metrics.metric_6 AS "density_misfit", wide_metrics.metric_7 AS "variance_mse", wide_metrics.metric_8 AS "exact_variance_mse", wide_metrics.metric_9 AS "variance_bias", wide_metrics.metric_10 AS "exact_variance_bias", wide_metrics.metric_11 AS "variance_bias_error", wide_metrics.metric_12 AS "exact_variance_bias_error", wide_metrics.metric_13 AS "mean_bias", wide_metrics.metric_14 AS "exact_mean_bias", wide_metrics.metric_15 AS "accuracy", wide_metrics.metric_16 AS "accuracy_mean_parameter", wide_metrics.metric_17 AS "brier", wide_metrics.metric_18 AS "nll", wide_metrics.metric_19 AS "ece", wide_metrics.metric_20 AS "recall_at_k", wide_metrics.metric_21 AS "precision", wide_metrics.metric_22 AS "recall", wide_metrics.metric_23 AS "micro_f1", wide_metrics.metric_24 AS "macro_f1", wide_metrics.metric_25 AS "client_accuracy_mean", wide_metrics.metric_26 AS "client_accuracy_worst", wide_metrics.metric_27 AS "client_accuracy_p10", wide_metrics.metric_28 AS "agreement", wide_metrics.metric_29 AS "total_variation", wide_metrics.metric_30 AS "reference_run_w2_empirical", wide_metrics.metric_31 AS "reference_run_hpd_relative_error", wide_metrics.metric_32 AS "reference_run_hpd_absolute_error", wide_metrics.metric_33 AS "ess", wide_metrics.metric_34 AS "r_hat", wide_metrics.metric_35 AS "mcse", wide_metrics.metric_36 AS "ess_geyer", wide_metrics.metric_37 AS "reference_z_max", wide_metrics.metric_38 AS "reference_shift_max", wide_metrics.metric_39 AS "reference_sd_ratio_min", wide_metrics.metric_40 AS "reference_sd_ratio_max", wide_metrics.metric_41 AS "reference_w2", wide_metrics.metric_42 AS "reference_w2_empirical", wide_metrics.metric_43 AS "rounds", wide_metrics.metric_44 AS "bits_up", wide_metrics.metric_45 AS "bits_down", wide_metrics.metric_46 AS "gradient_evaluations", wide_metrics.metric_47 AS "normals", wide_metrics.metric_48 AS "eps_spent", wide_metrics.metric_49 AS "published_claim", wide_metrics.metric_50 AS "sampler.client_spread", runs.wall_seconds AS wall_seconds FROM current_runs AS runs LEFT JOIN wide_axes ON wide_axes.cell = runs.cell LEFT JOIN wide_metrics ON wide_metrics.run = runs.id LEFT JOIN ledger ON ledger.run = runs.id;
CREATE VIEW all_runs AS SELECT (SELECT name FROM studies WHERE id = runs.study) AS study, runs.id AS run, runs.hash AS hash, (SELECT hash FROM cells WHERE id = runs.cell) AS cell, runs.replicate AS replicate, runs.status AS status, runs.id IN (SELECT id FROM current_runs) AS is_current, wide_axes.axis_2 AS "K", wide_axes.axis_3 AS "p_c", wide_axes.axis_4 AS "rho", NULL AS "eps", wide_axes.axis_1 AS "sampler", wide_metrics.metric_1 AS "w2", wide_metrics.metric_2 AS "exact_w2", wide_metrics.metric_3 AS "w2_empirical", wide_metrics.metric_4 AS "hpd_relative_error", wide_metrics.metric_5 AS "hpd_absolute_error", wide_metrics.metric_6 AS "density_misfit", wide_metrics.metric_7 AS "variance_mse", wide_metrics.metric_8 AS "exact_variance_mse", wide_metrics.metric_9 AS "variance_bias", wide_metrics.metric_10 AS "exact_variance_bias", wide_metrics.metric_11 AS "variance_bias_error", wide_metrics.metric_12 AS "exact_variance_bias_error", wide_metrics.metric_13 AS "mean_bias", wide_metrics.metric_14 AS "exact_mean_bias", wide_metrics.metric_15 AS "accuracy", wide_metrics.metric_16 AS "accuracy_mean_parameter", wide_metrics.metric_17 AS "brier", wide_metrics.metric_18 AS "nll", wide_metrics.metric_19 AS "ece", wide_metrics.metric_20 AS "recall_at_k", wide_metrics.metric_21 AS "precision", wide_metrics.metric_22 AS "recall", wide_metrics.metric_23 AS "micro_f1", wide_metrics.metric_24 AS "macro_f1", wide_metrics.metric_25 AS "client_accuracy_mean", wide_metrics.metric_26 AS "client_accuracy_worst", wide_metrics.metric_27 AS "client_accuracy_p10", wide_metrics.metric_28 AS "agreement", wide_metrics.metric_29 AS "total_variation", wide_metrics.metric_30 AS "reference_run_w2_empirical", wide_metrics.metric_31 AS "reference_run_hpd_relative_error", wide_metrics.metric_32 AS "reference_run_hpd_absolute_error", wide_metrics.metric_33 AS "ess", wide_metrics.metric_34 AS "r_hat", wide_metrics.metric_35 AS "mcse", wide_metrics.metric_36 AS "ess_geyer", wide_metrics.metric_37 AS "reference_z_max", wide_metrics.metric_38 AS "reference_shift_max", wide_metrics.metric_39 AS "reference_sd_ratio_min", wide_metrics.metric_40 AS "reference_sd_ratio_max", wide_metrics.metric_41 AS "reference_w2", wide_metrics.metric_42 AS "reference_w2_empirical", wide_metrics.metric_43 AS "rounds", wide_metrics.metric_44 AS "bits_up", wide_metrics.metric_45 AS "bits_down", wide_metrics.metric_46 AS "gradient_evaluations", wide_metrics.metric_47 AS "normals", wide_metrics.metric_48 AS "eps_spent", wide_metrics.metric_49 AS "published_claim", wide_metrics.metric_50 AS "sampler.client_spread", runs.wall_seconds AS wall_seconds FROM runs LEFT JOIN wide_axes ON wide_axes.cell = runs.cell LEFT JOIN wide_metrics ON wide_metrics.run = runs.id LEFT JOIN ledger ON ledger.run = runs.id;
COMMIT;
