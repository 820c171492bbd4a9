-- Processor time of a round in milliseconds, replicate by replicate: what a longer run takes more
-- than a shorter one of the same data, divided by their difference in rounds.
SELECT t.features AS d, t.sampler || coalesce(', ' || t.solver, '') AS client,
       t.replicate AS replicate,
       1e3 * (max(r.cpu_seconds) - min(r.cpu_seconds)) /
         (max(t."run.rounds") - min(t."run.rounds")) AS ms
FROM run_table t JOIN runs r ON r.id = t.run
GROUP BY d, client, t.replicate ORDER BY d, client, t.replicate
