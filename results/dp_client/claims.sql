INSERT INTO claim
SELECT 'adam: accuracy lost from no noise (eps above 100) to eps = ' || noisy.eps, 'mean', iif(noisy.eps < 1, 0.025, 0), iif(noisy.eps < 1, NULL, 0.016),
       free.accuracy - noisy.accuracy
FROM run_table free JOIN run_table noisy USING (study, replicate, server, client_sampling, clip_rule)
WHERE study = 'dp_client' AND server = 'adam' AND client_sampling = 'poisson' AND clip_rule = 'given'
  AND free.eps > 100 AND noisy.eps IN (0.3, 1);

INSERT INTO claim
SELECT 'adam: Poisson cohorts are ahead of those of fixed size, eps = ' || eps, 'mean', 0, NULL, poisson.accuracy - fixed.accuracy
FROM run_table poisson JOIN run_table fixed USING (study, replicate, server, clip_rule, eps)
WHERE study = 'dp_client' AND clip_rule = 'given' AND poisson.client_sampling = 'poisson' AND fixed.client_sampling = 'without_replacement';

INSERT INTO claim
SELECT 'adam is ahead of sgd from eps = 1 on: eps = ' || eps, 'mean', 0, NULL, adam.accuracy - sgd.accuracy
FROM run_table adam JOIN run_table sgd USING (study, replicate, client_sampling, clip_rule, eps)
WHERE study = 'dp_client' AND clip_rule = 'given' AND adam.server = 'adam' AND sgd.server = 'sgd' AND eps >= 1;

INSERT INTO claim
SELECT 'what an adaptive clip costs at eps = ' || eps, 'mean', -0.002, 0.008, given.accuracy - adaptive.accuracy
FROM run_table given JOIN run_table adaptive USING (study, replicate, server, client_sampling, eps)
WHERE study = 'dp_client' AND given.clip_rule = 'given' AND adaptive.clip_rule = 'quantile';
