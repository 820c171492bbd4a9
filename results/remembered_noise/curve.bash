#!/usr/bin/env bash
# curve.bash: noise in prefix sums for ways to correlate it, at equal eps, over the rounds between
# two turns (b), the turns of a client (k) and eps, as CSV. All numbers are in clips.
set -euo pipefail
echo b,k,eps,noise,clients,per_round,prefix_max,prefix_rms,memory
for b in 10 50 200; do
  for k in 1 4 20; do
    for eps in 1 2 8; do
      skald account correlated -N $((b * 10)) -S 10 -R $((b * k)) --eps $eps --delta 1e-5 --json |
        sed -n 's/^{"noise": "\(.*\)", "clients": "\([^"]*\)", .*"per_round": \([^,]*\), "prefix_max": \([^,]*\), "prefix_rms": \([^,]*\), "memory": \([0-9]*\)}.*/'"$b,$k,$eps"',\1,\2,\3,\4,\5,\6/p' |
        sed 's/, max,/ for the largest,/'
    done
  done
done
