-- Processor time of a round: what a longer run takes more than a shorter one of the same data, per
-- round; mean over replicates in milliseconds, half width of its 95 % interval, and slope from the
-- next smaller dimension on log-log axes.
WITH cost AS (
  SELECT t.features AS d, t.sampler || coalesce(', ' || t."sampler.solver", '') AS client,
         1e3 * (max(r.cpu_seconds) - min(r.cpu_seconds)) /
           (max(t."run.rounds") - min(t."run.rounds")) AS ms
  FROM run_table t JOIN runs r ON r.id = t.run GROUP BY d, client, t.replicate),
moments AS (
  SELECT d, client, count(*) AS n, avg(ms) AS mean, avg(ms * ms) - avg(ms) * avg(ms) AS variance
  FROM cost GROUP BY d, client)
SELECT client, d, round(mean, 2) AS ms,
       round(quantile * sqrt(max(variance, 0) / (n - 1)), 2) AS half_width,
       round(ln(mean / lag(mean) OVER dimensions) / ln(1.0 * d / lag(d) OVER dimensions), 2) AS slope
FROM moments JOIN student_t ON degrees = n - 1
WINDOW dimensions AS (PARTITION BY client ORDER BY d) ORDER BY client, d
