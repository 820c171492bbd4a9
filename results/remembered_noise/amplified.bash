#!/usr/bin/env bash
# amplified.bash: the noise of amplified.awk where turns are secret, 50 rounds apart and 4 of them, as
# CSV. Independent noise in the same rounds of every pass is that of one pass of half the noise, whose
# eps is certified (balls_in_bins). 0.9006 is the best lambda where turns are known.
set -euo pipefail
echo b,k,eps,lambda,noise,prefix_rms,delta,error,delta_back,error_back,certified
for eps in 1 2 8; do
  for lambda in 0 0.5 0.7 0.8 0.9006; do
    row=$(awk -v b=50 -v k=4 -v eps=$eps -v lambda=$lambda -v draws=2000 -v seed=1 \
      -f results/remembered_noise/amplified.awk)
    certified=
    if [ "$lambda" = 0 ]; then
      half=$(cut -d, -f5 <<<"$row" | awk '{ print $1 / 2 }')
      echo "{\"unit\": \"record\", \"adversary\": \"server\", \"relation\": \"add_remove\"," \
        "\"delta\": 1e-5, \"events\": [{\"event\": \"balls_in_bins\", \"bins\": 50, \"count\": 1," \
        "\"noise_multiplier\": $half}]}" >event.json
      certified=$(skald account events event.json --json | sed 's/^{"eps": \([^,]*\),.*/\1/' | head -1)
    fi
    echo "$row,$certified"
  done
done
