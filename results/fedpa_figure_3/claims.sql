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
SELECT 'before, it rises from 1 to 10 steps, d = ' || coalesce(features, 1000), 'mean', 0, NULL,
       sum("sampler.update_covariance" * ((burn_steps = 9) - (burn_steps = 0)))
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
SELECT printf('exact samples, shrink %g, d = %d: the bias from %d to %d samples', shrink, features, less, more), 'mean',
       iif(rises, 0, NULL), iif(rises, NULL, 0), sum("sampler.update_bias" * ((ell = more) - (ell = less)))
FROM run_table JOIN (SELECT column1 AS amount, column2 AS d, column3 AS less, column4 AS more, column5 AS rises
                     FROM (VALUES (1, 10, 2, 5, 1), (1, 10, 5, 20, 0), (1, 100, 20, 100, 0), (0.1, 10, 2, 20, 1),
                                  (0.1, 10, 20, 100, 0), (0.1, 100, 2, 100, 1))) ON amount = shrink AND d = features
WHERE posterior = 'sampled' AND avg_steps = 10 GROUP BY shrink, features, less, replicate;

INSERT INTO claim
SELECT printf('IASG, shrink 1, d = %d: the bias falls from 20 to 100 samples', features), 'mean', NULL, 0,
       sum("sampler.update_bias" * ((ell = 100) - (ell = 20)))
FROM run_table WHERE posterior = 'iasg' AND shrink = 1 AND avg_steps = 10 GROUP BY features, replicate;

INSERT INTO claim
SELECT printf('the covariance rises from 2 to 100 samples, d = 100, %s, shrink %g', posterior, shrink), 'mean', 0, NULL,
       sum("sampler.update_covariance" * ((ell = 100) - (ell = 2)))
FROM run_table WHERE study = 'fedpa_figure_3' AND avg_steps = 10 AND features = 100 GROUP BY posterior, shrink, replicate;

INSERT INTO claim
SELECT printf('it falls from 20 to 100, d = 10, %s, shrink %g', posterior, shrink), 'mean', NULL, 0,
       sum("sampler.update_covariance" * ((ell = 100) - (ell = 20)))
FROM run_table WHERE study = 'fedpa_figure_3' AND avg_steps = 10 AND features = 10 AND (shrink = 1 OR shrink = 0.1 AND posterior = 'sampled')
GROUP BY posterior, shrink, replicate;

-- Two exact samples at d = 10 do not tell the biases of shrink .01 and .1 apart.
CREATE TEMP VIEW step AS
SELECT *, "sampler.update_bias" - lag("sampler.update_bias") OVER latest AS bias,
       "sampler.update_covariance" - lag("sampler.update_covariance") OVER latest AS covariance
FROM run_table WHERE study = 'fedpa_figure_3' AND avg_steps = 10 WINDOW latest AS (PARTITION BY features, posterior, ell, replicate ORDER BY shrink);

INSERT INTO claim
SELECT printf('more bias with shrink %g than with the next smaller: d = %d, %s, %d samples', shrink, features, posterior, ell), 'mean',
       iif(shrink = 0.1 AND features = 10 AND posterior = 'sampled' AND ell = 2, -2, 0), NULL, bias
FROM step WHERE bias IS NOT NULL;

INSERT INTO claim
SELECT printf('and more covariance: shrink %g, d = %d, %s, %d samples', shrink, features, posterior, ell), 'mean', 0, NULL, covariance
FROM step WHERE covariance IS NOT NULL;

INSERT INTO claim
SELECT 'with IASG''s samples and shrink ' || shrink || ' the bias rises from 2 to 100 samples, d = ' || features,
       'mean', 0, NULL, sum("sampler.update_bias" * ((ell = 100) - (ell = 2)))
FROM run_table WHERE posterior = 'iasg' AND shrink < 1 AND avg_steps = 10
GROUP BY features, shrink, replicate;

-- The panels of the paper, each with the claims that its verdict rests on.
INSERT INTO panel VALUES
  ('FedPA', 'Fig. 3a', 1, '', '', 'yes', 'in trend', 'bias grows from 50 to 200 steps'),
  ('FedPA', 'Fig. 3b', 1, 'falling bias with exact samples and shrink .01', '', 'yes', 'in trend', 'bias falls from 2 to 100 exact samples'),
  ('FedPA', 'Fig. 3b', 2, 'the same with IASG''s samples', '', 'yes', 'contradicted', 'the bias rises from 2 to 100 samples'),
  ('FedPA', 'Fig. 3c', 1, 'the variance over shrink', '', 'yes', 'in trend', 'and more covariance: shrink'),
  ('FedPA', 'Fig. 3c', 2, 'a trade-off against bias', '', 'yes', 'contradicted', 'more bias with shrink');
