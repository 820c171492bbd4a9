-- The figure: test loss at the end of each run, of ten methods in the order of their means under strong skew.
SELECT 'Dirichlet(' || iif(skew = '0.1', '.1', '1') || ') labels' AS panel, replace(replace(method, 'FedAvg, server ', ''), ', one epoch', '') AS method,
       replicate, nll + 0 AS nll
FROM curve c JOIN (SELECT method, avg(nll) AS place FROM curve WHERE skew = '0.1' GROUP BY method) USING (method)
WHERE status = 'ok'
  AND method IN ('FedDyn', 'SCAFFOLD', 'FedVARP', 'FedAvg, server Adam', 'TAMUNA', 'FedPaq', 'FedNova, one epoch', 'FedAvg', 'Scaffnew', 'Mime')
ORDER BY panel, place, replicate
