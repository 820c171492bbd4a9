-- curve: the table of record.sql. One record, against the server.
CREATE TEMP VIEW runs AS
SELECT problem, relation, method, eps + 0 AS eps, replicate + 0 AS replicate, accuracy + 0 AS accuracy FROM record;

-- Accuracy of ten noisy steps less that of another method.
INSERT INTO claim
WITH range(problem, relation, eps, other, least, most) AS (VALUES
  ('softmax', 'zero', 1, 'one noisy gradient', 0.005, 0.01), ('softmax', 'zero', 3, 'one noisy gradient', 0.02, 0.025),
  ('softmax', 'zero', 10, 'one noisy gradient', 0.03, 0.035),
  ('softmax', 'zero', 1, 'one noisy gradient, server momentum', -0.004, 0.004), ('softmax', 'zero', 3, 'one noisy gradient, server momentum', -0.003, 0.003),
  ('softmax', 'zero', 10, 'one noisy gradient, server momentum', 0.005, 0.008),
  ('softmax', 'zero', 1, 'one noisy gradient, server Adam', -0.002, 0.005), ('softmax', 'zero', 3, 'one noisy gradient, server Adam', 0, 0.005),
  ('softmax', 'zero', 10, 'one noisy gradient, server Adam', 0.004, 0.008),
  ('softmax', 'replace', 1, 'one noisy gradient', -0.005, 0.002), ('softmax', 'replace', 3, 'one noisy gradient', 0.006, 0.01),
  ('softmax', 'replace', 10, 'one noisy gradient', 0.019, 0.023),
  ('softmax', 'replace', 1, 'one noisy gradient, server Adam', -0.008, 0.004), ('softmax', 'replace', 3, 'one noisy gradient, server Adam', -0.003, 0.003),
  ('softmax', 'replace', 10, 'one noisy gradient, server Adam', -0.002, 0.002),
  ('softmax', 'replace', 1, 'noise on the sum of ten steps', 0.06, 0.09), ('softmax', 'replace', 3, 'noise on the sum of ten steps', 0.06, 0.07),
  ('softmax', 'replace', 10, 'noise on the sum of ten steps', 0.045, 0.06),
  ('adult', 'zero', 1, 'one noisy gradient', 0.003, 0.005), ('adult', 'zero', 3, 'one noisy gradient', 0.003, 0.005),
  ('adult', 'zero', 10, 'one noisy gradient', 0.004, 0.006),
  ('adult', 'zero', 1, 'one noisy gradient, server momentum', -0.0005, 0.0015), ('adult', 'zero', 3, 'one noisy gradient, server momentum', -0.001, 0.0015),
  ('adult', 'zero', 10, 'one noisy gradient, server momentum', 0, 0.002),
  ('network', 'zero', 1, 'one noisy gradient, server momentum', 0.008, 0.018), ('network', 'zero', 3, 'one noisy gradient, server momentum', 0.012, 0.019),
  ('network', 'zero', 10, 'one noisy gradient, server momentum', 0.025, 0.035), ('network', 'zero', 1, 'one noisy gradient', 0.027, 0.04),
  ('network', 'zero', 3, 'one noisy gradient', 0.06, 0.08), ('network', 'zero', 10, 'one noisy gradient', 0.07, 0.095),
  ('softmax', 'zero', 1, 'ten noisy steps, server Adam', -0.001, 0.002), ('softmax', 'zero', 10, 'ten noisy steps, server Adam', 0.004, 0.008),
  ('softmax', 'zero', 1, 'ten noisy steps, server momentum', -0.002, 0.003), ('softmax', 'zero', 10, 'ten noisy steps, server momentum', 0.005, 0.009))
SELECT problem || ', ' || relation || ', eps ' || eps || ': ten noisy steps are ahead of ' || other || ' by', 'mean', least, most, a.accuracy - b.accuracy
FROM range JOIN runs a USING (problem, relation, eps) JOIN runs b USING (problem, relation, eps, replicate)
WHERE a.method = 'ten noisy steps' AND b.method = other;

-- What a tuned server rule is worth to one noisy gradient.
INSERT INTO claim
SELECT a.problem || ', zero, eps ' || eps || ': momentum at the server is worth', 'mean', 0, NULL, a.accuracy - b.accuracy
FROM runs a JOIN runs b USING (problem, relation, eps, replicate)
WHERE relation = 'zero' AND a.method = 'one noisy gradient, server momentum' AND b.method = 'one noisy gradient';
