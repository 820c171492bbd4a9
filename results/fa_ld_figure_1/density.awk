# Draws (two numbers a line) of Fig. 1(e) beside the exact density of (d), as a picture (SVG): shades
# are the density relative to its maximum. The covariance is exact, Sigma / n, the centre the average
# of the draws.
{ x[NR] = $1; y[NR] = $2; sx += $1; sy += $2 }
function panel(left, title,   i, k, v) {
  printf "<text x=\"%d\" y=\"14\">%s</text>\n", left, title
  for (i = 0; i < cells; ++i) for (k = 0; k < cells; ++k) {
    v = shade(i, k); if (v > 1) v = 1
    if (v >= 0.01) printf "<rect x=\"%d\" y=\"%d\" width=\"9\" height=\"9\" fill-opacity=\"%.2f\"/>\n", left + 9 * i, 20 + 9 * (cells - 1 - k), v
  }
}
# Of the exact density, in the middle of the cell; of the draws, by their count.
function shade(i, k,   a, b) {
  if (counted) return count[i, k] / (NR * width * height / (2 * 3.14159265358979 * sqrt(5 - 4) / n))
  a = (i + 0.5) * width - reach_x; b = (k + 0.5) * height - reach_y
  return exp(-0.5 * n * (a * a + 4 * a * b + 5 * b * b) / (5 - 4))
}
function cell(u, size) { return int(u / size + cells) - cells }
END {
  n = 50000; cells = 36; reach_x = 3 * sqrt(5 / n); reach_y = 3 * sqrt(1 / n)
  width = 2 * reach_x / cells; height = 2 * reach_y / cells
  for (t = 1; t <= NR; ++t) count[cell(x[t] - sx / NR + reach_x, width), cell(y[t] - sy / NR + reach_y, height)]++
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"680\" height=\"350\" font-family=\"sans-serif\" font-size=\"12\">"
  print "<rect width=\"680\" height=\"350\" fill=\"white\"/>"
  panel(5, "posterior density")
  counted = 1
  panel(345, NR " draws, K = 10")
  print "</svg>"
}
