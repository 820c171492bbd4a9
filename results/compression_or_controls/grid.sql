-- Writes grid.json: five new runs of every combination, each with the rate that was best on validation
-- rows.
WITH ranked AS (
  SELECT bits, "run.budget.bits_up" AS bits_up, sampler, compressor, partition, K, lr,
         row_number() OVER (PARTITION BY bits, "run.budget.bits_up", sampler, compressor, partition, K
                            ORDER BY accuracy DESC, nll) AS place
  FROM run_table WHERE study = 'compression_or_controls_tuning' AND status = 'ok'),
best AS (SELECT * FROM ranked WHERE place = 1 ORDER BY bits DESC, partition, K, sampler, compressor)
SELECT '{
  "$schema": "../../schemas/grid.schema.json",
  "name": "compression_or_controls",
  "description": "Compression of uploads, control variates and local steps, crossed, over clients alike and of two labels, at equal bits in both directions and at equal bits up.",
  "seed": 1,
  "replicates": 5,
  "dataset": {"plugin": "mnist", "pool": 4, "train": 5000, "test": 5000},
  "partition": {"plugin": "iid", "clients": 10},
  "model": {"plugin": "softmax", "prior_precision": 0, "arithmetic": "float"},
  "sampler": {"plugin": "fedpaq", "batch": 50},
  "run": {"rounds": 2000, "record_every": 1000000},
  "metrics": ["accuracy", "nll", "rounds", "bits_up", "bits_down"],
  "axes": [
    {"zip": {
      "run.budget.bits": ' || json_group_array(bits) || ',
      "run.budget.bits_up": ' || json_group_array(bits_up) || ',
      "sampler.plugin": ' || json_group_array(sampler) || ',
      "compressor": ' || json_group_array(compressor) || ',
      "partition.plugin": ' || json_group_array(partition) || ',
      "K": ' || json_group_array(K) || ',
      "lr": ' || json_group_array(lr) || '
    }},
    {"when": {"compressor": "qsgd"}, "levels": 7},
    {"when": {"compressor": "top_k"}, "keep": 0.05, "differences": true}
  ]
}'
FROM best;
