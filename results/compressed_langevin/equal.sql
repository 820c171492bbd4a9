.import --csv points.csv points
.mode markdown
-- The exact error at one step, and the fewest kilobits of a relaxation time within an error.
SELECT method, CASE WHEN method = 'ULA' THEN 1 ELSE kept END AS kept,
       coalesce(max(CASE WHEN step = 0.25 THEN printf('%.2g', w2) END), 'none') AS 'W2 at a quarter of the longest step',
       coalesce(CAST(round(min(CASE WHEN w2 <= 0.1 THEN up + 0 END)) AS INTEGER), 'none') AS 'up, W2 <= .1',
       coalesce(CAST(round(min(CASE WHEN w2 <= 0.01 THEN up + 0 END)) AS INTEGER), 'none') AS '<= .01',
       coalesce(CAST(round(min(CASE WHEN w2 <= 0.001 THEN up + 0 END)) AS INTEGER), 'none') AS '<= .001',
       coalesce(CAST(round(min(CASE WHEN w2 <= 0.1 THEN both + 0 END)) AS INTEGER), 'none') AS 'both ways, W2 <= .1',
       coalesce(CAST(round(min(CASE WHEN w2 <= 0.01 THEN both + 0 END)) AS INTEGER), 'none') AS '<= .01 ',
       coalesce(CAST(round(min(CASE WHEN w2 <= 0.001 THEN both + 0 END)) AS INTEGER), 'none') AS '<= .001 '
FROM (SELECT method, kept, step + 0 AS step, w2 + 0 AS w2, up, both FROM points)
GROUP BY 1, 2
ORDER BY 1, 2;
