-- Coverage of every replicate, by method.
SELECT CASE sampler WHEN 'laplace_approximation' THEN iif(noise_aware, 'Laplace, aware of its noise', 'Laplace, not aware')
                    WHEN 'noisy_sufficient_statistics' THEN iif(noise_aware, 'noisy statistics, aware', 'noisy statistics, not aware')
                    ELSE 'FALD, ' || iterations || ' steps' END AS method,
       eps, replicate, coverage
FROM run_table WHERE study = 'coverage' AND sampler <> 'hmc'
