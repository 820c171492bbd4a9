-- `potential` is the training loss, summed over all rows. Without stragglers nothing is dropped: FedAvg
-- is FedProx with mu = 0.
INSERT INTO claim
SELECT study || ': mu = 1 ends far below mu = 0, log ratio, stragglers ' || stragglers, 'mean', 0.35, NULL,
       sum(ln(potential) * ((mu = 0) - (mu = 1)))
FROM run_table WHERE straggler_work = 'partial' GROUP BY study, stragglers, replicate;

INSERT INTO claim
SELECT study || ': and does so in every replicate, log ratio, stragglers ' || stragglers, 'each', 0, NULL,
       sum(ln(potential) * ((mu = 0) - (mu = 1)))
FROM run_table WHERE straggler_work = 'partial' GROUP BY study, stragglers, replicate;

INSERT INTO claim
WITH records AS (
  SELECT study, run, value / lag(value) OVER (PARTITION BY study, run ORDER BY round) AS ratio
  FROM curves WHERE metric = 'potential'),
risen AS (SELECT study, run, sum(max(ln(ratio), 0)) AS rises FROM records GROUP BY study, run)
SELECT study || ': and rises less on its way, stragglers ' || stragglers, 'each', 0, NULL,
       sum(rises * ((mu = 0) - (mu = 1)))
FROM run_table JOIN risen USING (study, run)
WHERE straggler_work = 'partial' GROUP BY study, stragglers, replicate;

INSERT INTO claim
SELECT study || ': with mu = 1, 90 % of stragglers change the loss at the end by 2 % at most', 'mean',
       -0.02, 0.02, sum(ln(potential) * ((stragglers = 0.9) - (stragglers = 0)))
FROM run_table WHERE mu = 1 GROUP BY study, replicate;

INSERT INTO claim
WITH loss AS (
  SELECT run, avg(value) AS mean FROM curves
  WHERE study = 'fedprox_stragglers_fresh' AND metric = 'potential' GROUP BY run)
SELECT '90 %: dropping has the larger mean loss over the rounds, log ratio', 'mean', 0, NULL,
       sum(ln(mean) * ((straggler_work = 'drop') - (straggler_work = 'partial')))
FROM run_table JOIN loss USING (run)
WHERE study = 'fedprox_stragglers_fresh' AND mu = 0 AND stragglers = 0.9 GROUP BY replicate;

INSERT INTO claim
WITH loss AS (
  SELECT run, avg(value) AS mean FROM curves
  WHERE study = 'fedprox_stragglers_fresh' AND metric = 'potential' AND round <= 50 GROUP BY run)
SELECT '90 %: and over the first 50 rounds', 'mean', 0.2, NULL,
       sum(ln(mean) * ((straggler_work = 'drop') - (straggler_work = 'partial')))
FROM run_table JOIN loss USING (run)
WHERE study = 'fedprox_stragglers_fresh' AND mu = 0 AND stragglers = 0.9 GROUP BY replicate;

INSERT INTO claim
SELECT study || ', 50 %: dropping ends with the smaller loss, log ratio', 'each', NULL, 0,
       sum(ln(potential) * ((straggler_work = 'drop') - (straggler_work = 'partial')))
FROM run_table WHERE mu = 0 AND stragglers = 0.5 GROUP BY study, replicate;

INSERT INTO claim
SELECT study || ', mu = 0: partial work of 90 % ends with a smaller loss than no stragglers, log ratio',
       'mean', NULL, 0, sum(ln(potential) * ((stragglers = 0.9) - (stragglers = 0)))
FROM run_table WHERE mu = 0 AND straggler_work = 'partial' AND stragglers <> 0.5
GROUP BY study, replicate;

-- The panels of the paper, each with the claims that its verdict rests on.
INSERT INTO panel VALUES
  ('FedProx', 'Fig. 1, synthetic', 1, 'the proximal term', '', 'yes', 'in trend', ': mu = 1 ends far below mu = 0'),
  ('FedProx', 'Fig. 1, synthetic', 2, 'partial work', 'at 90 %', 'yes', 'in trend', '90 %: dropping has the larger mean loss over the rounds'),
  ('FedProx', 'Fig. 1, synthetic', 3, 'the same', 'at 50 %', 'yes', 'contradicted', ', 50 %: dropping ends with the smaller loss');
