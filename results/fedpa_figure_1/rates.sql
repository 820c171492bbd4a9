-- The distance to the optimum after a number of rounds, each method at its best setting for that
-- number in the mean over replicates. FedAvg has no noise: its replicates are equal.
CREATE TEMP VIEW along AS
SELECT t.cell, t.replicate, CASE WHEN t.sampler = 'fedpa' THEN 'FedPA, ' || t.ell ELSE 'FedAvg, ' || t.K END AS method, t.lr, c.round, c.value
FROM run_table t JOIN curves c ON c.study = t.study AND c.run = t.run
WHERE t.study = 'fedpa_figure_1_attack' AND c.metric = 'mean_bias' AND c.round IN (4, 16, 40, 100, 400);
CREATE TEMP TABLE best AS
WITH means AS (SELECT cell, method, round, avg(value) AS mean FROM along GROUP BY cell, round)
SELECT method, round, cell, mean FROM (SELECT *, row_number() OVER (PARTITION BY method, round ORDER BY mean) AS place FROM means) WHERE place = 1;
CREATE TEMP VIEW at_best AS SELECT a.method, a.round, a.replicate, a.value, a.lr FROM along a JOIN best b USING (method, round, cell);

INSERT INTO claim
SELECT 'tuned FedAvg with one step over tuned FedPA with 100 samples, distance after ' || printf('%d', round) || ' rounds', 'mean', NULL, 0.1, one.value / pa.value
FROM at_best one JOIN at_best pa USING (round, replicate) WHERE one.method = 'FedAvg, 1' AND pa.method = 'FedPA, 100';
INSERT INTO claim
SELECT 'tuned FedAvg with ten steps over tuned FedPA with 100 samples, after 4 and 16 rounds', 'each', 2, NULL, ten.value / pa.value
FROM at_best ten JOIN (SELECT round, avg(value) AS value FROM at_best WHERE method = 'FedPA, 100' GROUP BY round) pa USING (round)
WHERE ten.method = 'FedAvg, 10' AND round < 40;
INSERT INTO claim
SELECT 'tuned FedAvg with ten steps over tuned FedPA with 100 samples, after 40, 100 and 400 rounds', 'each', 0.5, 1.2, ten.value / pa.value
FROM at_best ten JOIN (SELECT round, avg(value) AS value FROM at_best WHERE method = 'FedPA, 100' GROUP BY round) pa USING (round)
WHERE ten.method = 'FedAvg, 10' AND round >= 40;
INSERT INTO claim
SELECT 'tuned FedPA with ten samples over tuned FedAvg with ten steps, after 400 rounds', 'mean', 1.5, NULL, pa.value / ten.value
FROM at_best pa JOIN at_best ten USING (round, replicate) WHERE pa.method = 'FedPA, 10' AND ten.method = 'FedAvg, 10' AND round = 400;
INSERT INTO claim
SELECT 'best rate of one step a round after 4 and 16 rounds, times half of 1 + 10', 'each', 0.7, 1.3, lr * 5.5 FROM at_best WHERE method = 'FedAvg, 1' AND round < 40;
