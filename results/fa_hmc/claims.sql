-- Exact laws: one replicate, without error.
INSERT INTO claim
WITH reached AS (
  SELECT t.dimension AS d, t.sampler, t.K, min(c.round) AS rounds
  FROM run_table t JOIN curves c ON c.run = t.run AND c.study = t.study
  WHERE t.study = 'fa_hmc' AND c.metric = 'exact_w2' AND c.value * c.value < 0.1 GROUP BY t.run)
SELECT 'FA-HMC, d = 100, one trajectory: rounds to W2² < .1', 'each', 247.5, 248.5, rounds
FROM reached WHERE d = 100 AND sampler = 'fa_hmc' AND K = 1;

INSERT INTO claim
WITH reached AS (
  SELECT t.dimension AS d, t.sampler, t.K, min(c.round) AS rounds
  FROM run_table t JOIN curves c ON c.run = t.run AND c.study = t.study
  WHERE t.study = 'fa_hmc' AND c.metric = 'exact_w2' AND c.value * c.value < 0.1 GROUP BY t.run)
SELECT 'AFHMC, d = 100: rounds to W2² < .1', 'each', 219.5, 220.5, rounds
FROM reached WHERE d = 100 AND sampler = 'afhmc';

INSERT INTO claim
WITH reached AS (
  SELECT t.dimension AS d, t.sampler, t.K, min(c.round) AS rounds
  FROM run_table t JOIN curves c ON c.run = t.run AND c.study = t.study
  WHERE t.study = 'fa_hmc' AND c.metric = 'exact_w2' AND c.value * c.value < 0.1 GROUP BY t.run)
SELECT 'ten short trajectories: times the rounds of one long one, d = 50 and more', 'each', 9, 10.2, short.rounds * 1.0 / long.rounds
FROM reached short JOIN reached long USING (d, sampler)
WHERE sampler = 'fa_hmc' AND short.K = 10 AND long.K = 1 AND d >= 50;

INSERT INTO claim
WITH reached AS (
  SELECT t.dimension AS d, t.sampler, t.K, min(c.round) AS rounds
  FROM run_table t JOIN curves c ON c.run = t.run AND c.study = t.study
  WHERE t.study = 'fa_hmc' AND c.metric = 'exact_w2' AND c.value * c.value < 0.1 GROUP BY t.run)
SELECT 'AFHMC: gradients to W2² < .1, as a share of those of FA-HMC with one trajectory', 'each', 0.84, 0.94, a.rounds * 1.0 / f.rounds
FROM reached a JOIN reached f USING (d) WHERE a.sampler = 'afhmc' AND f.sampler = 'fa_hmc' AND f.K = 1;
