-- Exact laws: one replicate, without error.
CREATE TEMP VIEW fewest AS
WITH bounds(bound) AS (VALUES (0.3), (0.1), (0.03), (0.01)),
reached AS (
  SELECT bound, t.sampler, t.leapfrog, min(c.gradient_evaluations) / 10 AS gradients, min(c.bits_up) / 6400 AS uploads
  FROM bounds, run_table t JOIN curves c ON c.run = t.run AND c.study = t.study
  WHERE t.study = 'fa_hmc_attack' AND c.metric = 'exact_w2' AND c.value < bound GROUP BY bound, t.run)
SELECT bound, sampler, leapfrog, min(gradients) AS gradients, min(uploads) AS uploads FROM reached GROUP BY bound, sampler, leapfrog;

INSERT INTO claim
SELECT 'gradients of AFHMC over those of FA-LD, each at its best', 'each', 0.49, 0.51, min(a.gradients) / min(f.gradients)
FROM fewest a JOIN fewest f USING (bound) WHERE a.sampler = 'afhmc' AND f.sampler = 'fa_hmc' GROUP BY bound;
INSERT INTO claim
SELECT 'uploads of AFHMC over those of FA-LD, each at its best', 'each', 0.49, 0.51, min(a.uploads) / min(f.uploads)
FROM fewest a JOIN fewest f USING (bound) WHERE a.sampler = 'afhmc' AND f.sampler = 'fa_hmc' GROUP BY bound;
INSERT INTO claim
SELECT sampler || ': leapfrog steps with the fewest gradients', 'each', iif(sampler = 'afhmc', 1.5, 0.5), iif(sampler = 'afhmc', 2.5, 1.5), leapfrog
FROM fewest one
WHERE gradients = (SELECT min(gradients) FROM fewest WHERE sampler = one.sampler AND bound = one.bound);
