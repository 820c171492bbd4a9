-- curve: noise in prefix sums (curve.bash); amplified: where turns are secret (amplified.bash); trained: the runs (record.sql).
CREATE TEMP VIEW error AS
SELECT b + 0 AS b, k + 0 AS k, eps + 0 AS eps, iif(clients = 'poisson', 'Poisson samples', noise) AS noise, prefix_rms + 0 AS rms
FROM curve WHERE clients IN ('poisson', 'in turn');

INSERT INTO claim
WITH range(other, least, most) AS (VALUES ('independent', 0.15, 0.7), ('blt', 1, 1.4), ('banded', 0.98, 1.45), ('tree', 0.45, 0.7))
SELECT 'known turns, rms of prefix sums, one remembered vector over ' || other, 'each', least, most, a.rms / c.rms
FROM range JOIN error a JOIN error c USING (b, k, eps) WHERE a.noise = 'previous' AND c.noise = range.other;

INSERT INTO claim
SELECT 'known turns: share of the reduction by four buffers that one vector keeps', 'each', 0.9, 1,
       (none.rms - one.rms) / (none.rms - four.rms)
FROM error none JOIN error one USING (b, k, eps) JOIN error four USING (b, k, eps)
WHERE none.noise = 'independent' AND one.noise = 'previous' AND four.noise = 'blt';

INSERT INTO claim
WITH range(eps, least, most) AS (VALUES (1, 1.2, 1.9), (2, 0.95, 1.5), (8, 0.44, 0.98))
SELECT 'known turns, eps ' || eps || ': rms of prefix sums, one remembered vector over Poisson samples', 'each', least, most, one.rms / poisson.rms
FROM range JOIN error one USING (eps) JOIN error poisson USING (b, k, eps) WHERE one.noise = 'previous' AND poisson.noise = 'Poisson samples';

INSERT INTO claim
WITH range(eps, least, most) AS (VALUES (1, 0.8, 0.9), (2, 0.7, 0.85), (8, 0.48, 0.6))
SELECT 'secret turns, eps ' || eps || ', 4 turns 50 apart: rms of prefix sums with the best lambda tried over Poisson samples', 'each', least, most,
       (SELECT min(prefix_rms + 0) FROM amplified.amplified WHERE eps + 0 = range.eps) / rms
FROM range JOIN error USING (eps) WHERE noise = 'Poisson samples' AND b = 50 AND k = 4;

INSERT INTO claim
SELECT 'secret turns, independent noise: certified eps over the eps that its noise is for', 'each', 0.95, 1.001, certified / eps
FROM amplified.amplified WHERE certified <> '';

-- The runs of secret turns have at least the noise of amplified.bash: 4.6194 is the sensitivity.
INSERT INTO claim
WITH run(eps, z) AS (VALUES (1, 2.257), (2, 1.2497), (8, 0.4674))
SELECT 'secret turns, lambda .9006, eps ' || eps || ': noise of the runs over that which is needed', 'each', 0.99, 1.1, z * 4.6194 / noise
FROM run JOIN amplified.amplified USING (eps) WHERE lambda = '0.9006';

INSERT INTO claim
WITH range(eps, least, most) AS (VALUES (1, 0.1, 0.16), (2, 0.06, 0.09), (8, 0.016, 0.025))
SELECT 'eps ' || eps || ', known turns: test accuracy with noise previous less that with noise independent', 'mean', least, most, a.accuracy - p.accuracy
FROM range JOIN trained.trained a USING (eps) JOIN trained.trained p USING (eps, replicate) WHERE a.noise = 'previous' AND p.noise = 'independent';

INSERT INTO claim
SELECT 'known turns, eps 1: rms of prefix sums, ' || one.noise || ' over Poisson samples', 'each', 1.17, 1.55, one.rms / poisson.rms
FROM error one JOIN error poisson USING (b, k, eps) WHERE one.noise IN ('banded', 'blt') AND poisson.noise = 'Poisson samples' AND eps = 1;

INSERT INTO claim
SELECT 'known turns, eps 2, 200 rounds apart, 1 and 4 turns: rms of prefix sums, ' || one.noise || ' over Poisson samples', 'each', 0.7, 0.95, one.rms / poisson.rms
FROM error one JOIN error poisson USING (b, k, eps)
WHERE one.noise IN ('banded', 'blt') AND poisson.noise = 'Poisson samples' AND eps = 2 AND b = 200 AND k IN (1, 4);

INSERT INTO claim
WITH range(noise, eps, least, most) AS (VALUES
  ('previous', 1, -0.065, -0.03), ('previous', 2, -0.03, -0.01), ('previous', 8, 0, 0.005),
  ('banded', 1, -0.04, -0.02), ('banded', 2, -0.015, -0.005), ('banded', 8, 0.002, 0.007),
  ('blt', 1, -0.045, -0.02), ('blt', 2, -0.018, -0.005), ('blt', 8, 0.002, 0.007),
  ('independent', 1, -0.21, -0.15), ('independent', 2, -0.12, -0.08), ('independent', 8, -0.025, -0.015),
  ('previous, secret turns', 1, -0.035, 0), ('previous, secret turns', 2, -0.01, 0.01), ('previous, secret turns', 8, 0, 0.008))
SELECT 'eps ' || eps || ': test accuracy with noise ' || range.noise || ' less that with Poisson samples', 'mean', least, most, a.accuracy - p.accuracy
FROM range JOIN trained.trained a USING (noise, eps) JOIN trained.trained p USING (eps, replicate) WHERE p.noise = 'Poisson samples';
