-- For every similarity, method and number of epochs the client rate with the highest accuracy on
-- validation rows, averaged over the rounds, and that accuracy.
WITH averaged AS (
  SELECT run, avg(value) AS mean FROM curves WHERE metric = 'accuracy' GROUP BY run),
runs AS (
  SELECT similarity, sampler, coalesce(epochs, 1) AS epochs, lr, mean,
         row_number() OVER (PARTITION BY similarity, sampler, epochs ORDER BY mean DESC) AS place
  FROM run_table JOIN averaged USING (run) WHERE status = 'ok'),
best AS (SELECT *, printf('%g (%.3f)', lr, mean) AS shown FROM runs WHERE place = 1)
SELECT sampler, epochs,
       max(CASE WHEN similarity = 0 THEN shown END) AS "0 %",
       max(CASE WHEN similarity = 0.1 THEN shown END) AS "10 %",
       max(CASE WHEN similarity = 1 THEN shown END) AS "100 %"
FROM best GROUP BY sampler, epochs ORDER BY sampler, epochs
