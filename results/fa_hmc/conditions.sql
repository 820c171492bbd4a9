-- Exact laws: one replicate, without error. Fewest gradients and uploads of a client until W2 is a
-- tenth of the posterior's standard deviation along its wide axis, 1 / sqrt(2 (r + 1 / r)).
CREATE TEMP TABLE fewest AS
WITH problems AS (
  SELECT run, study, sampler, leapfrog, json_extract(covariances, '$[1][0][0]') AS r,
         json_extract(covariances, '$[1][0][0]') / json_extract(covariances, '$[1][1][1]') AS condition
  FROM run_table WHERE study = 'fa_hmc_conditions'),
reached AS (
  SELECT round(condition) AS condition, round(r) AS r, sampler, leapfrog,
         min(c.gradient_evaluations) / 4 AS gradients, min(c.bits_up) / 256 AS uploads
  FROM problems p JOIN curves c ON c.run = p.run AND c.study = p.study
  WHERE c.metric = 'exact_w2' AND c.value < 0.1 / sqrt(2 * (r + 1 / r)) GROUP BY p.run),
ranked AS (
  SELECT *, row_number() OVER (PARTITION BY condition, r, sampler ORDER BY gradients, uploads) AS place,
         min(uploads) OVER (PARTITION BY condition, r, sampler) AS fewest_uploads
  FROM reached)
SELECT condition, r, sampler, leapfrog, gradients, fewest_uploads AS uploads FROM ranked WHERE place = 1;
CREATE TEMP VIEW pairs AS
SELECT condition, r, f.leapfrog AS fa_leapfrog, a.leapfrog AS leapfrog, a.gradients / f.gradients AS gradients, a.uploads / f.uploads AS uploads
FROM fewest f JOIN fewest a USING (condition, r) WHERE f.sampler = 'fa_hmc' AND a.sampler = 'afhmc';

INSERT INTO claim SELECT 'equal curvatures: gradients of AFHMC over those of FA-HMC, condition 1, 10 and 100', 'each', 0.99, 1.01, gradients FROM pairs WHERE r = 1;
INSERT INTO claim SELECT 'equal curvatures: uploads, the same', 'each', 1.99, 2.01, uploads FROM pairs WHERE r = 1;
INSERT INTO claim SELECT 'equal curvatures, condition 100: leapfrog steps of both', 'each', 11.5, 12.5, leapfrog FROM pairs WHERE r = 1 AND condition = 100;
INSERT INTO claim SELECT 'curvatures r and 1 / r for r = 4 and 16: gradients of AFHMC over those of FA-HMC', 'each', 0.25, 1.01, gradients FROM pairs WHERE r > 1;
INSERT INTO claim SELECT 'r = 4, condition 100: gradients of AFHMC over those of FA-HMC', 'each', 0.25, 0.28, gradients FROM pairs WHERE r = 4 AND condition = 100;
INSERT INTO claim SELECT 'r = 16, condition 10 and 100: leapfrog steps with AFHMC''s fewest gradients', 'each', 1.5, 2.5, leapfrog FROM pairs WHERE r = 16 AND condition >= 10;
INSERT INTO claim SELECT 'r = 16, condition 10 and 100: uploads of AFHMC over those of FA-HMC', 'each', 2, 2.5, uploads FROM pairs WHERE r = 16 AND condition >= 10;
