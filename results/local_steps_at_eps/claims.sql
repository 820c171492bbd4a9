-- curve: the table of runs.sql. Differences of accuracy, replicate by replicate, between two settings of one problem: a minus b.
CREATE TEMP VIEW runs AS
SELECT model, noise, clients, rounds + 0 AS rounds, K + 0 AS K, replicate + 0 AS replicate, accuracy + 0 AS accuracy FROM curve;

INSERT INTO claim
WITH compared(claim, least, most, model, clients, a_noise, a_K, a_rounds, b_noise, b_K, b_rounds) AS (VALUES
  ('20 rounds, steps: K = 64 minus 1, softmax, alike', 0.05, NULL, 'softmax', 'alike', 'step', 64, 20, 'step', 1, 20),
  ('20 rounds, steps: K = 64 minus 1, softmax, two labels', -0.02, 0.02, 'softmax', 'two labels', 'step', 64, 20, 'step', 1, 20),
  ('5 rounds, steps: K = 64 minus 1, softmax, alike', 0.2, NULL, 'softmax', 'alike', 'step', 64, 5, 'step', 1, 5),
  ('5 rounds, steps: K = 64 minus 1, network, alike', 0.3, NULL, 'network', 'alike', 'step', 64, 5, 'step', 1, 5),
  ('5 rounds, steps: K = 64 minus 1, network, two labels', 0, NULL, 'network', 'two labels', 'step', 64, 5, 'step', 1, 5),
  ('20 rounds, steps: K = 64 minus 16, network, alike', 0.01, NULL, 'network', 'alike', 'step', 64, 20, 'step', 16, 20),
  ('80 rounds, steps: K = 1 minus 16, network, two labels', 0.05, NULL, 'network', 'two labels', 'step', 1, 80, 'step', 16, 80),
  ('320 steps: 4 x 80 minus 64 x 5, softmax, alike', 0.004, 0.008, 'softmax', 'alike', 'step', 4, 80, 'step', 64, 5),
  ('320 steps: 4 x 80 minus 64 x 5, softmax, two labels', 0.09, NULL, 'softmax', 'two labels', 'step', 4, 80, 'step', 64, 5),
  ('320 steps: 4 x 80 minus 64 x 5, network, alike', 0.04, NULL, 'network', 'alike', 'step', 4, 80, 'step', 64, 5),
  ('320 steps: 4 x 80 minus 64 x 5, network, two labels', 0.15, NULL, 'network', 'two labels', 'step', 4, 80, 'step', 64, 5),
  ('20 rounds: steps K = 16 minus uploads K = 1, softmax, alike', 0.02, NULL, 'softmax', 'alike', 'step', 16, 20, 'upload', 1, 20),
  ('80 rounds: uploads K = 1 minus steps K = 16, softmax, two labels', 0.02, NULL, 'softmax', 'two labels', 'upload', 1, 80, 'step', 16, 80),
  ('5 rounds: steps K = 64 minus one gradient with momentum, alike', 0.03, NULL, 'softmax', 'alike', 'step', 64, 5, 'upload, momentum', 1, 5),
  ('20 rounds: one gradient with momentum minus steps K = 64, alike', 0.007, 0.02, 'softmax', 'alike', 'upload, momentum', 1, 20, 'step', 64, 20),
  ('80 rounds: one gradient with momentum minus steps K = 16, alike', 0.002, 0.02, 'softmax', 'alike', 'upload, momentum', 1, 80, 'step', 16, 80),
  ('5 rounds: one gradient with momentum minus steps K = 64, two labels', 0.07, NULL, 'softmax', 'two labels', 'upload, momentum', 1, 5, 'step', 64, 5),
  ('20 rounds: one gradient with momentum minus steps K = 64, two labels', 0.07, NULL, 'softmax', 'two labels', 'upload, momentum', 1, 20, 'step', 64, 20),
  ('80 rounds: one gradient with momentum minus steps K = 16, two labels', 0.025, NULL, 'softmax', 'two labels', 'upload, momentum', 1, 80, 'step', 16, 80),
  ('20 rounds: momentum is worth to one gradient, alike', 0.04, 0.06, 'softmax', 'alike', 'upload, momentum', 1, 20, 'upload', 1, 20))
SELECT claim, 'mean', least, most, a.accuracy - b.accuracy
FROM compared
  JOIN runs a USING (model, clients) JOIN runs b USING (model, clients, replicate)
WHERE a.noise = a_noise AND a.K = a_K AND a.rounds = a_rounds
  AND b.noise = b_noise AND b.K = b_K AND b.rounds = b_rounds;

INSERT INTO claim
SELECT 'uploads: K = 1 minus ' || b.K || ', ' || b.rounds || ' rounds, ' || clients, 'mean', 0.05, NULL, a.accuracy - b.accuracy
FROM runs a JOIN runs b USING (model, clients, noise, rounds, replicate)
WHERE noise = 'upload' AND a.K = 1 AND b.K > 1;
