#!/usr/bin/env bash
# Prints eps and total variation of the runs in DATABASE as a table: Langevin steps in the eyes of
# the server and of observers, and draws from the exact posterior. Rows are at most 2 long; with a
# prior confined to |theta| <= 10, log-likelihoods lie within log(1 + e^20) - log(1 + e^-20) = 20 of
# each other.
set -euo pipefail
database=$1
. "$(dirname "$0")/../eps_of.bash"

# series NAME ADVERSARY EVENT CONDITION: the runs that satisfy it, with the eps of the event.
series() {
  local eps
  eps=$(eps_of "$2" replace_one "$3")
  skald query "$database" "SELECT '$1' AS who, temp, replicate, $eps AS eps,
    total_variation FROM run_table WHERE temp = $temp AND $4" --format csv | tail -n +2
}

echo who,temp,replicate,eps,total_variation
for temp in 1 3 10 30 100; do
  steps='{"event": "langevin", "step": 5e-4, "clip": 2, "clients": 10, "temp": '$temp
  grid="study = 'fa_ld_privacy' AND step = 5e-4"
  for rho in 0 0.9; do
    series "the server, ρ = $rho" server "$steps, \"rho\": $rho, \"K\": 5, \"rounds\": 64}" \
      "$grid AND adversary = 'server' AND S = 10 AND rho = $rho"
  done
  series "an observer, S = 2" observer "$steps, \"S\": 2, \"K\": 5, \"rounds\": 64}" \
    "$grid AND adversary = 'observer' AND S = 2 AND rho = 0"
  series "an observer of averages" observer "$steps, \"rounds\": 320}" \
    "study = 'fa_ld_privacy_steps' AND rho = 0"
  for draws in 1 10 100; do
    event='{"event": "posterior", "spread": 20, "temp": '$temp', "draws": '$draws'}'
    series "exact draws: $draws" observer "$event" \
      "study = 'fa_ld_privacy_exact' AND chains = $draws"
  done
done
