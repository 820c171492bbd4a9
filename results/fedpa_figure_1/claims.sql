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
FROM run_table WHERE sampler = 'fedpa' AND server_lr = 0.02 GROUP BY replicate;

INSERT INTO claim
SELECT 'and with 10 than with 2', 'mean', 0, NULL, sum(mean_bias * ((ell = 2) - (ell = 10)))
FROM run_table WHERE sampler = 'fedpa' AND server_lr = 0.02 GROUP BY replicate;

INSERT INTO claim
SELECT 'FedPA with 10 samples ends farther away than FedAvg with 10 steps', 'mean', 0, NULL,
       max(mean_bias) FILTER (WHERE ell = 10) - max(mean_bias) FILTER (WHERE K = 10)
FROM run_table WHERE sampler = 'fedavg' OR server_lr = 0.02 GROUP BY replicate;

INSERT INTO claim
SELECT 'and with server step .1 no nearer', 'mean', -0.05, NULL,
       max(mean_bias) FILTER (WHERE ell = 10) - max(mean_bias) FILTER (WHERE K = 10)
FROM run_table WHERE sampler = 'fedavg' OR server_lr = 0.1 GROUP BY replicate;

INSERT INTO claim
SELECT '100 samples, mean distance beyond round 200: server step .1 minus .02', 'mean', 0, NULL,
       avg(value) FILTER (WHERE server_lr = 0.1) - avg(value) FILTER (WHERE server_lr = 0.02)
FROM run_table JOIN curves c USING (run) WHERE c.metric = 'mean_bias' AND round > 200 AND ell = 100 GROUP BY run_table.replicate;

-- The distance after four rounds.
INSERT INTO claim
SELECT 'after 4 rounds 100 samples are farther than FedAvg with 10 steps, server step .02', 'mean', 1, NULL,
       max(value) FILTER (WHERE ell = 100) - max(value) FILTER (WHERE K = 10)
FROM run_table JOIN curves c USING (run) WHERE c.metric = 'mean_bias' AND round = 4 AND (sampler = 'fedavg' OR server_lr = 0.02)
GROUP BY run_table.replicate;

INSERT INTO claim
SELECT 'and nearer with server step .1', 'mean', NULL, 0,
       max(value) FILTER (WHERE ell = 100) - max(value) FILTER (WHERE K = 10)
FROM run_table JOIN curves c USING (run) WHERE c.metric = 'mean_bias' AND round = 4 AND (sampler = 'fedavg' OR server_lr = 0.1)
GROUP BY run_table.replicate;

-- The panels of the paper, each with the claims that its verdict rests on.
INSERT INTO panel VALUES
  ('FedPA', 'Fig. 1, left', 1, '', '', 'yes', 'in trend', NULL),
  ('FedPA', 'Fig. 1, middle', 1, '', '', 'yes', 'reproduced', 'FedAvg ends at its fixed point in closed form'),
  ('FedPA', 'Fig. 1, right', 1, '', '', 'yes', 'reproduced', 'FedPA comes closer with 100 samples than with 10');
