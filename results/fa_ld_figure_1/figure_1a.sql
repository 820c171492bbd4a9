-- Fig. 1(a): rounds until W2 <= 1e-3, by the estimate over chains (w2) and by the exact law; mean
-- over draws of the data and half width of its 95 % interval.
WITH reached AS (
  SELECT r.alpha, r.K, m.name, min(p.iteration) FILTER (WHERE p.value <= 1e-3) / r.K AS rounds
  FROM points p JOIN metrics m ON m.id = p.metric JOIN run_table r ON r.run = p.run
  WHERE r.rho = 0 AND m.name IN ('w2', 'exact_w2')
  GROUP BY p.run, m.name),
moments AS (
  SELECT name, alpha, K, count(rounds) AS n, avg(rounds) AS mean,
         avg(rounds * rounds) - avg(rounds) * avg(rounds) AS variance
  FROM reached GROUP BY name, alpha, K)
SELECT name, alpha, K, n, round(mean, 1) AS mean,
       round(quantile * sqrt(max(variance, 0) / (n - 1)), 1) AS half_width
FROM moments JOIN student_t ON degrees = n - 1
