# draws.awk: delta at an eps from draws of the privacy loss, for an epoch of `bins` noisy steps in
# which a unit is once (random allocation) or by Poisson samples of the same rate, as CSV without a
# head (sampling,bins,noise_multiplier,eps,mean,error):
#   awk -v bins=10 -v z=1 -v n=400000 -v seed=1 -f draws.awk
# One epoch, a clip of 1, noise of standard deviation z; the loss is that of the unit's rows against
# none. The standard error is that of the mean.
function normal(   u, v, s) {
  do { u = 2 * rand() - 1; v = 2 * rand() - 1; s = u * u + v * v } while (s >= 1 || s == 0)
  return u * sqrt(-2 * log(s) / s)
}
BEGIN {
  srand(seed)
  count = split("0.25 0.5 1 2", eps, " ")
  for (draw = 0; draw < n; ++draw) {
    place = int(rand() * bins)
    allocated = poisson = 0
    for (i = 0; i < bins; ++i) {
      noise = z * normal()
      allocated += exp(((i == place) + noise) / z ^ 2 - 0.5 / z ^ 2) / bins
      poisson += log(1 - 1 / bins + exp(((rand() < 1 / bins) + noise) / z ^ 2 - 0.5 / z ^ 2) / bins)
    }
    loss["random allocation"] = log(allocated)
    loss["Poisson samples"] = poisson
    for (sampling in loss)
      for (e = 1; e <= count; ++e) {
        gain = 1 - exp(eps[e] - loss[sampling])
        if (gain <= 0) continue
        sum[sampling, e] += gain
        squares[sampling, e] += gain ^ 2
      }
  }
  for (sampling in loss)
    for (e = 1; e <= count; ++e) {
      mean = sum[sampling, e] / n
      printf "%s,%d,%g,%g,%.8g,%.3g\n", sampling, bins, z, eps[e], mean,
        sqrt((squares[sampling, e] / n - mean ^ 2) / n)
    }
}
