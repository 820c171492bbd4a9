-- Every reported run: its distance to the exact posterior, over that of a point at the mode of the
-- same replicate. Of linear regression it is W2 and the point's is the posterior's width, of logistic
-- regression sliced W2 to HMC's draws on the same rows. Bits are a client's, both ways; F is 224 of
-- them, one vector, and the budget the number of F that a method's rounds fill.
WITH named AS (
  SELECT iif(study LIKE '%logistic%', 'logistic', 'linear') AS problem, *, coalesce(w2, reference_run_sliced_w2) AS d,
         (bits_up + bits_down) / 10 AS bits,
         CASE sampler
           WHEN 'pvi' THEN 'PVI' WHEN 'fedep' THEN 'FedEP' WHEN 'fedlap' THEN 'FedLap' WHEN 'bayesian_admm' THEN 'Bayesian ADMM'
           WHEN 'laplace_approximation' THEN 'Laplace' WHEN 'fald' THEN 'FALD, K = ' || K
           WHEN 'scaffnew_langevin' THEN 'Scaffnew-Langevin' WHEN 'hmc' THEN 'HMC on all rows'
           WHEN 'consensus' THEN iif(product = 'parametric', 'consensus, moments', 'consensus, draws')
           ELSE 'point' END AS method
  FROM run_table WHERE study LIKE 'league_approximations%'),
budgets(budget) AS (VALUES (10), (40), (160), (640), (2560))
SELECT n.problem, n.method, coalesce(n.family, '') AS family, budget, n.replicate, n.status, n.d / p.d AS distance,
       n.bits / 1000 AS kbit, n.relative_width, n.mean_bias / p.d AS error, n.gradient_evaluations AS gradients, n.d AS absolute
FROM named n JOIN named p ON p.problem = n.problem AND p.replicate = n.replicate AND p.sampler = 'deep_ensemble'
  LEFT JOIN budgets ON n.bits / 224 BETWEEN budget * 0.45 AND budget * 1.2
WHERE n.d IS NOT NULL
ORDER BY 1, 2, 3, 4, 5
