-- Every run, with the name of its method.
SELECT substr(study, 17) AS problem, iif(server = 'sgd', 'gradient', iif(server_beta2 > 0, 'Adam', 'sign')) AS method, eps, replicate, server_lr AS rate, nll
FROM run_table
WHERE study LIKE 'adaptive_at_eps%'
ORDER BY problem, method, eps, rate, replicate
