-- Mean accuracy with the half width of its 95 % interval (t = 2.262, ten replicates), a row for each method.
WITH told AS (
  SELECT problem, relation, method, eps,
         printf('%.4f ± %.4f', avg(accuracy), 2.262 * sqrt(max(avg(accuracy * accuracy) - avg(accuracy) * avg(accuracy), 0) / (count(*) - 1))) AS accuracy
  FROM (SELECT problem, relation, method, eps + 0 AS eps, accuracy + 0 AS accuracy FROM record) GROUP BY problem, relation, method, eps)
SELECT problem, relation, method, max(iif(eps = 1, accuracy, '')) AS "eps 1", max(iif(eps = 3, accuracy, '')) AS "eps 3",
       max(iif(eps = 10, accuracy, '')) AS "eps 10"
FROM told GROUP BY problem, relation, method ORDER BY problem DESC, relation DESC, method
