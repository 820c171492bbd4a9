-- What ./dev demo says of demo.json; all runs of a setting stand for replicates.
INSERT INTO claim
SELECT 'simulated and exact biases differ by less than 3 predicted errors of the estimate', 'each', -3, 3,
       (variance_bias - exact_variance_bias) / exact_variance_bias_error
FROM run_table WHERE study = 'vr_fald_table_1_demo';

INSERT INTO claim
SELECT 'FALD''s exact bias is 20 times as large at the longest step as at the shortest', 'each', 20, NULL,
       max(exact_variance_bias) / min(exact_variance_bias)
FROM run_table WHERE study = 'vr_fald_table_1_demo' AND sampler = 'fald' GROUP BY replicate;

INSERT INTO claim
SELECT 'VR-FALD*''s is less than a hundredth of it at every step (rho = 0)', 'each', NULL, 0.01,
       max(exact_variance_bias) FILTER (WHERE sampler = 'vr_fald')
         / max(exact_variance_bias) FILTER (WHERE sampler = 'fald')
FROM run_table WHERE study = 'vr_fald_table_1_demo' AND rho = 0 GROUP BY step, replicate;

INSERT INTO claim
SELECT 'for nearly three times as many bits', 'each', 2.7, 2.9,
       max(bits_up) FILTER (WHERE sampler = 'vr_fald') / max(bits_up) FILTER (WHERE sampler = 'fald')
FROM run_table WHERE study = 'vr_fald_table_1_demo' AND rho = 0 GROUP BY step, replicate;
