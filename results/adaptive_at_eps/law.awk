# The best constant rate of noisy gradient descent on a quadratic, in closed form, and by how many
# powers of eps it grows. A coordinate of curvature a that begins at 1 has after T steps of rate h,
# each with noise of deviation s, the mean square
#   q^T + h^2 s^2 (1 - q^T) / (1 - q), q = (1 - h a)^2,
# and the loss is half of the mean squares' sum, weighted by curvature. s is in proportion to 1 / eps.
#   awk -f law.awk              a row for each spectrum and noise
#   awk -v draws=2000 -f law.awk   losses of simulated descents, of gradients or their signs
function square(h, a, s,    q, left) {
  q = (1 - h * a) ^ 2
  left = q ^ T
  return left + h * h * s * s * (1 - left) / (1 - q)
}
function loss(h, s,    i, sum, all) {
  for (i = 1; i <= d; ++i) {
    sum += curvature[i] * square(h, curvature[i], s)
    all += curvature[i]
  }
  return sum / all  # over that of the start
}
# By the golden section, over log h, from far too small a rate to the stable ones.
function best(s,    low, high, left, right, i) {
  low = log(1e-9)
  high = log(1.9)
  for (i = 0; i < 60; ++i) {
    left = high - 0.6180339887 * (high - low)
    right = low + 0.6180339887 * (high - low)
    if (loss(exp(left), s) < loss(exp(right), s)) high = right
    else low = left
  }
  return exp((low + high) / 2)
}
function spectrum_of(name,    i) {
  d = name == "equal" ? 1 : 100
  for (i = 1; i <= d; ++i) curvature[i] = name == "equal" ? 1 : 1 / i
}
function normal() { return sqrt(-2 * log(1 - rand())) * cos(6.283185307179586 * rand()) }
# A descent's mean square, and that which the law has for signs: of noise s (pi / 2)^1/2 in
# gradients, at the rate h (2 / pi)^1/2 / s, if noise is far above the gradient.
function simulate(method, h, s,    n, t, x, y, sum, squares, law) {
  for (n = 0; n < draws; ++n) {
    x = 1
    for (t = 0; t < T; ++t) {
      y = x + s * normal()
      x -= method == "gradient" ? h * y : (y > 0 ? h : -h)
    }
    sum += x * x
    squares += x ^ 4
  }
  sum /= draws
  law = method == "gradient" ? square(h, 1, s) : square(h * 0.7978845608 / s, 1, s / 0.7978845608)
  print method "," T "," s "," h "," law "," sum "," sqrt((squares / draws - sum * sum) / draws)
}
BEGIN {
  T = 200
  if (draws) {
    srand(1)
    print "method,steps,noise,rate,law,draws,error"
    simulate("gradient", 0.01, 1)
    simulate("gradient", 0.01, 10)
    simulate("gradient", 0.001, 30)
    simulate("sign", 0.05, 10)
    simulate("sign", 0.02, 10)
    simulate("sign", 0.02, 30)
    exit
  }
  print "spectrum,steps,noise,rate,left,power"
  split("equal,falling", names, ",")
  for (n = 1; n <= 2; ++n) {
    spectrum_of(names[n])
    for (e = -12; e <= 20; ++e) {
      s = 2 ^ (e / 2)
      h = best(s)
      power = log(best(s / 2 ^ 0.25) / best(s * 2 ^ 0.25)) / log(2 ^ 0.5)
      print names[n] "," T "," s "," h "," loss(h, s) "," power
    }
  }
}
