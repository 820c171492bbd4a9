-- Exact laws: all replicates have the same value.
INSERT INTO claim
SELECT 'K = 5, steps of .04 and less: halving the step divides the bias of FALD''s mean', 'each', 1.7, 2.1, coarse.exact_mean_bias / fine.exact_mean_bias
FROM run_table fine JOIN run_table coarse USING (sampler, K, replicate)
WHERE sampler = 'fald' AND K = 5 AND coarse.step = 2 * fine.step AND coarse.step <= .04;

CREATE TEMP VIEW pair AS
SELECT fine.K, fine.step, fine.replicate, 2 * fine.exact_mean_bias - coarse.exact_mean_bias AS mean,
       2 * fine.exact_variance_bias - coarse.exact_variance_bias AS square,
       2 * fine.variance_bias - coarse.variance_bias AS simulated, fine.exact_variance_bias AS fine_square, coarse.exact_variance_bias AS coarse_square
FROM run_table fine JOIN run_table coarse USING (sampler, K, replicate)
WHERE sampler = 'fald' AND coarse.step = 2 * fine.step;

INSERT INTO claim
SELECT 'K = 5, steps of .02 and less and their doubles: and that of both steps', 'each', 4, 6, coarse.mean / fine.mean
FROM pair fine JOIN pair coarse USING (K, replicate) WHERE K = 5 AND coarse.step = 2 * fine.step AND coarse.step <= .02;

INSERT INTO claim
SELECT 'K = 20, steps of .02 and more: the bias of both steps over that of the smaller one', 'each', 1, 8, pair.mean / exact_mean_bias
FROM pair JOIN run_table USING (K, step, replicate) WHERE sampler = 'fald' AND K = 20 AND step BETWEEN .02 AND .04;

INSERT INTO claim
SELECT 'bias of VR-FALD*''s mean', 'each', -1e-12, 1e-12, exact_mean_bias FROM run_table WHERE sampler = 'vr_fald';

INSERT INTO claim
SELECT 'simulated minus exact square of both steps, K = ' || K || ', step ' || step, 'mean', -.03, .03, simulated - square FROM pair;

INSERT INTO claim
SELECT 'simulated minus exact square, in standard errors', 'each', -4, 4, (variance_bias - exact_variance_bias) / exact_variance_bias_error
FROM run_table;

-- cost: the table cost.csv.
INSERT INTO claim
SELECT 'errors of .003 and more: bits of two steps over those of FALD', 'each', 1.6, 5, two.megabits / one.megabits
FROM cost.cost two JOIN cost.cost one USING (K, eps)
WHERE two.method = 'FALD at two steps' AND one.method = 'FALD' AND eps + 0 >= .003;

INSERT INTO claim
SELECT 'K = 5, an error of .0005: bits of FALD, and of VR-FALD*, over those of two steps', 'each', 1.6, 6.8, one.megabits / two.megabits
FROM cost.cost two JOIN cost.cost one USING (K, eps)
WHERE two.method = 'FALD at two steps' AND one.method <> two.method AND K = '5' AND eps + 0 = .0005;

INSERT INTO claim
SELECT 'K = 20: bits of two steps over those of VR-FALD*', 'each', 1.3, 2.3, two.megabits / one.megabits
FROM cost.cost two JOIN cost.cost one USING (K, eps)
WHERE two.method = 'FALD at two steps' AND one.method = 'VR-FALD*' AND K = '20';
