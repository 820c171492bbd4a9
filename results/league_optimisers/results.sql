-- Every reported run at the end of its bits, with the name of its method, and the bits both ways until
-- test rows had a negative log-likelihood of at most .5.
WITH named AS (
  SELECT run, "partition.alpha" AS skew, replicate, status, nll, accuracy, bits_up, bits_down, rounds, gradient_evaluations AS gradients, lr, server_lr,
         "sampler.alpha" AS regulariser,
         CASE sampler
           WHEN 'fedavg' THEN 'FedAvg' || CASE WHEN server = 'momentum' THEN ', server momentum' WHEN server = 'adam' THEN ', server Adam'
                                               WHEN epochs = 1 THEN ', one epoch' ELSE '' END
           WHEN 'fedprox' THEN 'FedProx' WHEN 'fedpaq' THEN 'FedPaq' WHEN 'scaffold' THEN 'SCAFFOLD' WHEN 'mime' THEN 'Mime'
           WHEN 'mime_lite' THEN 'MimeLite' WHEN 'fedpa' THEN 'FedPA' WHEN 'distributed_sgd' THEN 'distributed SGD'
           WHEN 'fednova' THEN 'FedNova, one epoch' WHEN 'fedvarp' THEN 'FedVARP' WHEN 'fedexp' THEN 'FedExP' WHEN 'feddyn' THEN 'FedDyn'
           WHEN 'scaffnew' THEN 'Scaffnew' WHEN 'tamuna' THEN 'TAMUNA' END AS method
  FROM run_table WHERE study LIKE 'league_optimisers%')
SELECT n.*, (SELECT min(c.bits_up + c.bits_down) FROM curves c WHERE c.run = n.run AND c.metric = 'nll' AND c.value <= 0.5) AS bits_to_half
FROM named n ORDER BY skew, method, replicate
