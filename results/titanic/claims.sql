INSERT INTO claim
SELECT 'total variation to ULA, FALD over VR-FALD*: ' || iif(step > 1e-4, 'h = 1/n', 'h = 1/(n N)'), 'each', 1, NULL,
       sum(total_variation * (sampler = 'fald')) / sum(total_variation * (sampler = 'vr_fald'))
FROM run_table WHERE study = 'titanic' AND sampler <> 'ula' GROUP BY step > 1e-4, replicate;

INSERT INTO claim
SELECT 'agreement with ULA', 'each', 0.9999, NULL, agreement FROM run_table WHERE study = 'titanic' AND sampler <> 'ula';

-- figure_4: along the run, against the reference run.
CREATE TEMP VIEW along AS
SELECT sampler, iif(step > 1e-4, 'h = 1/n', 'h = 1/(n N)') AS step, replicate, metric, c.iteration, value
FROM figure_4.run_table t JOIN figure_4.curves c USING (study, run)
WHERE metric IN ('reference_run_w2_empirical', 'reference_run_hpd_relative_error');

INSERT INTO claim
SELECT metric || ', FALD minus VR-FALD* at iteration ' || iteration || ', ' || step, 'mean', 0, NULL,
       sum(value * ((sampler = 'fald') - (sampler = 'vr_fald')))
FROM along WHERE iteration IN (250, 250000) AND sampler IN ('fald', 'vr_fald') GROUP BY metric, iteration, step, replicate;

INSERT INTO claim
SELECT 'W2 of VR-FALD*, h = 1/(n N), minus that of HMC, at the end', 'mean', -0.006, 0.001,
       sum(value * ((sampler = 'vr_fald' AND iteration = 250000 AND step = 'h = 1/(n N)') - (sampler = 'hmc' AND iteration = 6000)))
FROM along WHERE metric = 'reference_run_w2_empirical' GROUP BY replicate;

-- potential: the mean of U above that of ULA.
INSERT INTO claim
SELECT 'excess of U (h = 1/n is above 1e-4): ' || sampler || iif(sampler = 'hmc', '', iif(step > 1e-4, ', h = 1/n', ', h = 1/(n N)')), 'mean', least, most,
       reference_run_potential_excess
FROM potential.run_table JOIN (
  SELECT 'hmc' AS who, 1 AS longer, -0.03 AS least, 0.04 AS most UNION ALL SELECT 'vr_fald', 0, 0, 0.12 UNION ALL SELECT 'vr_fald', 1, 20, 32
  UNION ALL SELECT 'fald', 0, 3.5, 5.5 UNION ALL SELECT 'fald', 1, 80, 155) ON sampler = who AND (step > 1e-4) = longer;

-- The panels of the paper, each with the claims that its verdict rests on.
INSERT INTO panel VALUES
  ('VR-FALD*', 'Table 2', 1, 'the order in total variation', '', 'on other covariates', 'in trend', 'total variation to ULA, FALD over VR-FALD*'),
  ('VR-FALD*', 'Table 2', 2, 'that accuracy and agreement tell them apart', '', 'on other covariates', 'differs', 'agreement with ULA'),
  ('VR-FALD*', 'Fig. 3, left', 1, '', '', 'yes', 'reproduced', NULL),
  ('VR-FALD*', 'Fig. 3, right', 1, '', '', 'yes', 'reproduced', 'excess of U '),
  ('VR-FALD*', 'Fig. 4, left', 1, '', '', 'yes', 'reproduced', ', FALD minus VR-FALD* at iteration '),
  ('VR-FALD*', 'Fig. 4, right', 1, '', '', 'yes', 'reproduced', 'W2 of VR-FALD*, h = 1/(n N), minus that of HMC, at the end');
