-- Fig. 1(a): rounds until W2 <= 1e-3, by the estimate over chains and by the exact law.
WITH reached AS (
  SELECT r.alpha, r.K, m.name, min(p.iteration) AS iteration
  FROM points p JOIN metrics m ON m.id = p.metric JOIN run_table r ON r.run = p.run
  WHERE r.rho = 0 AND p.value <= 1e-3 AND m.name IN ('w2', 'exact_w2')
  GROUP BY p.run, m.name)
SELECT name, alpha,
       max(iteration) FILTER (WHERE K = 1) AS K_1, max(iteration) FILTER (WHERE K = 10) / 10 AS K_10,
       max(iteration) FILTER (WHERE K = 100) / 100 AS K_100, max(iteration) FILTER (WHERE K = 300) / 300 AS K_300,
       max(iteration) FILTER (WHERE K = 1000) / 1000 AS K_1000, max(iteration) FILTER (WHERE K = 3000) / 3000 AS K_3000,
       max(iteration) FILTER (WHERE K = 10000) / 10000 AS K_10000
FROM reached GROUP BY name, alpha
