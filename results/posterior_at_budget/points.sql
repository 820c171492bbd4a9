-- The first figure: every replicate of the methods that it shows, a panel for each problem and bandwidth.
SELECT problem || ', ' || bits AS panel, method || iif(setting = 'tuned', '', ', whole clips') AS method, eps + 0 AS eps, replicate,
       distance + 0 AS distance
FROM curve
WHERE setting = 'tuned' AND method IN ('Laplace', 'public guess', 'noisy statistics', 'FALD', 'FALD''s mean, public width', 'QLSD')
   OR setting = 'whole' AND method = 'Laplace'
ORDER BY panel, method, eps + 0, replicate
