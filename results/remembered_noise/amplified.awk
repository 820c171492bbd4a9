# The noise that remembered noise takes where nobody knows a unit's turn: it takes part in every b-th
# of b k rounds, from one of the first b on, drawn at random. For the pair of a unit there and away,
# whose contributions are all of norm 1 in one direction (Choquette-Choo et al. 2025): under P the
# sequence C x + z is normal around m_i, the sum of the unit's columns of C, for a random i; under Q
# around 0. delta is the mean of (1 - e^(eps - L))+ under P, L the loss, or that from Q to P.
#   awk -v b=50 -v k=4 -v eps=2 -v lambda=0.9 -v draws=4000 -v seed=1 -f amplified.awk
# prints b, k, eps, lambda, the least noise of a round at which estimates of delta in both directions,
# and two standard errors, are at most 1e-5, its root mean square in prefix sums, the estimates, errors.
function normal() { return sqrt(-2 * log(1 - rand())) * cos(6.283185307179586 * rand()) }
# Columns are lambda^t from their round on: <z, m_i> is a sum over turns of u, u_s = z_s + lambda u_{s+1}.
function products(z, a,    t, i) {
  u = 0
  for (i = 0; i < b; ++i) a[i] = 0
  for (t = n - 1; t >= 0; --t) {
    u = z[t] + lambda * u
    a[t % b] += u
  }
}
function column(i, m,    t, j, x) {
  x = 0
  for (t = 0; t < n; ++t) m[t] = x = lambda * x + (t % b == i)
}
# The logarithm of the mean over i of exp(c a_i / sigma - c^2 s_i / 2 / sigma^2).
function mean_of(c, sigma,    i, x, top, sum) {
  top = -1e300
  for (i = 0; i < b; ++i) {
    x[i] = c * a[i] / sigma - c * c * norm[i] / (2 * sigma * sigma)
    if (x[i] > top) top = x[i]
  }
  sum = 0
  for (i = 0; i < b; ++i) sum += exp(x[i] - top)
  return top + log(sum / b)
}
# The same around m_i / sigma + c times the mean of all m_i.
function mean_aside(c, sigma,    i, x, top, sum, along) {
  for (along = i = 0; i < b; ++i) along += a[i] / b
  top = -1e300
  for (i = 0; i < b; ++i) {
    x[i] = (a[i] - norm[i] / (2 * sigma) - c * product[i]) / sigma
    if (x[i] > top) top = x[i]
  }
  sum = 0
  for (i = 0; i < b; ++i) sum += exp(x[i] - top)
  return top + log(sum / b) + c * along - c * c * square_of_middle / 2
}
# Draws of three kinds: of P; around c m_i, where the loss is usually eps if columns are far from each other; and aside, where it is if they
# are near each other.
function delta_of(sigma,    s, c, aside, d, i, t, loss, value, sum, squares, r) {
  srand(seed)
  s = norm[0] / (sigma * sigma)
  c = (eps + log(b)) / s + 0.5
  if (c < 1) c = 1
  aside = eps * sigma / square_of_middle
  for (d = 0; d < draws; ++d) {
    i = int(b * rand())
    column(i, m)
    for (t = 0; t < n; ++t) {
      z[t] = normal() + (d % 3 == 1 ? c : 1) * m[t] / sigma + (d % 3 == 2 ? aside * middle[t] : 0)
    }
    products(z, a)
    loss = mean_of(1, sigma)
    if (loss <= eps) continue
    r = (1 + exp(mean_of(c, sigma) - loss) + exp(mean_aside(aside, sigma) - loss)) / 3
    value = (1 - exp(eps - loss)) / r
    sum += value
    squares += value * value
  }
  mean = sum / draws
  error = sqrt((squares / draws - mean * mean) / draws)
  return mean
}
# The other direction, from draws around -c times the mean of all m_i, at which the loss is usually eps.
function back_of(sigma,    c, d, i, t, loss, sum, squares, value, dot) {
  c = eps * sigma / square_of_middle
  for (d = 0; d < draws; ++d) {
    for (t = 0; t < n; ++t) z[t] = normal() - c * middle[t]
    products(z, a)
    loss = mean_of(1, sigma)
    if (-loss <= eps) continue
    for (dot = i = 0; i < b; ++i) dot += a[i] / b
    value = (1 - exp(eps + loss)) * exp(c * dot + c * c * square_of_middle / 2)
    sum += value
    squares += value * value
  }
  mean_back = sum / draws
  error_back = sqrt((squares / draws - mean_back * mean_back) / draws)
  return mean_back
}
function is_enough(sigma) {
  return delta_of(sigma) + 2 * error <= 1e-5 && back_of(sigma) + 2 * error_back <= 1e-5
}
BEGIN {
  n = b * k
  for (i = 0; i < b; ++i) {
    column(i, m)
    for (t = 0; t < n; ++t) {
      norm[i] += m[t] * m[t]
      middle[t] += m[t] / b
    }
  }
  for (t = 0; t < n; ++t) square_of_middle += middle[t] * middle[t]
  products(middle, product)
  low = 0.1 * sqrt(norm[0])
  high = 4 * sqrt(norm[0])
  for (step = 0; step < 10; ++step) {
    sigma = sqrt(low * high)
    if (is_enough(sigma)) high = sigma
    else low = sigma
  }
  delta_of(high)
  back_of(high)
  rms = sqrt(1 + (n - 1) / 2 * (1 - lambda) ^ 2)  # of prefix sums, over the noise of a round
  printf "%d,%d,%g,%g,%.5g,%.5g,%.3g,%.3g,%.3g,%.3g\n", b, k, eps, lambda, high, high * rms, mean, error, mean_back, error_back
}
