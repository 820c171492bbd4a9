-- Writes the next grid of the study, from the runs of the last one: with :next 'shortlist' the four best
-- settings of every method, bandwidth and eps of tuning.json, four times each; with :next '' the best of
-- these, ten times. A setting may spend less than the eps that it competes for.
WITH budgets(target) AS (VALUES (0.3), (1), (3), (10), (30)),
settings AS (
  SELECT sampler, target, CAST(round(bits_up / 1280) AS INTEGER) AS vectors, "run.rounds" AS rounds, K, clip, step, temp, lr,
         avg(w2 * w2) AS loss
  FROM run_table JOIN budgets ON eps_spent <= target * 1.000001
  WHERE study = 'posterior_at_budget_' || iif(:next = '', 'shortlist', 'tuning') AND status = 'ok'
    AND (privacy = 'langevin' OR abs(eps - target) < 1e-9)
  GROUP BY sampler, target, vectors, cell),
ranked AS (
  SELECT *, row_number() OVER (PARTITION BY sampler, target, vectors ORDER BY loss) AS place FROM settings),
chosen AS (
  SELECT * FROM ranked WHERE place <= iif(:next = '', 1, 4) ORDER BY sampler, target, vectors, place),
langevin AS (
  SELECT DISTINCT rounds, K, clip, step, temp FROM chosen WHERE sampler = 'fa_ld'),
blocks AS (
  SELECT '    {"when": {"sampler.plugin": "fa_ld"}, "zip": {
      "run.rounds": ' || json_group_array(CAST(rounds AS INTEGER)) || ',
      "K": ' || json_group_array(K) || ',
      "clip": ' || json_group_array(clip) || ',
      "step": ' || json_group_array(step) || ',
      "temp": ' || json_group_array(temp) || '
    }},' AS block FROM langevin
  UNION ALL SELECT '    {"when": {"sampler.plugin": "' || sampler || '"}, "zip": {
      "eps": ' || json_group_array(target) || ',
      "run.rounds": ' || json_group_array(CAST(rounds AS INTEGER)) || ',
      "K": ' || json_group_array(K) || ',
      "clip": ' || json_group_array(clip) || ',
      "lr": ' || json_group_array(lr) || '
    }},' FROM chosen WHERE sampler <> 'fa_ld' GROUP BY sampler)
SELECT '{
  "$schema": "../../schemas/grid.schema.json",
  "name": "posterior_at_budget' || iif(:next = '', '', '_shortlist') || '",
  "description": "' || iif(:next = '', 'The best setting', 'The four best settings in one run') || ' of every method at every bandwidth and eps.",
  "seed": ' || iif(:next = '', 1, 3) || ',
  "replicates": ' || iif(:next = '', 10, 4) || ',
  "dataset": {"plugin": "uci", "path": "data:uci/bnn-regression/power-plant.txt", "standardize_target": true, "intercept": false, "test_fraction": 0},
  "partition": {"plugin": "iid", "clients": 8},
  "model": {"plugin": "linear", "noise": 0.27, "prior_precision": 1, "arithmetic": "float"},
  "sampler": {"plugin": "fa_ld", "weights": "uniform"},
  "privacy": {"plugin": "langevin", "delta": 1e-5, "calibration": "pld"},
  "run": {"rounds": 4, "burn_in": 0.5, "public": "standardisation", "record_every": 1000000},
  "metrics": ["w2", "mean_bias", "eps_spent", "bits_up"],
  "axes": [
    {"zip": {"sampler.plugin": ["fa_ld", "fedavg", "fedpaq", "scaffold"],
             "privacy.plugin": ["langevin", "gaussian", "gaussian", "gaussian"]}},
' || group_concat(block, '
') || '
    {"when": {"privacy.plugin": "gaussian"}, "noise_at": "step", "lr_schedule": "exponential", "lr_decay": "= 4 / (K * rounds)"},
    {"when": {"sampler.plugin": "fedpaq"}, "levels": 7}
  ]
}'
FROM blocks;
