.import --csv points.csv points
.mode markdown
-- The exact error at each step and graph, with noise of the nodes' own and with noise from one seed.
SELECT method, CASE method WHEN 'a server' THEN '' ELSE graph END AS graph, CAST(1 / step AS INTEGER) AS 'longest step over step', printf('%.0f', up) AS 'kbit a node sends',
       printf('%.2g', max(CASE WHEN nodes = 'noise of their own' THEN w2 + 0 END)) AS 'W2, own noise',
       printf('%.2g', max(CASE WHEN nodes = 'noise from one seed' THEN w2 + 0 END)) AS 'W2, one seed',
       printf('%.3g', max(CASE WHEN nodes = 'noise of their own' THEN w2 + 0 END) /
                      max(CASE WHEN nodes = 'noise from one seed' THEN w2 + 0 END)) AS ratio
FROM points
GROUP BY 1, 2, step
ORDER BY CASE method WHEN 'a server' THEN 0 WHEN 'DE-SGLD' THEN 1 WHEN 'EXTRA-SGLD' THEN 2 ELSE 3 END, 2, step + 0 DESC;
