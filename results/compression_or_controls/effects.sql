-- Main effects on the accuracy and their interactions, replicate by replicate: means of the runs at one
-- level minus means at the other over all other factors; an interaction is the effect of the first factor
-- at the second one's upper level minus that at its lower level.
WITH runs AS (
  SELECT 'both' AS budget, replicate, accuracy, sampler = 'scaffold' AS controls,
         compressor = 'none' AS plain, compressor = 'qsgd' AS qsgd, compressor = 'top_k' AS ef21,
         K, partition <> 'iid' AS skewed
  FROM run_table WHERE study LIKE 'compression_or_controls%' AND status = 'ok'),
levels AS (
  SELECT 1 AS place, 'controls (SCAFFOLD)' AS effect, budget, replicate,
         avg(accuracy) FILTER (WHERE controls) - avg(accuracy) FILTER (WHERE NOT controls) AS value
  FROM runs GROUP BY budget, replicate
  UNION ALL
  SELECT 2 AS place, 'quantisation' AS effect, budget, replicate,
         avg(accuracy) FILTER (WHERE qsgd) - avg(accuracy) FILTER (WHERE plain) AS value
  FROM runs GROUP BY budget, replicate
  UNION ALL
  SELECT 3 AS place, 'EF21' AS effect, budget, replicate,
         avg(accuracy) FILTER (WHERE ef21) - avg(accuracy) FILTER (WHERE plain) AS value
  FROM runs GROUP BY budget, replicate
  UNION ALL
  SELECT 4 AS place, 'K = 5 in place of 1' AS effect, budget, replicate,
         avg(accuracy) FILTER (WHERE K = 5) - avg(accuracy) FILTER (WHERE K = 1) AS value
  FROM runs GROUP BY budget, replicate
  UNION ALL
  SELECT 5 AS place, 'K = 25 in place of 5' AS effect, budget, replicate,
         avg(accuracy) FILTER (WHERE K = 25) - avg(accuracy) FILTER (WHERE K = 5) AS value
  FROM runs GROUP BY budget, replicate
  UNION ALL
  SELECT 6 AS place, 'two labels per client' AS effect, budget, replicate,
         avg(accuracy) FILTER (WHERE skewed) - avg(accuracy) FILTER (WHERE NOT skewed) AS value
  FROM runs GROUP BY budget, replicate
  UNION ALL
  SELECT 7, 'controls (SCAFFOLD) x two labels per client', budget, replicate,
         avg(accuracy) FILTER (WHERE controls AND skewed) - avg(accuracy) FILTER (WHERE NOT controls AND skewed)
           - avg(accuracy) FILTER (WHERE controls AND NOT skewed) + avg(accuracy) FILTER (WHERE NOT controls AND NOT skewed)
  FROM runs GROUP BY budget, replicate
  UNION ALL
  SELECT 8, 'controls (SCAFFOLD) x K = 25 in place of 5', budget, replicate,
         avg(accuracy) FILTER (WHERE controls AND K = 25) - avg(accuracy) FILTER (WHERE NOT controls AND K = 25)
           - avg(accuracy) FILTER (WHERE controls AND K = 5) + avg(accuracy) FILTER (WHERE NOT controls AND K = 5)
  FROM runs GROUP BY budget, replicate
  UNION ALL
  SELECT 9, 'quantisation x controls (SCAFFOLD)', budget, replicate,
         avg(accuracy) FILTER (WHERE qsgd AND controls) - avg(accuracy) FILTER (WHERE plain AND controls)
           - avg(accuracy) FILTER (WHERE qsgd AND NOT controls) + avg(accuracy) FILTER (WHERE plain AND NOT controls)
  FROM runs GROUP BY budget, replicate
  UNION ALL
  SELECT 10, 'quantisation x K = 25 in place of 5', budget, replicate,
         avg(accuracy) FILTER (WHERE qsgd AND K = 25) - avg(accuracy) FILTER (WHERE plain AND K = 25)
           - avg(accuracy) FILTER (WHERE qsgd AND K = 5) + avg(accuracy) FILTER (WHERE plain AND K = 5)
  FROM runs GROUP BY budget, replicate
  UNION ALL
  SELECT 11, 'quantisation x two labels per client', budget, replicate,
         avg(accuracy) FILTER (WHERE qsgd AND skewed) - avg(accuracy) FILTER (WHERE plain AND skewed)
           - avg(accuracy) FILTER (WHERE qsgd AND NOT skewed) + avg(accuracy) FILTER (WHERE plain AND NOT skewed)
  FROM runs GROUP BY budget, replicate
  UNION ALL
  SELECT 12, 'EF21 x controls (SCAFFOLD)', budget, replicate,
         avg(accuracy) FILTER (WHERE ef21 AND controls) - avg(accuracy) FILTER (WHERE plain AND controls)
           - avg(accuracy) FILTER (WHERE ef21 AND NOT controls) + avg(accuracy) FILTER (WHERE plain AND NOT controls)
  FROM runs GROUP BY budget, replicate
  UNION ALL
  SELECT 13, 'EF21 x two labels per client', budget, replicate,
         avg(accuracy) FILTER (WHERE ef21 AND skewed) - avg(accuracy) FILTER (WHERE plain AND skewed)
           - avg(accuracy) FILTER (WHERE ef21 AND NOT skewed) + avg(accuracy) FILTER (WHERE plain AND NOT skewed)
  FROM runs GROUP BY budget, replicate
  UNION ALL
  SELECT 14, 'K = 25 in place of 5 x two labels per client', budget, replicate,
         avg(accuracy) FILTER (WHERE K = 25 AND skewed) - avg(accuracy) FILTER (WHERE K = 5 AND skewed)
           - avg(accuracy) FILTER (WHERE K = 25 AND NOT skewed) + avg(accuracy) FILTER (WHERE K = 5 AND NOT skewed)
  FROM runs GROUP BY budget, replicate),
shown AS (
  SELECT place, effect, budget,
         printf('%+.4f ± %.4f', avg(value),
                2.262 * sqrt(max(avg(value * value) - avg(value) * avg(value), 0) / 9)) AS text
  FROM levels GROUP BY place, budget HAVING count(*) = 10)
SELECT effect AS "effect on the accuracy", text AS "at equal bits, both directions"
FROM shown GROUP BY place ORDER BY place
