CREATE TEMP VIEW aware AS
SELECT replicate, eps, coverage, coverage_95, rank_dispersion, w2 FROM run_table
WHERE study = 'coverage' AND sampler = 'laplace_approximation' AND noise_aware;

INSERT INTO claim
SELECT 'HMC without privacy covers 80 %', 'mean', 0.75, 0.87, coverage
FROM run_table WHERE study = 'coverage' AND sampler = 'hmc';

INSERT INTO claim
SELECT 'draws that know of the noise cover 80 % from eps 3 on, eps ' || eps, 'mean', 0.72, 0.86, coverage
FROM aware WHERE eps >= 3;

INSERT INTO claim
SELECT 'and 95 % from eps 3 on, eps ' || eps, 'mean', 0.92, 0.98, coverage_95 FROM aware WHERE eps >= 3;

INSERT INTO claim
SELECT 'they cover more than 80 % below eps 3, eps ' || eps, 'mean', 0.8, 0.95, coverage FROM aware WHERE eps < 3;

INSERT INTO claim
SELECT 'draws that do not know of it cover less than 55 % up to eps 10, eps ' || eps, 'mean', NULL, 0.55, coverage
FROM run_table WHERE study = 'coverage' AND sampler = 'laplace_approximation' AND NOT noise_aware AND eps <= 10;

INSERT INTO claim
SELECT 'FALD of 1000 steps covers more than 99 % from eps 3 on, eps ' || eps, 'mean', 0.99, NULL, coverage
FROM run_table WHERE study = 'coverage' AND sampler = 'fald' AND iterations = 1000 AND eps >= 3;

INSERT INTO claim
SELECT 'FALD of 1000 steps, W2 over that of 50 steps, eps ' || eps, 'mean', column2, column3,
       long.w2 / short.w2
FROM run_table long JOIN run_table short USING (study, sampler, replicate, eps)
JOIN (VALUES (10, 6, 9), (30, 5, 8)) ON eps = column1
WHERE study = 'coverage' AND sampler = 'fald' AND long.iterations = 1000 AND short.iterations = 50;

INSERT INTO claim
SELECT 'FALD of 50 steps, log of its W2 over that of Laplace above eps .5, eps ' || eps, 'mean', -0.2, 0.2,
       ln(short.w2 / aware.w2)
FROM run_table short JOIN aware USING (replicate, eps)
WHERE study = 'coverage' AND sampler = 'fald' AND iterations = 50 AND eps > 0.5;

INSERT INTO claim
SELECT 'W2 of draws that know of the noise over that of those that do not, log, eps ' || eps, 'mean', 0, NULL,
       ln(aware.w2 / other.w2)
FROM run_table other JOIN aware USING (replicate, eps)
WHERE study = 'coverage' AND sampler = 'laplace_approximation' AND NOT noise_aware;

CREATE TEMP VIEW given_sums AS
SELECT replicate, eps, coverage, coverage_95, w2 FROM run_table
WHERE study = 'coverage' AND sampler = 'noisy_sufficient_statistics' AND noise_aware;

INSERT INTO claim
SELECT 'draws given noisy statistics cover 80 %, eps ' || eps, 'mean', 0.74, 0.88, coverage
FROM given_sums WHERE eps IN (0.3, 10, 30);

INSERT INTO claim
SELECT 'and more than 85 %, where the law of the features is hidden, eps ' || eps, 'mean', 0.85, 1, coverage
FROM given_sums WHERE eps IN (1, 3);

INSERT INTO claim
SELECT 'draws that take noisy statistics for true cover less than 15 % up to eps 3, eps ' || eps, 'mean', NULL, 0.15,
       coverage
FROM run_table
WHERE study = 'coverage' AND sampler = 'noisy_sufficient_statistics' AND NOT noise_aware AND eps <= 3;

INSERT INTO claim
SELECT 'log of W2 given noisy statistics over that of Laplace, eps ' || eps, 'mean', column2, column3,
       ln(given_sums.w2 / aware.w2)
FROM given_sums JOIN aware USING (replicate, eps)
JOIN (VALUES (0.3, -1.6, -1.0), (1, -0.3, 0.1), (3, 0.55, 0.9), (10, 0.5, 0.95), (30, 0.45, 0.9)) ON eps = column1;
