-- others: the rows AFO and Mime.
CREATE TEMP VIEW method AS
SELECT 'grid' AS origin, run, replicate, iif(sampler = 'fedpa', 'FedPA, shrink ' || shrink, iif(K = 130, 'FedAvg-5E', 'FedAvg-1E, lr ' || lr)) AS method
FROM run_table WHERE study = 'fedpa_table_3'
UNION ALL SELECT 'others', run, replicate, iif(sampler = 'mime', 'Mime', 'AFO') FROM others.run_table WHERE study = 'fedpa_table_3_others';

CREATE TEMP TABLE along AS
SELECT origin, run, method, replicate, metric, round, value
FROM method JOIN (SELECT 'grid' AS origin, * FROM curves WHERE study = 'fedpa_table_3'
                  UNION ALL SELECT 'others', * FROM others.curves WHERE study = 'fedpa_table_3_others') USING (origin, run);

-- Accuracy over the last 50 of 150 rounds; rounds until the mean over ten records is .67 or .6, and until a record is .6.
CREATE TEMP TABLE finish AS
SELECT method, replicate, avg(value) FILTER (WHERE round > 100) AS accuracy, min(round) FILTER (WHERE place >= 10 AND mean >= 0.67) AS rounds,
       min(round) FILTER (WHERE value >= 0.6) AS early, min(round) FILTER (WHERE place >= 10 AND mean >= 0.6) AS six
FROM (SELECT *, avg(value) OVER latest AS mean, count(*) OVER latest AS place FROM along WHERE metric = 'accuracy'
      WINDOW latest AS (PARTITION BY origin, run ORDER BY round ROWS 9 PRECEDING))
GROUP BY method, replicate;

INSERT INTO claim
SELECT 'up to round 50 ' || pa.method || ' is FedAvg-5E: ' || metric || ' differs by', 'each', -1e-12, 1e-12, pa.value - average.value
FROM along pa JOIN along average USING (metric, round, replicate)
WHERE round BETWEEN 1 AND 50 AND pa.method LIKE 'FedPA%' AND average.method = 'FedAvg-5E';

INSERT INTO claim
SELECT high.method || ' ends ahead of ' || low.method || ' by', 'mean', least, most, high.accuracy - low.accuracy
FROM finish high JOIN finish low USING (replicate)
  JOIN (SELECT 'FedPA, shrink 0.01' AS high, 'FedAvg-5E' AS low, 0.005 AS least, 0.025 AS most
        UNION ALL SELECT 'FedPA, shrink 0.1', 'FedAvg-5E', 0, NULL UNION ALL SELECT 'FedPA, shrink 1.0', 'FedAvg-5E', -0.01, 0.01
        UNION ALL SELECT 'FedAvg-1E, lr 0.01', 'FedAvg-5E', 0, NULL UNION ALL SELECT 'FedPA, shrink 0.01', 'FedAvg-1E, lr 0.01', 0, 0.01
        UNION ALL SELECT 'AFO', 'FedPA, shrink 0.01', 0, NULL UNION ALL SELECT 'Mime', 'FedPA, shrink 0.01', -0.005, 0.006) pair
    ON pair.high = high.method AND pair.low = low.method;

-- A run that never arrives takes all 150.
INSERT INTO claim
SELECT 'rounds to .67: FedAvg-5E minus FedPA, shrink .01', 'mean', 20, NULL, coalesce(average.rounds, 150) - pa.rounds
FROM finish pa JOIN finish average USING (replicate) WHERE pa.method = 'FedPA, shrink 0.01' AND average.method = 'FedAvg-5E';

INSERT INTO claim
SELECT 'rounds to .6: FedAvg-1E at the same rate minus FedAvg-5E', 'mean', 10, NULL, one.early - five.early
FROM finish one JOIN finish five USING (replicate) WHERE one.method = 'FedAvg-1E, lr 0.003' AND five.method = 'FedAvg-5E';

INSERT INTO claim
SELECT 'loss beyond round 100: FedAvg-5E above ' || method, 'mean', iif(method LIKE '%1.0', NULL, 0), iif(method LIKE '%1.0', 0.02, NULL), five - pa
FROM (SELECT method, replicate, avg(value) AS pa FROM along WHERE metric = 'nll' AND round > 100 AND method LIKE 'FedPA%' GROUP BY method, replicate)
  JOIN (SELECT replicate, avg(value) AS five FROM along WHERE metric = 'nll' AND round > 100 AND method = 'FedAvg-5E' GROUP BY replicate) USING (replicate);

