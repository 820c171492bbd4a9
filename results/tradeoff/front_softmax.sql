-- For budgets of eps and of bits sent by all clients: the setting with the least mean total variation.
WITH means AS (
  SELECT partition, K, rho, temp, avg(total_variation) AS tv, avg(accuracy) AS accuracy,
         avg(eps_spent) AS eps, avg(bits_up) AS bits
  FROM run_table WHERE study = 'tradeoff_softmax' AND status = 'ok' GROUP BY 1, 2, 3, 4),
budgets AS (
  SELECT e.column1 AS eps_budget, b.column1 AS bits_budget
  FROM (VALUES (1.5), (3), (6), (11)) AS e,
       (VALUES (640000), (2560000), (10240000), (25600000), (51200000)) AS b),
best AS (
  SELECT partition, eps_budget, bits_budget, tv, accuracy, temp, rho, K,
         row_number() OVER (PARTITION BY partition, eps_budget, bits_budget ORDER BY tv) AS place
  FROM budgets JOIN means ON eps <= eps_budget AND bits <= bits_budget),
cells AS (
  SELECT partition, eps_budget, bits_budget,
         printf('%.4f, %.3f (T %g, rho %g, K %d)', tv, accuracy, temp, rho, K) AS text
  FROM best WHERE place = 1)
SELECT partition, eps_budget AS "eps at most",
       max(text) FILTER (WHERE bits_budget = 640000) AS "6e5 bits",
       max(text) FILTER (WHERE bits_budget = 2560000) AS "2.6e6",
       max(text) FILTER (WHERE bits_budget = 10240000) AS "1e7",
       max(text) FILTER (WHERE bits_budget = 25600000) AS "2.6e7",
       max(text) FILTER (WHERE bits_budget = 51200000) AS "5.1e7"
FROM cells GROUP BY partition, eps_budget ORDER BY partition DESC, eps_budget
