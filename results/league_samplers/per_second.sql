-- The setting of each sampler that has most effective draws among those whose mean W2 is at most
-- .053: its draws (four chains) per second of processor time. A run's processor time includes what
-- metrics took, which is taken off in proportion to the time that passed.
WITH timed AS (
  SELECT t.partition, t.sampler, coalesce(t.step, '') || coalesce(t.axda_tol, '') AS setting,
         t.reference_run_w2_empirical AS w2, t.ess,
         r.cpu_seconds * (1 - r.metric_seconds / r.wall_seconds) AS seconds
  FROM run_table t JOIN runs r ON r.id = t.run
  WHERE t.study = 'league_samplers' AND t.status = 'ok'),
settings AS (
  SELECT partition, sampler, setting, avg(w2) AS w2, avg(ess) AS ess, avg(seconds) AS seconds,
         avg(ess / seconds) AS per_second, min(ess / seconds) AS least, max(ess / seconds) AS most
  FROM timed GROUP BY 1, 2, 3 HAVING avg(w2) <= 0.0535),
best AS (
  SELECT *, row_number() OVER (PARTITION BY partition, sampler ORDER BY ess DESC) AS place FROM settings)
SELECT partition, sampler, setting, round(w2, 3) AS w2, round(ess) AS draws, round(seconds, 2) AS seconds,
       round(per_second, -2) AS per_second, round(least, -2) AS least, round(most, -2) AS most
FROM best WHERE place = 1 ORDER BY partition DESC, per_second DESC
