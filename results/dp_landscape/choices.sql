-- "step / clip (accuracy)" of the pair that was best on validation rows, for every way to protect a client, or a
-- record of one, and every eps.
WITH ways AS (
  SELECT substr(study, 21) AS problem,
         coalesce(client_sampling || ', ' || correlation || ', noise by ' || noise_by, 'against the ' || adversary) AS way,
         eps, accuracy,
         printf('%g / %g (%.4f)', lr, clip, accuracy) AS choice,
         row_number() OVER (PARTITION BY study, client_sampling, correlation, noise_by, adversary, eps
                            ORDER BY accuracy DESC, nll) AS place
  FROM run_table WHERE status = 'ok')
SELECT problem, way,
       max(CASE WHEN eps = 1 THEN choice END) AS "eps 1",
       max(CASE WHEN eps = 2 THEN choice END) AS "eps 2",
       max(CASE WHEN eps = 5 THEN choice END) AS "eps 5",
       max(CASE WHEN eps = 10 THEN choice END) AS "eps 10"
FROM ways WHERE place = 1
GROUP BY problem, way ORDER BY problem, way
