-- Writes grid.json: five new runs of every setting, each with the rate and the clip that were best on
-- validation rows.
WITH ranked AS (
  SELECT model, noise_at, partition, eps, rounds, K, batch, lr, clip,
         row_number() OVER (PARTITION BY model, noise_at, partition, eps, rounds, K
                            ORDER BY accuracy DESC, nll) AS place
  FROM run_table WHERE study = 'local_steps_at_eps_tuning' AND status = 'ok'),
best AS (SELECT * FROM ranked WHERE place = 1 ORDER BY model DESC, noise_at, partition, eps, rounds, K)
SELECT '{
  "$schema": "../../schemas/grid.schema.json",
  "name": "local_steps_at_eps",
  "description": "Accuracy over local steps and rounds at a fixed eps: noise in steps or on uploads, softmax regression or a network, clients alike or of two labels.",
  "seed": 1,
  "replicates": 5,
  "dataset": {"plugin": "mnist", "pool": 4, "train": 5000, "test": 5000},
  "partition": {"plugin": "iid", "clients": 10},
  "model": {"plugin": "softmax", "prior_precision": 0, "arithmetic": "float"},
  "sampler": {"plugin": "fedavg"},
  "privacy": {"plugin": "gaussian", "delta": 1e-5, "calibration": "pld"},
  "run": {"record_every": 1000000},
  "metrics": ["accuracy", "nll", "bits_up", "bits_down", "eps_spent"],
  "axes": [
    {"zip": {
      "model.plugin": ' || json_group_array(model) || ',
      "noise_at": ' || json_group_array(noise_at) || ',
      "partition.plugin": ' || json_group_array(partition) || ',
      "eps": ' || json_group_array(eps) || ',
      "run.rounds": ' || json_group_array(CAST(rounds AS INTEGER)) || ',
      "K": ' || json_group_array(K) || ',
      "batch": ' || json_group_array(batch) || ',
      "lr": ' || json_group_array(lr) || ',
      "clip": ' || json_group_array(clip) || '
    }},
    {"when": {"model.plugin": "softmax"}, "row_bound": 4},
    {"when": {"model.plugin": "mlp"}, "hidden": [[16]]}
  ]
}'
FROM best;
