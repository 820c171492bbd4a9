INSERT INTO claim
SELECT 'SCAFFOLD ends at the optimum with K > 1, K = ' || K, 'each', NULL, 1e-11, mean_bias
FROM run_table WHERE study = 'scaffold_fedavg' AND sampler = 'scaffold' AND K > 1;

INSERT INTO claim
SELECT 'FedAvg ends at a distance from it with K > 1, K = ' || K, 'each', 0.1, NULL, mean_bias
FROM run_table WHERE study = 'scaffold_fedavg' AND sampler = 'fedavg' AND K > 1;

INSERT INTO claim
SELECT 'which is larger for K = 20 than for 5', 'each', 0, NULL, sum(mean_bias * ((K = 20) - (K = 5)))
FROM run_table WHERE study = 'scaffold_fedavg' AND sampler = 'fedavg' GROUP BY replicate;

INSERT INTO claim
SELECT 'with K = 1 both are the same to 1e-12', 'each', -1e-12, 1e-12,
       sum(mean_bias * ((sampler = 'scaffold') - (sampler = 'fedavg')))
FROM run_table WHERE study = 'scaffold_fedavg' AND K = 1 GROUP BY replicate;

INSERT INTO claim
SELECT 'equal bits: FedAvg is ahead in accuracy with K = 1', 'mean', 0, NULL,
       sum(accuracy * ((sampler = 'fedavg') - (sampler = 'scaffold')))
FROM run_table WHERE study = 'scaffold_fedavg_softmax' AND K = 1 GROUP BY replicate;

INSERT INTO claim
SELECT 'equal bits: with K = 5 neither is ahead by .02', 'mean', -0.02, 0.02,
       sum(accuracy * ((sampler = 'fedavg') - (sampler = 'scaffold')))
FROM run_table WHERE study = 'scaffold_fedavg_softmax' AND K = 5 GROUP BY replicate;

INSERT INTO claim
SELECT 'equal bits: SCAFFOLD is ahead with K = 20', 'mean', NULL, 0,
       sum(accuracy * ((sampler = 'fedavg') - (sampler = 'scaffold')))
FROM run_table WHERE study = 'scaffold_fedavg_softmax' AND K = 20 GROUP BY replicate;
