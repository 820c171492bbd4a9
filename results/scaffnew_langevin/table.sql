.import --csv points.csv points
.mode markdown
-- The fewest vectors per effective draw within a bound of the exact error, and the p_c of those.
WITH bound AS (SELECT column1 AS most FROM (VALUES (0.2), (0.1), (0.05), (0.02))),
best AS (
  SELECT problem, noise, most, method, min(vectors + 0) AS vectors, p_c
  FROM points JOIN bound ON w2 + 0 <= most GROUP BY 1, 2, 3, 4)
SELECT problem, 'W2 <= ' || most AS error, noise AS noise,
       max(CASE method WHEN 'FALD' THEN printf('%.3g (p_c %s)', vectors, p_c) END) AS 'FALD',
       max(CASE method WHEN 'VR-FALD*' THEN printf('%.3g (p_c %s)', vectors, p_c) END) AS 'VR-FALD*',
       max(CASE method WHEN 'Scaffnew-Langevin' THEN printf('%.3g (p_c %s)', vectors, p_c) END) AS 'Scaffnew-Langevin',
       max(CASE method WHEN 'BAOAB' THEN printf('%.3g (p_c %s)', vectors, p_c) END) AS 'BAOAB'
FROM best GROUP BY problem, most, noise ORDER BY problem, most DESC, noise;
