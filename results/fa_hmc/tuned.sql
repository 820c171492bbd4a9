-- The settings of each sampler with the fewest gradients, and the fewest uploads, of a client until
-- W2^2 < .1: the ledger counts those of ten clients, whose vectors have 100 numbers of 32 bits.
WITH reached AS (
  SELECT t.sampler, t.leap_step, t.leapfrog, t.K, min(c.round) AS rounds,
         min(c.gradient_evaluations) / 10 AS gradients, min(c.bits_up) / 32000 AS uploads
  FROM run_table t JOIN curves c ON c.run = t.run AND c.study = t.study
  WHERE t.study = 'fa_hmc_tuned' AND c.metric = 'exact_w2' AND c.value * c.value < 0.1
  GROUP BY t.run)
SELECT sampler, 'gradients' AS fewest, leap_step, leapfrog, K, rounds, min(gradients) AS gradients, uploads
FROM reached GROUP BY sampler
UNION ALL
SELECT sampler, 'uploads', leap_step, leapfrog, K, rounds, gradients, min(uploads) FROM reached GROUP BY sampler
UNION ALL
SELECT sampler, 'gradients, of several leapfrog steps', leap_step, leapfrog, K, rounds, min(gradients), uploads
FROM reached WHERE leapfrog > 1 GROUP BY sampler
