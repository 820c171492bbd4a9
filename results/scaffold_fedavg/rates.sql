-- Each method at the rate that is best on even replicates, compared on odd ones.
CREATE TEMP TABLE chosen AS
SELECT sampler, K, lr FROM (
  SELECT sampler, K, lr, row_number() OVER (PARTITION BY sampler, K ORDER BY avg(accuracy) DESC) AS place
  FROM run_table WHERE study = 'scaffold_fedavg_attack' AND status = 'ok' AND replicate % 2 = 0 GROUP BY sampler, K, lr)
WHERE place = 1;
CREATE TEMP VIEW leads AS
SELECT K, replicate, sum(accuracy * ((sampler = 'scaffold') - (sampler = 'fedavg'))) AS lead
FROM run_table JOIN chosen USING (sampler, K, lr)
WHERE study = 'scaffold_fedavg_attack' AND replicate % 2 = 1 GROUP BY K, replicate;

INSERT INTO claim SELECT 'one local step: SCAFFOLD''s accuracy minus FedAvg''s, at tuned rates', 'mean', -0.015, 0.005, lead FROM leads WHERE K = 1;
INSERT INTO claim SELECT '5 local steps: the same', 'mean', 0, NULL, lead FROM leads WHERE K = 5;
INSERT INTO claim SELECT '20 local steps: the same', 'mean', 0.005, NULL, lead FROM leads WHERE K = 20;
INSERT INTO claim SELECT 'chosen rates, of .1 to 30', 'each', 0.2, 20, lr FROM chosen;
