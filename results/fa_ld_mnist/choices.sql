-- The step (times n) that was best in Brier score on validation rows, for every data set and K.
WITH runs AS (
  SELECT dataset, K, step, brier,
         row_number() OVER (PARTITION BY dataset, K ORDER BY brier) AS place
  FROM run_table WHERE status = 'ok')
SELECT dataset,
       max(CASE WHEN K = 1 THEN printf('%s (%.4f)', step, brier) END) AS "K = 1",
       max(CASE WHEN K = 10 THEN printf('%s (%.4f)', step, brier) END) AS "10",
       max(CASE WHEN K = 20 THEN printf('%s (%.4f)', step, brier) END) AS "20",
       max(CASE WHEN K = 50 THEN printf('%s (%.4f)', step, brier) END) AS "50",
       max(CASE WHEN K = 100 THEN printf('%s (%.4f)', step, brier) END) AS "100"
FROM runs WHERE place = 1 GROUP BY dataset ORDER BY dataset DESC
