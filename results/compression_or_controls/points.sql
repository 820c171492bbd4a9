-- Accuracies of every replicate: a panel for each budget and kind of clients.
SELECT 'equal bits' || iif(bits IS NULL, ' up', '') || ', clients ' || iif(partition = 'iid', 'alike', 'of two labels') AS panel,
       CASE compressor WHEN 'none' THEN '' WHEN 'qsgd' THEN 'quantised ' ELSE 'EF21 ' END
         || iif(sampler = 'scaffold', 'SCAFFOLD', 'FedAvg') AS method,
       K, replicate, accuracy
FROM run_table WHERE study = 'compression_or_controls' AND status = 'ok'
ORDER BY bits DESC, partition, sampler, compressor, K, replicate
