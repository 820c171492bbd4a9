-- Total variation is between predictions and those of the posterior; the spread is that of the
-- clients around their average, just before it is sent.
INSERT INTO claim
SELECT 'K: bits sent with 20 local steps, as a share of those with one', 'each', 0.049, 0.051,
       max(bits_up) FILTER (WHERE K = 20) / max(bits_up) FILTER (WHERE K = 1)
FROM run_table WHERE study = 'four_axes' AND sampler = 'fald' AND privacy = 'none' GROUP BY replicate;

INSERT INTO claim
SELECT 'K: the distance from the posterior grows from one local step to 20 (total variation)', 'mean', 0, NULL,
       sum(total_variation * ((K = 20) - (K = 1)))
FROM run_table WHERE study = 'four_axes' AND sampler = 'fald' AND privacy = 'none' AND rho = 0 AND K > 0 GROUP BY replicate;

INSERT INTO claim
SELECT 'p_c: it grows from p_c = .2 to .05, which sends a quarter of the bits', 'mean', 0, NULL,
       sum(total_variation * ((p_c = 0.05) - (p_c = 0.2)))
FROM run_table WHERE study = 'four_axes' AND sampler = 'fald' AND privacy = 'none' AND rho = 0 AND p_c > 0 GROUP BY replicate;

INSERT INTO claim
SELECT 'rho: with noise in common clients stay closer together, K = 20 (ratio of spreads)', 'mean', NULL, 0.9,
       max("sampler.client_spread") FILTER (WHERE rho = 1) / max("sampler.client_spread") FILTER (WHERE rho = 0)
FROM run_table WHERE study = 'four_axes' AND sampler = 'fald' AND privacy = 'none' AND K = 20 GROUP BY replicate;

INSERT INTO claim
SELECT 'rho: their average is as far from the posterior, K = 20 (difference of total variations)', 'mean', -0.005, 0.005,
       sum(total_variation * ((rho = 1) - (rho = 0)))
FROM run_table WHERE study = 'four_axes' AND sampler = 'fald' AND privacy = 'none' AND K = 20 GROUP BY replicate;

INSERT INTO claim
SELECT 'eps: a private posterior comes closer from eps = 1 to 10, FALD, ' || coalesce('K = ' || K, 'p_c = ' || p_c)
       || ', rho = ' || rho, 'mean', 0, NULL, sum(total_variation * ((eps = 1) - (eps = 10)))
FROM run_table WHERE study = 'four_axes' AND privacy = 'langevin' GROUP BY K, p_c, rho, replicate;

INSERT INTO claim
SELECT 'K, p_c: neither is in the eps of FALD (largest less smallest, eps = ' || eps || ', rho = ' || rho || ')', 'each', -1e-12, 1e-12,
       max(eps_spent) - min(eps_spent)
FROM run_table WHERE study = 'four_axes' AND privacy = 'langevin' GROUP BY eps, rho, replicate;

INSERT INTO claim
SELECT 'K and eps: at eps = ' || eps || ' 20 local steps end farther from the posterior than one, rho = ' || rho, 'mean', 0, NULL,
       sum(total_variation * ((K = 20) - (K = 1)))
FROM run_table WHERE study = 'four_axes' AND privacy = 'langevin' GROUP BY eps, rho, replicate;

INSERT INTO claim
SELECT 'rho and eps: at eps = 3 common noise changes the distance by less than .01, K = ' || K, 'mean', -0.01, 0.01,
       sum(total_variation * ((rho = 1) - (rho = 0)))
FROM run_table WHERE study = 'four_axes' AND privacy = 'langevin' AND eps = 3 AND K > 0 GROUP BY K, replicate;

INSERT INTO claim
SELECT 'eps: accuracy rises from eps = .5 to 3, FedAvg, K = 20', 'mean', 0, NULL,
       sum(accuracy * ((eps = 3) - (eps = 0.5)))
FROM run_table WHERE study = 'four_axes' AND sampler = 'fedavg' AND privacy = 'gaussian' AND K = 20 GROUP BY replicate;

INSERT INTO claim
SELECT 'eps: nll falls from eps = .5 to 3, K = ' || K, 'mean', NULL, 0, sum(nll * ((eps = 3) - (eps = 0.5)))
FROM run_table WHERE study = 'four_axes' AND sampler = 'fedavg' AND privacy = 'gaussian' GROUP BY K, replicate;

INSERT INTO claim
SELECT 'eps: at eps = 3 it is within .01 of that without privacy, K = ' || K, 'mean', -0.01, 0.01,
       max(accuracy) FILTER (WHERE eps = 3) - max(accuracy) FILTER (WHERE privacy = 'none')
FROM run_table WHERE study = 'four_axes' AND sampler = 'fedavg' GROUP BY K, replicate;

INSERT INTO claim
SELECT 'eps = inf (above 1e9) is without privacy in every digit', 'each', -1e-12, 1e-12,
       max(nll) FILTER (WHERE privacy = 'gaussian' AND eps > 1e9) - max(nll) FILTER (WHERE privacy = 'none')
FROM run_table WHERE study = 'four_axes' AND sampler = 'fedavg' GROUP BY K, replicate;
