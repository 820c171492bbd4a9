-- Main effects on the accuracy and interactions, replicate by replicate; up: at equal bits up.
INSERT INTO claim
WITH runs AS (
  SELECT iif(bits IS NULL, 'up', 'both') AS budget, replicate, accuracy, sampler = 'scaffold' AS controls,
         compressor, K, partition <> 'iid' AS skewed
  FROM run_table WHERE study = 'compression_or_controls' AND status = 'ok'),
effects AS (
  SELECT budget, replicate,
         avg(accuracy) FILTER (WHERE controls) - avg(accuracy) FILTER (WHERE NOT controls) AS controls,
         avg(accuracy) FILTER (WHERE compressor = 'qsgd') - avg(accuracy) FILTER (WHERE compressor = 'none') AS quantised,
         avg(accuracy) FILTER (WHERE compressor = 'top_k') - avg(accuracy) FILTER (WHERE compressor = 'none') AS ef21,
         avg(accuracy) FILTER (WHERE K = 5) - avg(accuracy) FILTER (WHERE K = 1) AS five,
         avg(accuracy) FILTER (WHERE K = 25) - avg(accuracy) FILTER (WHERE K = 5) AS more,
         avg(accuracy) FILTER (WHERE controls AND K = 25) - avg(accuracy) FILTER (WHERE NOT controls AND K = 25)
           - avg(accuracy) FILTER (WHERE controls AND K = 5) + avg(accuracy) FILTER (WHERE NOT controls AND K = 5) AS controls_more,
         avg(accuracy) FILTER (WHERE skewed AND K = 25) - avg(accuracy) FILTER (WHERE NOT skewed AND K = 25)
           - avg(accuracy) FILTER (WHERE skewed AND K = 5) + avg(accuracy) FILTER (WHERE NOT skewed AND K = 5) AS skewed_more
  FROM runs GROUP BY budget, replicate),
local AS (
  SELECT budget, replicate,
         avg(accuracy) FILTER (WHERE controls) - avg(accuracy) FILTER (WHERE NOT controls) AS controls,
         avg(accuracy) FILTER (WHERE compressor = 'qsgd') - avg(accuracy) FILTER (WHERE compressor = 'none') AS quantised
  FROM runs WHERE K > 1 GROUP BY budget, replicate)
SELECT 'controls, ' || budget, 'mean', NULL, 0, controls FROM effects
UNION ALL SELECT 'quantisation, ' || budget, 'mean', 0, NULL, quantised FROM effects
UNION ALL SELECT 'EF21, up', 'mean', 0, NULL, ef21 FROM effects WHERE budget = 'up'
UNION ALL SELECT 'K = 5 in place of 1, ' || budget, 'mean', 0, NULL, five FROM effects
UNION ALL SELECT 'K = 25 in place of 5, ' || budget, 'mean', 0, NULL, more FROM effects
UNION ALL SELECT 'controls x K = 25 in place of 5, ' || budget, 'mean', 0, NULL, controls_more FROM effects
UNION ALL SELECT 'two labels x K = 25 in place of 5, ' || budget, 'mean', NULL, 0, skewed_more FROM effects
UNION ALL SELECT 'controls, K > 1, ' || budget, 'mean', -0.005, 0.005, controls FROM local
UNION ALL SELECT 'quantisation, K > 1, ' || budget, 'mean', 0, NULL, quantised FROM local;

-- Differences of accuracy between two methods with K = 25: a minus b.
INSERT INTO claim
WITH compared(claim, budget, clients, a_sampler, a_compressor, b_sampler, b_compressor) AS (VALUES
  ('two labels: SCAFFOLD minus FedAvg, both', 'both', 'n_labels', 'scaffold', 'none', 'fedpaq', 'none'),
  ('two labels: quantised SCAFFOLD minus EF21 FedAvg, both', 'both', 'n_labels', 'scaffold', 'qsgd', 'fedpaq', 'top_k'),
  ('two labels: quantised SCAFFOLD minus quantised FedAvg, up', 'up', 'n_labels', 'scaffold', 'qsgd', 'fedpaq', 'qsgd'),
  ('two labels: EF21 FedAvg minus quantised FedAvg, both', 'both', 'n_labels', 'fedpaq', 'top_k', 'fedpaq', 'qsgd'),
  ('two labels: EF21 FedAvg minus quantised FedAvg, up', 'up', 'n_labels', 'fedpaq', 'top_k', 'fedpaq', 'qsgd'),
  ('two labels: quantised FedAvg minus FedAvg, up', 'up', 'n_labels', 'fedpaq', 'qsgd', 'fedpaq', 'none'),
  ('alike: FedAvg minus SCAFFOLD, both', 'both', 'iid', 'fedpaq', 'none', 'scaffold', 'none'),
  ('alike: quantised FedAvg minus FedAvg, up', 'up', 'iid', 'fedpaq', 'qsgd', 'fedpaq', 'none')),
runs AS (
  SELECT iif(bits IS NULL, 'up', 'both') AS budget, partition AS clients, sampler, compressor, replicate, accuracy
  FROM run_table WHERE study = 'compression_or_controls' AND status = 'ok' AND K = 25)
SELECT claim, 'mean', 0, NULL, a.accuracy - b.accuracy
FROM compared JOIN runs a USING (budget, clients) JOIN runs b USING (budget, clients, replicate)
WHERE a.sampler = a_sampler AND a.compressor = a_compressor AND b.sampler = b_sampler AND b.compressor = b_compressor;
