-- E |x - x*|^2 on the four quadratics of optimisers.json: what the theorems promise, the exact
-- value of their recursions, and what the program's chains make of it. Curvature 1: F - F* is half
-- of |x - x*|^2. G = 11, start 10 away, noise of 4 clients averaged.
.import --csv dp_fedavg.csv averaging
.import --csv private_fedpaq.csv quantised
.import --csv measured.csv measured
WITH RECURSIVE
shares(method, K, eps, alpha, share, delta, steps) AS (
  SELECT 'DP-FedAvg', K + 0, eps + 0, 8.0, K * 10 / 100.0, 1e-5, 200 * K FROM averaging
  UNION ALL
  SELECT 'private FedPaq', K + 0, eps + 0, max(4.0 * K, 4 * sqrt(2) * (K - 1)),
         K * 5 / 100.0, 1e-4, 1000 * K FROM quantised),
-- The noise's standard deviation in units of the sensitivity, and that of its average at rate 1.
settings AS (
  SELECT *, 2 * share * sqrt(2 * ln(1.25 * share / delta)) / eps AS multiplier,
         4 * K * 11 * 2 * share * sqrt(2 * ln(1.25 * share / delta)) / eps / 2 AS noise
  FROM shares),
-- Deviation of the mean from x* and variance after t local steps; eta is the rate of the next one.
-- DP-FedAvg's falls with every step, FedPaq's with every round; the former's noise, as published, is
-- multiplied by it twice.
walk(method, K, eps, alpha, noise, steps, t, eta, mean, variance) AS (
  SELECT method, K, eps, alpha, noise, steps, 0, iif(method LIKE 'DP%', 2, 4) / alpha, 10.0, 0.0
  FROM settings
  UNION ALL
  SELECT method, K, eps, alpha, noise, steps, t + 1,
         iif(method LIKE 'DP%', 2 / (alpha + t + 1), 4 / (alpha + (t + 1) / K * K)),
         mean * (1 - eta),
         variance * (1 - eta) * (1 - eta) + iif((t + 1) % K = 0, pow(iif(method LIKE 'DP%', eta * eta, eta) * noise, 2), 0)
  FROM walk WHERE t < steps)
SELECT 'DP-FedAvg, K = ' || K AS method, 'theorem' AS curve, eps, 2 * bound AS error FROM averaging
UNION ALL
SELECT 'private FedPaq, K = ' || K, 'theorem', eps, bound FROM quantised
UNION ALL
SELECT method || ', K = ' || K, 'exact', eps, mean * mean + variance FROM walk WHERE t = steps
UNION ALL
-- variance_bias lacks Tr A^-1 = 1/4; clip = 1e4; FedPaq's sensitivity is half the published one.
SELECT s.method || ', K = ' || s.K, 'run', s.eps, m.variance_bias + 0.25
FROM measured m JOIN settings s
  ON s.K = m.K + 0 AND (s.method LIKE 'DP%') = (m.sampler = 'dp_fedavg')
 AND abs(multiplier * iif(s.method LIKE 'DP%', 11e-4, 22e-4) / m.noise_multiplier - 1) < 1e-6;
