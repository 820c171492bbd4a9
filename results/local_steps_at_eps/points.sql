-- Accuracies of every replicate for softmax regression: a panel for each budget and kind of clients.
SELECT 'ε = ' || CAST(eps AS INTEGER) || ', clients ' || iif(partition = 'iid', 'alike', 'of two labels') AS panel,
       iif(noise_at = 'step', 'steps, ', 'uploads, ') || CAST(rounds AS INTEGER) || ' rounds' AS noise,
       K, replicate, accuracy
FROM run_table
WHERE study = 'local_steps_at_eps' AND status = 'ok' AND model = 'softmax' AND (noise_at = 'step' OR rounds = 20)
ORDER BY partition, eps, noise_at, rounds, K, replicate
