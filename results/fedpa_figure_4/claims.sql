INSERT INTO claim
SELECT 'more steps per sample raise the effective size: to ' || avg_steps || ', d = ' || features || ', burn-in ' || burn_steps,
       'mean', 0, NULL, growth
FROM (SELECT *, "sampler.sample_ess" - lag("sampler.sample_ess") OVER (PARTITION BY features, burn_steps, replicate ORDER BY avg_steps) AS growth
      FROM run_table WHERE study = 'fedpa_figure_4')
WHERE growth IS NOT NULL AND (features = 10 OR features = 100 AND avg_steps = 50);

INSERT INTO claim
SELECT 'what a burn-in of 50 steps adds below d = 1000: d = ' || features || ', steps per sample ' || avg_steps,
       'mean', iif(features = 10, 0, -0.5), iif(features = 10, NULL, 0.6), sum("sampler.sample_ess" * ((burn_steps = 50) - (burn_steps = 0)))
FROM run_table WHERE study = 'fedpa_figure_4' AND features < 1000 GROUP BY features, avg_steps, replicate;

INSERT INTO claim
SELECT 'it falls from d = 10 to 100: burn-in ' || burn_steps || ', steps per sample ' || avg_steps, 'mean', 0, NULL,
       sum("sampler.sample_ess" * ((features = 10) - (features = 100)))
FROM run_table WHERE study = 'fedpa_figure_4' AND NOT (burn_steps = 0 AND avg_steps = 1) GROUP BY burn_steps, avg_steps, replicate;

INSERT INTO claim
SELECT 'and on to 1000 with 10 steps per sample: burn-in ' || burn_steps, 'mean', 0, NULL,
       sum("sampler.sample_ess" * ((features = 100) - (features = 1000)))
FROM run_table WHERE study = 'fedpa_figure_4' AND avg_steps = 10 GROUP BY burn_steps, replicate;

INSERT INTO claim
SELECT 'with 1 step after a burn-in of 200 it rises to 1000', 'mean', 0, NULL, sum("sampler.sample_ess" * ((features = 1000) - (features = 100)))
FROM run_table WHERE study = 'fedpa_figure_4' AND avg_steps = 1 AND burn_steps = 200 GROUP BY replicate;

INSERT INTO claim
SELECT 'd = 1000, burn-in 200: 10 steps per sample minus 1', 'mean', NULL, 0, sum("sampler.sample_ess" * ((avg_steps = 10) - (avg_steps = 1)))
FROM run_table WHERE study = 'fedpa_figure_4' AND features = 1000 AND burn_steps = 200 AND avg_steps <= 10 GROUP BY replicate;

INSERT INTO claim
SELECT 'd = 100: 10 steps per sample minus 1, burn-in ' || burn_steps, 'mean', -0.5, 0.5, sum("sampler.sample_ess" * ((avg_steps = 10) - (avg_steps = 1)))
FROM run_table WHERE study = 'fedpa_figure_4' AND features = 100 AND burn_steps > 0 AND avg_steps <= 10 GROUP BY burn_steps, replicate;

INSERT INTO claim
SELECT 'and not on to 1000 with 50 steps per sample, where it grows: burn-in ' || burn_steps, 'mean', 0, NULL,
       sum("sampler.sample_ess" * ((features = 1000) - (features = 100)))
FROM run_table WHERE study = 'fedpa_figure_4' AND avg_steps = 50 GROUP BY burn_steps, replicate;

-- rates: the learning rates.
INSERT INTO claim
SELECT 'd = 10: effective size with the rate ' || lr, 'mean', column2, column3, "sampler.sample_ess"
FROM rates.run_table JOIN (VALUES (0.01, 0.95, 1.1), (0.03, 6, 9), (0.1, 8, 10), (0.3, 2, 4)) ON lr = column1 WHERE features = 10;

INSERT INTO claim
SELECT 'd = 1000, rates of .1 and more: runs that do not diverge', 'each', -1, 1, status = 'ok'
FROM rates.run_table WHERE features = 1000 AND lr >= 0.1;

INSERT INTO claim
SELECT 'largest effective size over the rates from d = 100 on, d = ' || features, 'mean', NULL, iif(features = 100, 2, 1.1), max("sampler.sample_ess")
FROM rates.run_table WHERE features >= 100 GROUP BY features, replicate;

-- The panels of the paper, each with the claims that its verdict rests on.
INSERT INTO panel VALUES
  ('FedPA', 'Fig. 4a', 1, '', '', 'yes', 'reproduced', 'what a burn-in of 50 steps adds'),
  ('FedPA', 'Fig. 4b', 1, 'more steps per sample, larger', 'at d = 10, and at 100 with 50 steps', 'yes', 'reproduced', 'more steps per sample raise the effective size'),
  ('FedPA', 'Fig. 4b', 2, 'the same', 'in part at d = 1000', 'yes', 'contradicted', 'd = 1000, burn-in 200: 10 steps per sample minus 1'),
  ('FedPA', 'Fig. 4, learning rate', 1, '', '', 'yes', 'reproduced', 'effective size with the rate');
