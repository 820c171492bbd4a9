-- Differences of accuracy, replicate by replicate, between two settings of one problem: a minus b.
INSERT INTO claim
WITH compared(claim, least, most, model, clients, eps, a_noise, a_K, a_rounds, b_noise, b_K, b_rounds) AS (VALUES
  ('20 rounds, steps: K = 64 minus 1, softmax, alike', 0, NULL, 'softmax', 'iid', 8, 'step', 64, 20, 'step', 1, 20),
  ('20 rounds, steps: K = 64 minus 1, softmax, two labels', 0, NULL, 'softmax', 'n_labels', 8, 'step', 64, 20, 'step', 1, 20),
  ('20 rounds, steps: K = 64 minus 16, softmax, alike', 0, NULL, 'softmax', 'iid', 8, 'step', 64, 20, 'step', 16, 20),
  ('20 rounds, steps: K = 64 minus 16, network, alike', 0, NULL, 'mlp', 'iid', 8, 'step', 64, 20, 'step', 16, 20),
  ('5 rounds, steps: K = 64 minus 1, softmax, alike', 0, NULL, 'softmax', 'iid', 8, 'step', 64, 5, 'step', 1, 5),
  ('5 rounds, steps: K = 64 minus 1, network, alike', 0, NULL, 'mlp', 'iid', 8, 'step', 64, 5, 'step', 1, 5),
  ('5 rounds, steps: K = 64 minus 1, network, two labels', 0, NULL, 'mlp', 'n_labels', 8, 'step', 64, 5, 'step', 1, 5),
  ('80 rounds, steps: K = 1 minus 16, network, two labels', 0, NULL, 'mlp', 'n_labels', 8, 'step', 1, 80, 'step', 16, 80),
  ('320 steps: 4 x 80 minus 64 x 5, softmax, alike', 0, 0.02, 'softmax', 'iid', 8, 'step', 4, 80, 'step', 64, 5),
  ('320 steps: 4 x 80 minus 64 x 5, softmax, two labels', 0.05, NULL, 'softmax', 'n_labels', 8, 'step', 4, 80, 'step', 64, 5),
  ('320 steps: 4 x 80 minus 64 x 5, network, alike', 0, NULL, 'mlp', 'iid', 8, 'step', 4, 80, 'step', 64, 5),
  ('320 steps: 4 x 80 minus 64 x 5, network, two labels', 0.05, NULL, 'mlp', 'n_labels', 8, 'step', 4, 80, 'step', 64, 5),
  ('1280 steps: 16 x 80 minus 64 x 20, softmax, two labels', 0, NULL, 'softmax', 'n_labels', 8, 'step', 16, 80, 'step', 64, 20),
  ('20 rounds: steps K = 16 minus uploads K = 1, softmax, alike', 0, NULL, 'softmax', 'iid', 8, 'step', 16, 20, 'upload', 1, 20),
  ('80 rounds: uploads K = 1 minus steps K = 16, softmax, two labels', 0, NULL, 'softmax', 'n_labels', 8, 'upload', 1, 80, 'step', 16, 80)),
runs AS (
  SELECT model, partition AS clients, eps, noise_at AS noise, K, rounds, replicate, accuracy FROM run_table
  WHERE study = 'local_steps_at_eps' AND status = 'ok')
SELECT claim || ', eps ' || eps, 'mean', least, most, a.accuracy - b.accuracy
FROM compared
  JOIN runs a USING (model, clients, eps) JOIN runs b USING (model, clients, eps, replicate)
WHERE a.noise = a_noise AND a.K = a_K AND a.rounds = a_rounds
  AND b.noise = b_noise AND b.K = b_K AND b.rounds = b_rounds;

INSERT INTO claim
SELECT 'uploads: K = 1 minus ' || b.K || ', ' || CAST(b.rounds AS INTEGER) || ' rounds, '
         || iif(partition = 'iid', 'alike', 'two labels') || ', eps ' || CAST(eps AS INTEGER), 'mean', 0, NULL,
       a.accuracy - b.accuracy
FROM run_table a JOIN run_table b USING (study, partition, eps, noise_at, replicate)
WHERE study = 'local_steps_at_eps' AND noise_at = 'upload' AND a.rounds = b.rounds AND a.K = 1 AND b.K > 1;
