-- Accuracies of every replicate: a panel for each kind of clients.
SELECT 'clients ' || iif(partition = 'iid', 'alike', 'of two labels') AS panel,
       CASE compressor WHEN 'none' THEN '' WHEN 'qsgd' THEN 'quantised ' ELSE 'EF21 ' END
         || iif(sampler = 'scaffold', 'SCAFFOLD', 'FedAvg') AS method,
       K, replicate, accuracy
FROM run_table WHERE study LIKE 'compression_or_controls%' AND status = 'ok'
ORDER BY study, partition, sampler, compressor, K, replicate
