-- The exact bias of estimates at every step: FALD's, that of 2 (at h) - 1 (at 2 h), VR-FALD*'s. What
-- exact_mean_bias is the size of has one sign at all steps here.
WITH setting AS (
  SELECT sampler, CAST(coalesce(K, round(1 / p_c)) AS INTEGER) AS K, step,
         max(exact_mean_bias) AS mean, max(exact_variance_bias) AS square
  FROM run_table GROUP BY sampler, K, p_c, step),
pair AS (
  SELECT fine.K, fine.step, 2 * fine.mean - coarse.mean AS mean, 2 * fine.square - coarse.square AS square
  FROM setting AS fine JOIN setting AS coarse USING (sampler, K)
  WHERE sampler = 'fald' AND coarse.step = 2 * fine.step),
estimate AS (
  SELECT iif(sampler = 'fald', 'FALD', 'VR-FALD*') AS method, K, step, mean, square FROM setting
  UNION ALL SELECT 'FALD at two steps', K, step, mean, square FROM pair)
SELECT method, K, step, 'the mean' AS of, abs(mean) AS bias FROM estimate WHERE method <> 'VR-FALD*'
UNION ALL SELECT method, K, step, 'the square', abs(square) FROM estimate
ORDER BY of, method, K, step DESC
