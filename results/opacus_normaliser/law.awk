# law.awk: what the width of the noise reveals of the number of rows, as CSV:
#   awk -f law.awk             exact, over the coordinates of all steps
#   awk -v draws=N -f law.awk  the same from N draws of each kind, for few coordinates
# A mean of `batch` rows has noise of deviation z C / batch in every coordinate. Opacus takes
# batch = floor(n / ceil(n / b)), so that a row more or less can change it, and with it the width.
# The squared length of m such coordinates has the law of chi-square with m degrees of freedom, up to
# that width, and tells all that there is to tell.

function ceil(x) { return x == int(x) ? x : int(x) + 1 }
function batch_of(n, b) { return int(n / ceil(n / b)) }

# The logarithm of the gamma function, by Stirling's series from 10 on.
function log_gamma(x,   shift) {
  shift = 0
  while (x < 10) shift += log(x++)
  return (x - 0.5) * log(x) - x + 0.918938533204672742 + 1 / (12 * x) - 1 / (360 * x ^ 3) \
    + 1 / (1260 * x ^ 5) - shift
}

# The share of chi-square with m degrees of freedom that is at most `x`: by its series below the
# mean, by the continued fraction of the rest above.
function chi_square(m, x,   a, term, sum, i, b, c, d, h, front) {
  a = m / 2
  x /= 2
  front = exp(a * log(x) - x - log_gamma(a))
  if (x < a + 1) {
    sum = term = 1 / a
    for (i = 1; term > 1e-16 * sum; ++i) sum += term *= x / (a + i)
    return front * sum
  }
  b = x + 1 - a
  c = 1e300
  h = d = 1 / b
  for (i = 1; i < 100000; ++i) {
    b += 2
    d = 1 / (b - i * (i - a) * d)
    c = b - i * (i - a) / c
    h *= c * d
    if (c * d < 1 + 1e-15 && c * d > 1 - 1e-15) break
  }
  return 1 - front * h
}

# How much more often a guess from m coordinates is right than wrong, at best: the total variation
# between widths of ratio r.
function advantage(m, r,   c) {
  if (r < 1) r = 1 / r
  if (r == 1) return 0
  c = 2 * m * log(r) / (1 - 1 / r ^ 2)
  return chi_square(m, c) - chi_square(m, c / r ^ 2)
}

function normal(   u, v, s) {
  do { u = 2 * rand() - 1; v = 2 * rand() - 1; s = u * u + v * v } while (s >= 1 || s == 0)
  return u * sqrt(-2 * log(s) / s)
}

# The same share among draws.
function simulated(m, r, n,   c, k, i, low, high, length_) {
  if (r < 1) r = 1 / r
  c = 2 * m * log(r) / (1 - 1 / r ^ 2)
  for (k = 0; k < n; ++k) {
    for (length_ = i = 0; i < m; ++i) length_ += normal() ^ 2
    low += length_ <= c
    for (length_ = i = 0; i < m; ++i) length_ += normal() ^ 2
    high += r ^ 2 * length_ <= c
  }
  return (low - high) / n
}

BEGIN {
  srand(1)
  print "rows,b,change,batch,other_batch,coordinates,advantage" (draws ? ",draws" : "")
  count = split("1000 50 -1;1000 50 1;50000 500 -1;50000 500 1;60000 256 1;60000 256 -1", cases, ";")
  for (k = 1; k <= count; ++k) {
    split(cases[k], its, " ")
    before = batch_of(its[1], its[2])
    after = batch_of(its[1] + its[3], its[2])
    for (m = 100; m <= (draws ? 10000 : 1e8); m *= 10) {
      if (draws && (its[1] > 1000 || before == after)) continue
      printf "%d,%d,%s,%d,%d,%d,%.10f", its[1], its[2], its[3] < 0 ? "one less" : "one more", before,
        after, m, advantage(m, before / after)
      if (draws) printf ",%.10f", simulated(m, before / after, draws)
      printf "\n"
    }
  }
}
