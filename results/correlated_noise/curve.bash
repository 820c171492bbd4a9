#!/usr/bin/env bash
# Prints what a record of one of ten clients loses in a round, over the correlation of the clients'
# noise at the same noise in their mean: own noise of 2 sensitivities, and what they have in common
# (rho) or cancel in pairs (pair).
set -euo pipefail
. "$(dirname "$0")/../eps_of.bash"

# row WHO CORRELATION ADVERSARY EVENT: the correlation is a formula.
row() {
  local eps
  eps=$(eps_of "$3" zero_out "$4")
  echo "$1,$(awk "BEGIN { printf \"%.6g\", $2 }"),$eps"
}

# A Langevin step of this size and temperature has that noise: 2 = sqrt(2 * .02 / (10 * .001)).
step='"step": 1e-3, "temp": 0.02, "clip": 1, "clients": 10, "rounds": 1'
echo who,correlation,eps
for rho in 0 0.3 0.5 0.7 0.8 0.9 0.95 0.98; do
  common="$rho * $rho / (10 - 9 * $rho * $rho)"
  langevin="\"event\": \"langevin\", \"rho\": $rho, $step"
  row "server" "$common" server "{$langevin, \"common_noise\": \"hidden\"}"
  row "server and three clients" "$common" server "{$langevin, \"common_noise\": \"known\"}"
  row "observer of the mean" "$common" observer "{$langevin, \"common_noise\": \"hidden\"}"
done
for pair in 0.2 0.4 0.7 1 2 5 20; do
  cancelled="-$pair * $pair / (4 + 9 * $pair * $pair)"
  noise="\"event\": \"pairwise_cancelling\", \"noise_multiplier\": 2, \"pair_multiplier\": $pair"
  row "server" "$cancelled" server "{$noise, \"clients\": 10, \"colluding\": 0}"
  row "server and three clients" "$cancelled" server "{$noise, \"clients\": 10, \"colluding\": 3}"
  row "observer of the mean" "$cancelled" observer \
    '{"event": "gaussian", "noise_multiplier": 6.32455532}'
done
