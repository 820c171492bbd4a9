INSERT INTO claim
SELECT 'Fig. 2, noise on the model: the bound of eps by Renyi divergences over the eps claimed', 'each', 2.7, 20, eps_spent / published_claim
FROM run_table WHERE study LIKE 'dp_fedavg_figure_2%' AND noise_units = 'model' AND sensitivity = 'published';

-- level: the eps that published noise is for; its multiplier is in inverse proportion to it.
CREATE TEMP VIEW figure_2 AS
SELECT run, substr(study, 20) AS data, partition, noise_units, sensitivity, clip_unit, eps, replicate, accuracy, eps_spent, published_claim,
       round(0.1 * max(noise_multiplier) FILTER (WHERE sensitivity = 'published') OVER (PARTITION BY study) / noise_multiplier, 2) AS level
FROM run_table WHERE study LIKE 'dp_fedavg_figure_2%' AND privacy <> 'none';

INSERT INTO claim
SELECT 'noise on the gradient for an eps of .5, ' || data || ': what the paper claims', 'each',
       iif(data = 'mnist', 0.18, 0.36), iif(data = 'mnist', 0.2, 0.38), published_claim
FROM figure_2 WHERE noise_units = 'gradient' AND level = 0.5
UNION ALL SELECT 'and the bound by Renyi divergences, ' || data, 'each', iif(data = 'mnist', 1.45e6, 4.2e6), iif(data = 'mnist', 1.55e6, 4.4e6), eps_spent
FROM figure_2 WHERE noise_units = 'gradient' AND level = 0.5;

INSERT INTO claim
SELECT data || ', ' || column5 || ': accuracy that noise on the gradient costs at a published eps of ' || level, 'mean', column3, column4, free.accuracy - noisy.accuracy
FROM figure_2 noisy JOIN (VALUES ('mnist', 0.5, 0, 0.02, 'iid'), ('mnist', 0.1, 0.1, 0.15, 'iid'), ('adult', 0.1, -0.002, 0.002, 'iid'),
  ('mnist', 0.5, 0, 0.02, 'n_labels'), ('mnist', 0.1, 0.12, 0.22, 'n_labels'), ('adult', 0.1, -0.002, 0.002, 'n_labels'))
  ON data = column1 AND level = column2 AND noisy.partition = column5
JOIN run_table free ON free.study = 'dp_fedavg_figure_2_' || data AND free.privacy = 'none' AND free.partition = noisy.partition
  AND free.replicate = noisy.replicate
WHERE noisy.noise_units = 'gradient';

-- Along the rounds, recorded after every fifth one.
CREATE TEMP TABLE along AS
SELECT partition, replicate, level, round, curves.value
FROM (SELECT run, partition, replicate, level FROM figure_2 WHERE data = 'mnist' AND noise_units = 'gradient'
      UNION ALL SELECT run, partition, replicate, 'none' FROM run_table WHERE study = 'dp_fedavg_figure_2_mnist' AND privacy = 'none')
  JOIN curves USING (run) WHERE metric = 'accuracy';

INSERT INTO claim
SELECT 'mnist, ' || partition || ': accuracy that noise on the gradient costs after 20 rounds, published eps .5', 'mean', 0, 0.1, free.value - noisy.value
FROM along noisy JOIN along free USING (partition, replicate, round) WHERE round = 20 AND noisy.level = 0.5 AND free.level = 'none'
UNION ALL
SELECT 'mnist, ' || partition || ': rounds to .7 that it costs', 'mean', 0, NULL, noisy.rounds - free.rounds
FROM (SELECT partition, replicate, level, min(round) AS rounds FROM along WHERE value >= 0.7 GROUP BY partition, replicate, level) noisy
  JOIN (SELECT partition, replicate, level, min(round) AS rounds FROM along WHERE value >= 0.7 GROUP BY partition, replicate, level) free
  USING (partition, replicate) WHERE noisy.level = 0.5 AND free.level = 'none';

INSERT INTO claim
SELECT 'mnist, noise on the gradient: accuracy iid minus that with four labels below a published eps of 1, published eps ' || level, 'mean', 0, NULL,
       sum(accuracy * ((partition = 'iid') - (partition <> 'iid')))
