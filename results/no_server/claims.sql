-- Exact laws: one replicate, without error.
INSERT INTO claim
SELECT 'EXTRA-SGLD and DIGing-SGLD: times nearer with noise from one seed', 'each', 10, 65, own.exact_w2 / one.exact_w2
FROM run_table own JOIN run_table one USING (study, sampler, topology, step)
WHERE study = 'no_server' AND own.rho = 0 AND one.rho = 1 AND own.status = 'ok' AND one.status = 'ok' AND sampler <> 'de_sgld';

INSERT INTO claim
SELECT 'DE-SGLD: times nearer with noise from one seed', 'each', 1, 1.02, own.exact_w2 / one.exact_w2
FROM run_table own JOIN run_table one USING (study, sampler, topology, step)
WHERE study = 'no_server' AND own.rho = 0 AND one.rho = 1 AND own.status = 'ok' AND one.status = 'ok' AND sampler = 'de_sgld';

INSERT INTO claim
SELECT 'EXTRA-SGLD and DIGing-SGLD: bias of the mean', 'each', NULL, 1e-13, exact_mean_bias
FROM run_table WHERE study = 'no_server' AND status = 'ok' AND sampler IN ('extra_sgld', 'diging_sgld');

INSERT INTO claim
SELECT 'a ring with one seed: traffic over that of a server, for the error of its longest step', 'each', 15, 17,
       (SELECT min(bits_up) FROM run_table WHERE study = 'no_server' AND topology = 'ring' AND rho = 1 AND exact_w2 < 1.1 * server.exact_w2) / server.bits_up
FROM (SELECT bits_up, exact_w2 FROM run_table WHERE study = 'no_server' AND sampler = 'fald' ORDER BY step DESC LIMIT 1) server;

INSERT INTO claim
SELECT 'complete graph over ring, EXTRA-SGLD with noise of their own: error', 'each', 0.39, 0.46, complete.exact_w2 / ring.exact_w2
FROM run_table complete JOIN run_table ring USING (study, sampler, rho, step)
WHERE study = 'no_server' AND complete.topology = 'complete' AND ring.topology = 'ring' AND rho = 0 AND sampler = 'extra_sgld'
  AND complete.status = 'ok' AND ring.status = 'ok';

INSERT INTO claim
SELECT 'complete graph over ring, DE-SGLD: error', 'each', 0.2, 0.26, complete.exact_w2 / ring.exact_w2
FROM run_table complete JOIN run_table ring USING (study, sampler, rho, step)
WHERE study = 'no_server' AND complete.topology = 'complete' AND ring.topology = 'ring' AND sampler = 'de_sgld'
  AND complete.status = 'ok' AND ring.status = 'ok';

INSERT INTO claim
SELECT 'simulated minus exact variance, in standard errors', 'each', -4, 4, (variance_bias - exact_variance_bias) / exact_variance_bias_error
FROM run_table WHERE study = 'no_server' AND status = 'ok';
