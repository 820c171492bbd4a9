-- Every reported run, with the eps and the bits per client for which its setting was chosen: its squared
-- distance to the posterior and the squared error of its mean, both over the posterior's variance (the
-- trace of its covariance). For a point, the distance is 1 + the error.
WITH budgets(target) AS (VALUES (0.3), (1), (3), (10), (30)),
all_runs AS (
  SELECT *, "run.rounds" AS R, CAST(round(bits_up / 1280) AS INTEGER) AS vectors FROM run_table WHERE status = 'ok'),
shortlist AS (
  SELECT target, vectors, R, K, clip, step, temp,
         row_number() OVER (PARTITION BY target, vectors ORDER BY avg(w2 * w2)) AS place
  FROM all_runs JOIN budgets ON eps_spent <= target * 1.000001
  WHERE study = 'posterior_at_budget_shortlist' AND sampler = 'fa_ld' GROUP BY target, vectors, cell),
runs AS (SELECT * FROM all_runs WHERE study = 'posterior_at_budget'),
chosen AS (
  SELECT runs.*, target FROM runs JOIN shortlist USING (vectors, R, K, clip, step, temp)
  WHERE sampler = 'fa_ld' AND place = 1
  UNION ALL SELECT *, eps AS target FROM runs WHERE sampler <> 'fa_ld'),
unit AS (SELECT avg(w2 * w2 - mean_bias * mean_bias) AS variance FROM runs WHERE sampler <> 'fa_ld'),
named AS (
  SELECT CASE sampler WHEN 'fa_ld' THEN 'FA-LD, draws' WHEN 'fedavg' THEN 'FedAvg' WHEN 'fedpaq' THEN 'FedPAQ'
           ELSE 'SCAFFOLD' END AS method, w2 * w2 / variance AS distance, *
  FROM chosen JOIN unit
  UNION ALL SELECT 'FA-LD, mean alone', 1 + mean_bias * mean_bias / variance, *
  FROM chosen JOIN unit WHERE sampler = 'fa_ld')
SELECT method, target AS eps, vectors * 160 AS bits, replicate, distance,
       mean_bias * mean_bias / variance AS error, eps_spent, variance,
       CAST(R AS INTEGER) AS rounds, K, clip, coalesce(step, lr / 9568) AS step, temp
FROM named ORDER BY method, eps, bits, replicate
