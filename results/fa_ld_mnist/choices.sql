-- The step that was best in Brier score on validation rows, times their number, for every data set and K, and how good:
-- by the draws of the first 500 rounds, and by those of the 500 after them. < and >: nothing shorter or longer was tried.
WITH scores AS (
  SELECT dataset, K, round, CAST(round(50000 * step, 3) AS TEXT) AS times_n, step, value FROM curves JOIN run_table USING (run, study)
  WHERE study = 'fa_ld_mnist_tuning' AND metric = 'brier' AND round IN (500, 1000)),
ranked AS (
  SELECT *, row_number() OVER setting AS place, step = min(step) OVER all_steps AS shortest, step = max(step) OVER all_steps AS longest
  FROM scores WINDOW setting AS (PARTITION BY dataset, K, round ORDER BY value), all_steps AS (PARTITION BY dataset, K, round)),
told AS (
  SELECT dataset, K, round, printf('%s%s%s (%.4f)', iif(shortest, '<', ''), iif(longest, '>', ''), times_n, value) AS text
  FROM ranked WHERE place = 1)
SELECT dataset, iif(round = 500, '1 to 500', '501 to 1000') AS rounds,
       max(text) FILTER (WHERE K = 1) AS "K = 1", max(text) FILTER (WHERE K = 10) AS "10", max(text) FILTER (WHERE K = 20) AS "20",
       max(text) FILTER (WHERE K = 50) AS "50", max(text) FILTER (WHERE K = 100) AS "100"
FROM told GROUP BY dataset, round ORDER BY dataset DESC, round
