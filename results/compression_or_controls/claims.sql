-- Main effects on the accuracy and interactions, replicate by replicate.
INSERT INTO claim
WITH runs AS (
  SELECT replicate, accuracy, sampler = 'scaffold' AS controls, compressor, K, partition <> 'iid' AS skewed
  FROM run_table WHERE study LIKE 'compression_or_controls%' AND status = 'ok'),
effects AS (
  SELECT replicate,
         avg(accuracy) FILTER (WHERE controls AND K > 1) - avg(accuracy) FILTER (WHERE NOT controls AND K > 1) AS controls_of_steps,
         avg(accuracy) FILTER (WHERE compressor = 'qsgd') - avg(accuracy) FILTER (WHERE compressor = 'none') AS quantised,
         avg(accuracy) FILTER (WHERE compressor = 'top_k') - avg(accuracy) FILTER (WHERE compressor = 'none') AS ef21,
         avg(accuracy) FILTER (WHERE K = 5) - avg(accuracy) FILTER (WHERE K = 1) AS five,
         avg(accuracy) FILTER (WHERE K = 25) - avg(accuracy) FILTER (WHERE K = 5) AS more,
         avg(accuracy) FILTER (WHERE controls AND skewed) - avg(accuracy) FILTER (WHERE NOT controls AND skewed)
           - avg(accuracy) FILTER (WHERE controls AND NOT skewed) + avg(accuracy) FILTER (WHERE NOT controls AND NOT skewed) AS controls_skewed,
         avg(accuracy) FILTER (WHERE controls AND K = 25) - avg(accuracy) FILTER (WHERE NOT controls AND K = 25)
           - avg(accuracy) FILTER (WHERE controls AND K = 5) + avg(accuracy) FILTER (WHERE NOT controls AND K = 5) AS controls_more,
         avg(accuracy) FILTER (WHERE controls AND compressor = 'qsgd') - avg(accuracy) FILTER (WHERE NOT controls AND compressor = 'qsgd')
           - avg(accuracy) FILTER (WHERE controls AND compressor = 'none') + avg(accuracy) FILTER (WHERE NOT controls AND compressor = 'none') AS quantised_controls,
         avg(accuracy) FILTER (WHERE controls AND compressor = 'top_k') - avg(accuracy) FILTER (WHERE NOT controls AND compressor = 'top_k')
           - avg(accuracy) FILTER (WHERE controls AND compressor = 'none') + avg(accuracy) FILTER (WHERE NOT controls AND compressor = 'none') AS ef21_controls
  FROM runs GROUP BY replicate)
SELECT 'K = 5 in place of 1', 'mean', 0.02, NULL, five FROM effects
UNION ALL SELECT 'K = 25 in place of 5', 'mean', 0.01, NULL, more FROM effects
UNION ALL SELECT 'quantisation', 'mean', -0.001, 0.004, quantised FROM effects
UNION ALL SELECT 'EF21', 'mean', NULL, -0.01, ef21 FROM effects
UNION ALL SELECT 'controls, K > 1', 'mean', 0, NULL, controls_of_steps FROM effects
UNION ALL SELECT 'controls x two labels', 'mean', 0.015, NULL, controls_skewed FROM effects
UNION ALL SELECT 'controls x K = 25 in place of 5', 'mean', 0.01, NULL, controls_more FROM effects
UNION ALL SELECT 'quantisation x controls', 'mean', NULL, -0.005, quantised_controls FROM effects
UNION ALL SELECT 'EF21 x controls', 'mean', NULL, -0.02, ef21_controls FROM effects;

-- Differences of accuracy between two methods: a minus b.
INSERT INTO claim
WITH compared(claim, least, most, clients, K, a_sampler, a_compressor, b_sampler, b_compressor) AS (VALUES
  ('two labels, K = 25: SCAFFOLD minus FedAvg', 0.035, 0.055, 'n_labels', 25, 'scaffold', 'none', 'fedpaq', 'none'),
  ('two labels, K = 5: SCAFFOLD minus FedAvg', 0.005, 0.03, 'n_labels', 5, 'scaffold', 'none', 'fedpaq', 'none'),
  ('two labels, K = 25: SCAFFOLD minus EF21 FedAvg', 0.02, 0.04, 'n_labels', 25, 'scaffold', 'none', 'fedpaq', 'top_k'),
  ('two labels, K = 25: SCAFFOLD minus quantised SCAFFOLD', 0.005, 0.015, 'n_labels', 25, 'scaffold', 'none', 'scaffold', 'qsgd'),
  ('two labels, K = 25: quantised SCAFFOLD minus EF21 FedAvg', 0.015, 0.025, 'n_labels', 25, 'scaffold', 'qsgd', 'fedpaq', 'top_k'),
  ('two labels, K = 25: EF21 FedAvg minus quantised FedAvg', 0, 0.015, 'n_labels', 25, 'fedpaq', 'top_k', 'fedpaq', 'qsgd'),
  ('alike, K = 25: SCAFFOLD minus FedAvg', -0.002, 0.002, 'iid', 25, 'scaffold', 'none', 'fedpaq', 'none'),
  ('alike, K = 5: SCAFFOLD minus FedAvg', -0.002, 0.002, 'iid', 5, 'scaffold', 'none', 'fedpaq', 'none'),
  ('alike, K = 25: quantised FedAvg minus FedAvg', 0, 0.006, 'iid', 25, 'fedpaq', 'qsgd', 'fedpaq', 'none'),
  ('alike, K = 25: quantised FedAvg minus EF21 FedAvg', 0.002, 0.008, 'iid', 25, 'fedpaq', 'qsgd', 'fedpaq', 'top_k')),
runs AS (
  SELECT partition AS clients, K, sampler, compressor, replicate, accuracy
  FROM run_table WHERE study LIKE 'compression_or_controls%' AND status = 'ok')
SELECT claim, 'mean', least, most, a.accuracy - b.accuracy
FROM compared JOIN runs a USING (clients, K) JOIN runs b USING (clients, K, replicate)
WHERE a.sampler = a_sampler AND a.compressor = a_compressor AND b.sampler = b_sampler AND b.compressor = b_compressor;

INSERT INTO claim
SELECT 'K = 1: SCAFFOLD is FedAvg', 'each', -1e-9, 1e-9, a.accuracy - b.accuracy
FROM run_table a JOIN run_table b USING (partition, K, compressor, replicate)
WHERE a.study LIKE 'compression_or_controls%' AND K = 1 AND compressor = 'none' AND a.sampler = 'scaffold' AND b.sampler = 'fedpaq';

INSERT INTO claim
SELECT 'rounds of ' || sampler || ', ' || compressor, 'each', least, most, rounds
FROM run_table JOIN (SELECT 'fedpaq' AS sampler, 'none' AS compressor, 59.5 AS least, 60.5 AS most UNION ALL SELECT 'scaffold', 'none', 59.5, 60.5
  UNION ALL SELECT 'fedpaq', 'qsgd', 105, 107 UNION ALL SELECT 'scaffold', 'qsgd', 52, 54 UNION ALL SELECT 'fedpaq', 'top_k', 111, 113
  UNION ALL SELECT 'scaffold', 'top_k', 55, 57) USING (sampler, compressor)
WHERE study LIKE 'compression_or_controls%';
