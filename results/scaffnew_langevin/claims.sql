-- The fewest bits for an effective draw among the settings whose exact W2 is at most a bound: that of
-- the mean over replicates, whose bits are then compared replicate by replicate. Problems are 1:
-- alike and ill-conditioned, 2: unlike, 3: alike.
INSERT INTO claim
WITH cost AS (
  SELECT sampler, rho, means, cell, replicate, exact_w2, bits_up / ess AS bits FROM run_table
  WHERE study = 'scaffnew_langevin' AND status = 'ok'),
best AS (
  SELECT sampler, rho, means, cell, min(mean) FROM (
    SELECT sampler, rho, means, cell, avg(bits) AS mean FROM cost
    WHERE exact_w2 <= 0.05 GROUP BY cell HAVING count(*) = 5)
  GROUP BY sampler, rho, means),
bits AS (SELECT * FROM best JOIN cost USING (sampler, rho, means, cell))
SELECT 'common noise: FALD over Scaffnew-Langevin, W2 <= 0.05, problem ' || dense_rank() OVER (ORDER BY means), 'mean', 1, NULL, a.bits / b.bits
FROM bits a JOIN bits b USING (means, replicate)
WHERE a.sampler = 'fald' AND a.rho = 1 AND b.sampler = 'scaffnew_langevin' AND b.rho = 1;

INSERT INTO claim
WITH cost AS (
  SELECT sampler, rho, means, cell, replicate, exact_w2, bits_up / ess AS bits FROM run_table
  WHERE study = 'scaffnew_langevin' AND status = 'ok'),
best AS (
  SELECT sampler, rho, means, cell, min(mean) FROM (
    SELECT sampler, rho, means, cell, avg(bits) AS mean FROM cost
    WHERE exact_w2 <= 0.02 GROUP BY cell HAVING count(*) = 5)
  GROUP BY sampler, rho, means),
bits AS (SELECT * FROM best JOIN cost USING (sampler, rho, means, cell))
SELECT 'common noise: VR-FALD* over Scaffnew-Langevin, W2 <= 0.02, problem ' || dense_rank() OVER (ORDER BY means), 'mean', 1, NULL, a.bits / b.bits
FROM bits a JOIN bits b USING (means, replicate)
WHERE a.sampler = 'vr_fald' AND a.rho = 1 AND b.sampler = 'scaffnew_langevin' AND b.rho = 1;

INSERT INTO claim
WITH cost AS (
  SELECT sampler, rho, means, cell, replicate, exact_w2, bits_up / ess AS bits FROM run_table
  WHERE study = 'scaffnew_langevin' AND status = 'ok'),
best AS (
  SELECT sampler, rho, means, cell, min(mean) FROM (
    SELECT sampler, rho, means, cell, avg(bits) AS mean FROM cost
    WHERE exact_w2 <= 0.02 GROUP BY cell HAVING count(*) = 5)
  GROUP BY sampler, rho, means),
bits AS (SELECT * FROM best JOIN cost USING (sampler, rho, means, cell))
SELECT 'Scaffnew-Langevin: own noise over common noise, W2 <= 0.02, problem ' || dense_rank() OVER (ORDER BY means), 'mean', 1, NULL, a.bits / b.bits
FROM bits a JOIN bits b USING (means, replicate)
WHERE a.sampler = 'scaffnew_langevin' AND a.rho = 0 AND b.sampler = 'scaffnew_langevin' AND b.rho = 1
  AND means LIKE '[[1.6216216,-10%';

INSERT INTO claim
SELECT 'Scaffnew-Langevin and VR-FALD*: bias of the mean', 'each', NULL, 1e-8, exact_mean_bias
FROM run_table WHERE study = 'scaffnew_langevin' AND status = 'ok' AND sampler <> 'fald' AND exact_w2 < 1e9;