FROM figure_2 WHERE data = 'mnist' AND noise_units = 'gradient' AND level < 1 GROUP BY level, replicate;

INSERT INTO claim
SELECT 'mnist, ' || sound.partition || ': sound noise at eps ' || sound.eps || ' is ahead of noise on the model that is worth '
         || printf('%.2g', model.eps_spent),
       'mean', 0, NULL, sound.accuracy - model.accuracy
FROM figure_2 sound JOIN figure_2 model USING (data, partition, replicate)
JOIN (VALUES (10, 5), (3, 1), (1, 0.5)) ON sound.eps = column1 AND model.level = column2
WHERE data = 'mnist' AND sound.clip_unit = 'row' AND model.noise_units = 'model' AND model.sensitivity = 'published';

INSERT INTO claim
SELECT 'adult, sound noise, rows clipped: accuracy at eps .5 minus that at 10, ' || partition, 'mean', -0.006, 0.01,
       sum(accuracy * ((eps = 0.5) - (eps = 10)))
FROM figure_2 WHERE data = 'adult' AND clip_unit = 'row' GROUP BY partition, replicate;

-- .7638 of Adult's test rows have the more frequent label.
INSERT INTO claim
SELECT 'adult, not private, ' || partition || ': accuracy minus that of a constant answer', 'mean', 0, iif(partition = 'iid', 0.011, 0.006), accuracy - 0.7638
FROM run_table WHERE study = 'dp_fedavg_figure_2_adult' AND privacy = 'none'
UNION ALL
SELECT 'adult, ' || sound.partition || ': accuracy that clipping rows costs, sound noise at eps 10', 'mean', iif(sound.partition = 'iid', 0.004, -0.001),
       iif(sound.partition = 'iid', 0.006, 0.001), free.accuracy - sound.accuracy
FROM figure_2 sound JOIN run_table free USING (partition, replicate)
WHERE sound.data = 'adult' AND sound.clip_unit = 'row' AND sound.eps = 10 AND free.study = 'dp_fedavg_figure_2_adult' AND free.privacy = 'none';

CREATE TEMP VIEW figure_3 AS
SELECT substr(study, 20) AS data, partition, replicate, K, accuracy, iif(sensitivity = 'tight', 'sound noise', 'noise on the gradient') AS noise
FROM run_table WHERE study LIKE 'dp_fedavg_figure_3%' AND (sensitivity = 'tight' OR noise_units = 'gradient');

INSERT INTO claim
SELECT data || ', ' || partition || ', ' || noise || ': accuracy with K = ' || few.K || ' minus that with ' || many.K, 'mean', column6, column7,
       few.accuracy - many.accuracy
FROM figure_3 few JOIN figure_3 many USING (data, partition, noise, replicate)
JOIN (VALUES ('mnist', 'iid', 'noise on the gradient', 5, 10, 0, 0.02), ('mnist', 'iid', 'noise on the gradient', 5, 20, 0.05, 0.1),
  ('mnist', 'iid', 'noise on the gradient', 5, 50, 0.3, 0.35), ('mnist', 'n_labels', 'noise on the gradient', 5, 10, 0, 0.03),
  ('mnist', 'n_labels', 'noise on the gradient', 5, 20, 0.1, 0.15), ('mnist', 'n_labels', 'noise on the gradient', 5, 50, 0.37, 0.41),
  ('mnist', 'iid', 'sound noise', 1, 5, 0, NULL), ('mnist', 'iid', 'sound noise', 5, 20, 0, NULL),
  ('adult', 'iid', 'noise on the gradient', 1, 2, NULL, 0), ('adult', 'iid', 'noise on the gradient', 2, 5, NULL, 0),
  ('adult', 'iid', 'noise on the gradient', 5, 10, NULL, 0), ('adult', 'iid', 'noise on the gradient', 10, 20, NULL, 0),
  ('adult', 'n_labels', 'noise on the gradient', 1, 20, -0.002, 0.002),
  ('adult', 'iid', 'sound noise', 1, 20, -0.002, 0.002), ('adult', 'n_labels', 'sound noise', 1, 20, -0.003, 0.003))
  ON data = column1 AND partition = column2 AND noise = column3 AND few.K = column4 AND many.K = column5;

