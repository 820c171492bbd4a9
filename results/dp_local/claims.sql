-- Without noise eps is infinite.
CREATE TEMP VIEW way AS
SELECT study, replicate, coalesce(clients, 10) AS clients, coalesce(data_sampling, 'without_replacement') AS data_sampling, eps, accuracy,
       rounds, bits_up, gradient_evaluations,
       CASE WHEN study = 'dp_local_unbounded' OR study = 'dp_local_network' AND noise_at = 'upload' AND K = 10 THEN 'ten steps, unbounded'
            WHEN noise_at = 'step' THEN 'steps' WHEN K = 1 THEN 'one gradient' ELSE 'ten steps, bounded rows' END AS noise
FROM run_table;

-- Noise in ten steps against noise on one gradient, by the relation of samples of fixed size or of Poisson samples.
CREATE TEMP VIEW gain AS
SELECT study, clients, data_sampling, eps, replicate, steps.accuracy - one.accuracy AS accuracy, steps.rounds / one.rounds AS rounds,
       steps.bits_up / one.bits_up AS bits, steps.gradient_evaluations / one.gradient_evaluations AS gradients
FROM way steps JOIN way one USING (study, clients, data_sampling, eps, replicate)
WHERE steps.noise = 'steps' AND one.noise = 'one gradient';

INSERT INTO claim
SELECT study || ', 10 clients, ' || data_sampling || ', eps ' || printf('%g', eps) || ': noise in steps is ahead of one gradient by', 'mean', 0, NULL, accuracy
FROM gain WHERE clients = 10 AND eps IN (3, 8);

-- A run with Poisson samples and noise does not say how many gradients it took.
INSERT INTO claim
SELECT number || ' of noise in steps over that of one gradient', 'each', 0.99, 1.01,
       CASE number WHEN 'rounds' THEN rounds WHEN 'traffic' THEN bits ELSE gradients END
FROM gain JOIN (SELECT 'rounds' AS number UNION ALL SELECT 'traffic' UNION ALL SELECT 'gradients')
WHERE number <> 'gradients' OR data_sampling = 'without_replacement';

INSERT INTO claim
SELECT '100 clients, Poisson samples, with noise (eps below 100), eps ' || printf('%g', eps) || ': noise in steps is ahead of one gradient by', 'mean',
       iif(eps = 1, NULL, 0), iif(eps = 1, 0, NULL), accuracy
FROM gain WHERE clients = 100 AND data_sampling = 'poisson' AND eps < 100;

INSERT INTO claim
SELECT '100 clients, samples of fixed size, with noise (eps below 100), eps ' || printf('%g', eps) || ': it is ahead by no more than intervals show', 'mean', -0.012, 0.006,
       accuracy
FROM gain WHERE clients = 100 AND data_sampling = 'without_replacement' AND eps < 100;

INSERT INTO claim
SELECT ten.study || ', ' || clients || ' clients, eps ' || printf('%g', eps) || ': with noise (eps below 100), one gradient is ahead of ' || ten.noise || ' by', 'mean', 0, NULL,
       one.accuracy - ten.accuracy
FROM way one JOIN way ten USING (clients, data_sampling, eps, replicate)
WHERE one.study = iif(ten.study = 'dp_local_network', 'dp_local_network', 'dp_local') AND one.noise = 'one gradient'
  AND ten.noise LIKE 'ten steps%' AND eps < 100;

INSERT INTO claim
SELECT study || ', ' || clients || ' clients, eps ' || printf('%g', eps) || ': with noise (eps below 100), ten steps, unbounded, are chance', 'mean', 0.04, 0.17, accuracy
FROM way WHERE noise = 'ten steps, unbounded' AND eps < 100;

INSERT INTO claim
SELECT study || ', ' || clients || ' clients, ' || data_sampling || ': what noise in steps costs at eps 8, of none (eps above 100)', 'mean', -0.002, 0.008,
       free.accuracy - noisy.accuracy
FROM way free JOIN way noisy USING (study, clients, data_sampling, noise, replicate)
WHERE noise = 'steps' AND free.eps > 100 AND noisy.eps = 8;

-- rate: the chosen rate beside a third of it.
INSERT INTO claim
SELECT '10 clients, noise in steps, eps 1: a third of the rate is ahead by', 'mean', 0, NULL, third.accuracy - chosen.accuracy
FROM rate.run_table third JOIN rate.run_table chosen USING (study, replicate)
WHERE study = 'dp_local_rate' AND third.lr = 1 AND chosen.lr = 3;
