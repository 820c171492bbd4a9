-- Every reported run, with the name of its noise.
SELECT CASE WHEN study LIKE '%secret%' THEN 'previous, secret turns' WHEN client_sampling = 'poisson' THEN 'Poisson samples'
            WHEN correlation = 'none' THEN 'independent' ELSE correlation END AS noise,
       CASE eps WHEN 1.742 THEN 1 WHEN 3.388 THEN 2 WHEN 10.867 THEN 8 ELSE eps END AS eps, replicate, server_lr AS rate, accuracy, nll
FROM run_table
WHERE study LIKE 'remembered_noise%'
ORDER BY noise, eps, replicate
