-- Every reported run: where the noise is, ", momentum" with momentum at the server, and its accuracy at the end.
SELECT iif(instr(study, 'network') > 0, 'network', 'softmax') AS model,
       coalesce(noise_at, 'step') || iif(server = 'momentum', ', momentum', '') AS noise,
       iif(partition = 'iid', 'alike', 'two labels') AS clients, CAST(rounds AS INTEGER) AS rounds, K, replicate, accuracy, lr
FROM run_table WHERE study LIKE 'local_steps_at_eps%' AND status = 'ok'
ORDER BY model DESC, noise, clients, rounds, K, replicate
