#!/usr/bin/env bash
# Prints what no bandwidth limits, for every eps, as mean squares over the posterior's variance (the
# trace of its covariance):
#   floor   the error of a mean for which clients spend all of eps on one message, about their clipped
#           gradients at the point where these cancel, which the server uses with the exact
#           curvature there; of the norms to clip to, 1 to 64, the best
#   draw    the distance of one exact draw from the tempered posterior, by a trusted curator
# and mu, the parameter of Gaussian privacy that has this eps at delta 1e-5.
set -euo pipefail
. "$(dirname "$0")/../eps_of.bash"
squared_mu='0.3 0.007917 1 0.07184 3 0.5170 10 4.001 30 21.68'

while read -r eps square; do
  multiplier=$(awk -v square="$square" 'BEGIN { print 1 / sqrt(square) }')
  held=$(eps_of server replace_one '{"event": "gaussian", "noise_multiplier": '"$multiplier"'}')
  awk -v eps="$eps" -v held="$held" 'BEGIN { exit !(held <= 1.0001 * eps && held > .999 * eps) }' ||
    { echo "mu^2 = $square has eps $held, not $eps" >&2 && exit 1; }
done < <(xargs -n 2 <<<"$squared_mu")

data=$(skald data list 2>&1 | sed -n 's/^data folder: //p')/uci/bnn-regression/power-plant.txt
awk -F'[, \t]+' -v clients=8 -v s=.27 -v squared_mu="$squared_mu" '
  function max(a, b) { return a > b ? a : b }
  # Inverts A, which is positive definite, by Gauss-Jordan.
  function invert(   i, j, k, p) {
    for (i = 1; i <= 5; ++i) for (j = 1; j <= 5; ++j) inverse[i, j] = (i == j)
    for (k = 1; k <= 5; ++k) {
      p = A[k, k]
      for (j = 1; j <= 5; ++j) { A[k, j] /= p; inverse[k, j] /= p }
      for (i = 1; i <= 5; ++i) {
        if (i == k) continue
        p = A[i, k]
        for (j = 1; j <= 5; ++j) { A[i, j] -= p * A[k, j]; inverse[i, j] -= p * inverse[k, j] }
      }
    }
  }
  # A Newton step of theta towards the point where clipped gradients cancel. Returns its length.
  function step(clip,   r, i, j, e, g, move, moved) {
    for (i = 1; i <= 5; ++i) {
      g[i] = theta[i]
      for (j = 1; j <= 5; ++j) A[i, j] = (i == j)
    }
    for (r = 1; r <= NR; ++r) {
      e = -y[r]
      for (i = 1; i <= 5; ++i) e += theta[i] * x[r, i]
      if ((e < 0 ? -e : e) * norm[r] / s^2 > clip) {  # the gradient no longer depends on theta
        for (i = 1; i <= 5; ++i) g[i] += (e < 0 ? -1 : 1) * clip * x[r, i] / norm[r]
        continue
      }
      for (i = 1; i <= 5; ++i) {
        g[i] += e / s^2 * x[r, i]
        for (j = 1; j <= i; ++j) A[i, j] += x[r, i] * x[r, j] / s^2
      }
    }
    for (i = 1; i <= 5; ++i) for (j = i + 1; j <= 5; ++j) A[i, j] = A[j, i]
    invert()
    for (i = 1; i <= 5; ++i) {
      move = 0
      for (j = 1; j <= 5; ++j) move -= inverse[i, j] * g[j]
      theta[i] += move
      moved += move^2
    }
    return sqrt(moved)
  }
  { for (j = 1; j <= 5; ++j) { x[NR, j] = $j; sum[j] += $j; square[j] += $j * $j } }
  END {
    for (j = 1; j <= 5; ++j) {
      mean = sum[j] / NR
      sd = sqrt(square[j] / NR - mean * mean)
      for (r = 1; r <= NR; ++r) x[r, j] = (x[r, j] - mean) / sd
    }
    for (r = 1; r <= NR; ++r) {
      y[r] = x[r, 5]
      x[r, 5] = 1
      for (i = 1; i <= 5; ++i) norm[r] += x[r, i]^2
      norm[r] = sqrt(norm[r])
      longest = max(longest, norm[r])
      largest = max(largest, y[r]^2)
    }
    step(1e9)  # to the mode
    for (i = 1; i <= 5; ++i) { mode[i] = theta[i]; variance += inverse[i, i] }
    for (clip = 64; clip >= 1; clip /= 2) {
      for (n = 1; step(clip) > 1e-9 && n < 50; ++n);
      if (n == 50) { print "clip " clip ": Newton steps do not end" > "/dev/stderr"; exit 1 }
      for (i = 1; i <= 5; ++i) {
        bias[clip] += (theta[i] - mode[i])^2
        for (j = 1; j <= 5; ++j) squares[clip] += inverse[i, j]^2
      }
    }
    # Log-likelihoods of a row where |theta| <= 1, at the longest row and the largest target.
    range = (sqrt(largest) + longest)^2 / (2 * s^2)
    print "eps,mu,variance,floor,clip,draw"
    split(squared_mu, pair, " ")
    for (n = 1; n < 10; n += 2) {
      least = 1e9
      for (clip = 1; clip <= 64; clip *= 2) {
        error = bias[clip] + clients * (2 * clip)^2 / pair[n + 1] * squares[clip]
        if (error < least) { least = error; best = clip }
      }
      printf "%s,%.6g,%.6g,%.4g,%d,%.4g\n", pair[n], sqrt(pair[n + 1]), variance,
             least / variance, best, (sqrt(2 * range / pair[n]) - 1)^2
    }
  }' "$data"
