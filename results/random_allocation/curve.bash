#!/usr/bin/env bash
# curve.bash eps|delta: certified bounds for random allocation (each unit is in one of the bins of an
# epoch) and for Poisson samples of the same rate, as CSV: of eps at delta 1e-5 and 1e-3, or of the
# delta of one epoch at some eps.
set -euo pipefail

# event SAMPLING BINS EPOCHS NOISE_MULTIPLIER: prints the event.
event() {
  local noise="\"noise_multiplier\": $4" rate
  if [ "$1" = "random allocation" ]; then
    echo "{\"event\": \"balls_in_bins\", $noise, \"bins\": $2, \"count\": $3}"
  else
    rate=$(awk -v bins="$2" 'BEGIN { printf "%.17g", 1 / bins }')
    echo "{\"event\": \"gaussian\", $noise, \"sampling\": \"poisson\", \"rate\": $rate," \
      "\"count\": $(($2 * $3))}"
  fi
}

# bounds QUESTION EVENT NAME: prints NAME's lower and upper bound.
bounds() {
  echo "{\"unit\": \"record\", \"adversary\": \"server\", \"relation\": \"add_remove\", $1," \
    "\"events\": [$2]}" >event.json
  skald account events event.json --json |
    sed "s/.*\"$3\": \([^,]*\),.*\"$3_low\": \([^,]*\),.*/\2,\1/"
}

if [ "$1" = eps ]; then
  echo bins,epochs,noise_multiplier,delta,sampling,eps_low,eps
  for delta in 1e-5 1e-3; do
    for bins in 10 30 100 300; do
      for epochs in 1 10 100; do
        for z in 0.5 0.7 1 2 4; do
          for sampling in "random allocation" "Poisson samples"; do
            eps=$(bounds "\"delta\": $delta" "$(event "$sampling" $bins $epochs $z)" eps)
            echo "$bins,$epochs,$z,$delta,$sampling,$eps"
          done
        done
      done
    done
  done
else
  echo sampling,bins,noise_multiplier,eps,delta_low,delta
  for z in 0.7 1; do
    for eps in 0.25 0.5 1 2; do
      for sampling in "random allocation" "Poisson samples"; do
        delta=$(bounds "\"eps\": $eps" "$(event "$sampling" 10 1 $z)" delta)
        echo "$sampling,10,$z,$eps,$delta"
      done
    done
  done
fi
