-- Geometric means of the distance over that of a point at the mode, at every budget in vectors of 224
-- bits, both ways; in brackets the row gradients of a run, where they are counted.
WITH means AS (
  SELECT problem, method, family, CAST(budget AS INTEGER) AS budget, exp(avg(ln(distance))) AS distance, avg(gradients) AS gradients, count(*) AS n
  FROM curve WHERE status = 'ok' AND method <> 'point' GROUP BY 1, 2, 3, 4),
told AS (SELECT *, printf('%.3g', distance) || iif(gradients > 0, printf(' (%.2g)', gradients), '') || iif(n < 20, printf(', n = %d', n), '') AS text FROM means)
SELECT problem, method, family,
       max(iif(budget = 10, text, '')) AS "10", max(iif(budget = 40, text, '')) AS "40", max(iif(budget = 160, text, '')) AS "160",
       max(iif(budget = 640, text, '')) AS "640", max(iif(budget = 2560, text, '')) AS "2560", max(iif(budget = 0, text, '')) AS "no bits"
FROM told GROUP BY problem, method, family ORDER BY problem DESC, family DESC, method
