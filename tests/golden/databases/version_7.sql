-- A results database of schema version 7, as `sqlite3 FILE .dump` writes it,
-- but for the rows of student_t, which are the same in every version. Of its six cells the study
-- declares the last three, three runs of which are superseded; one of them has a decision, another a
-- run that has paused. Two of its runs were submitted to a cluster.
PRAGMA application_id = 1399549028;
PRAGMA user_version = 7;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE studies (
  id       INTEGER PRIMARY KEY,
  name     TEXT NOT NULL UNIQUE,      -- the grid's "name"
  document TEXT NOT NULL,             -- the grid document as it was last run, byte for byte
  created  TEXT NOT NULL              -- when the study was first declared in this file
) STRICT;
INSERT INTO studies VALUES(1,'toy',replace('{ "name": "toy", "seed": 4, "replicates": 2,\n  "dataset":   {"plugin": "gaussian_clients", "clients": 4, "dimension": 2, "seed": 1},\n  "model":     {"plugin": "gaussian"},\n  "sampler":   {"plugin": "fald", "step": "= step_bound / 25"},\n  "run":       {"iterations": 40, "chains": 2, "record_every": 20},\n  "metrics":   ["w2", "mean_bias", "bits_up"],\n  "axes": [{"sampler.plugin": ["fald", "ula"]}, {"when": {"sampler.plugin": "fald"}, "K": [2, 5]}] }\n','\n',char(10)),'2026-11-22T17:27:56.416Z');
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
INSERT INTO environments VALUES(1,'c3f3f6e279f5b12be30ed656faa31b2b0d3465edee90983da3b0ad97915a69d7','host','AMD EPYC','avx512','0.1.0','824a338a2a80ed1dd50ade6acad1f0fd14091850','','{"compiler":"GNU 12.2.0","flags":"Release  -O3 -DNDEBUG sanitize=","eigen":"3.4.0","boost":"1_81","glibc":"2.36","sqlite":3040001}','[{"kind":"dataset","name":"gaussian_clients","version":"1","numerics_revision":1,"file":"/opt/skald/lib/skald/plugins/dataset/gaussian_clients.so","sha256":"07aaf20acfd2614e0730570a837de47fbe0eb78fc97aa6d79018e40be111c113","build":"eigen-3.4.0 baseline ndebug"},{"kind":"partition","name":"natural","version":"1","numerics_revision":1,"file":"/opt/skald/lib/skald/plugins/partition/natural.so","sha256":"d0ae9692f9f02f3846766bc6e818502326de2a1cc60a1b7c39a061e82fd8ec24","build":"eigen-3.4.0 baseline ndebug"},{"kind":"model","name":"gaussian","version":"1","numerics_revision":1,"file":"/opt/skald/lib/skald/plugins/model/gaussian.so","sha256":"b4d574ecebad2486c46ea9c0f9d472e4dc87af632a5755d12eff96b7cc4f3247","build":"eigen-3.4.0 baseline ndebug"},{"kind":"sampler","name":"fald","version":"1.0.0","numerics_revision":2,"file":"/opt/skald/lib/skald/plugins/sampler/fald.so","sha256":"a1c3f367426275bda1ed20106c0a4626fa651cfd25eb24bbee24a40e5b6584d5","build":"eigen-3.4.0 baseline ndebug"},{"kind":"privacy","name":"none","version":"1.0.0","numerics_revision":1,"file":"/opt/skald/lib/skald/plugins/privacy/none.so","sha256":"ea4a018b696efba222d3f0958a2ebb154a9fe42390f7d03323849760ef2a8fc8","build":"eigen-3.4.0 baseline ndebug"},{"kind":"metric","name":"w2","version":"1","numerics_revision":1,"file":"/opt/skald/lib/skald/plugins/metric/gaussian_posterior.so","sha256":"7b22f4b67b5377fc3f2511eadecb9cb03f5e185719b10647864bcc600d779a83","build":"eigen-3.4.0 baseline ndebug"},{"kind":"metric","name":"mean_bias","version":"1","numerics_revision":1,"file":"/opt/skald/lib/skald/plugins/metric/gaussian_posterior.so","sha256":"7b22f4b67b5377fc3f2511eadecb9cb03f5e185719b10647864bcc600d779a83","build":"eigen-3.4.0 baseline ndebug"},{"kind":"metric","name":"bits_up","version":"1","numerics_revision":1,"file":"/opt/skald/lib/skald/plugins/metric/costs.so","sha256":"88cf8edbddf3ec47be932774eb90b96ea9bcd1e29fa1ff2f494f1617bb8aa445","build":"eigen-3.4.0 baseline ndebug"}]');
INSERT INTO environments VALUES(2,'a7ebc7039208c8229a2190aaf65ef668cc5072a862af8b8b736d6f8e688f5044','host','AMD EPYC','avx512','0.1.0','824a338a2a80ed1dd50ade6acad1f0fd14091850','','{"compiler":"GNU 12.2.0","flags":"Release  -O3 -DNDEBUG sanitize=","eigen":"3.4.0","boost":"1_81","glibc":"2.36","sqlite":3040001}','[{"kind":"dataset","name":"gaussian_clients","version":"1","numerics_revision":1,"file":"/opt/skald/lib/skald/plugins/dataset/gaussian_clients.so","sha256":"07aaf20acfd2614e0730570a837de47fbe0eb78fc97aa6d79018e40be111c113","build":"eigen-3.4.0 baseline ndebug"},{"kind":"partition","name":"natural","version":"1","numerics_revision":1,"file":"/opt/skald/lib/skald/plugins/partition/natural.so","sha256":"d0ae9692f9f02f3846766bc6e818502326de2a1cc60a1b7c39a061e82fd8ec24","build":"eigen-3.4.0 baseline ndebug"},{"kind":"model","name":"gaussian","version":"1","numerics_revision":1,"file":"/opt/skald/lib/skald/plugins/model/gaussian.so","sha256":"b4d574ecebad2486c46ea9c0f9d472e4dc87af632a5755d12eff96b7cc4f3247","build":"eigen-3.4.0 baseline ndebug"},{"kind":"sampler","name":"ula","version":"1.0.0","numerics_revision":1,"file":"/opt/skald/lib/skald/plugins/sampler/ula.so","sha256":"d805ca3b1df70b76a8bb3118c2ad452c5bc1f9a7ac878173007441945cccb9b4","build":"eigen-3.4.0 baseline ndebug"},{"kind":"privacy","name":"none","version":"1.0.0","numerics_revision":1,"file":"/opt/skald/lib/skald/plugins/privacy/none.so","sha256":"ea4a018b696efba222d3f0958a2ebb154a9fe42390f7d03323849760ef2a8fc8","build":"eigen-3.4.0 baseline ndebug"},{"kind":"metric","name":"w2","version":"1","numerics_revision":1,"file":"/opt/skald/lib/skald/plugins/metric/gaussian_posterior.so","sha256":"7b22f4b67b5377fc3f2511eadecb9cb03f5e185719b10647864bcc600d779a83","build":"eigen-3.4.0 baseline ndebug"},{"kind":"metric","name":"mean_bias","version":"1","numerics_revision":1,"file":"/opt/skald/lib/skald/plugins/metric/gaussian_posterior.so","sha256":"7b22f4b67b5377fc3f2511eadecb9cb03f5e185719b10647864bcc600d779a83","build":"eigen-3.4.0 baseline ndebug"},{"kind":"metric","name":"bits_up","version":"1","numerics_revision":1,"file":"/opt/skald/lib/skald/plugins/metric/costs.so","sha256":"88cf8edbddf3ec47be932774eb90b96ea9bcd1e29fa1ff2f494f1617bb8aa445","build":"eigen-3.4.0 baseline ndebug"}]');
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
  digest        TEXT,                                           -- seal: over all that is stored of the run but
                                                                -- the rows of its series and its artifacts, of
  series_digest TEXT,                                           -- which it has the digests; this one: over the
                                                                -- rows of its series. Never NULL in a sound file
  UNIQUE (cell, replicate)
) STRICT;
INSERT INTO runs VALUES(1,'2f341dcc572b6fa8afec43526cf448b7aeb182bf8fa60b7b6ad120fa80bda1d6',1,1,0,'ok',4,'2026-11-22T17:27:56.418Z','2026-11-22T17:27:56.427Z',0.0095491180000000005362,0.00068000000000000004884,13983744,NULL,1,'{}','{"sampler.step":0.011044342807556845}','',2.855100000000000159e-05,0,'cb6de3616b1e182179a7228435213a636c613276f16ef011b3b0cbb50bf8a880','063484ddf06ae8e5f97f67b4ac2329165139add1d2e471ce69edc0b4be70255d');
INSERT INTO runs VALUES(2,'54ba9b2515f26fb2eaaf90f573852111c307f5f80d8df335a3e457c9a2f76862',1,2,0,'ok',4,'2026-11-22T17:27:56.430Z','2026-11-22T17:27:56.432Z',0.0020652610000000000932,0.00044099999999999868471,13991936,NULL,1,'{}','{"sampler.step":0.011044342807556845}','',1.8315999999999998785e-05,0,'90a7b93664686516a176b3364bd01f4cd19df1a37ef15884ead9a168fc5c0e18','0d05497631042e9f183f1bc7b9f786df59eb16a365220a4a928a1265b76f3aa0');
INSERT INTO runs VALUES(3,'c63800d8843fe596c3adebd3071cf2887d87865c88efea177cef9eaa3ddf9c19',1,3,0,'ok',4,'2026-11-22T17:27:56.433Z','2026-11-22T17:27:56.434Z',0.0013916289999999999129,0.00030300000000000118505,13991936,NULL,2,'{}','{"sampler.step":0.011044342807556845}','',1.1286000000000000025e-05,0,'dc5e46707e871fcb081ff8cf5672417acbe5d0f8055837216dc47d8457f63dd4','fdcccc0bde7891c18e3c2185607eda56d96d48894b0beced3612bfcbcae341fd');
INSERT INTO runs VALUES(4,'ea033fd1b67fba719bdec7689f3bd25f7ef4dbc733fd6e63fb5d265541a85362',1,1,1,'ok',4,'2026-11-22T17:27:56.435Z','2026-11-22T17:27:56.443Z',0.0083683219999999992194,0.00043999999999999941935,14000128,NULL,1,'{}','{"sampler.step":0.011044342807556845}','',1.8076000000000001084e-05,0,'d17d1168a9a9e0e99004c67cb5dff16633d23119b1957faa7f6a1e206a3e4e74','0d1fee223b0b7a0affa196939276cbf582068585cf8455b39f76a7741d8e8820');
INSERT INTO runs VALUES(5,'32d575b8d0a57eb73feea01005178540df57b237cb280496abc0692212a8bd41',1,2,1,'ok',4,'2026-11-22T17:27:56.444Z','2026-11-22T17:27:56.445Z',0.00094237100000000000726,0.00041099999999999817235,13996032,NULL,1,'{}','{"sampler.step":0.011044342807556845}','',1.6572999999999998702e-05,0,'098d7aed54124ff29fec04a484efe4a11ee17e288fd18441a1c8f19072dcfd7f','757740f7e08de14bb3ce568b9a7442d6dbef41a3bc92d3729a0c78e9b1abc750');
INSERT INTO runs VALUES(6,'67e282720e09d22ba6ee1308112ee70e06722ecb30df55399b964486489419b3',1,3,1,'ok',4,'2026-11-22T17:27:56.446Z','2026-11-22T17:27:56.447Z',0.00068781300000000000945,0.00026900000000000187649,13991936,NULL,2,'{}','{"sampler.step":0.011044342807556845}','',1.1327000000000000141e-05,0,'8fb63c306b1afe9b3191ebeed8fb42655e015737af099bc787b3595e8c3909ea','eb505e6060cd2f90072ec6d4f07d8b28fbc27dacda3444ee948f42f1cdf8aacb');
INSERT INTO runs VALUES(10,'48d3df8ba139603c3db50bb9773958ae4e965d3bcf11751dd0b94bb3af439e56',1,4,1,'ok',5,'2026-11-22T17:27:56.577Z','2026-11-22T17:27:56.577Z',0.00062494899999999996894,0.00026999999999999940714,14553088,NULL,1,'{}','{"sampler.step":0.011044342807556845}','',1.2657999999999999763e-05,1,'da655b97896440d9d4c91f6add465ff023209c416c702b10d0a9c20ba683a9a2','f773c1c59feee120cb3127456de635705a99e343af08dfd727d797e9b5c174c5');
INSERT INTO runs VALUES(11,'00b897d423873e1720f080a4ad8189ef507728b5b17cbf4bf74a7c31899c2ec7',1,5,1,'ok',5,'2026-11-22T17:27:56.578Z','2026-11-22T17:27:56.578Z',0.0006063320000000000081,0.00025799999999999954913,14553088,NULL,1,'{}','{"sampler.step":0.011044342807556845}','',1.0275000000000000725e-05,1,'77f7d4b24e4b851a7cfb3ac2c3aa3fc674adcbf6032b5b88cc5eea9157c1fec5','bb98bfd6cbadd6609cd7d9dca14d59e173da2fe8044a4bfacaeaa13d43b0f6d7');
INSERT INTO runs VALUES(12,'aef5b874f0329c3bd2f07f2381f482a406f570210740e646b9662a8b2f2909a5',1,6,1,'ok',5,'2026-11-22T17:27:56.579Z','2026-11-22T17:27:56.584Z',0.0047886600000000001386,0.00021999999999999970967,14548992,NULL,2,'{}','{"sampler.step":0.011044342807556845}','',1.3981999999999999284e-05,1,'1823787d58daac61052dab01385121f37c5264428a01156872b0c90842b5459f','10d86305610776fd5c4460808031c7a4f76a18553ce2e094c9cc80966aea97af');
INSERT INTO runs VALUES(13,'ed5311b04d3f8af316add46335495cafe6508fabd18acf60c984d59c16088164',1,4,0,'ok',4,'2026-11-22T17:27:56.709Z','2026-11-22T17:27:56.711Z',0.0011645419999999999643,0.00061900000000000149347,14573568,NULL,1,'{}','{"sampler.step":0.011044342807556845}','',3.7395999999999999065e-05,0,'fdc0b6d720bb8261af14a46461e9c1d832f0efe31561a8fd5ac3fe59dfb66020','055bae0eae999f6bbf55fa5880657ae4a17a47ac151fecc750a0245d86cfcf44');
INSERT INTO runs VALUES(14,'6d3082babf26d267aabbb7f11aeee617cd3e78cf32c683d2341b7902327e1323',1,5,0,'ok',4,'2026-11-22T17:27:56.712Z','2026-11-22T17:27:56.712Z',0.00066196500000000003602,0.00028900000000000106159,14581760,NULL,1,'{}','{"sampler.step":0.011044342807556845}','',1.2367000000000000347e-05,0,'82eebb3dc0e10e5a60a45d9960257708b2319a781f978af91f5e73e99413c736','78fd9bdbae7ed06582bc6680296b669dd2c37bfa2a08ad39bcebab877d0f1ccd');
INSERT INTO runs VALUES(15,'38b8374da2fa2591b76cee53c7faddbafa6bb071ad8f0f4abb8d6c97c719f5e2',1,6,0,'ok',4,'2026-11-22T17:27:56.713Z','2026-11-22T17:27:56.714Z',0.00057286200000000004565,0.00022899999999999830213,14585856,NULL,2,'{}','{"sampler.step":0.011044342807556845}','',1.4561000000000000008e-05,0,'9c324ff5bf464bb08ca80dba7d5db2872a08cd877f79fe1a8a1a941fc1c1a66d','73c97544dde6636ac5239aeea0968e00a2702d89be3c532cab13951a7c41e4b9');
CREATE TABLE metrics (
  id          INTEGER PRIMARY KEY,
  name        TEXT NOT NULL UNIQUE,
  units       TEXT NOT NULL,                                    -- empty: a pure number
  definition  TEXT NOT NULL,
  better      TEXT NOT NULL CHECK (better IN ('up', 'down', 'none')),
  column_name TEXT NOT NULL                                     -- its column in run_table; empty: it has none,
                                                                -- as there is room for no more
) STRICT;
INSERT INTO metrics VALUES(1,'w2','theta','Wasserstein-2 distance between the Gaussian with the mean and covariance of the draws of all chains and the Gaussian posterior: root of ||m1-m2||^2 + Tr(S1+S2-2(S1^1/2 S2 S1^1/2)^1/2) (Dowson and Landau 1982); even exact draws give about root of Tr(S)/draws','down','w2');
INSERT INTO metrics VALUES(2,'exact_w2','theta','w2 between the Gaussian with the chain''s exact mean and covariance and the posterior: stationary, over the iterations that thin leaves, but for averages over chains and for optimisers those of the moment','down','exact_w2');
INSERT INTO metrics VALUES(3,'w2_empirical','theta','Wasserstein-2 distance between at most 512 draws of all chains, evenly spaced, and 512 fixed draws from the Gaussian posterior, by exact optimal transport; of exact draws not 0 but of the order 512^(-1/max(d, 2)); at records 1, 2, 4, 8, ... and the last','down','w2_empirical');
INSERT INTO metrics VALUES(4,'sliced_w2','theta','Sliced Wasserstein-2 distance between at most 512 draws of all chains, evenly spaced, and 512 fixed draws from the Gaussian posterior: root of the mean over random directions u of W2^2 of the projections on u; of exact draws not 0 but, whatever the dimension, of the order 512^(-1/2)','down','sliced_w2');
INSERT INTO metrics VALUES(5,'ksd','theta^(beta-1)','Kernel Stein discrepancy of at most 512 draws of all chains, evenly spaced, from the target exp(-U/T): root of the mean over their pairs of the Stein kernel of (c^2 + |x-y|^2)^beta; of n exact draws not 0 but, with the default options, about the root of (d + E|grad U / T|^2) / n; at records 1, 2, 4, 8, ... and the last','down','ksd');
INSERT INTO metrics VALUES(6,'hpd_relative_error','','|eta / eta* - 1|, eta the level of U that 95 % of at most 1024 evenly spaced draws per chain do not exceed, eta* = U(x*) + T chi2_d(0.95) / 2 its value under the posterior (Durmus and Moulines 2019)','down','hpd_relative_error');
INSERT INTO metrics VALUES(7,'hpd_absolute_error','nat','|eta - eta*| of hpd_relative_error, which unlike it does not depend on the constant in U','down','hpd_absolute_error');
INSERT INTO metrics VALUES(8,'quantile_log_score','nat','Excess negative log score of the quantile q of a coordinate over at most 512 draws of all chains, evenly spaced: log(E rho(Y-q) / E rho(Y-q*)), Y of the Gaussian posterior, q* its own quantile, rho(e) = e (level - 1{e<0}), which is the negative log density of an asymmetric Laplace law; 0 where q = q*, about level (1-level) / (2 n phi(z)^2) on average of n exact draws, z the normal quantile','down','quantile_log_score');
INSERT INTO metrics VALUES(9,'density_misfit','','Pearson''s chi-square of the draws of all chains over 10 x 10 cells of equal posterior probability in the first two coordinates (10 of the only one), per degree of freedom: 1 +- 0.14 of exact independent draws, about their number over their effective size of dependent ones, and growing with their number of a wrong density','down','density_misfit');
INSERT INTO metrics VALUES(10,'variance_mse','theta^4','Mean over chains of (V - T Tr A^-1)^2, V the time average of ||X-x*||^2 and T Tr A^-1 its value under the posterior (Plassier et al. 2022, Table 1)','down','variance_mse');
INSERT INTO metrics VALUES(11,'exact_variance_mse','theta^4','(E||X-x*||^2 - T Tr A^-1)^2 under the exact law of exact_w2: variance_mse of infinitely many draws','down','exact_variance_mse');
INSERT INTO metrics VALUES(12,'variance_bias','theta^2','Mean over chains of V - T Tr A^-1, V the time average of ||X-x*||^2','none','variance_bias');
INSERT INTO metrics VALUES(13,'exact_variance_bias','theta^2','E||X-x*||^2 - T Tr A^-1 under the exact law of exact_w2','none','exact_variance_bias');
INSERT INTO metrics VALUES(14,'variance_bias_error','theta^2','Standard error of variance_bias, measured: from 32 to 64 batch means of ||X-x*||^2 per chain, their variance taken about the average of all chains (Flegal and Jones 2010)','down','variance_bias_error');
INSERT INTO metrics VALUES(15,'exact_variance_bias_error','theta^2','Standard error of variance_bias, predicted: for stationary modes AR(1) of variance v_j, bias m_j and decay h lambda_j it is about the root of sum_j (2 v_j^2 + 8 m_j^2 v_j) / (h lambda_j iterations chains), and more where the estimate is held between communications','down','exact_variance_bias_error');
INSERT INTO metrics VALUES(16,'mean_bias','theta','||m - x*||, m the average of the draws of all chains','down','mean_bias');
INSERT INTO metrics VALUES(17,'exact_mean_bias','theta','||E X - x*|| under the exact law of exact_w2','down','exact_mean_bias');
INSERT INTO metrics VALUES(18,'accuracy','','Share of test rows whose label is the most probable class of the predictive average over draws and chains; of equal classes the lowest counts','up','accuracy');
INSERT INTO metrics VALUES(19,'accuracy_mean_parameter','','Share of test rows whose label is the most probable class at the average parameter of all draws and chains','up','accuracy_mean_parameter');
INSERT INTO metrics VALUES(20,'brier','','Mean over test rows of sum_c (p(c) - 1{label=c})^2 over all classes, p the predictive average; between 0 and 2 (Brier 1950)','down','brier');
INSERT INTO metrics VALUES(21,'nll','nat','Mean over test rows of -log p(label), p the predictive average, raised to 1e-12 where below','down','nll');
INSERT INTO metrics VALUES(22,'ece','','Expected calibration error: sum over M = bins buckets ((m-1)/M, m/M] of the top probability of (share of test rows) |accuracy - mean top probability| (Guo et al. 2017)','down','ece');
INSERT INTO metrics VALUES(23,'recall_at_k','','Mean over test rows of the share of a row''s labels that are among its k most probable ones under the predictive average; where rows have one class, the share of rows with their class among the first k','up','recall_at_k');
INSERT INTO metrics VALUES(24,'precision','','Right labels / predicted labels, pooled over test rows and labels; a label is predicted where the predictive average exceeds 1/2','up','precision');
INSERT INTO metrics VALUES(25,'recall','','Right labels / true labels, pooled as precision is','up','recall');
INSERT INTO metrics VALUES(26,'micro_f1','','2 right / (predicted + true) labels, pooled as precision is','up','micro_f1');
INSERT INTO metrics VALUES(27,'macro_f1','','Mean over labels of 2 right / (predicted + true), 0 where both are 0','up','macro_f1');
INSERT INTO metrics VALUES(28,'client_accuracy_mean','','Mean over clients of the accuracy on their test rows, each client counting once','up','client_accuracy_mean');
INSERT INTO metrics VALUES(29,'client_accuracy_worst','','Least accuracy of a client on its test rows','up','client_accuracy_worst');
INSERT INTO metrics VALUES(30,'client_accuracy_p10','','10th percentile over clients of the accuracy on their test rows','up','client_accuracy_p10');
INSERT INTO metrics VALUES(31,'agreement','','Share of test rows on which the predictive averages of this run and of the reference run have the same most probable class (Izmailov et al. 2021)','up','agreement');
INSERT INTO metrics VALUES(32,'total_variation','','Mean over test rows of 1/2 sum_c |p(c) - q(c)|, p and q the predictive averages of this run and of the reference run (Izmailov et al. 2021)','down','total_variation');
INSERT INTO metrics VALUES(33,'reference_run_w2_empirical','theta','Wasserstein-2 distance between at most 512 draws of all chains of this run and of the reference run, both evenly spaced, by exact optimal transport; of the same law not 0 but of the order 512^(-1/max(d, 2)); at records 1, 2, 4, 8, ... and the last','down','reference_run_w2_empirical');
INSERT INTO metrics VALUES(34,'reference_run_sliced_w2','theta','Sliced Wasserstein-2 distance between at most 512 draws of all chains of this run and of the reference run, both evenly spaced; see sliced_w2','down','reference_run_sliced_w2');
INSERT INTO metrics VALUES(35,'reference_run_hpd_relative_error','','|eta / eta'' - 1|, eta the level of U that 95 % of at most 1024 evenly spaced draws per chain do not exceed, eta'' the same of at most 4096 draws of the reference run (Durmus and Moulines 2019)','down','reference_run_hpd_relative_error');
INSERT INTO metrics VALUES(36,'reference_run_hpd_absolute_error','nat','|eta - eta''| of reference_run_hpd_relative_error, which unlike it does not depend on the constant in U','down','reference_run_hpd_absolute_error');
INSERT INTO metrics VALUES(37,'ess','draw','Effective sample size of all chains together: Var(draws) / mcse^2 of a coordinate, the smallest over at most 1024 coordinates; valid when the run is 100 correlation times long','up','ess');
INSERT INTO metrics VALUES(38,'r_hat','','Split R-hat over the halves of all chains, the largest over at most 1024 coordinates (Gelman et al., Bayesian Data Analysis, section 11.4)','down','r_hat');
INSERT INTO metrics VALUES(39,'mcse','theta','Monte Carlo standard error of the average of a coordinate over all draws and chains, from 32 to 64 batch means per chain (Flegal and Jones 2010), the largest over at most 1024 coordinates','down','mcse');
INSERT INTO metrics VALUES(40,'ess_geyer','draw','Effective sample size of all chains together by autocorrelations, truncated by Geyer''s initial monotone sequence (Geyer 1992), of at most 2048 evenly spaced draws per chain; the smallest over at most 32 coordinates','up','ess_geyer');
INSERT INTO metrics VALUES(41,'reference_z_max','','Largest z-score of a posterior mean against the reference draws of the data set: |difference| over the root of the sum of both squared Monte Carlo standard errors, over all recorded parameters','down','reference_z_max');
INSERT INTO metrics VALUES(42,'reference_shift_max','','Largest |difference| of a posterior mean from that of the reference draws, in posterior standard deviations, over all recorded parameters','down','reference_shift_max');
INSERT INTO metrics VALUES(43,'reference_sd_ratio_min','','Smallest posterior standard deviation over that of the reference draws, over all recorded parameters','none','reference_sd_ratio_min');
INSERT INTO metrics VALUES(44,'reference_sd_ratio_max','','Largest posterior standard deviation over that of the reference draws, over all recorded parameters','none','reference_sd_ratio_max');
INSERT INTO metrics VALUES(45,'reference_w2','','Wasserstein-2 distance between the Gaussians with mean and covariance of the draws and of the reference draws, recorded parameters in posterior standard deviations','down','reference_w2');
INSERT INTO metrics VALUES(46,'reference_w2_empirical','','Wasserstein-2 distance between at most 512 draws of all chains and 512 reference draws, both evenly spaced, by exact optimal transport, recorded parameters in posterior standard deviations; of exact draws not 0 but of the order 512^(-1/max(d, 2)); at records 1, 2, 4, 8, ... and the last','down','reference_w2_empirical');
INSERT INTO metrics VALUES(47,'reference_sliced_w2','','Sliced Wasserstein-2 distance between draws of all chains and reference draws of the data set, both evenly spaced, recorded parameters in posterior standard deviations; see sliced_w2','down','reference_sliced_w2');
INSERT INTO metrics VALUES(48,'rounds','round','Communications of the server with its participants, per chain','down','rounds');
INSERT INTO metrics VALUES(49,'bits_up','bit','Bits sent by all clients to the server, per chain; 32 per uncompressed number','down','bits_up');
INSERT INTO metrics VALUES(50,'bits_down','bit','Bits sent by the server to all clients, per chain; 32 per uncompressed number','down','bits_down');
INSERT INTO metrics VALUES(51,'gradient_evaluations','gradient','Gradients of single data rows computed by all clients, per chain','down','gradient_evaluations');
INSERT INTO metrics VALUES(52,'normals','draw','Standard normal numbers drawn, per chain','down','normals');
INSERT INTO metrics VALUES(53,'eps_spent','nat','epsilon of the (epsilon, delta) differential privacy guarantee of everything that all chains of the run released so far; infinite without a guarantee, and where the set-up reads private rows that are neither declared public nor paid for','down','eps_spent');
INSERT INTO metrics VALUES(54,'published_claim','nat','epsilon that the method''s paper claims for the noise: theorem G.3 of FA-LD and theorem 2 of DP-FedAvg (with 1 for its open constant) for the run so far, eq. 16 of private FedPaq for one round; a claim of the paper, not a guarantee: eps_spent is what holds; nothing where the paper claims nothing','none','published_claim');
INSERT INTO metrics VALUES(55,'sampler.client_spread','','recorded by the sampler itself','none','sampler.client_spread');
CREATE TABLE points (
  run       INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  metric    INTEGER NOT NULL REFERENCES metrics (id),
  iteration INTEGER NOT NULL,                                   -- local steps done when it was measured
  value     REAL,
  PRIMARY KEY (run, metric, iteration)
) STRICT, WITHOUT ROWID;
INSERT INTO points VALUES(1,1,20,8.1272280831594851946);
INSERT INTO points VALUES(1,16,20,8.0921311698789999411);
INSERT INTO points VALUES(1,49,20,2560.0);
INSERT INTO points VALUES(1,55,20,0.42134939853863340175);
INSERT INTO points VALUES(2,1,20,7.494990528874285296);
INSERT INTO points VALUES(2,16,20,7.4832786527626176109);
INSERT INTO points VALUES(2,49,20,1024.0);
INSERT INTO points VALUES(2,55,20,2.4801472531875621285);
INSERT INTO points VALUES(3,1,20,7.9229700440656412041);
INSERT INTO points VALUES(3,16,20,7.8730973464294446984);
INSERT INTO points VALUES(3,49,20,0.0);
INSERT INTO points VALUES(4,1,20,7.9895196079641621622);
INSERT INTO points VALUES(4,16,20,7.9357367928860726991);
INSERT INTO points VALUES(4,49,20,2560.0);
INSERT INTO points VALUES(4,55,20,0.6075903446908069716);
INSERT INTO points VALUES(5,1,20,7.180347456775492354);
INSERT INTO points VALUES(5,16,20,7.1544733556276822739);
INSERT INTO points VALUES(5,49,20,1024.0);
INSERT INTO points VALUES(5,55,20,1.6865216873867745484);
INSERT INTO points VALUES(6,1,20,8.4710249408391700143);
INSERT INTO points VALUES(6,16,20,8.4319188288335631398);
INSERT INTO points VALUES(6,49,20,0.0);
INSERT INTO points VALUES(10,1,20,7.828082497738185097);
INSERT INTO points VALUES(10,1,40,6.1237532227999755818);
INSERT INTO points VALUES(10,16,20,7.7946726518661781923);
INSERT INTO points VALUES(10,16,40,5.9831112940363047059);
INSERT INTO points VALUES(10,49,20,2560.0);
INSERT INTO points VALUES(10,49,40,5120.0);
INSERT INTO points VALUES(10,55,20,0.98102357642771209622);
INSERT INTO points VALUES(10,55,40,0.29244180988590506853);
INSERT INTO points VALUES(11,1,20,7.4771643752589254106);
INSERT INTO points VALUES(11,1,40,5.9126946299921216976);
INSERT INTO points VALUES(11,16,20,7.4520073599563616539);
INSERT INTO points VALUES(11,16,40,5.8145056561788512894);
INSERT INTO points VALUES(11,49,20,1024.0);
INSERT INTO points VALUES(11,49,40,2048.0);
INSERT INTO points VALUES(11,55,20,3.0534447089574738853);
INSERT INTO points VALUES(11,55,40,1.2363124899027919667);
INSERT INTO points VALUES(12,1,20,7.6816527397570935065);
INSERT INTO points VALUES(12,1,40,5.9182248892395072914);
INSERT INTO points VALUES(12,16,20,7.6336268394265669456);
INSERT INTO points VALUES(12,16,40,5.7417159758350724274);
INSERT INTO points VALUES(12,49,20,0.0);
INSERT INTO points VALUES(12,49,40,0.0);
INSERT INTO points VALUES(13,1,20,7.8278538986934682597);
INSERT INTO points VALUES(13,1,40,6.0738596727704159405);
INSERT INTO points VALUES(13,16,20,7.8080369684100183746);
INSERT INTO points VALUES(13,16,40,5.9034155941429853342);
INSERT INTO points VALUES(13,49,20,2560.0);
INSERT INTO points VALUES(13,49,40,5120.0);
INSERT INTO points VALUES(13,55,20,0.42134939853863340175);
INSERT INTO points VALUES(13,55,40,0.23372976370156534065);
INSERT INTO points VALUES(14,1,20,7.494990528874285296);
INSERT INTO points VALUES(14,1,40,5.850225044412786346);
INSERT INTO points VALUES(14,16,20,7.4832786527626176109);
INSERT INTO points VALUES(14,16,40,5.7213018991938850987);
INSERT INTO points VALUES(14,49,20,1024.0);
INSERT INTO points VALUES(14,49,40,2048.0);
INSERT INTO points VALUES(14,55,20,2.4801472531875621285);
INSERT INTO points VALUES(14,55,40,1.3062137466531815732);
INSERT INTO points VALUES(15,1,20,7.6074860626536606744);
INSERT INTO points VALUES(15,1,40,5.9134107595213931674);
INSERT INTO points VALUES(15,16,20,7.5763952828174403464);
INSERT INTO points VALUES(15,16,40,5.7470501563898368502);
INSERT INTO points VALUES(15,49,20,0.0);
INSERT INTO points VALUES(15,49,40,0.0);
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
INSERT INTO summary VALUES(1,1,8.1272280831594851946,8.1272280831594851946,8.1272280831594851946,8.1272280831594851946,NULL);
INSERT INTO summary VALUES(1,16,8.0921311698789999411,8.0921311698789999411,8.0921311698789999411,8.0921311698789999411,NULL);
INSERT INTO summary VALUES(1,49,2560.0,2560.0,2560.0,2560.0,NULL);
INSERT INTO summary VALUES(1,55,0.42134939853863340175,0.42134939853863340175,0.42134939853863340175,0.42134939853863340175,NULL);
INSERT INTO summary VALUES(2,1,7.494990528874285296,7.494990528874285296,7.494990528874285296,7.494990528874285296,NULL);
INSERT INTO summary VALUES(2,16,7.4832786527626176109,7.4832786527626176109,7.4832786527626176109,7.4832786527626176109,NULL);
INSERT INTO summary VALUES(2,49,1024.0,1024.0,1024.0,1024.0,NULL);
INSERT INTO summary VALUES(2,55,2.4801472531875621285,2.4801472531875621285,2.4801472531875621285,2.4801472531875621285,NULL);
INSERT INTO summary VALUES(3,1,7.9229700440656412041,7.9229700440656412041,7.9229700440656412041,7.9229700440656412041,NULL);
INSERT INTO summary VALUES(3,16,7.8730973464294446984,7.8730973464294446984,7.8730973464294446984,7.8730973464294446984,NULL);
INSERT INTO summary VALUES(3,49,0.0,0.0,0.0,0.0,NULL);
INSERT INTO summary VALUES(4,1,7.9895196079641621622,7.9895196079641621622,7.9895196079641621622,7.9895196079641621622,NULL);
INSERT INTO summary VALUES(4,16,7.9357367928860726991,7.9357367928860726991,7.9357367928860726991,7.9357367928860726991,NULL);
INSERT INTO summary VALUES(4,49,2560.0,2560.0,2560.0,2560.0,NULL);
INSERT INTO summary VALUES(4,55,0.6075903446908069716,0.6075903446908069716,0.6075903446908069716,0.6075903446908069716,NULL);
INSERT INTO summary VALUES(5,1,7.180347456775492354,7.180347456775492354,7.180347456775492354,7.180347456775492354,NULL);
INSERT INTO summary VALUES(5,16,7.1544733556276822739,7.1544733556276822739,7.1544733556276822739,7.1544733556276822739,NULL);
INSERT INTO summary VALUES(5,49,1024.0,1024.0,1024.0,1024.0,NULL);
INSERT INTO summary VALUES(5,55,1.6865216873867745484,1.6865216873867745484,1.6865216873867745484,1.6865216873867745484,NULL);
INSERT INTO summary VALUES(6,1,8.4710249408391700143,8.4710249408391700143,8.4710249408391700143,8.4710249408391700143,NULL);
INSERT INTO summary VALUES(6,16,8.4319188288335631398,8.4319188288335631398,8.4319188288335631398,8.4319188288335631398,NULL);
INSERT INTO summary VALUES(6,49,0.0,0.0,0.0,0.0,NULL);
INSERT INTO summary VALUES(10,1,6.1237532227999755818,6.1237532227999755818,7.828082497738185097,6.9759178602690798953,NULL);
INSERT INTO summary VALUES(10,16,5.9831112940363047059,5.9831112940363047059,7.7946726518661781923,6.8888919729512414491,NULL);
INSERT INTO summary VALUES(10,49,5120.0,2560.0,5120.0,3840.0,NULL);
INSERT INTO summary VALUES(10,55,0.29244180988590506853,0.29244180988590506853,0.98102357642771209622,0.63673269315680858237,NULL);
INSERT INTO summary VALUES(11,1,5.9126946299921216976,5.9126946299921216976,7.4771643752589254106,6.6949295026255235541,NULL);
INSERT INTO summary VALUES(11,16,5.8145056561788512894,5.8145056561788512894,7.4520073599563616539,6.6332565080676069158,NULL);
INSERT INTO summary VALUES(11,49,2048.0,1024.0,2048.0,1536.0,NULL);
INSERT INTO summary VALUES(11,55,1.2363124899027919667,1.2363124899027919667,3.0534447089574738853,2.144878599430132926,NULL);
INSERT INTO summary VALUES(12,1,5.9182248892395072914,5.9182248892395072914,7.6816527397570935065,6.799938814498300843,NULL);
INSERT INTO summary VALUES(12,16,5.7417159758350724274,5.7417159758350724274,7.6336268394265669456,6.6876714076308196865,NULL);
INSERT INTO summary VALUES(12,49,0.0,0.0,0.0,0.0,NULL);
INSERT INTO summary VALUES(13,1,6.0738596727704159405,6.0738596727704159405,7.8278538986934682597,6.950856785731941656,NULL);
INSERT INTO summary VALUES(13,16,5.9034155941429853342,5.9034155941429853342,7.8080369684100183746,6.8557262812765014103,NULL);
INSERT INTO summary VALUES(13,49,5120.0,2560.0,5120.0,3840.0,NULL);
INSERT INTO summary VALUES(13,55,0.23372976370156534065,0.23372976370156534065,0.42134939853863340175,0.32753958112009939895,NULL);
INSERT INTO summary VALUES(14,1,5.850225044412786346,5.850225044412786346,7.494990528874285296,6.6726077866435353769,NULL);
INSERT INTO summary VALUES(14,16,5.7213018991938850987,5.7213018991938850987,7.4832786527626176109,6.6022902759782517989,NULL);
INSERT INTO summary VALUES(14,49,2048.0,1024.0,2048.0,1536.0,NULL);
INSERT INTO summary VALUES(14,55,1.3062137466531815732,1.3062137466531815732,2.4801472531875621285,1.8931804999203718509,NULL);
INSERT INTO summary VALUES(15,1,5.9134107595213931674,5.9134107595213931674,7.6074860626536606744,6.7604484110875269209,NULL);
INSERT INTO summary VALUES(15,16,5.7470501563898368502,5.7470501563898368502,7.5763952828174403464,6.6617227196036381542,NULL);
INSERT INTO summary VALUES(15,49,0.0,0.0,0.0,0.0,NULL);
CREATE TABLE vector_metrics (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE                                     -- "sampler.update_norm"
) STRICT;
CREATE TABLE vector_points (
  run       INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  metric    INTEGER NOT NULL REFERENCES vector_metrics (id),
  iteration INTEGER NOT NULL,                                   -- local steps done when it was recorded
  item      INTEGER NOT NULL,                                   -- from 0 on, such as a client's number
  value     REAL,                                               -- NULL: not a number, or this item has none
  PRIMARY KEY (run, metric, iteration, item)
) STRICT, WITHOUT ROWID;
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
INSERT INTO ledger VALUES(10,20.0,5120.0,5120.0,160.0,320.0,1e999);
INSERT INTO ledger VALUES(11,8.0,2048.0,2048.0,160.0,320.0,1e999);
INSERT INTO ledger VALUES(12,0.0,0.0,0.0,160.0,80.0,1e999);
INSERT INTO ledger VALUES(13,20.0,5120.0,5120.0,160.0,320.0,1e999);
INSERT INTO ledger VALUES(14,8.0,2048.0,2048.0,160.0,320.0,1e999);
INSERT INTO ledger VALUES(15,0.0,0.0,0.0,160.0,80.0,1e999);
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
INSERT INTO artifacts VALUES(1,'seconds_of_metrics','459a4203e2e7ffe66392b147d3ae7429787fb6fb6cc253ba1b927dcd35988fcc',X'7b227732223a312e37333836652d30352c226d65616e5f62696173223a362e3231652d30372c22626974735f7570223a372e3031652d30377d');
INSERT INTO artifacts VALUES(1,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
INSERT INTO artifacts VALUES(2,'seconds_of_metrics','edfe0ca66139dd29b4541b5f6a5330525b910cc2489e918fd96e77a7c98385fb',X'7b227732223a392e383935652d30362c226d65616e5f62696173223a352e3631652d30372c22626974735f7570223a352e31652d30377d');
INSERT INTO artifacts VALUES(2,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
INSERT INTO artifacts VALUES(3,'seconds_of_metrics','db64df04aced30c9d0a81eb42a06c3cbe7a86638f7df11f1cc2d784087917851',X'7b227732223a342e373837652d30362c226d65616e5f62696173223a332e3931652d30372c22626974735f7570223a352e3531652d30377d');
INSERT INTO artifacts VALUES(3,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
INSERT INTO artifacts VALUES(4,'seconds_of_metrics','6d02f2e3e18ce0e5f3a326e6287c83d58776b65989b7e5862d7bf49918a6f3c1',X'7b227732223a392e303634652d30362c226d65616e5f62696173223a352e3431652d30372c22626974735f7570223a362e3131652d30377d');
INSERT INTO artifacts VALUES(4,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
INSERT INTO artifacts VALUES(5,'seconds_of_metrics','3cff70dacd5482a00e55c6f53d4264f2a6b26a5dea06e5a3096a8f8e379a7635',X'7b227732223a382e363532652d30362c226d65616e5f62696173223a362e3931652d30372c22626974735f7570223a372e3131652d30377d');
INSERT INTO artifacts VALUES(5,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
INSERT INTO artifacts VALUES(6,'seconds_of_metrics','1d2cd4e88194b25b3bd98d3b1bbbfc8ed9152206bd22d50ee6bf0b42254a5308',X'7b227732223a342e393237652d30362c226d65616e5f62696173223a322e35652d30372c22626974735f7570223a322e3331652d30377d');
INSERT INTO artifacts VALUES(6,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
INSERT INTO artifacts VALUES(10,'seconds_of_metrics','fa7c2da88832939976ff90d08f41ed67bd58ec59e039a6be5024efa7e4a27678',X'7b227732223a352e333138303030303030303030303031652d30362c226d65616e5f62696173223a342e31303939393939393939393939393936652d30372c22626974735f7570223a332e31652d30377d');
INSERT INTO artifacts VALUES(10,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
INSERT INTO artifacts VALUES(11,'seconds_of_metrics','25fd23fb2d879dd16c9a50bac00752a093188c6e2cde9a34cbcc66d7412cdecf',X'7b227732223a342e38393739393939393939393939393935652d30362c226d65616e5f62696173223a332e38393939393939393939393939393937652d30372c22626974735f7570223a332e31303939393939393939393939393937652d30377d');
INSERT INTO artifacts VALUES(11,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
INSERT INTO artifacts VALUES(12,'seconds_of_metrics','16f98ac9ecb3126fd98e4a4d472f84945106da3ce968f27c64634657f28c4247',X'7b227732223a352e323537303030303030303030303031652d30362c226d65616e5f62696173223a342e3331652d30372c22626974735f7570223a322e37393939393939393939393939393937652d30377d');
INSERT INTO artifacts VALUES(12,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
INSERT INTO artifacts VALUES(13,'seconds_of_metrics','63dd0fc2ac63a76c5a680db6342be04e3f153f9f6189a3a33465736990b27fc7',X'7b227732223a322e32353232303030303030303030303032652d30352c226d65616e5f62696173223a382e3632652d30372c22626974735f7570223a352e3731652d30377d');
INSERT INTO artifacts VALUES(13,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
INSERT INTO artifacts VALUES(14,'seconds_of_metrics','1d2cdd90d5eeae47c50b494e2202143a36c3521d5a264a1870ae64202fa34ec6',X'7b227732223a362e3532652d30362c226d65616e5f62696173223a342e32652d30372c22626974735f7570223a332e3531652d30377d');
INSERT INTO artifacts VALUES(14,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
INSERT INTO artifacts VALUES(15,'seconds_of_metrics','124ef6200c355d99b7491c9e5c53fe523cc2d496a99f2f0f14014ff3d5f172bf',X'7b227732223a352e33333739393939393939393939393935652d30362c226d65616e5f62696173223a342e31323030303030303030303030303034652d30372c22626974735f7570223a362e323130303030303030303030303031652d30377d');
INSERT INTO artifacts VALUES(15,'label_histogram','11229f1a965836e197fa734c13e91637a5a0cf1a9e60405c397f7070d39c2ad9',X'7b22636c69656e7473223a20342c20226c6162656c73223a20302c2022636f756e7473223a205b5b315d2c205b315d2c205b315d2c205b315d5d7d');
CREATE TABLE seals (
  subject TEXT PRIMARY KEY,                                     -- name of the table
  digest  TEXT NOT NULL
) STRICT;
INSERT INTO seals VALUES('studies','344a7733347e4cac5199b18a2d72704a444f1a7f7dfe6478809e014734f77584');
INSERT INTO seals VALUES('cells','2c3ee8b95405ca28716f022b176411827ff44dd1c5297fabdf7ada57e9d94625');
INSERT INTO seals VALUES('study_cells','c6baa4e5e6e70b931e8e49ce3eee4a5601c2812441e3449fa44dc7f80694b412');
INSERT INTO seals VALUES('axis_names','4ab6b1a665b08a8f886b7690df6abf20f5d7542456708b261c9817581155062c');
INSERT INTO seals VALUES('axes','79c4b1a6fc8b05b51a813ab686043733bd68a16e7ccedb44249b1c97149a0dbe');
INSERT INTO seals VALUES('metrics','df63dd69a3186f4abbf468cb831e0e8c6ece35852b90b573c0fcabdfd4498a3e');
INSERT INTO seals VALUES('student_t','7942055df8a5b120cded4dba63ecadb5152331e60828b3ea1c07178e624b742d');
CREATE TABLE student_t (
  degrees  INTEGER PRIMARY KEY,
  quantile REAL NOT NULL
) STRICT;
CREATE TABLE wide_axes (cell INTEGER PRIMARY KEY REFERENCES cells (id) ON DELETE CASCADE, axis_1 ANY, axis_2 ANY, axis_3 ANY, axis_4 ANY) STRICT;
INSERT INTO wide_axes VALUES(1,'fald',2,NULL,0.0);
INSERT INTO wide_axes VALUES(2,'fald',5,NULL,0.0);
INSERT INTO wide_axes VALUES(3,'ula',NULL,NULL,NULL);
INSERT INTO wide_axes VALUES(4,'fald',2,NULL,0.0);
INSERT INTO wide_axes VALUES(5,'fald',5,NULL,0.0);
INSERT INTO wide_axes VALUES(6,'ula',NULL,NULL,NULL);
CREATE TABLE wide_metrics (run INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE, metric_1 REAL, metric_10 REAL, metric_11 REAL, metric_12 REAL, metric_13 REAL, metric_14 REAL, metric_15 REAL, metric_16 REAL, metric_17 REAL, metric_18 REAL, metric_19 REAL, metric_2 REAL, metric_20 REAL, metric_21 REAL, metric_22 REAL, metric_23 REAL, metric_24 REAL, metric_25 REAL, metric_26 REAL, metric_27 REAL, metric_28 REAL, metric_29 REAL, metric_3 REAL, metric_30 REAL, metric_31 REAL, metric_32 REAL, metric_33 REAL, metric_34 REAL, metric_35 REAL, metric_36 REAL, metric_37 REAL, metric_38 REAL, metric_39 REAL, metric_4 REAL, metric_40 REAL, metric_41 REAL, metric_42 REAL, metric_43 REAL, metric_44 REAL, metric_45 REAL, metric_46 REAL, metric_47 REAL, metric_48 REAL, metric_49 REAL, metric_5 REAL, metric_50 REAL, metric_51 REAL, metric_52 REAL, metric_53 REAL, metric_54 REAL, metric_6 REAL, metric_7 REAL, metric_8 REAL, metric_9 REAL, metric_55 REAL) STRICT;
INSERT INTO wide_metrics VALUES(1,8.1272280831594851946,NULL,NULL,NULL,NULL,NULL,NULL,8.0921311698789999411,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2560.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.42134939853863340175);
INSERT INTO wide_metrics VALUES(2,7.494990528874285296,NULL,NULL,NULL,NULL,NULL,NULL,7.4832786527626176109,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1024.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2.4801472531875621285);
INSERT INTO wide_metrics VALUES(3,7.9229700440656412041,NULL,NULL,NULL,NULL,NULL,NULL,7.8730973464294446984,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO wide_metrics VALUES(4,7.9895196079641621622,NULL,NULL,NULL,NULL,NULL,NULL,7.9357367928860726991,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2560.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.6075903446908069716);
INSERT INTO wide_metrics VALUES(5,7.180347456775492354,NULL,NULL,NULL,NULL,NULL,NULL,7.1544733556276822739,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1024.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.6865216873867745484);
INSERT INTO wide_metrics VALUES(6,8.4710249408391700143,NULL,NULL,NULL,NULL,NULL,NULL,8.4319188288335631398,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO wide_metrics VALUES(10,6.1237532227999755818,NULL,NULL,NULL,NULL,NULL,NULL,5.9831112940363047059,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,5120.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.29244180988590506853);
INSERT INTO wide_metrics VALUES(11,5.9126946299921216976,NULL,NULL,NULL,NULL,NULL,NULL,5.8145056561788512894,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2048.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.2363124899027919667);
INSERT INTO wide_metrics VALUES(12,5.9182248892395072914,NULL,NULL,NULL,NULL,NULL,NULL,5.7417159758350724274,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO wide_metrics VALUES(13,6.0738596727704159405,NULL,NULL,NULL,NULL,NULL,NULL,5.9034155941429853342,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,5120.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.23372976370156534065);
INSERT INTO wide_metrics VALUES(14,5.850225044412786346,NULL,NULL,NULL,NULL,NULL,NULL,5.7213018991938850987,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,2048.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1.3062137466531815732);
INSERT INTO wide_metrics VALUES(15,5.9134107595213931674,NULL,NULL,NULL,NULL,NULL,NULL,5.7470501563898368502,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0.0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
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
INSERT INTO cell_decisions VALUES(1,4,2,'worse','accuracy',0.010000000000000000208,0.050000000000000002775,5,NULL);
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
INSERT INTO rungs VALUES(1,'0a26',6,0,'accuracy','rounds',10,0.5,'aa');
CREATE TABLE moments (
  run          INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  iteration    INTEGER NOT NULL,
  wall_seconds REAL NOT NULL,
  PRIMARY KEY (run, iteration)
) STRICT, WITHOUT ROWID;
CREATE TABLE cell_ends (
  cell     INTEGER PRIMARY KEY REFERENCES cells (id) ON DELETE CASCADE,
  runs     INTEGER NOT NULL,
  diverged INTEGER NOT NULL,
  failed   INTEGER NOT NULL
) STRICT;
INSERT INTO cell_ends VALUES(4,1,0,0);
INSERT INTO cell_ends VALUES(5,1,0,0);
INSERT INTO cell_ends VALUES(6,1,0,0);
CREATE TABLE cell_means (
  cell       INTEGER NOT NULL REFERENCES cell_ends (cell) ON DELETE CASCADE,
  metric     INTEGER NOT NULL REFERENCES metrics (id) ON DELETE CASCADE,
  n          INTEGER NOT NULL,
  non_finite INTEGER NOT NULL,
  mean       REAL,
  sd         REAL,
  PRIMARY KEY (cell, metric)
) STRICT, WITHOUT ROWID;
INSERT INTO cell_means VALUES(4,1,1,0,6.0738596727704159405,NULL);
INSERT INTO cell_means VALUES(4,16,1,0,5.9034155941429853342,NULL);
INSERT INTO cell_means VALUES(4,49,1,0,5120.0,NULL);
INSERT INTO cell_means VALUES(4,55,1,0,0.23372976370156534065,NULL);
INSERT INTO cell_means VALUES(5,1,1,0,5.850225044412786346,NULL);
INSERT INTO cell_means VALUES(5,16,1,0,5.7213018991938850987,NULL);
INSERT INTO cell_means VALUES(5,49,1,0,2048.0,NULL);
INSERT INTO cell_means VALUES(5,55,1,0,1.3062137466531815732,NULL);
INSERT INTO cell_means VALUES(6,1,1,0,5.9134107595213931674,NULL);
INSERT INTO cell_means VALUES(6,16,1,0,5.7470501563898368502,NULL);
INSERT INTO cell_means VALUES(6,49,1,0,0.0,NULL);
CREATE INDEX study_cells_by_cell ON study_cells (cell);
CREATE TABLE submissions (
  id           INTEGER PRIMARY KEY,
  name         TEXT NOT NULL UNIQUE,
  study        INTEGER NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
  document     TEXT NOT NULL,
  scheduler    TEXT NOT NULL,
  job          TEXT NOT NULL,
  folder       TEXT NOT NULL,
  first_task   INTEGER NOT NULL,
  tasks        INTEGER NOT NULL,
  runs         INTEGER NOT NULL,
  task_seconds REAL,
  submitted    TEXT NOT NULL,
  submitted_by TEXT NOT NULL,
  cancelled    TEXT NOT NULL
) STRICT;
INSERT INTO submissions VALUES(1,'toy-1',1,'d0','slurm','123','/shared/toy.db.tasks/1',0,2,4,60.5,'2026-09-01T12:00:00.000Z','ann on login1','');
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
CREATE VIEW vector_series AS
SELECT studies.name AS study, runs.id AS run, runs.hash AS hash, cells.hash AS cell,
       runs.replicate AS replicate, vector_metrics.name AS metric, vector_points.iteration AS iteration,
       vector_points.item AS item, vector_points.value AS value
FROM current_runs AS runs
JOIN studies ON studies.id = runs.study
JOIN cells ON cells.id = runs.cell
JOIN vector_points ON vector_points.run = runs.id
JOIN vector_metrics ON vector_metrics.id = vector_points.metric;
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
CREATE VIEW decisions AS
SELECT studies.name AS study, cells.hash AS cell, d.replicates AS replicates, d.reason AS reason,
       d.metric AS metric, d.statistic AS statistic, d.threshold AS threshold, rivals.hash AS rival,
       d.rung AS rung
FROM cell_decisions AS d
JOIN studies ON studies.id = d.study
JOIN cells ON cells.id = d.cell
LEFT JOIN cells AS rivals ON rivals.id = d.rival;
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
CREATE VIEW run_table AS SELECT (SELECT name FROM studies WHERE id = runs.study) AS study, runs.id AS run, runs.hash AS hash, (SELECT hash FROM cells WHERE id = runs.cell) AS cell, runs.replicate AS replicate, runs.status AS status, wide_axes.axis_2 AS "K", wide_axes.axis_3 AS "p_c", wide_axes.axis_4 AS "rho", NULL AS "eps", wide_axes.axis_1 AS "sampler", wide_metrics.metric_1 AS "w2", wide_metrics.metric_2 AS "exact_w2", wide_metrics.metric_3 AS "w2_empirical", wide_metrics.metric_4 AS "sliced_w2", wide_metrics.metric_5 AS "ksd", wide_metrics.metric_6 AS "hpd_relative_error", wide_metrics.metric_7 AS "hpd_absolute_error", wide_metrics.metric_8 AS "quantile_log_score", wide_metrics.metric_9 AS "density_misfit", wide_metrics.metric_10 AS "variance_mse", wide_metrics.metric_11 AS "exact_variance_mse", wide_metrics.metric_12 AS "variance_bias", wide_metrics.metric_13 AS "exact_variance_bias", wide_metrics.metric_14 AS "variance_bias_error", wide_metrics.metric_15 AS "exact_variance_bias_error", wide_metrics.metric_16 AS "mean_bias", wide_metrics.metric_17 AS "exact_mean_bias", wide_metrics.metric_18 AS "accuracy", wide_metrics.metric_19 AS "accuracy_mean_parameter", wide_metrics.metric_20 AS "brier", wide_metrics.metric_21 AS "nll", wide_metrics.metric_22 AS "ece", wide_metrics.metric_23 AS "recall_at_k", wide_metrics.metric_24 AS "precision", wide_metrics.metric_25 AS "recall", wide_metrics.metric_26 AS "micro_f1", wide_metrics.metric_27 AS "macro_f1", wide_metrics.metric_28 AS "client_accuracy_mean", wide_metrics.metric_29 AS "client_accuracy_worst", wide_metrics.metric_30 AS "client_accuracy_p10", wide_metrics.metric_31 AS "agreement", wide_metrics.metric_32 AS "total_variation", wide_metrics.metric_33 AS "reference_run_w2_empirical", wide_metrics.metric_34 AS "reference_run_sliced_w2", wide_metrics.metric_35 AS "reference_run_hpd_relative_error", wide_metrics.metric_36 AS "reference_run_hpd_absolute_error", wide_metrics.metric_37 AS "ess", wide_metrics.metric_38 AS "r_hat", wide_metrics.metric_39 AS "mcse", wide_metrics.metric_40 AS "ess_geyer", wide_metrics.metric_41 AS "reference_z_max", wide_metrics.metric_42 AS "reference_shift_max", wide_metrics.metric_43 AS "reference_sd_ratio_min", wide_metrics.metric_44 AS "reference_sd_ratio_max", wide_metrics.metric_45 AS "reference_w2", wide_metrics.metric_46 AS "reference_w2_empirical", wide_metrics.metric_47 AS "reference_sliced_w2", wide_metrics.metric_48 AS "rounds", wide_metrics.metric_49 AS "bits_up", wide_metrics.metric_50 AS "bits_down", wide_metrics.metric_51 AS "gradient_evaluations", wide_metrics.metric_52 AS "normals", wide_metrics.metric_53 AS "eps_spent", wide_metrics.metric_54 AS "published_claim", wide_metrics.metric_55 AS "sampler.client_spread", runs.wall_seconds AS wall_seconds FROM current_runs AS runs LEFT JOIN wide_axes ON wide_axes.cell = runs.cell LEFT JOIN wide_metrics ON wide_metrics.run = runs.id LEFT JOIN ledger ON ledger.run = runs.id;
CREATE VIEW all_runs AS SELECT (SELECT name FROM studies WHERE id = runs.study) AS study, runs.id AS run, runs.hash AS hash, (SELECT hash FROM cells WHERE id = runs.cell) AS cell, runs.replicate AS replicate, runs.status AS status, runs.id IN (SELECT id FROM current_runs) AS is_current, wide_axes.axis_2 AS "K", wide_axes.axis_3 AS "p_c", wide_axes.axis_4 AS "rho", NULL AS "eps", wide_axes.axis_1 AS "sampler", wide_metrics.metric_1 AS "w2", wide_metrics.metric_2 AS "exact_w2", wide_metrics.metric_3 AS "w2_empirical", wide_metrics.metric_4 AS "sliced_w2", wide_metrics.metric_5 AS "ksd", wide_metrics.metric_6 AS "hpd_relative_error", wide_metrics.metric_7 AS "hpd_absolute_error", wide_metrics.metric_8 AS "quantile_log_score", wide_metrics.metric_9 AS "density_misfit", wide_metrics.metric_10 AS "variance_mse", wide_metrics.metric_11 AS "exact_variance_mse", wide_metrics.metric_12 AS "variance_bias", wide_metrics.metric_13 AS "exact_variance_bias", wide_metrics.metric_14 AS "variance_bias_error", wide_metrics.metric_15 AS "exact_variance_bias_error", wide_metrics.metric_16 AS "mean_bias", wide_metrics.metric_17 AS "exact_mean_bias", wide_metrics.metric_18 AS "accuracy", wide_metrics.metric_19 AS "accuracy_mean_parameter", wide_metrics.metric_20 AS "brier", wide_metrics.metric_21 AS "nll", wide_metrics.metric_22 AS "ece", wide_metrics.metric_23 AS "recall_at_k", wide_metrics.metric_24 AS "precision", wide_metrics.metric_25 AS "recall", wide_metrics.metric_26 AS "micro_f1", wide_metrics.metric_27 AS "macro_f1", wide_metrics.metric_28 AS "client_accuracy_mean", wide_metrics.metric_29 AS "client_accuracy_worst", wide_metrics.metric_30 AS "client_accuracy_p10", wide_metrics.metric_31 AS "agreement", wide_metrics.metric_32 AS "total_variation", wide_metrics.metric_33 AS "reference_run_w2_empirical", wide_metrics.metric_34 AS "reference_run_sliced_w2", wide_metrics.metric_35 AS "reference_run_hpd_relative_error", wide_metrics.metric_36 AS "reference_run_hpd_absolute_error", wide_metrics.metric_37 AS "ess", wide_metrics.metric_38 AS "r_hat", wide_metrics.metric_39 AS "mcse", wide_metrics.metric_40 AS "ess_geyer", wide_metrics.metric_41 AS "reference_z_max", wide_metrics.metric_42 AS "reference_shift_max", wide_metrics.metric_43 AS "reference_sd_ratio_min", wide_metrics.metric_44 AS "reference_sd_ratio_max", wide_metrics.metric_45 AS "reference_w2", wide_metrics.metric_46 AS "reference_w2_empirical", wide_metrics.metric_47 AS "reference_sliced_w2", wide_metrics.metric_48 AS "rounds", wide_metrics.metric_49 AS "bits_up", wide_metrics.metric_50 AS "bits_down", wide_metrics.metric_51 AS "gradient_evaluations", wide_metrics.metric_52 AS "normals", wide_metrics.metric_53 AS "eps_spent", wide_metrics.metric_54 AS "published_claim", wide_metrics.metric_55 AS "sampler.client_spread", runs.wall_seconds AS wall_seconds FROM runs LEFT JOIN wide_axes ON wide_axes.cell = runs.cell LEFT JOIN wide_metrics ON wide_metrics.run = runs.id LEFT JOIN ledger ON ledger.run = runs.id;
COMMIT;
