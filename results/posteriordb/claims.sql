-- In natural coordinates; posteriors stand for replicates.
INSERT INTO claim
SELECT 'R-hat shows that HMC''s defaults do not reach three posteriors', 'each', 1.1, NULL, r_hat
FROM run_table WHERE study = 'posteriordb_natural' AND posterior IN
  ('diamonds-diamonds', 'earnings-logearn_interaction', 'earnings-logearn_logheight_male');

INSERT INTO claim
SELECT 'means of those with R-hat above 1.1 are off by more than 4 Monte Carlo errors', 'each', 4, NULL, reference_z_max
FROM run_table WHERE study = 'posteriordb_natural' AND r_hat > 1.1;

INSERT INTO claim
SELECT 'R-hat of the 19 others', 'each', NULL, 1.04, r_hat
FROM run_table WHERE study = 'posteriordb_natural' AND posterior NOT IN
  ('diamonds-diamonds', 'earnings-logearn_interaction', 'earnings-logearn_logheight_male');

INSERT INTO claim
SELECT 'largest z-score of the 19 others, with R-hat of at most 1.1', 'each', NULL, 3, reference_z_max
FROM run_table WHERE study = 'posteriordb_natural' AND r_hat <= 1.1;
