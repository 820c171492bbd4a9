// Goodness of fit of the draws. Seeds are fixed, so nothing is flaky; a perfect generator would
// break each bound with probability below 1e-6, so a wrong law is found.
#include <Eigen/Core>
#include <bit>

#include "random/philox_random.hpp"
#include "test.hpp"

namespace random_law_test {

using namespace skald::random;
using Eigen::ArrayXd;
using Eigen::ArrayXXd;

namespace {

const Stream noise = {Role::noise, 0};

MatrixXd normals(const Random& random, Stream stream, std::int64_t iteration, Index rows,
                 Index cols) {
  MatrixXd out(rows, cols);
  random.normal(stream, iteration, view(out));
  return out;
}

double normal_cdf(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }

// Kolmogorov's distance of a sample on [0, 1] from the uniform law, times sqrt(n).
// P(distance > t) <= 2 exp(-2 t^2) for every n (Massart 1990): 3.1e-7 at t = 2.8.
double kolmogorov(std::vector<double> sample) {
  std::sort(sample.begin(), sample.end());
  const double n = static_cast<double>(sample.size());
  double distance = 0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const double rank = static_cast<double>(i);
    distance = std::max({distance, (rank + 1) / n - sample[i], sample[i] - rank / n});
  }
  return distance * std::sqrt(n);
}
constexpr double kolmogorov_bound = 2.8;

std::vector<double> probabilities(const MatrixXd& z) {
  std::vector<double> sample(static_cast<std::size_t>(z.size()));
  std::transform(z.data(), z.data() + z.size(), sample.begin(), normal_cdf);
  return sample;
}

// Pearson's statistic of equally likely cells as a standard normal deviate (Wilson and Hilferty
// 1931). |deviate| < 6 fails by chance with probability below 1e-7: the nominal 2e-9, with room
// for the error of the approximation.
double chi_square_deviate(const ArrayXd& counts) {
  const double expected = counts.mean();
  const double freedom = static_cast<double>(counts.size() - 1);
  const double statistic = (counts - expected).square().sum() / expected;
  const double spread = 2 / (9 * freedom);
  return (std::cbrt(statistic / freedom) - (1 - spread)) / std::sqrt(spread);
}

Index cell_of(double probability, Index cells) {
  return std::min(static_cast<Index>(probability * static_cast<double>(cells)), cells - 1);
}

// n KL(count / n, p): a binomial(n, p) count is this far from n p, on either side, with probability
// at most 2 exp(-value) (Chernoff). 16 stands for 2.3e-7.
double binomial_surprise(double count, double n, double p) {
  const double q = count / n;
  const double inside = q > 0 ? q * std::log(q / p) : 0;
  return n * (inside + (1 - q) * std::log((1 - q) / (1 - p)));
}
constexpr double surprise_bound = 16;

// Correlations of independent standard normals, and of their squares, times sqrt(n): standard
// normal for large n; 6 standard deviations are passed with probability 2e-9, below 1e-7 for n =
// 2^18 even with the heavier tails of the product of squares.
void check_independent(const MatrixXd& a, const MatrixXd& b) {
  const double root_n = std::sqrt(static_cast<double>(a.size()));
  const double linear = (a.array() * b.array()).sum() / root_n;
  const ArrayXXd squares = (a.array().square() - 1) * (b.array().square() - 1);
  CHECK(std::abs(linear) < 6);
  CHECK(std::abs(squares.sum() / 2 / root_n) < 6);
}

}  // namespace

// The mean of z^k over n draws has variance (E z^2k - (E z^k)^2) / n with E z^2m = (2m - 1)!!.
// Six standard deviations: 2e-9 each. At k = 8 the sum's skewness is 110 / sqrt(n) = 0.03, which
// by Edgeworth's first term triples that at most.
TEST_CASE("normals have the moments 1 to 8") {
  const std::int64_t n = 1 << 24;
  const PhiloxRandom random(11, 0);
  std::array<double, 9> sums = {};
  for (std::int64_t iteration = 0; iteration < 256; ++iteration) {
    const ArrayXXd z = normals(random, noise, iteration, 64, 1024);
    ArrayXXd power = z;
    for (std::size_t k = 1; k <= 8; ++k) {
      sums[k] += power.sum();
      power *= z;
    }
  }
  const auto moment = [](std::size_t k) {
    if (k % 2 == 1) return 0.0;
    double product = 1;
    for (std::size_t odd = 1; odd < k; odd += 2) product *= static_cast<double>(odd);
    return product;
  };
  for (std::size_t k = 1; k <= 8; ++k) {
    const double deviation = std::sqrt((moment(2 * k) - moment(k) * moment(k)) / n);
    INFO("moment " << k);
    CHECK(std::abs(sums[k] / n - moment(k)) < 6 * deviation);
  }
}

