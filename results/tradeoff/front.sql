-- For budgets of eps and of bits sent by all clients: the setting with the least mean total variation.
WITH means AS (
  SELECT partition, K, rho, temp, avg(total_variation) AS tv, avg(eps_spent) AS eps, avg(bits_up) AS bits
  FROM run_table WHERE study = 'tradeoff' AND status = 'ok' GROUP BY 1, 2, 3, 4),
budgets AS (
  SELECT e.column1 AS eps_budget, b.column1 AS bits_budget
  FROM (VALUES (1.5), (3), (6), (11.2), (30)) AS e, (VALUES (5120), (20480), (81920), (204800), (409600)) AS b),
best AS (
  SELECT partition, eps_budget, bits_budget, tv, temp, rho, K,
         row_number() OVER (PARTITION BY partition, eps_budget, bits_budget ORDER BY tv) AS place
  FROM budgets JOIN means ON eps <= eps_budget AND bits <= bits_budget)
SELECT partition, eps_budget AS "eps at most",
       max(CASE WHEN bits_budget = 5120 THEN printf('%.4f (T %g, rho %g, K %d)', tv, temp, rho, K) END) AS "5e3 bits",
       max(CASE WHEN bits_budget = 20480 THEN printf('%.4f (T %g, rho %g, K %d)', tv, temp, rho, K) END) AS "2e4",
       max(CASE WHEN bits_budget = 81920 THEN printf('%.4f (T %g, rho %g, K %d)', tv, temp, rho, K) END) AS "8e4",
       max(CASE WHEN bits_budget = 204800 THEN printf('%.4f (T %g, rho %g, K %d)', tv, temp, rho, K) END) AS "2e5",
       max(CASE WHEN bits_budget = 409600 THEN printf('%.4f (T %g, rho %g, K %d)', tv, temp, rho, K) END) AS "4e5"
FROM best WHERE place = 1 GROUP BY partition, eps_budget ORDER BY partition DESC, eps_budget
