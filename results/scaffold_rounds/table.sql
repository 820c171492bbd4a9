-- For every similarity, method and number of epochs, mean ± 95 % over replicates: the round that first
-- has an accuracy of .5 (in brackets: how many of them have one), the last round below it, and the
-- accuracy averaged over the second half of the rounds.
WITH points AS (
  SELECT run, round, value, max(round) OVER (PARTITION BY run) AS total
  FROM curves WHERE metric = 'accuracy'),
ends AS (
  SELECT run, min(CASE WHEN value >= 0.5 THEN round END) AS first,
         max(CASE WHEN value < 0.5 THEN round ELSE 0 END) AS below,
         avg(CASE WHEN round > total / 2 THEN value END) AS late
  FROM points GROUP BY run),
moments AS (
  SELECT similarity, sampler, epochs, count(*) AS n, count(first) AS reached,
         avg(first) AS first, avg(first * first) - avg(first) * avg(first) AS first_v,
         avg(below) AS below, avg(below * below) - avg(below) * avg(below) AS below_v,
         avg(late) AS late, avg(late * late) - avg(late) * avg(late) AS late_v
  FROM run_table JOIN ends USING (run) GROUP BY similarity, sampler, epochs),
wide AS (
  SELECT *, (SELECT quantile FROM student_t WHERE degrees = n - 1) / sqrt(n - 1) AS t,
         (SELECT quantile FROM student_t WHERE degrees = reached - 1) / sqrt(reached - 1) AS t_first
  FROM moments)
SELECT printf('%g %%', 100 * similarity) AS similarity, sampler, coalesce(epochs, '') AS epochs,
       printf('%.1f ± %.1f (%d)', first, t_first * sqrt(max(first_v, 0)), reached) AS first,
       printf('%.1f ± %.1f', below, t * sqrt(max(below_v, 0))) AS "last below",
       printf('%.3f ± %.3f', late, t * sqrt(max(late_v, 0))) AS "late accuracy"
FROM wide ORDER BY wide.similarity, sampler, epochs
