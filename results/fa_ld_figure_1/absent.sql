-- Exact laws: one replicate, without error.
CREATE TEMP VIEW stationary AS
SELECT alpha, S, K, exact_w2 AS w2 FROM run_table WHERE study = 'fa_ld_figure_1_attack';

INSERT INTO claim
SELECT 'all of 50 take part, clients alike and unlike: W2 with 1 to 3000 local steps over that with one', 'each', 0.999999, 1.000001, many.w2 / one.w2
FROM stationary many JOIN (SELECT alpha, S, w2 FROM stationary WHERE K = 1) one USING (alpha, S) WHERE S = 50;
INSERT INTO claim
SELECT '10 or 25 of 50, clients alike: W2 with 3000 local steps over that with one', 'each', 1.39, 1.5, many.w2 / one.w2
FROM stationary many JOIN (SELECT alpha, S, w2 FROM stationary WHERE K = 1) one USING (alpha, S) WHERE S < 50 AND K = 3000 AND alpha = 0;
INSERT INTO claim
SELECT '10 or 25 of 50, clients unlike: W2 with 3000 local steps over that with one', 'each', 10, 11, many.w2 / one.w2
FROM stationary many JOIN (SELECT alpha, S, w2 FROM stationary WHERE K = 1) one USING (alpha, S) WHERE S < 50 AND K = 3000 AND alpha = 1;
INSERT INTO claim
SELECT '10 or 25 of 50, clients unlike: W2 with 100 local steps over that with one', 'each', 7.5, 8.5, many.w2 / one.w2
FROM stationary many JOIN (SELECT alpha, S, w2 FROM stationary WHERE K = 1) one USING (alpha, S) WHERE S < 50 AND K = 100 AND alpha = 1;
INSERT INTO claim
SELECT '10 or 25 of 50: the least W2 of any number of local steps, which 1e-3 is below', 'each', 1e-3, NULL, min(w2) FROM stationary WHERE S < 50;
