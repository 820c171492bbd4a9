-- The fewest bits for an effective draw among the settings whose exact W2 is at most a bound: that of
-- the mean over replicates, whose bits are then compared replicate by replicate. Problems are 1:
-- alike and ill-conditioned, 2: unlike, 3: alike.
INSERT INTO claim
WITH compared(claim, most, a, a_rho, b, b_rho, problems) AS (VALUES
  ('common noise: FALD over Scaffnew-Langevin', 0.05, 'fald', 1, 'scaffnew_langevin', 1, '%'),
  ('common noise: VR-FALD* over Scaffnew-Langevin', 0.02, 'vr_fald', 1, 'scaffnew_langevin', 1, '%'),
  ('common noise: Scaffnew-Langevin over BAOAB', 0.05, 'scaffnew_langevin', 1, 'baoab', 1, '%'),
  ('own noise: Scaffnew-Langevin over BAOAB', 0.05, 'scaffnew_langevin', 0, 'baoab', 0, '%'),
  ('common noise, ill-conditioned: BAOAB over Scaffnew-Langevin', 0.2, 'baoab', 1, 'scaffnew_langevin', 1, '%[-0.322,10%'),
  ('Scaffnew-Langevin: own noise over common noise', 0.02, 'scaffnew_langevin', 0, 'scaffnew_langevin', 1,
   '[[1.6216216,-10%')),
cost AS (
  SELECT sampler, rho, means, cell, replicate, exact_w2, bits_up / ess AS bits FROM run_table
  WHERE study = 'scaffnew_langevin' AND status = 'ok'),
best AS (
  SELECT most, sampler, rho, means, cell, min(mean) FROM (
    SELECT most, sampler, rho, means, cell, avg(bits) AS mean
    FROM cost JOIN (SELECT DISTINCT most FROM compared) ON exact_w2 <= most
    GROUP BY most, cell HAVING count(*) = 5)
  GROUP BY most, sampler, rho, means),
bits AS (SELECT * FROM best JOIN cost USING (sampler, rho, means, cell))
SELECT claim || ', W2 <= ' || compared.most || ', problem ' || dense_rank() OVER (ORDER BY a.means), 'mean', 1, NULL,
       a.bits / b.bits
FROM compared
  JOIN bits a ON a.most = compared.most AND a.sampler = compared.a AND a.rho = a_rho AND a.means LIKE problems
  JOIN bits b ON b.most = a.most AND b.sampler = compared.b AND b.rho = b_rho
    AND b.means = a.means AND b.replicate = a.replicate;

INSERT INTO claim
SELECT 'Scaffnew-Langevin, VR-FALD* and BAOAB: bias of the mean', 'each', NULL, 1e-8, exact_mean_bias
FROM run_table WHERE study = 'scaffnew_langevin' AND status = 'ok' AND sampler <> 'fald' AND exact_w2 < 1e9;

INSERT INTO claim
SELECT 'BAOAB, every iteration averaged: exact W2', 'each', NULL, 1e-5, exact_w2
FROM run_table WHERE study = 'scaffnew_langevin' AND status = 'ok' AND sampler = 'baoab' AND exact_w2 < 1e9;
