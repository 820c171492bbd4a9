-- curve: the table of results.sql; distances are over that of a point at the mode.
CREATE TEMP VIEW runs AS
SELECT problem, method, family, CAST(budget AS INTEGER) AS budget, replicate, distance + 0 AS distance, kbit + 0 AS kbit
FROM curve WHERE status = 'ok';

-- Logarithms of ratios of distances, within replicates. Budgets are in vectors of 224 bits, both ways.
INSERT INTO claim
WITH compared(problem, a_method, a_family, a_budget, b_method, b_family, b_budget, least, most) AS (VALUES
  ('linear', 'FedEP', 'full', 10, 'PVI', 'full', 10, -0.001, 0.001),
  ('linear', 'FedLap', 'full', 10, 'PVI', 'full', 10, -0.001, 0.001),
  ('linear', 'Bayesian ADMM', 'full', 10, 'PVI', 'full', 10, -0.01, 0.01),
  ('linear', 'PVI', 'full', 640, 'PVI', 'full', 10, -0.01, 0.01),
  ('linear', 'FALD, K = 1', '', 2560, 'PVI', 'full', 10, 1.4, NULL),
  ('linear', 'Scaffnew-Langevin', '', 2560, 'PVI', 'full', 10, 1.4, NULL),
  ('linear', 'consensus, moments', '', 10, 'PVI', 'full', 10, 1, 2),
  ('linear', 'FALD, K = 1', '', 2560, 'consensus, moments', '', 10, 0.1, 0.7),
  ('linear', 'Laplace', '', 160, 'PVI', 'full', 10, -0.2, 0.1),
  ('linear', 'Laplace', '', 40, 'PVI', 'full', 10, 0.5, NULL),
  ('linear', 'FALD, K = 1', '', 640, 'FedEP', 'diagonal', 640, 0.1, 0.7),
  ('linear', 'FALD, K = 1', '', 2560, 'FedEP', 'diagonal', 640, -0.4, 0.1),
  ('linear', 'Bayesian ADMM', 'diagonal', 640, 'PVI', 'diagonal', 640, 2, NULL),
  ('linear', 'FALD, K = 10', '', 640, 'FALD, K = 1', '', 640, 0.2, 0.6),
  ('logistic', 'PVI', 'full', 40, 'HMC on all rows', '', 0, -0.1, 0.1),
  ('logistic', 'FedEP', 'full', 40, 'HMC on all rows', '', 0, -0.1, 0.15),
  ('logistic', 'Bayesian ADMM', 'full', 160, 'HMC on all rows', '', 0, -0.1, 0.1),
  ('logistic', 'FALD, K = 1', '', 2560, 'PVI', 'full', 40, 0.2, 0.6),
  ('logistic', 'FALD, K = 1', '', 640, 'PVI', 'full', 40, 0.7, 1.3),
  ('logistic', 'Laplace', '', 640, 'PVI', 'full', 40, 0.6, 1.1),
  ('logistic', 'FedLap', 'full', 640, 'Laplace', '', 640, -0.1, 0.1),
  ('logistic', 'FALD, K = 1', '', 640, 'Laplace', '', 640, 0, 0.4),
  ('logistic', 'FALD, K = 1', '', 2560, 'Laplace', '', 640, -0.7, -0.2),
  ('logistic', 'FedEP', 'diagonal', 160, 'PVI', 'full', 160, 0.25, 0.7),
  ('logistic', 'FALD, K = 1', '', 2560, 'FedEP', 'diagonal', 160, -0.3, 0.2),
  ('logistic', 'PVI', 'diagonal', 160, 'FedEP', 'diagonal', 160, 0.05, 0.25),
  ('logistic', 'consensus, moments', '', 10, 'PVI', 'full', 10, 1.1, NULL),
  ('logistic', 'FALD, K = 10', '', 640, 'FALD, K = 1', '', 640, 0.3, 0.8),
  ('logistic', 'Scaffnew-Langevin', '', 2560, 'FALD, K = 1', '', 2560, 0.5, 1.1))
SELECT c.problem || ': log distance of ' || a_method || iif(a_family = '', '', ' (' || a_family || ')') || ' at ' || a_budget || ' over '
       || b_method || iif(b_family = '', '', ' (' || b_family || ')') || ' at ' || b_budget, 'mean', least, most, ln(a.distance / b.distance)
FROM compared c
  JOIN runs a ON a.problem = c.problem AND a.method = a_method AND a.family = a_family AND a.budget = a_budget
  JOIN runs b ON b.problem = c.problem AND b.method = b_method AND b.family = b_family AND b.budget = b_budget AND b.replicate = a.replicate;

INSERT INTO claim
SELECT problem || ': bits both ways over those of the budget, where it is above 0, ' || method || ' ' || family, 'each', 0.45, 1.15, kbit * 1000 / (224 * budget)
FROM runs WHERE budget > 0;
