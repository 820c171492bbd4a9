#!/usr/bin/env bash
# new_python.bash CONSUMER WORK: plugins in Python that `skald new` writes do what their READMEs
# say, and compute what the template's plugins in C++ do. CONSUMER is the folder of consumer.cmake,
# which has installed Skald and built the latter.
set -euo pipefail
consumer=$(realpath "$1")
rm -rf "$2"
mkdir -p "$2"
cd "$2"
export PATH=$consumer/prefix/bin:$PATH
unset SKALD_PLUGIN_PATH
complain() { printf 'new_python.bash: %s\n' "$*" >&2; exit 1; }

places=$consumer/build
while read -r kind name; do
  skald new "$kind" "py_$name" --language python >log
  (cd "py_$name" && sed -n 's/^    //p' README.md | sh -eux) >log 2>&1 ||
    complain "what the README of py_$name says fails: $(cat log)"
  places+=:$PWD/py_$name
done <<'TEXT'
dataset two_rings
partition round_robin
model student_t
sampler local_langevin
privacy fixed_gaussian
metric energy_distance
TEXT
export SKALD_PLUGIN_PATH=$places

skald check py_local_langevin/py_local_langevin.py --like sampler/local_langevin \
  --options '{"step": 0.1, "batch": 2}' >log || complain "other estimates: $(cat log)"

# same NAME CONDITION: runs NAME.json, in whose two runs CONDITION must hold for m, a metric.
same() {
  skald run "$1.json" >log 2>&1 || complain "$1.json fails: $(cat log)"
  [ "$(skald query "$1.db" "SELECT count(*) AS n, $2 AS same FROM run_table" --format csv |
    tail -1)" = 2,1 ] || complain "$1: $(skald query "$1.db" run_table)"
}

cat >data.json <<'TEXT'
{ "name": "data", "seed": 1,
  "dataset": {}, "partition": {}, "privacy": {},
  "model":   {"plugin": "logistic"},
  "sampler": {"plugin": "dp_fedavg", "K": 2, "lr": 0.5, "batch": 10, "clip": 1},
  "run":     {"rounds": 20},
  "metrics": ["nll", "eps_spent"],
  "axes": [{"zip": {"dataset.plugin": ["two_rings", "py_two_rings"],
                    "partition.plugin": ["round_robin", "py_round_robin"],
                    "privacy.plugin": ["fixed_gaussian", "py_fixed_gaussian"]}}] }
TEXT
same data 'max(nll) - min(nll) < 1e-9 AND min(nll) > 0.1 AND min(eps_spent) = max(eps_spent)'

cat >model.json <<'TEXT'
{ "name": "model", "seed": 1,
  "dataset": {"plugin": "gaussian_clients", "clients": 4, "dimension": 2, "seed": 1},
  "model":   {},
  "sampler": {"plugin": "ula", "step": 0.01},
  "run":     {"iterations": 100},
  "metrics": ["potential"],
  "axes": [{"model.plugin": ["student_t", "py_student_t"]}] }
TEXT
same model 'max(potential) - min(potential) < 1e-9 AND min(potential) > 1'

cat >metric.json <<'TEXT'
{ "name": "metric", "seed": 1, "replicates": 2,
  "dataset": {"plugin": "gaussian_clients", "clients": 2, "dimension": 2},
  "model":   {"plugin": "gaussian"},
  "sampler": {"plugin": "ula", "step": 0.01},
  "run":     {"iterations": 64},
  "metrics": ["energy_distance", "py_energy_distance"] }
TEXT
same metric 'min(energy_distance) > 0.01 AND
  max(abs(energy_distance - py_energy_distance)) < 1e-9'
