-- FedAvg without over_selection waits for ten clients; with it, the first 10 of 13 count.
INSERT INTO claim
SELECT sampler || coalesce(', over-selection ' || over_selection, '') || coalesce(', deadline ' || deadline, '')
         || ': seconds per step of the server over those in closed form',
       'mean', 0.93, 1.07,
       simulated_seconds / rounds / CASE WHEN sampler = 'fedbuff' THEN 2.97 WHEN over_selection IS NULL THEN 11.97
                                         WHEN deadline IS NULL THEN 4.64 ELSE 4.20 END
FROM run_table WHERE study = 'client_clock';

INSERT INTO claim
SELECT 'waiting for ten takes 2.4 to 2.8 times as long a round as the first 10 of 13', 'mean', 2.4, 2.8,
       max(simulated_seconds / rounds) FILTER (WHERE over_selection IS NULL)
         / max(simulated_seconds / rounds) FILTER (WHERE over_selection > 0 AND deadline IS NULL)
FROM run_table WHERE study = 'client_clock' AND sampler = 'fedavg' GROUP BY replicate;

INSERT INTO claim
SELECT 'after 950 s the first 10 of 13 are ahead of waiting in accuracy', 'mean', 0, NULL,
       sum(accuracy * ((over_selection IS NOT NULL) - (over_selection IS NULL)))
FROM run_table WHERE study = 'client_clock' AND sampler = 'fedavg' AND deadline IS NULL GROUP BY replicate;

INSERT INTO claim
SELECT 'and FedBuff is ahead of the first 10 of 13', 'mean', 0, NULL,
       sum(accuracy * ((sampler = 'fedbuff') - (sampler = 'fedavg')))
FROM run_table
WHERE study = 'client_clock' AND (sampler = 'fedbuff' OR over_selection IS NOT NULL AND deadline IS NULL)
GROUP BY replicate;
