-- curve: every run (record.sql) and the best rates (best.sql); law and draws: the tables of law.awk.
-- By how many powers of eps the best rate grows.
INSERT INTO claim
WITH range(problem, method, least, most) AS (VALUES
  ('adult', 'gradient', 0.25, 0.5), ('adult', 'Adam', -0.17, -0.04), ('adult', 'sign', -0.32, -0.14),
  ('network', 'gradient', 0.38, 0.49), ('network', 'Adam', -0.27, -0.17), ('network', 'sign', -0.25, -0.16))
SELECT problem || ', ' || method || ', eps .25 to 8: the best rate grows as eps to the power', 'mean', least, most, power
FROM range JOIN slope USING (problem, method);

INSERT INTO claim
SELECT 'settings of 36 whose best rate is inside its axis', 'each', 35.5, 36.5, count(DISTINCT problem || method || eps) FROM vertex;

INSERT INTO claim
SELECT problem || ', gradient, eps .25 to 1: the best rate grows as eps to the power', 'mean', 0.4, 0.8, (high.octave - low.octave) / 2
FROM vertex low JOIN vertex high USING (problem, method, replicate) WHERE method = 'gradient' AND low.eps = 0.25 AND high.eps = 1;

-- Gradient less sign.
INSERT INTO claim
SELECT problem || ', eps .25 to 8: the power of the gradient''s best rate less that of the sign''s', 'mean', 0.45, 0.75, a.power - b.power
FROM slope a JOIN slope b USING (problem, replicate) WHERE a.method = 'gradient' AND b.method = 'sign';

-- Tuned against tuned, at the rate of the least mean.
INSERT INTO claim
WITH range(problem, eps, other, least, most) AS (VALUES
  ('adult', 0.25, 'Adam', -0.006, 0.009), ('adult', 0.25, 'sign', 0, 0.015), ('adult', 8, 'Adam', -0.003, 0.003), ('adult', 8, 'sign', -0.005, 0),
  ('network', 0.25, 'Adam', 0, 0.1), ('network', 0.25, 'sign', 0.05, 0.15), ('network', 8, 'Adam', 0.01, 0.04), ('network', 8, 'sign', -0.005, 0.02))
SELECT problem || ', eps ' || eps || ', tuned: test loss of ' || other || ' less that of gradient descent', 'mean', least, most, b.nll - a.nll
FROM range JOIN vertex a USING (problem, eps) JOIN vertex b USING (problem, eps, replicate)
WHERE a.method = 'gradient' AND b.method = other;

-- What it costs to keep the rate of eps 8 at eps .25.
INSERT INTO claim
WITH range(problem, method, least, most) AS (VALUES
  ('adult', 'gradient', 0.04, 0.08), ('adult', 'Adam', -0.001, 0.012), ('adult', 'sign', 0.005, 0.03),
  ('network', 'gradient', 1.5, 2.5), ('network', 'Adam', 0, 0.1), ('network', 'sign', 0.2, 0.4))
SELECT problem || ', ' || method || ': test loss at eps .25 with the best rate of eps 8, less that with its own', 'mean', least, most, run.nll - own.nll
FROM range JOIN best USING (problem, method) JOIN run USING (problem, method, octave) JOIN vertex own USING (problem, method, replicate)
WHERE best.eps = 8 AND run.eps = 0.25 AND own.eps = 0.25;

-- Gradient descent by rules from eps 8 to eps 1: its rate as it is, or in proportion to eps or its root.
INSERT INTO claim
WITH rule(problem, says, power, least, most) AS (VALUES
  ('adult', 'as it is', 0, 0, 0.01), ('adult', 'times eps / 8', 1, 0.005, 0.02), ('adult', 'times (eps / 8)^1/2', 0.5, -1e-9, 1e-9),
  ('network', 'as it is', 0, 0.05, 0.2), ('network', 'times eps / 8', 1, 0.3, 0.5), ('network', 'times (eps / 8)^1/2', 0.5, -1e-9, 1e-9))
SELECT problem || ', gradient, eps 1: test loss with eps 8''s rate ' || says || ', less that with its own rate', 'mean', least, most, run.nll - own.nll
FROM rule JOIN best USING (problem) JOIN run USING (problem, method) JOIN vertex own USING (problem, method, replicate)
WHERE method = 'gradient' AND best.eps = 8 AND run.eps = 1 AND own.eps = 1 AND abs(run.octave - floor(best.octave - 3 * power + 0.5)) < 1e-6;

-- The same from eps 8 to .25.
INSERT INTO claim
SELECT problem || ', gradient, eps .25: test loss with eps 8''s rate times (eps / 8)^1/2, less that with its own rate', 'mean', -1e-9, 0.2, run.nll - own.nll
FROM best JOIN run USING (problem, method) JOIN vertex own USING (problem, method, replicate)
WHERE method = 'gradient' AND best.eps = 8 AND run.eps = 0.25 AND own.eps = 0.25 AND abs(run.octave - floor(best.octave - 2.5 + 0.5)) < 1e-6;

-- The law.
INSERT INTO claim
SELECT 'law, equal curvatures: the power where more than .05 and less than .2 of the loss is left', 'each', 0.4, 0.8, power + 0
FROM law WHERE spectrum = 'equal' AND left + 0 > 0.05 AND left + 0 < 0.2;

INSERT INTO claim
SELECT 'law, curvatures 1 / i: the power where .1 to .71 of the loss is left', 'each', 0.95, 1.25, power + 0
FROM law WHERE spectrum = 'falling' AND left + 0 > 0.1 AND left + 0 < 0.71;

INSERT INTO claim
SELECT 'law, ' || spectrum || ': the power where .98 of the loss is left, or more', 'each', 1.85, 2, power + 0 FROM law WHERE left + 0 > 0.98;

INSERT INTO claim
SELECT 'draws less the law, in standard errors: ' || method, 'each', -4, 4, (draws - law) / error FROM draws.draws;
