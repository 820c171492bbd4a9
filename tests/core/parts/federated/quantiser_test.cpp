// Compression is unbiased, with the variance that it states.
#include "skald/parts/federated/compression/quantiser.hpp"

#include "chain_moments.hpp"
#include "random/philox_random.hpp"
#include "test.hpp"

namespace {

VectorXd some_vector() {
  VectorXd x(5);
  x << 0.3, -1.7, 0, 2.2, -0.05;
  return x;
}

// `draws` compressions of x, one per column.
template <class Compress>
MatrixXd compressed(const VectorXd& x, Index draws, Compress&& compress) {
  MatrixXd uniforms(x.size(), draws), out = x.replicate(1, draws);
  random::PhiloxRandom(1, 0).uniform({Role::quantiser}, 0, view(uniforms));
  for (Index j = 0; j < draws; ++j) compress(uniforms.col(j).data(), out.col(j).data());
  return out;
}

void check_moments(const VectorXd& x, const MatrixXd& draws, double variance) {
  for (Index i = 0; i < x.size(); ++i) {
    // A coordinate that cannot vary is exact, up to rounding.
    const double spread = (draws.row(i).array() - x(i)).abs().maxCoeff();
    if (spread > 1e-14) CHECK(std::abs(z_score(draws.row(i).transpose(), x(i))) < 5.5);
  }
  const Eigen::ArrayXd errors = (draws.colwise() - x).colwise().squaredNorm().transpose();
  CHECK(std::abs(z_score(errors, variance)) < 5.5);
}

}  // namespace

TEST_CASE("QSGD is unbiased, with its exact variance, on its levels, within its bound") {
  const VectorXd x = some_vector();
  for (const int levels : {1, 2, 5, 16}) {
    const Quantiser q(levels);
    const Eigen::ArrayXd r = levels * x.array().abs() / x.norm(), f = r - r.floor();
    const double variance = (f * (1 - f)).sum() * std::pow(x.norm() / levels, 2);
    const MatrixXd draws =
        compressed(x, 100000, [&](const double* u, double* out) { q.compress(u, 5, out); });
    check_moments(x, draws, variance);
    CHECK(variance <= q.relative_variance(5) * x.squaredNorm());
    const Eigen::ArrayXXd multiples = draws.array() * (levels / x.norm());
    CHECK((multiples - multiples.round()).abs().maxCoeff() < 1e-12);
    const double support = (draws.array() != 0).cast<double>().colwise().sum().mean();
    CHECK(support <= levels * (levels + std::sqrt(5.0)));
  }
}

TEST_CASE("QSGD leaves alone what lies on its levels, and everything without levels") {
  const std::vector<double> u{0, 0.5, 0.999};
  VectorXd one = VectorXd::Constant(1, -0.37);
  Quantiser(3).compress(u.data(), 1, one.data());
  CHECK(one(0) == Approx(-0.37).epsilon(1e-15));
  VectorXd hot = (VectorXd(3) << 0, 2.5, 0).finished();
  Quantiser(1).compress(u.data(), 3, hot.data());
  CHECK(hot == (VectorXd(3) << 0, 2.5, 0).finished());
  VectorXd zero = VectorXd::Zero(3);
  Quantiser(4).compress(u.data(), 3, zero.data());
  CHECK(zero == VectorXd::Zero(3));
  VectorXd any = some_vector().head(3);
  Quantiser(0).compress(u.data(), 3, any.data());
  CHECK(any == some_vector().head(3));
  CHECK(Quantiser(0).relative_variance(3) == 0);
}

TEST_CASE("QSGD in registers has the bits of its formula, in vectors of any length") {
  const random::PhiloxRandom random(5, 0);
  for (const Index d : {1, 2, 3, 7, 20, 33}) {
    MatrixXd x(d, 6), u(d, 6);
    random.normal({Role::metric}, d, view(x));
    random.uniform({Role::quantiser}, d, view(u));
    std::vector<double> lengths(6);
    Quantiser::lengths(view(x), lengths.data());
    for (Index j = 0; j < x.cols(); ++j) {
      double square = 0;
      for (Index i = 0; i < d; ++i) square += x(i, j) * x(i, j);
      const double length = std::sqrt(square), s = 5;
      CHECK(lengths[static_cast<std::size_t>(j)] == length);
      VectorXd expected = x.col(j), found = x.col(j);
      for (double& value : expected) {
        const double r = s * std::abs(value) / length, below = std::floor(r);
        const double level = below + (u(&value - expected.data(), j) < r - below ? 1 : 0);
        value = std::copysign(length * level / s, value);
      }
      CHECK(Quantiser(5).compress(u.col(j).data(), d, found.data()) == length);
      CHECK(found == expected);
    }
  }
}

TEST_CASE("bits of QSGD's messages") {
  CHECK(Quantiser(0).bits(10) == 320);
  CHECK(Quantiser(1).bits(10) == Approx(32 + 10 * std::log2(3.0)));
  CHECK(Quantiser(16).bits(1000) == Approx(32 + 1000 * std::log2(33.0)));
}

TEST_CASE("the sparsifier is unbiased, with its exact variance") {
  const VectorXd x = some_vector();
  for (const double keep : {0.2, 0.7}) {
    const Sparsifier sparsifier(keep);
    double kept = 0;
    const MatrixXd draws = compressed(x, 100000, [&](const double* u, double* out) {
      const Index count = sparsifier.compress(u, 5, out);
      kept += static_cast<double>(count);
    });
    check_moments(x, draws, (1 / keep - 1) * x.squaredNorm());
    CHECK(sparsifier.relative_variance() == Approx(1 / keep - 1));
    // Binomial(5 10^5, keep): 5.5 standard errors.
    CHECK(std::abs(kept - 5e5 * keep) < 5.5 * std::sqrt(5e5 * keep * (1 - keep)));
  }
  VectorXd whole = x;
  CHECK(Sparsifier(1).compress(std::vector<double>(5, 0.999).data(), 5, whole.data()) == 5);
  CHECK(whole == x);
  CHECK(Sparsifier::bits(2) == 64);
}
