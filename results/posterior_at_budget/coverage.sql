-- The second figure: coverage of methods whose draws are independent, or nearly, by setting.
SELECT problem AS panel, method || iif(setting = 'tuned', ', tuned for distance', ', whole clips') AS method, eps + 0 AS eps, replicate,
       coverage + 0 AS coverage
FROM curve
WHERE bits = '20 kbit' AND method IN ('Laplace', 'public guess', 'noisy statistics') AND coverage <> ''
ORDER BY panel, method, eps + 0, replicate
