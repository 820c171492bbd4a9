-- A method is a sampler, with the rule of the server where it is not plain averaging.
CREATE TEMP VIEW method AS
SELECT run, dataset, alpha, sampler || iif(coalesce(server, 'sgd') = 'sgd', '', ', ' || server) AS method, lr, replicate, accuracy, rounds,
       bits_up, gradient_evaluations
FROM run_table WHERE study = 'league_optimisers';

-- The first record on the target: .85 on MNIST, .75 on Fashion-MNIST.
CREATE TEMP TABLE arrival AS
SELECT dataset, alpha, method, replicate, min(round) AS rounds, min(c.bits_up) AS bits, min(c.gradient_evaluations) AS gradients
FROM method LEFT JOIN curves c
  ON c.run = method.run AND c.study = 'league_optimisers' AND c.metric = 'accuracy' AND c.value >= iif(dataset = 'mnist', 0.85, 0.75)
GROUP BY method.run;

INSERT INTO claim
SELECT 'MNIST, alpha ' || alpha || ': bits to .85, FedPaq over ' || other.method, 'mean', NULL, 0.4, paq.bits / other.bits
FROM arrival paq JOIN arrival other USING (dataset, alpha, replicate)
WHERE dataset = 'mnist' AND paq.method = 'fedpaq' AND other.method <> 'fedpaq';

INSERT INTO claim
SELECT 'MNIST, alpha ' || alpha || ': rounds to .85, ' || other.method || ' minus SCAFFOLD', 'mean',
       iif(alpha < 1 AND other.method = 'fedavg', 0, -6), 6, other.rounds - scaffold.rounds
FROM arrival scaffold JOIN arrival other USING (dataset, alpha, replicate)
WHERE dataset = 'mnist' AND scaffold.method = 'scaffold' AND other.method IN ('fedavg', 'fedavg, adam');

INSERT INTO claim
SELECT 'MNIST, alpha ' || alpha || ': bits to .85, SCAFFOLD over FedAvg', 'mean', 1, NULL, scaffold.bits / plain.bits
FROM arrival scaffold JOIN arrival plain USING (dataset, alpha, replicate)
WHERE dataset = 'mnist' AND scaffold.method = 'scaffold' AND plain.method = 'fedavg';

INSERT INTO claim
SELECT dataset || ', alpha .1: SCAFFOLD ends ahead of ' || other.method || ' by', 'mean', 0, NULL, scaffold.accuracy - other.accuracy
FROM method scaffold JOIN method other USING (dataset, alpha, replicate)
WHERE alpha = 0.1 AND scaffold.method = 'scaffold' AND other.method <> 'scaffold' AND NOT (dataset = 'fashion_mnist' AND other.method = 'fedpa');

INSERT INTO claim
SELECT 'MNIST, alpha 1: ' || other.method || ' ends ahead of FedAvg by', 'mean', -0.011, 0.011, other.accuracy - plain.accuracy
FROM method plain JOIN method other USING (dataset, alpha, replicate)
WHERE dataset = 'mnist' AND alpha = 1 AND plain.method = 'fedavg' AND other.method NOT IN ('fedavg', 'distributed_sgd');

INSERT INTO claim
SELECT 'and means of all methods with local steps lie within', 'each', NULL, 0.006, max(mean) - min(mean)
FROM (SELECT method, avg(accuracy) AS mean FROM method WHERE dataset = 'mnist' AND alpha = 1 AND method <> 'distributed_sgd' GROUP BY method);

INSERT INTO claim
SELECT 'Fashion-MNIST: accuracy at the end', 'each', NULL, 0.85, accuracy FROM method WHERE dataset = 'fashion_mnist';

INSERT INTO claim
SELECT dataset || ', alpha ' || alpha || ': bits of a round, ' || other.method || ' over FedAvg', 'each', least, most,
       other.bits_up / other.rounds / (plain.bits_up / plain.rounds)
