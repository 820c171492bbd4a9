-- The setting of each sampler that has most effective draws among those whose mean W2 is at most
-- .053: its draws (of all four chains), these per thousand bits that clients
-- send for them, and per second of processor time. A run's processor time includes what
-- metrics took, which is taken off in proportion to the time that passed.
WITH timed AS (
  SELECT t.partition, t.sampler, coalesce(t.step, '') || coalesce(t.axda_tol, '') || coalesce(', friction ' || friction, '') AS setting,
         t.reference_run_w2_empirical AS w2, t.ess, t.r_hat,
         1000 * t.ess / nullif(4 * t.bits_up, 0) AS per_kilobit,
         r.cpu_seconds * (1 - r.metric_seconds / r.wall_seconds) AS seconds
  FROM run_table t JOIN runs r ON r.id = t.run
  WHERE t.study = 'league_samplers' AND t.status = 'ok'),
settings AS (
  SELECT partition, sampler, setting, avg(w2) AS w2, avg(ess) AS ess, avg(r_hat) AS r_hat, avg(per_kilobit) AS per_kilobit,
         avg(seconds) AS seconds,
         avg(ess / seconds) AS per_second, min(ess / seconds) AS least, max(ess / seconds) AS most
  FROM timed GROUP BY 1, 2, 3 HAVING avg(w2) <= 0.0535),
best AS (
  SELECT *, row_number() OVER (PARTITION BY partition, sampler ORDER BY ess DESC) AS place FROM settings)
SELECT partition, sampler, setting, round(w2, 3) AS w2, round(ess) AS draws, round(r_hat, 3) AS r_hat,
       round(per_kilobit, 3) AS per_kilobit, round(seconds, 2) AS seconds,
       round(per_second, -2) AS per_second, round(least, -2) AS least, round(most, -2) AS most
FROM best WHERE place = 1 ORDER BY partition DESC, per_second DESC
