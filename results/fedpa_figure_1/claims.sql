-- Distances to the optimum after 400 rounds.
INSERT INTO claim
SELECT 'FedAvg ends at its fixed point in closed form, K = ' || K, 'each', -1e-9, 1e-9, mean_bias - exact_mean_bias
FROM run_table WHERE sampler = 'fedavg';

INSERT INTO claim
SELECT 'that of K = 100 is four times as far from the optimum as that of K = 10', 'each', 4, NULL,
       max(mean_bias) FILTER (WHERE K = 100) / max(mean_bias) FILTER (WHERE K = 10)
FROM run_table WHERE sampler = 'fedavg' GROUP BY replicate;

INSERT INTO claim
SELECT 'FedPA comes closer with 100 samples than with 10', 'mean', 0, NULL,
       sum(mean_bias * ((ell = 10) - (ell = 100)))
FROM run_table WHERE sampler = 'fedpa' GROUP BY replicate;

INSERT INTO claim
SELECT 'and with 10 than with 2', 'mean', 0, NULL, sum(mean_bias * ((ell = 2) - (ell = 10)))
FROM run_table WHERE sampler = 'fedpa' GROUP BY replicate;

INSERT INTO claim
SELECT 'FedPA with 10 samples ends farther away than FedAvg with 10 steps', 'mean', 0, NULL,
       max(mean_bias) FILTER (WHERE ell = 10) - max(mean_bias) FILTER (WHERE K = 10)
FROM run_table GROUP BY replicate;