FROM method plain JOIN method other USING (dataset, alpha, replicate)
  JOIN (SELECT 'scaffold' AS who, 1.99 AS least, 2.01 AS most UNION ALL SELECT 'mime', 1.99, 2.01 UNION ALL SELECT 'fedpaq', 0.13, 0.15)
    ON who = other.method
WHERE plain.method = 'fedavg';

INSERT INTO claim
SELECT dataset || ', alpha ' || alpha || ': bits to the target, FedAvg over FedPaq', 'mean', 2, 10, plain.bits / paq.bits
FROM arrival plain JOIN arrival paq USING (dataset, alpha, replicate)
WHERE plain.method = 'fedavg' AND paq.method = 'fedpaq';

INSERT INTO claim
SELECT dataset || ', alpha ' || alpha || ': mean rounds to the target, FedPaq over FedAvg', 'each', 0.9, 1.8, avg(paq.rounds) / avg(plain.rounds)
FROM arrival plain JOIN arrival paq USING (dataset, alpha, replicate)
WHERE plain.method = 'fedavg' AND paq.method = 'fedpaq' GROUP BY dataset, alpha;

INSERT INTO claim
SELECT dataset || ', alpha ' || alpha || ': rounds to the target, distributed SGD over FedAvg', 'mean', 1, NULL, single.rounds * 1.0 / plain.rounds
FROM arrival plain JOIN arrival single USING (dataset, alpha, replicate)
WHERE plain.method = 'fedavg' AND single.method = 'distributed_sgd';

INSERT INTO claim
SELECT 'MNIST, alpha .1: to .85, ' || number || ' of ' || mime.method || ' over the most that another method takes', 'mean', 1, NULL,
       iif(number = 'bits', mime.bits / max(other.bits), mime.gradients / max(other.gradients))
FROM arrival mime JOIN arrival other USING (dataset, alpha, replicate) JOIN (SELECT 'bits' AS number UNION ALL SELECT 'gradients')
WHERE dataset = 'mnist' AND alpha = 0.1 AND mime.method IN ('mime', 'mime_lite') AND other.method NOT IN ('mime', 'mime_lite')
GROUP BY number, mime.method, replicate;

INSERT INTO claim
SELECT 'MNIST, alpha 1: gradients to .85, ' || mime.method || ' over the most that another method takes', 'mean', 1, NULL,
       mime.gradients / max(other.gradients)
FROM arrival mime JOIN arrival other USING (dataset, alpha, replicate)
WHERE dataset = 'mnist' AND alpha = 1 AND mime.method IN ('mime', 'mime_lite') AND other.method NOT IN ('mime', 'mime_lite')
GROUP BY mime.method, replicate;

INSERT INTO claim
SELECT 'MNIST, alpha 1: bits to .85, log ratio of ' || other.method || ' to Mime', 'mean', -0.25, 1, ln(other.bits / mime.bits)
FROM arrival mime JOIN arrival other USING (dataset, alpha, replicate)
WHERE dataset = 'mnist' AND alpha = 1 AND mime.method = 'mime' AND other.method IN ('mime_lite', 'distributed_sgd');

INSERT INTO claim
SELECT 'FedPA and FedAvg, MNIST, alpha 1, with one rate: rounds to .85 differ by', 'each', -0.5, 0.5, pa.rounds - plain.rounds
FROM arrival pa JOIN arrival plain USING (dataset, alpha, replicate)
WHERE dataset = 'mnist' AND alpha = 1 AND pa.method = 'fedpa' AND plain.method = 'fedavg';

INSERT INTO claim
SELECT dataset || ', alpha ' || alpha || ': FedPA ends ahead of FedAvg with its rate by', 'mean', -0.05, 0.03, pa.accuracy - plain.accuracy
FROM method pa JOIN method plain USING (dataset, alpha, lr, replicate) WHERE pa.method = 'fedpa' AND plain.method = 'fedavg';

INSERT INTO claim
SELECT 'rates at an edge of the four tried', 'each', 18.9, 19.1, count(DISTINCT dataset || alpha || method) FROM method WHERE lr IN (0.03, 1);