TEST_CASE("normals pass the Kolmogorov-Smirnov test") {
  const PhiloxRandom random(12, 0);
  CHECK(kolmogorov(probabilities(normals(random, noise, 0, 1 << 19, 1))) < kolmogorov_bound);
  CHECK(kolmogorov(probabilities(normals(random, noise, 1, 1, 1 << 18))) < kolmogorov_bound);
  CHECK(kolmogorov(probabilities(normals(random, noise, 2, 3, 1 << 17))) < kolmogorov_bound);
}

TEST_CASE("normals fall into equally likely cells equally often") {
  const PhiloxRandom random(13, 0);
  const Index cells = 1024;
  ArrayXd counts = ArrayXd::Zero(cells);
  for (const double p : probabilities(normals(random, noise, 0, 20, 100000)))
    ++counts[cell_of(p, cells)];
  CHECK(std::abs(chi_square_deviate(counts)) < 6);
}

TEST_CASE("the two normals of one Philox call, and of neighbouring ones, fill the plane evenly") {
  const PhiloxRandom random(14, 0);
  const Index cells = 32;
  const MatrixXd z = normals(random, noise, 0, 4, 1 << 19);
  for (const Index other : {1, 2, 3}) {
    ArrayXd counts = ArrayXd::Zero(cells * cells);
    for (Index j = 0; j < z.cols(); ++j) {
      ++counts[cell_of(normal_cdf(z(0, j)), cells) * cells +
               cell_of(normal_cdf(z(other, j)), cells)];
    }
    CHECK(std::abs(chi_square_deviate(counts)) < 6);
  }
}

TEST_CASE("normals have the right tails") {
  const PhiloxRandom random(15, 0);
  const Index rows = 512;
  const Index cols = 512;
  const std::int64_t iterations = 256;
  const double n = static_cast<double>(rows * cols * iterations);
  const std::array<double, 6> thresholds = {2, 3, 3.5, 4, 4.5, 5};
  std::array<double, 6> above = {};
  std::array<double, 6> under = {};
  MatrixXd z(rows, cols);
  for (std::int64_t iteration = 0; iteration < iterations; ++iteration) {
    random.normal(noise, iteration, view(z));
    for (std::size_t t = 0; t < thresholds.size(); ++t) {
      above[t] += static_cast<double>((z.array() > thresholds[t]).count());
      under[t] += static_cast<double>((z.array() < -thresholds[t]).count());
    }
  }
  for (std::size_t t = 0; t < thresholds.size(); ++t) {
    INFO("beyond " << thresholds[t] << ": " << above[t] << " above, " << under[t] << " below of "
                   << n);
    const double p = normal_cdf(-thresholds[t]);
    CHECK(binomial_surprise(above[t], n, p) < surprise_bound);
    CHECK(binomial_surprise(under[t], n, p) < surprise_bound);
  }
}

