-- curve: the table of results.sql; reference: that of reference.bash. Squared distances over the
-- posterior's variance: a point at the exact mean has 1.
INSERT INTO claim
SELECT 'FA-LD is nearer than the exact mean: eps ' || printf('%g', eps + 0) || ', ' || bits || ' bits', 'mean', NULL, 1, distance
FROM curve WHERE method = 'FA-LD, draws' AND eps + 0 >= 10 AND bits + 0 >= 2560;

INSERT INTO claim
SELECT 'no method is nearer than the exact mean: eps 1, ' || bits || ' bits, ' || method, 'mean', 1, NULL, distance
FROM curve WHERE eps + 0 = 1;

-- FA-LD and the floor of its eps.
INSERT INTO claim
SELECT 'FA-LD over the floor: eps ' || printf('%g', c.eps + 0) || ', ' || bits || ' bits', 'mean', .2, 3, distance / floor
FROM curve c JOIN reference r ON c.eps + 0 = r.eps + 0
WHERE method = 'FA-LD, draws' AND bits + 0 >= 10240;

INSERT INTO claim
WITH runs AS (SELECT method, eps + 0 AS eps, bits + 0 AS bits, replicate, distance + 0 AS distance FROM curve),
compared(claim, a_method, a_bits, b_method, b_bits, eps) AS (VALUES
  ('eps 30, 40960 bits: FedAvg minus FA-LD', 'FedAvg', 40960, 'FA-LD, draws', 40960, 30),
  ('eps 30, 2560 bits: FedPAQ minus FA-LD', 'FedPAQ', 2560, 'FA-LD, draws', 2560, 30),
  ('eps 10, 2560 bits: SCAFFOLD minus FA-LD', 'SCAFFOLD', 2560, 'FA-LD, draws', 2560, 10),
  ('eps 3, FA-LD: 640 bits minus 10240 bits', 'FA-LD, draws', 640, 'FA-LD, draws', 10240, 3),
  ('eps 1, FA-LD: 640 bits minus 10240 bits', 'FA-LD, draws', 640, 'FA-LD, draws', 10240, 1),
  ('eps 3, 640 bits: FA-LD minus FedAvg', 'FA-LD, draws', 640, 'FedAvg', 640, 3),
  ('eps 1, 640 bits: FA-LD minus FedPAQ', 'FA-LD, draws', 640, 'FedPAQ', 640, 1))
SELECT claim, 'mean', 0, NULL, a.distance - b.distance
FROM compared c JOIN runs a ON a.method = a_method AND a.bits = a_bits AND a.eps = c.eps
  JOIN runs b ON b.method = b_method AND b.bits = b_bits AND b.eps = c.eps AND a.replicate = b.replicate;

INSERT INTO claim
SELECT 'what is spent over eps', 'each', NULL, 1.000001, eps_spent / eps FROM curve;
INSERT INTO claim
SELECT 'the variance, measured over that of reference.bash', 'each', .999, 1.001, curve.variance / reference.variance
FROM curve JOIN reference ON curve.eps + 0 = reference.eps + 0;
