-- h n is step * 1760. Two runs of the same law are .042 to .052 apart in W2.
INSERT INTO claim
SELECT sampler || ' at h = 1/n is at the floor of W2, ' || partition, 'mean', NULL, 0.054, reference_run_w2_empirical
FROM run_table
WHERE study = 'league_samplers' AND sampler IN ('qlsd_star', 'qlsd_pp', 'ula') AND round(step * 1760, 4) = 1;

INSERT INTO claim
SELECT sampler || ' at h = 4/n is not, ' || partition, 'mean', 0.053, NULL, reference_run_w2_empirical
FROM run_table
WHERE study = 'league_samplers' AND sampler IN ('qlsd_star', 'qlsd_pp', 'ula') AND round(step * 1760, 4) = 4;

INSERT INTO claim
SELECT 'clients alike: QLSD* at 1/n has at least twice the draws of FSGLD at 1/(64 n)', 'mean', 2, NULL,
       max(ess) FILTER (WHERE sampler = 'qlsd_star' AND round(step * 1760, 4) = 1)
         / max(ess) FILTER (WHERE sampler = 'fsgld' AND round(step * 1760, 4) = 0.0156)
FROM run_table WHERE study = 'league_samplers' AND partition = 'iid' GROUP BY replicate;

INSERT INTO claim
SELECT 'skewed labels: QLSD* at 1/n has at least five times the draws of VR-FALD* at 1/(4 n)', 'mean', 5, NULL,
       max(ess) FILTER (WHERE sampler = 'qlsd_star' AND round(step * 1760, 4) = 1)
         / max(ess) FILTER (WHERE sampler = 'vr_fald' AND round(step * 1760, 4) = 0.25)
FROM run_table WHERE study = 'league_samplers' AND partition = 'dirichlet' GROUP BY replicate;

INSERT INTO claim
SELECT 'and at least twice as many per bit', 'mean', 2, NULL,
       max(ess / bits_up) FILTER (WHERE sampler = 'qlsd_star' AND round(step * 1760, 4) = 1)
         / max(ess / bits_up) FILTER (WHERE sampler = 'vr_fald' AND round(step * 1760, 4) = 0.25)
FROM run_table WHERE study = 'league_samplers' AND partition = 'dirichlet' GROUP BY replicate;

INSERT INTO claim
SELECT 'skewed labels: ' || sampler || ' is off the floor at h n = ' || round(step * 1760, 4), 'mean', 0.053, NULL,
       reference_run_w2_empirical
FROM run_table
WHERE study = 'league_samplers' AND partition = 'dirichlet' AND sampler IN ('fa_ld', 'dsgld', 'fsgld')
  AND status = 'ok';

INSERT INTO claim
SELECT 'clients alike: FA-LD with half of the clients is off the floor at h n = ' || round(step * 1760, 4), 'mean',
       0.053, NULL, reference_run_w2_empirical
FROM run_table WHERE study = 'league_samplers' AND partition = 'iid' AND sampler = 'fa_ld';

INSERT INTO claim
SELECT 'skewed labels: FALD is off the floor at h n = ' || round(step * 1760, 4), 'mean', 0.053, NULL,
       reference_run_w2_empirical
FROM run_table
WHERE study = 'league_samplers' AND partition = 'dirichlet' AND sampler = 'fald' AND step * 1760 > 0.06;

INSERT INTO claim
SELECT 'FALD is on it at h = 1/(256 n)', 'mean', NULL, 0.055, reference_run_w2_empirical
FROM run_table
WHERE study = 'league_samplers' AND partition = 'dirichlet' AND sampler = 'fald' AND round(step * 1760, 4) = 0.0039;

INSERT INTO claim
SELECT 'with a tenth of VR-FALD*''s draws or less', 'mean', NULL, 0.1,
       max(ess) FILTER (WHERE sampler = 'fald' AND round(step * 1760, 4) = 0.0039)
         / max(ess) FILTER (WHERE sampler = 'vr_fald' AND round(step * 1760, 4) = 0.25)
FROM run_table WHERE study = 'league_samplers' AND partition = 'dirichlet' GROUP BY replicate;