TEST_CASE("neighbouring addresses are independent") {
  const Index rows = 64;
  const Index cols = 4096;
  const PhiloxRandom random(16, 3);
  const MatrixXd z = normals(random, {Role::noise, 5}, 100, rows, cols);
  SECTION("seed") {
    check_independent(z, normals(PhiloxRandom(17, 3), {Role::noise, 5}, 100, rows, cols));
  }
  SECTION("replicate") {
    check_independent(z, normals(PhiloxRandom(16, 4), {Role::noise, 5}, 100, rows, cols));
  }
  SECTION("seed and replicate exchanged") {
    check_independent(z, normals(PhiloxRandom(3, 16), {Role::noise, 5}, 100, rows, cols));
  }
  SECTION("role") {
    check_independent(z, normals(random, {Role::shared_noise, 5}, 100, rows, cols));
  }
  SECTION("client") { check_independent(z, normals(random, {Role::noise, 6}, 100, rows, cols)); }
  SECTION("no client") {
    check_independent(z, normals(random, {Role::noise, -1}, 100, rows, cols));
  }
  SECTION("iteration") { check_independent(z, normals(random, {Role::noise, 5}, 101, rows, cols)); }
  SECTION("chain") {
    check_independent(z, normals(PhiloxRandom(16, 3, 1), {Role::noise, 5}, 100, rows, cols));
  }
  SECTION("coordinate") {
    for (const Index lag : {1, 2, 3, 8, 16})
      check_independent(z.topRows(rows - lag), z.bottomRows(rows - lag));
  }
  SECTION("kind of draw") {
    MatrixXd u(rows, cols);
    random.uniform({Role::noise, 5}, 100, view(u));
    const MatrixXd centred = (u.array() - 0.5) * std::sqrt(12.0);
    const double correlation = (z.array() * centred.array()).sum();
    CHECK(std::abs(correlation) < 6 * std::sqrt(static_cast<double>(z.size())));
  }
}

// Dependence between many streams at once, which pairs do not show: the sum of one draw from each
// of 64 addresses, divided by 8, is again standard normal.
TEST_CASE("sums over many streams are normal") {
  const Index n = 1 << 16;
  MatrixXd over_clients = MatrixXd::Zero(n, 1);
  MatrixXd over_iterations = MatrixXd::Zero(n, 1);
  MatrixXd over_replicates = MatrixXd::Zero(n, 1);
  for (int k = 0; k < 64; ++k) {
    const PhiloxRandom random(18, 0);
    random.add_normal({Role::noise, k}, 0, 0.125, view(over_clients));
    random.add_normal({Role::momentum}, k, 0.125, view(over_iterations));
    PhiloxRandom(18, static_cast<std::uint64_t>(k))
        .add_normal({Role::start}, 0, 0.125, view(over_replicates));
  }
  CHECK(kolmogorov(probabilities(over_clients)) < kolmogorov_bound);
  CHECK(kolmogorov(probabilities(over_iterations)) < kolmogorov_bound);
  CHECK(kolmogorov(probabilities(over_replicates)) < kolmogorov_bound);

  const MatrixXd chains = normals(PhiloxRandom(19, 0), noise, 0, 64, n);
  const MatrixXd over_coordinates = chains.colwise().sum() / 8;
  CHECK(kolmogorov(probabilities(over_coordinates)) < kolmogorov_bound);
}

TEST_CASE("uniforms pass the Kolmogorov-Smirnov test and fill the square evenly") {
  const PhiloxRandom random(20, 0);
  MatrixXd u(2, 1 << 19);
  random.uniform(noise, 0, view(u));
  CHECK(u.minCoeff() >= 0);
  CHECK(u.maxCoeff() < 1);
  CHECK(kolmogorov({u.data(), u.data() + u.size()}) < kolmogorov_bound);
  const Index cells = 32;
  ArrayXd counts = ArrayXd::Zero(cells * cells);
  for (Index j = 0; j < u.cols(); ++j)
    ++counts[cell_of(u(0, j), cells) * cells + cell_of(u(1, j), cells)];
  CHECK(std::abs(chi_square_deviate(counts)) < 6);
}

// Each of the 64 bits, and each exclusive or of neighbouring bits, is a fair coin; the sum of n
// coins passes 6 standard deviations with probability 2 exp(-18) = 3e-8 at most (Hoeffding).
TEST_CASE("every bit is a fair coin, and so is every pair of neighbours") {
  const PhiloxRandom random(21, 0);
  std::vector<std::uint64_t> words(1 << 18);
  random.bits(noise, 0, 0, words);
  for (int bit = 0; bit < 64; ++bit) {
    double ones = 0;
    double changes = 0;
    for (const std::uint64_t word : words) {
      ones += static_cast<double>(word >> bit & 1);
      changes += static_cast<double>((word ^ std::rotr(word, 1)) >> bit & 1);
    }
    const double n = static_cast<double>(words.size());
    INFO("bit " << bit);
    CHECK(std::abs(ones - n / 2) < 3 * std::sqrt(n));
    CHECK(std::abs(changes - n / 2) < 3 * std::sqrt(n));
  }
}

}  // namespace random_law_test
