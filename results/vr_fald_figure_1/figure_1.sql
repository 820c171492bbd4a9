-- Figure 1 of Plassier, Moulines, Durmus (FALD, VR-FALD*): the fewest communications (A) and iterations
-- (B) for which the bounds of the paper promise W2 <= eps, as a table. d, m, omega, H, J and V_pi are those of Table 5.
CREATE TEMP TABLE problem AS
  SELECT 10.0 AS d, 1.0 AS m, 10.0 AS omega, 100.0 AS H, 20.0 AS J, 10.0 AS V_pi,
         10.0 AS b, 100.0 AS I;  -- b and I(mu_0) are not printed
CREATE TEMP TABLE accuracy (eps REAL);
INSERT INTO accuracy VALUES (1), (0.3), (0.1), (0.03), (0.01);
-- Shares x in (0, 1) of what the minimisations may spend.
CREATE TEMP TABLE share AS
  WITH RECURSIVE i(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM i WHERE i < 19999)
  SELECT i / 20000.0 AS x FROM i;

-- (A) min lambda rho subject to I exp(-lambda m / 8) + (H + d/b) / rho^2 <= eps^2, without H for
-- VR-FALD*: the first term is x eps^2.
CREATE TEMP TABLE communications AS
  SELECT eps, variant, min(lambda * rho) AS communications, lambda AS physical_time,
         1 / rho AS time_between
  FROM (SELECT eps, variant, 8 / m * ln(I / (x * eps * eps)) AS lambda,
               sqrt((heterogeneity + d / b) / ((1 - x) * eps * eps)) AS rho
        FROM problem, accuracy, share,
             (SELECT 'FALD' AS variant, H AS heterogeneity FROM problem
              UNION ALL SELECT 'VR-FALD*', 0))
  GROUP BY eps, variant;

-- (B) min 8 / (gamma m) ln(I / (eps^2 - c1 gamma - c2 gamma^2)) at p_c = 1, tau = 1, with
-- c1 = V_pi, c2 = J/b (FALD) and c1 = 0, c2 = (J + omega d)/b (VR-FALD*); gamma is a share x of the
-- root of the difference.
CREATE TEMP TABLE iterations AS
  SELECT eps, variant, min(8 / (gamma * m) * ln(I / (eps * eps - c1 * gamma - c2 * gamma * gamma)))
           AS iterations, gamma
  FROM (SELECT *, x * 2 * eps * eps / (c1 + sqrt(c1 * c1 + 4 * c2 * eps * eps)) AS gamma
        FROM problem, accuracy, share,
             (SELECT 'FALD' AS variant, V_pi AS c1, J / b AS c2 FROM problem
              UNION ALL SELECT 'VR-FALD*', 0, (J + omega * d) / b FROM problem))
  GROUP BY eps, variant;

-- time: physical time until then; step: between communications (A), or of an iteration (B).
SELECT '(A) communications' AS bound, variant, eps, communications AS number,
       physical_time AS time, time_between AS step FROM communications
UNION ALL
SELECT '(B) iterations', variant, eps, iterations, gamma * iterations, gamma FROM iterations
ORDER BY bound, variant, eps DESC;
