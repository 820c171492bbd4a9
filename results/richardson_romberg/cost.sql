-- Bits up after which the root mean square error of an estimate of E (theta - theta*)^2 is eps: its
-- bias is exact, its variance that predicted for the run, in inverse proportion to the bits. The
-- best of all steps; two steps are a run at that step and one at twice that.
WITH setting AS (
  SELECT iif(sampler = 'fald', 'FALD', 'VR-FALD*') AS method, coalesce(K, round(1 / p_c)) AS K, step,
         avg(exact_variance_bias) AS bias, avg(exact_variance_bias_error) AS error, avg(bits_up) AS bits
  FROM run_table GROUP BY sampler, K, p_c, step),
estimate AS (
  SELECT method, K, step, bias, error * error AS variance, bits FROM setting
  UNION ALL
  SELECT 'FALD at two steps', fine.K, fine.step, 2 * fine.bias - coarse.bias,
         4 * fine.error * fine.error + coarse.error * coarse.error, fine.bits + coarse.bits
  FROM setting AS fine JOIN setting AS coarse
    ON fine.method = 'FALD' AND coarse.method = 'FALD' AND fine.K = coarse.K AND coarse.step = 2 * fine.step),
goal(eps) AS (VALUES (0.05), (0.03), (0.02), (0.01), (0.005), (0.003), (0.002), (0.001), (0.0005)),
cost AS (
  SELECT method, K, eps, step, bits * variance / (eps * eps - bias * bias) / 1e6 AS megabits,
         row_number() OVER (PARTITION BY method, K, eps ORDER BY bits * variance / (eps * eps - bias * bias)) AS place
  FROM estimate, goal WHERE abs(bias) < eps)
SELECT method, CAST(K AS INTEGER) AS K, eps, megabits, step FROM cost WHERE place = 1 ORDER BY K, method, eps DESC
