-- Exact laws: one replicate, without error. With clients alike, the covariance of a chain with h -> 0
-- is a multiple of the posterior's, so that W2 to exp(-U / T) is sqrt(T v + b) - sqrt(T v), v the
-- trace of the posterior's covariance and b the variance bias: v follows from both.
CREATE TEMP VIEW posterior AS
SELECT pow((exact_variance_bias - exact_w2 * exact_w2) / (2 * exact_w2), 2) AS v
FROM run_table WHERE study = 'fa_ld_figure_3_attack' AND alpha = 0 AND step = 1e-9 AND temp = 1;
CREATE TEMP VIEW chains AS
SELECT alpha, step, temp, exact_w2 AS w2, exact_variance_bias AS b, v
FROM run_table, posterior WHERE study = 'fa_ld_figure_3_attack';

INSERT INTO claim
SELECT 'clients alike, T = 1, steps from 1e-7 to 1e-9: W2 to the posterior', 'each', 0.0135, 0.0141, w2 FROM chains WHERE alpha = 0 AND temp = 1;
INSERT INTO claim
SELECT 'clients alike, T = S / N, step ' || step || ': W2 to the posterior over the step, in 1e4', 'each', 0.9, 1.4, (sqrt(temp * v + b) - sqrt(v)) / step / 1e4
FROM chains WHERE alpha = 0 AND temp = 0.2;
INSERT INTO claim
SELECT 'clients unlike, steps from 1e-7 to 1e-9: variance beyond the posterior''s with T = S / N, over that with T = 1', 'each', 0.75, 1,
       (cold.b - (1 - cold.temp) * cold.v) / warm.b
FROM chains cold JOIN chains warm USING (alpha, step) WHERE alpha = 1 AND cold.temp = 0.2 AND warm.temp = 1;
