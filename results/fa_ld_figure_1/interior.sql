-- Rounds until the exact W2 is at most 1e-3 (none: never), and the least W2 on the way.
SELECT r.alpha, r.K, min(p.iteration) FILTER (WHERE p.value <= 1e-3) / r.K AS rounds,
       min(p.value) AS least_w2
FROM points p JOIN metrics m ON m.id = p.metric JOIN run_table r ON r.run = p.run
WHERE m.name = 'exact_w2' GROUP BY r.run ORDER BY r.alpha, r.K
