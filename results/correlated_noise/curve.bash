#!/usr/bin/env bash
# Prints what one of ten clients loses in a round, over the correlation of the clients' noise at the
# same noise in their mean: own noise of 2 sensitivities, and what they have in common (rho) or
# cancel in pairs (pair).
set -euo pipefail
file=$(mktemp)
trap 'rm -f "$file"' EXIT

# eps_of ADVERSARY EVENT
eps_of() {
  cat >"$file" <<DOCUMENT
{ "unit": "record", "adversary": "$1", "relation": "zero_out", "delta": 1e-5, "events": [$2] }
DOCUMENT
  skald account events "$file" --json | sed -E 's/^[{]"eps": ([^,]*),.*/\1/'
}

# row WHO CORRELATION EPS: the correlation is a formula.
row() { echo "$1,$(awk "BEGIN { printf \"%.6g\", $2 }"),$3"; }

# A Langevin step of this size and temperature has that noise: 2 = sqrt(2 * .02 / (10 * .001)).
step='"step": 1e-3, "temp": 0.02, "clip": 1, "clients": 10, "rounds": 1'
echo who,correlation,eps
for rho in 0 0.3 0.5 0.7 0.8 0.9 0.95 0.98; do
  common="$rho * $rho / (10 - 9 * $rho * $rho)"
  langevin="{\"event\": \"langevin\", \"rho\": $rho, $step"
  row "server" "$common" "$(eps_of server "$langevin, \"common_noise\": \"hidden\"}")"
  row "server and three clients" "$common" "$(eps_of server "$langevin, \"common_noise\": \"known\"}")"
  row "observer of the mean" "$common" \
    "$(eps_of observer "$langevin, \"common_noise\": \"hidden\"}")"
done
for pair in 0.2 0.4 0.7 1 2 5 20; do
  cancelled="-$pair * $pair / (4 + 9 * $pair * $pair)"
  event="\"event\": \"pairwise_cancelling\", \"noise_multiplier\": 2, \"pair_multiplier\": $pair, \"clients\": 10"
  row "server" "$cancelled" "$(eps_of server "{$event, \"colluding\": 0}")"
  row "server and three clients" "$cancelled" "$(eps_of server "{$event, \"colluding\": 3}")"
  row "observer of the mean" "$cancelled" \
    "$(eps_of observer '{"event": "gaussian", "noise_multiplier": 6.32455532}')"
done
