-- Steps of FedAvg are burn_steps + 1; the study of 1000 features has no axis of that name.
INSERT INTO claim
SELECT 'FedAvg''s bias grows from 50 to 200 steps, d = ' || coalesce(features, 1000), 'mean', 0, NULL,
       sum("sampler.update_bias" * ((burn_steps = 199) - (burn_steps = 49)))
FROM run_table WHERE avg_steps = 1 GROUP BY features, replicate;

INSERT INTO claim
SELECT 'it does so in every problem', 'each', 0, NULL,
       sum("sampler.update_bias" * ((burn_steps = 199) - (burn_steps = 49)))
FROM run_table WHERE avg_steps = 1 GROUP BY features, replicate;

INSERT INTO claim
SELECT 'FedAvg''s bias falls from 1 to 50 steps, d = ' || coalesce(features, 1000), 'mean', NULL, 0,
       sum("sampler.update_bias" * ((burn_steps = 49) - (burn_steps = 0)))
FROM run_table WHERE avg_steps = 1 GROUP BY features, replicate;

INSERT INTO claim
SELECT 'FedAvg''s covariance falls from 10 to 50 steps, d = ' || coalesce(features, 1000), 'mean', NULL, 0,
       sum("sampler.update_covariance" * ((burn_steps = 49) - (burn_steps = 9)))
FROM run_table WHERE avg_steps = 1 GROUP BY features, replicate;

INSERT INTO claim
SELECT 'FedPA''s bias falls from 2 to 100 exact samples, shrink .01, d = ' || coalesce(features, 1000),
       'mean', NULL, 0, sum("sampler.update_bias" * ((ell = 100) - (ell = 2)))
FROM run_table WHERE posterior = 'sampled' AND coalesce(shrink, 0.01) = 0.01
GROUP BY features, replicate;

INSERT INTO claim
SELECT 'FedPA''s covariance rises from 2 to 100 exact samples, shrink .01, d = ' || features,
       'mean', 0, NULL, sum("sampler.update_covariance" * ((ell = 100) - (ell = 2)))
FROM run_table WHERE posterior = 'sampled' AND shrink = 0.01 AND features <= 100 GROUP BY features, replicate;

INSERT INTO claim
SELECT 'it falls at d = 1000', 'mean', NULL, 0, sum("sampler.update_covariance" * ((ell = 100) - (ell = 2)))
FROM run_table WHERE study = 'fedpa_figure_3_wide' AND avg_steps = 10 GROUP BY replicate;

INSERT INTO claim
SELECT 'with shrink 1 and d = 100 the bias rises from 2 to 20 exact samples', 'mean', 0, NULL,
       sum("sampler.update_bias" * ((ell = 20) - (ell = 2)))
FROM run_table WHERE posterior = 'sampled' AND shrink = 1 AND features = 100 GROUP BY replicate;

INSERT INTO claim
SELECT 'with IASG''s samples and shrink .01 the bias rises from 2 to 100 samples, d = ' || features,
       'mean', 0, NULL, sum("sampler.update_bias" * ((ell = 100) - (ell = 2)))
FROM run_table WHERE posterior = 'iasg' AND shrink = 0.01 AND avg_steps = 10
GROUP BY features, replicate;
