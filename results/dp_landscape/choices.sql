-- The step and the clip of every way to add noise that were best on validation rows, at each eps.
SELECT substr(study, 21) AS problem, coalesce(noise_at, adversary || ', ' || coalesce(client_sampling, 'records')) AS noise,
       coalesce(data_sampling, correlation, 'clients') AS drawn, K, eps, lr, clip,
       round(accuracy, 4) AS validation
FROM (SELECT *, row_number() OVER (PARTITION BY study, noise_at, data_sampling, K, client_sampling,
                                     correlation, noise_by, adversary, eps
                                   ORDER BY accuracy DESC, nll) AS place
      FROM run_table WHERE status = 'ok')
WHERE place = 1
ORDER BY study, noise_at, data_sampling, K, noise_by DESC, client_sampling, correlation, adversary, eps