INSERT INTO claim
SELECT 'rounds to .6: FedAvg-1E at its own rate minus FedAvg-5E', 'mean', 0, 10, one.six - five.six
FROM finish one JOIN finish five USING (replicate) WHERE one.method = 'FedAvg-1E, lr 0.01' AND five.method = 'FedAvg-5E';

INSERT INTO claim
SELECT 'and to .67', 'mean', NULL, 0, one.rounds - coalesce(five.rounds, 150)
FROM finish one JOIN finish five USING (replicate) WHERE one.method = 'FedAvg-1E, lr 0.01' AND five.method = 'FedAvg-5E';

INSERT INTO claim
SELECT 'rounds to .67: ' || other.method || ' minus FedPA, shrink .01', 'mean', iif(other.method = 'Mime', 0, -25), iif(other.method = 'Mime', NULL, 10),
       other.rounds - pa.rounds
FROM finish pa JOIN finish other USING (replicate) WHERE pa.method = 'FedPA, shrink 0.01' AND other.method IN ('AFO', 'Mime');

INSERT INTO claim
SELECT method || ', of FedPA''s: gradients', 'each', share - 0.01, share + 0.01, other.gradient_evaluations / pa.gradient_evaluations
FROM others.run_table other JOIN run_table pa USING (replicate)
  JOIN (SELECT 'mime' AS sampler, 'Mime' AS method, 0.6 AS share UNION ALL SELECT 'fedavg', 'AFO', 0.2) USING (sampler)
WHERE pa.study = 'fedpa_table_3' AND pa.shrink = 0.01 AND pa.sampler = 'fedpa'
UNION ALL
SELECT 'Mime, of FedPA''s: bits up', 'each', 1.99, 2.01, other.bits_up / pa.bits_up
FROM others.run_table other JOIN run_table pa USING (replicate)
WHERE pa.study = 'fedpa_table_3' AND pa.shrink = 0.01 AND pa.sampler = 'fedpa' AND other.sampler = 'mime';

-- Twenty epochs: means over the last 50 rounds.
CREATE TEMP TABLE twenty AS
SELECT iif(sampler = 'fedpa', 'FedPA, shrink ' || shrink, 'FedAvg-5E') AS method, replicate,
       avg(value) FILTER (WHERE metric = 'accuracy') AS accuracy, avg(value) FILTER (WHERE metric = 'nll') AS nll
FROM epochs_20.run_table JOIN epochs_20.curves USING (run) WHERE round > 100 GROUP BY run;

INSERT INTO claim
SELECT 'twenty epochs: ' || pa.method || ' ends ahead of FedAvg by', 'mean', 0, NULL, pa.accuracy - average.accuracy
FROM twenty pa JOIN twenty average USING (replicate) WHERE pa.method LIKE 'FedPA%' AND average.method = 'FedAvg-5E'
UNION ALL
SELECT 'twenty epochs: loss of FedAvg above that of ' || pa.method, 'mean', 0, NULL, average.nll - pa.nll
FROM twenty pa JOIN twenty average USING (replicate) WHERE pa.method LIKE 'FedPA%' AND average.method = 'FedAvg-5E';

INSERT INTO claim
SELECT method || ': accuracy with five epochs minus that with twenty', 'mean', 0.01, 0.06, finish.accuracy - twenty.accuracy
FROM finish JOIN twenty USING (method, replicate);

INSERT INTO claim
SELECT 'what sampling gains with twenty epochs, shrink .01, minus what it gains with five', 'mean', 0, NULL,
       pa.accuracy - average.accuracy - (five_pa.accuracy - five.accuracy)
FROM twenty pa JOIN twenty average USING (replicate) JOIN finish five_pa USING (replicate) JOIN finish five USING (replicate)
WHERE pa.method = 'FedPA, shrink 0.01' AND average.method = 'FedAvg-5E' AND five_pa.method = pa.method AND five.method = average.method;

-- The panels of the paper, each with the claims that its verdict rests on.
INSERT INTO panel VALUES
  ('FedPA', 'Table 3a', 1, 'FedPA before FedAvg-5E, and before Mime in rounds', '', 'on a stand-in', 'in trend', ' ends ahead of '),
  ('FedPA', 'Table 3a', 2, 'the places of AFO, and of Mime in accuracy', '', 'on a stand-in', 'differs', ' ends ahead of '),
  ('FedPA', 'Fig. 5a', 1, 'the switch', '', 'on a stand-in', 'in trend', 'loss beyond round 100'),
  ('FedPA', 'Fig. 5a', 2, 'that more epochs are faster', 'against one epoch at its own rate', 'on a stand-in', 'differs', 'FedAvg-1E at its own rate minus FedAvg-5E'),
  ('FedPA', 'Fig. 5b', 1, '', '', 'on a stand-in', 'in trend', 'what sampling gains with twenty epochs');