INSERT INTO claim
SELECT data || ', noise on the gradient, K = ' || K || ': accuracy iid minus that with other clients (MNIST: from K = 5 on)', 'mean', 0, NULL, iid.accuracy - other.accuracy
FROM figure_3 iid JOIN figure_3 other USING (data, noise, K, replicate)
WHERE noise = 'noise on the gradient' AND iid.partition = 'iid' AND other.partition = 'n_labels' AND (data = 'adult' OR K >= 5);

-- The panels of the paper, each with the claims that its verdict rests on.
INSERT INTO panel VALUES
  ('DP-FedAvg', 'Fig. 2, MNIST, iid', 1, 'accuracy', 'for noise on the gradient', 'yes', 'reproduced', 'accuracy that noise on the gradient costs at a published eps of'),
  ('DP-FedAvg', 'Fig. 2, MNIST, iid', 2, 'its guarantee', '', 'yes', 'contradicted', 'and the bound by Renyi divergences, '),
  ('DP-FedAvg', 'Fig. 2, MNIST, four labels', 1, 'accuracy', 'for noise on the gradient', 'yes', 'reproduced', 'accuracy that noise on the gradient costs at a published eps of'),
  ('DP-FedAvg', 'Fig. 2, MNIST, four labels', 2, 'its guarantee', '', 'yes', 'contradicted', 'and the bound by Renyi divergences, '),
  ('DP-FedAvg', 'Fig. 2, Adult, iid', 1, 'no loss', 'for noise on the gradient', 'yes', 'reproduced', 'accuracy that noise on the gradient costs at a published eps of'),
  ('DP-FedAvg', 'Fig. 2, Adult, iid', 2, 'its guarantee', '', 'yes', 'contradicted', 'and the bound by Renyi divergences, '),
  ('DP-FedAvg', 'Fig. 2, Adult, iid', 3, 'that MNIST has a higher tolerance', '', 'yes', 'contradicted', 'accuracy that noise on the gradient costs at a published eps of'),
  ('DP-FedAvg', 'Fig. 2, Adult, one class', 1, 'no loss', 'for noise on the gradient', 'yes', 'reproduced', 'accuracy that noise on the gradient costs at a published eps of'),
  ('DP-FedAvg', 'Fig. 2, Adult, one class', 2, 'its guarantee', '', 'yes', 'contradicted', 'and the bound by Renyi divergences, '),
  ('DP-FedAvg', 'Fig. 2, Adult, one class', 3, 'that MNIST has a higher tolerance', '', 'yes', 'contradicted', 'accuracy that noise on the gradient costs at a published eps of'),
  ('DP-FedAvg', 'Fig. 3, MNIST, iid', 1, 'no harm of local steps', 'up to K = 10', 'yes', 'in trend', ': accuracy with K = '),
  ('DP-FedAvg', 'Fig. 3, MNIST, iid', 2, 'the same', 'beyond K = 10', 'yes', 'contradicted', ': accuracy with K = '),
  ('DP-FedAvg', 'Fig. 3, MNIST, four labels', 1, 'no harm of local steps', 'beyond K = 10', 'yes', 'contradicted', ': accuracy with K = '),
  ('DP-FedAvg', 'Fig. 3, MNIST, four labels', 2, '"better on i.i.d. data"', 'from K = 5 on', 'yes', 'reproduced', 'accuracy iid minus that with other clients'),
  ('DP-FedAvg', 'Fig. 3, Adult, iid', 1, 'too few steps', '', 'by accuracy near that of a constant answer, where the paper bounds a rate of convergence', 'in trend', ': accuracy with K = '),
  ('DP-FedAvg', 'Fig. 3, Adult, iid', 2, 'too many steps', 'up to K = 20', 'by accuracy near that of a constant answer, where the paper bounds a rate of convergence', 'differs', ': accuracy with K = '),
  ('DP-FedAvg', 'Fig. 3, Adult, one class', 1, 'that Q matters', 'up to K = 20', 'by accuracy near that of a constant answer, where the paper bounds a rate of convergence', 'differs', ': accuracy with K = '),
  ('DP-FedAvg', 'Fig. 3, Adult, one class', 2, '"better on i.i.d. data"', '', 'yes', 'reproduced', 'accuracy iid minus that with other clients');
