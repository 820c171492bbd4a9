-- Every reported run: its distance to the exact posterior over that posterior's width. Of linear
-- regression it is W2 over the root of the trace of the posterior's covariance; of logistic
-- and softmax regression sliced W2 to HMC's draws on the same rows, over that of a point at the mode. Settings: tuned for distance, or
-- whole: clips that hardly bend, and descents that end, in grids whose draws are all aware of noise
-- (and which have no column for that).
WITH named AS (
  SELECT CASE WHEN study LIKE '%logistic%' THEN 'logistic' WHEN study LIKE '%adult%' THEN 'Adult'
              WHEN study LIKE '%softmax%' THEN 'softmax'
              WHEN study LIKE '%client%' THEN 'whole clients' ELSE 'linear' END AS problem,
         iif(study LIKE '%whole', 'whole', 'tuned') AS setting, *,
         -- A grid has no columns for what all its runs have in common.
         CASE coalesce(sampler, 'laplace_approximation')
           WHEN 'laplace_approximation' THEN iif(row_curvature IS NULL AND study NOT LIKE '%averaged_logistic.%', 'Laplace', 'public guess')
                                             || iif(coalesce(average, 1) > 1
                                                    OR study LIKE '%averaged_logistic.%', ', averaged', '')
                                             || iif(coalesce(noise_aware, study LIKE '%whole'), '', ', unaware')
           WHEN 'noisy_sufficient_statistics' THEN 'noisy statistics' || iif(row_curvature IS NULL, '', ', public law')
           WHEN 'fald' THEN 'FALD' WHEN 'vr_fald' THEN 'VR-FALD*' WHEN 'scaffnew_langevin' THEN 'Scaffnew-Langevin'
           WHEN 'qlsd' THEN 'QLSD' WHEN 'pvi' THEN 'DP-PVI' END AS method,
         coalesce(steps, "run.rounds", last_round, iterations, 64) AS messages,
         coalesce(w2, reference_run_sliced_w2) AS raw
  FROM run_table WHERE study LIKE 'posterior_at_budget%'),
unit AS (
  SELECT problem, avg(iif(w2 IS NULL, raw, sqrt(w2 * w2 - mean_bias * mean_bias))) AS width
  FROM named WHERE sampler = 'deep_ensemble' GROUP BY problem),
budgets(bits, least, most) AS (VALUES ('2.5 kbit', 1, 12), ('20 kbit', 31, 1000)),
runs AS (
  SELECT problem, setting, iif(problem = 'softmax', '150 kbit', bits) AS bits, eps, method, replicate, raw / width AS distance,
         mean_bias / width AS error, relative_width, coverage, coverage_95, rank_dispersion, ess, eps_spent,
         bits_up / iif(problem = 'whole clients', 100, 5) AS up, bits_down / iif(problem = 'whole clients', 100, 5) AS down,
         step, clip, damping, label_bound, width, status
  FROM named JOIN unit USING (problem)
    JOIN budgets ON messages BETWEEN least AND most OR sampler = 'noisy_sufficient_statistics'
  WHERE method IS NOT NULL)
SELECT * FROM runs
-- W2 between Gaussians is of their means and of their covariances: the mean of FALD's draws with the
-- covariance of the public guess, at no further eps.
UNION ALL
SELECT f.problem, f.setting, f.bits, f.eps, 'FALD''s mean, public width', f.replicate,
       sqrt(f.error * f.error + g.distance * g.distance - g.error * g.error), f.error, g.relative_width,
       NULL, NULL, NULL, NULL, f.eps_spent, f.up, f.down, f.step, f.clip, NULL, NULL, f.width, f.status
FROM runs f JOIN runs g USING (problem, setting, bits, eps, replicate)
WHERE f.method = 'FALD'
  AND g.method = CASE problem WHEN 'linear' THEN 'public guess, unaware' WHEN 'whole clients' THEN 'public guess, averaged, unaware' END
ORDER BY 1, 2, 3 DESC, 4, 5, 6
