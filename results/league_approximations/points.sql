-- The figure: a panel for each problem and family, with the methods that have none in both.
SELECT problem || ', ' || f.family || ' covariance' AS panel,
       CASE method WHEN 'FALD, K = 1' THEN 'FALD' WHEN 'consensus, moments' THEN 'consensus' ELSE method END AS method,
       kbit, replicate, distance
FROM curve c JOIN (SELECT 'full' AS family UNION ALL SELECT 'diagonal') f ON c.family IN ('', f.family)
WHERE status = 'ok' AND method IN ('PVI', 'FedEP', 'FedLap', 'Bayesian ADMM', 'Laplace', 'FALD, K = 1', 'consensus, moments')
ORDER BY panel DESC, method, kbit + 0, replicate
