// Factorisations of prefix sums against explicit matrices and all patterns of participation.
#include <Eigen/Dense>

#include "skald/parts/privacy/correlated/correlated_stream.hpp"
#include "test.hpp"

namespace skald {
namespace correlated_noise_test {

MatrixXd toeplitz(const std::vector<double>& c, Eigen::Index n) {
  MatrixXd matrix = MatrixXd::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) {
      const auto t = static_cast<std::size_t>(i - j);
      if (t < c.size()) matrix(i, j) = c[t];
    }
  }
  return matrix;
}

MatrixXd strategy_matrix(const Factorisation& factorisation) {
  const auto n = static_cast<Eigen::Index>(factorisation.limit.rounds);
  if (is_buffered(factorisation.kind)) {
    return toeplitz(strategy(factorisation.blt, n), n);
  }
  if (factorisation.kind != Correlation::tree) return toeplitz(factorisation.strategy, n);
  MatrixXd nodes = MatrixXd::Zero(n, n);
  for (Eigen::Index t = 1; t <= n; ++t) {
    for (Eigen::Index s = t - node_length(t) + 1; s <= t; ++s) nodes(t - 1, s - 1) = 1;
  }
  return nodes;
}

// The largest norm of C x over all patterns of participation, all contributions being the same
// unit vector.
double worst_norm(const MatrixXd& C, const ParticipationLimit& limit, std::int64_t first = 0,
                  std::int64_t used = 0, const VectorXd& sum = VectorXd()) {
  const VectorXd start = used == 0 ? VectorXd::Zero(C.rows()).eval() : sum;
  double worst = start.norm();
  if (used == limit.most) return worst;
  for (std::int64_t t = first; t < limit.rounds; ++t) {
    worst = std::max(worst, worst_norm(C, limit, t + limit.separation, used + 1,
                                       start + C.col(static_cast<Eigen::Index>(t))));
  }
  return worst;
}

const std::vector<ParticipationLimit> kLimits{{1, 1, 1},  {7, 1, 1},  {8, 2, 3},  {9, 3, 2},
                                              {10, 4, 1}, {12, 3, 4}, {13, 9, 3}, {16, 4, 4},
                                              {11, 2, 5}, {16, 16, 2}};

TEST_CASE("correlated noise: sensitivities against all patterns of participation") {
  for (const ParticipationLimit& limit : kLimits) {
    for (const Correlation kind : correlations) {
      const Factorisation found = factorise(kind, limit);
      const double exact = worst_norm(strategy_matrix(found), limit);
      CAPTURE(name_of(kind), limit.rounds, limit.most, limit.separation, exact);
      CHECK(found.sensitivity >= exact);
      if (kind != Correlation::tree) CHECK(found.sensitivity == Approx(exact).epsilon(1e-12));
      // The tree's is a bound, exact for one participation.
      if (kind == Correlation::tree && limit.most == 1) CHECK(found.sensitivity == Approx(exact));
      CHECK(found.sensitivity <= 1.3 * exact);
    }
  }
}

TEST_CASE("correlated noise: bands of every width, buffers of every number") {
  for (const ParticipationLimit& limit : kLimits) {
    for (std::int64_t bands = 1; bands <= limit.rounds; bands += 2) {
      const Factorisation found = factorise(Correlation::banded, limit, bands);
      CHECK(found.sensitivity == Approx(worst_norm(strategy_matrix(found), limit)).epsilon(1e-12));
      CHECK(found.memory == bands - 1);
      if (bands > limit.separation) continue;
      // Bands that do not overlap: contributions are orthogonal.
      double square = 0;
      for (const double c : found.strategy) square += c * c;
      const auto k = static_cast<double>(participations(limit));
      CHECK(found.sensitivity <= std::sqrt(k * square) * (1 + 1e-12));
    }
    for (std::int64_t buffers = 1; buffers <= 3; ++buffers) {
      const Factorisation found = factorise(Correlation::blt, limit, buffers);
      CHECK(found.sensitivity == Approx(worst_norm(strategy_matrix(found), limit)).epsilon(1e-12));
    }
  }
}

TEST_CASE("correlated noise: bands of buffers are decoded as their coefficients are") {
  const BufferedToeplitz blt{{0.3, 0.1, 0.05, 0.02}, {0.5, 0.9, 0.99, 0.999}};
  for (const std::int64_t bands : {1, 2, 7, 199, 200}) {
    const std::vector<double> quick = decoder(blt, 200, bands);
    const std::vector<double> plain = decoder(strategy(blt, bands), 200);
    for (std::size_t t = 0; t < plain.size(); ++t)
      CHECK(quick[t] == Approx(plain[t]).epsilon(1e-12).margin(1e-14));
  }
}

TEST_CASE("correlated noise: contributions in different directions reveal no more") {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  const ParticipationLimit limit{12, 3, 3};
  for (const Correlation kind : correlations) {
    const Factorisation found = factorise(kind, limit);
    const MatrixXd C = strategy_matrix(found);
    for (int i = 0; i < 200; ++i) {
      MatrixXd x = MatrixXd::Zero(12, 4);
      std::int64_t t = std::uniform_int_distribution<>(0, 3)(random);
      for (int used = 0; used < 3 && t < 12; ++used, t += 3 + (random() & 1)) {
        for (Eigen::Index j = 0; j < 4; ++j) x(t, j) = normal(random);
        x.row(t).normalize();
      }
      CHECK((C * x).norm() <= found.sensitivity);
    }
  }
}

TEST_CASE("correlated noise: errors are the norms of the rows of A C^-1") {
  for (const std::int64_t n : {1, 2, 7, 16, 33}) {
    for (const Correlation kind : correlations) {
      const Factorisation found = factorise(kind, {n, 3, 4});
      const MatrixXd C = strategy_matrix(found);
      const MatrixXd A = MatrixXd::Ones(n, n).triangularView<Eigen::Lower>();
      const MatrixXd B = A * C.inverse();
      CAPTURE(name_of(kind), n);
      CHECK(found.error.largest == Approx(B.rowwise().norm().maxCoeff()).epsilon(1e-9));
      CHECK(found.error.rms == Approx(B.norm() / std::sqrt(static_cast<double>(n))).epsilon(1e-9));
    }
  }
}

TEST_CASE("correlated noise: the stream solves C y = z with the memory that is stated") {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  const Eigen::Index n = 37, d = 3;
  for (const Correlation kind : correlations) {
    const CorrelatedStream stream(factorise(kind, {n, 4, 9}));
    MatrixXd z(n, d), y(n, d);
    for (double& value : z.reshaped()) value = normal(random);
    VectorXd memory = VectorXd::Zero(stream.memory_size(d));
    CHECK(memory.size() == 1 + stream.factorisation().memory * d);
    for (Eigen::Index t = 0; t < n; ++t) {
      VectorXd noise = z.row(t);
      stream.next(noise, memory);
      y.row(t) = noise;
    }
    CAPTURE(name_of(kind));
    CHECK((strategy_matrix(stream.factorisation()) * y - z).norm() < 1e-10);
  }
  CHECK(factorise(Correlation::tree, {37, 1, 1}).memory == 5);
  CHECK(factorise(Correlation::square_root, {37, 1, 1}).memory == 36);
  CHECK(factorise(Correlation::independent, {37, 1, 1}).memory == 0);
  CHECK(factorise(Correlation::previous, {37, 1, 1}).memory == 1);
}

// A's singular values are 1 / (2 sin((2 j - 1) pi / (4 n + 2))). As |A|_* <= |B|_F |C|_F, no
// factorisation has a product of sensitivity (one participation) and error below their mean.
double least_product(std::int64_t n) {
  double sum = 0;
  for (std::int64_t j = 1; j <= n; ++j) {
    sum += 0.5 / std::sin(static_cast<double>(2 * j - 1) * 3.14159265358979323846 /
                          static_cast<double>(4 * n + 2));
  }
  return sum / static_cast<double>(n);
}

TEST_CASE("correlated noise: one participation, between the bound and the square root") {
  const MatrixXd A = MatrixXd::Ones(20, 20).triangularView<Eigen::Lower>();
  CHECK(least_product(20) == Approx(A.jacobiSvd().singularValues().sum() / 20));
  for (const std::int64_t n : {16, 256, 2000}) {
    const ParticipationLimit limit{n, 1, 1};
    const double least = least_product(n);
    const auto product = [&](Correlation kind, std::optional<std::int64_t> size) {
      const Factorisation found = factorise(kind, limit, size);
      return found.sensitivity * found.error.rms;
    };
    const double root = product(Correlation::square_root, {});
    CAPTURE(n, least, root);
    CHECK(root >= least);
    CHECK(root <= 1.12 * least);
    // Fichtenberger, Henzinger, Upadhyay 2023: largest error times sensitivity at most 1 + ln(n)/pi
    // and a constant: the sum of squares of the coefficients, of which the t-th is below 1 / (pi
    // t).
    const Factorisation exact = factorise(Correlation::square_root, limit);
    double harmonic = 1;
    for (std::int64_t t = 1; t < n; ++t)
      harmonic += 1 / (3.14159265358979 * static_cast<double>(t));
    CHECK(exact.sensitivity * exact.error.largest <= harmonic);
    CHECK(exact.sensitivity * exact.error.largest ==
          Approx(1 + std::log(n) / 3.14159).epsilon(0.1));
    for (const Correlation kind : correlations) CHECK(product(kind, {}) >= least * (1 - 1e-12));
    CHECK(product(Correlation::blt, 4) <= 1.03 * root);
    CHECK(product(Correlation::tree, {}) <= 2.5 * root);
    CHECK(product(Correlation::independent, {}) > root);
  }
}

TEST_CASE("correlated noise: several participations, each way is worth its memory") {
  // 20 epochs of 100 rounds.
  const ParticipationLimit limit{2000, 20, 100};
  const auto product = [&](Correlation kind, std::optional<std::int64_t> size) {
    const Factorisation found = factorise(kind, limit, size);
    return found.sensitivity * found.error.rms;
  };
  const double none = product(Correlation::independent, {});
  const double banded = product(Correlation::banded, {});
  const double four = product(Correlation::blt, 4), two = product(Correlation::blt, 2);
  CAPTURE(none, banded, two, four, product(Correlation::tree, {}),
          product(Correlation::square_root, {}));
  CHECK(banded < 0.5 * none);
  CHECK(four <= two);
  CHECK(four < 1.1 * banded);
  CHECK(product(Correlation::tree, {}) < none);
  CHECK(product(Correlation::tree, {}) > four);
}

TEST_CASE("correlated noise: one remembered vector against all patterns, and in closed form") {
  for (const ParticipationLimit& limit : kLimits) {
    for (const double lambda : {0.0, 0.3, 0.9, 0.999}) {
      const MatrixXd C = toeplitz(strategy(remembered(lambda), limit.rounds), limit.rounds);
      const MatrixXd noise = C.inverse();
      for (Eigen::Index t = 1; t < C.rows(); ++t) CHECK(noise(t, t - 1) == Approx(-lambda));
      const auto rounds = static_cast<double>(limit.rounds);
      CHECK(noise.cwiseAbs().sum() == Approx(rounds + lambda * (rounds - 1)).epsilon(1e-10));
      CAPTURE(limit.rounds, limit.most, limit.separation, lambda);
      CHECK(remembered_sensitivity(lambda, limit) == Approx(worst_norm(C, limit)).epsilon(1e-11));
    }
  }
}

TEST_CASE("correlated noise: the best lambda, by its formula and of all that are tried") {
  const auto product = [](double lambda, const ParticipationLimit& limit, PrefixObjective by) {
    const BufferedToeplitz one = remembered(lambda);
    return toeplitz_sensitivity(strategy(one, limit.rounds), limit) *
           objective_of(toeplitz_error(decoder(one, limit.rounds)), by);
  };
  for (const PrefixObjective by : {PrefixObjective::rms, PrefixObjective::largest}) {
    for (const ParticipationLimit& limit : {ParticipationLimit{1, 1, 1},
                                            {7, 1, 1},
                                            {16, 4, 4},
                                            {100, 20, 5},
                                            {2000, 20, 100},
                                            {300, 100, 1}}) {
      const double best = best_lambda(limit, by), least = product(best, limit, by);
      CAPTURE(limit.rounds, limit.most, limit.separation, best, least);
      for (int i = 0; i < 300; ++i) {
        CHECK(product(i / 300.0, limit, by) >= least * (1 - 1e-9));
      }
      // Of one buffer it is a special case.
      const Factorisation buffer = factorise(Correlation::blt, limit, 1, by);
      CHECK(buffer.sensitivity * objective_of(buffer.error, by) <= least * (1 + 1e-6));
    }
    // One participation: (1 + m u^2) / (1 - (1 - u)^2) is least at about u = m^-1/2, where it is
    // m^1/2; m is the rounds, or half of them.
    constexpr std::int64_t n = 1'000'000;
    const double m = by == PrefixObjective::rms ? n / 2.0 : n;
    CHECK(1 - best_lambda({n, 1, 1}, by) == Approx(1 / std::sqrt(m)).epsilon(0.01));
    CHECK(product(best_lambda({n, 1, 1}, by), {n, 1, 1}, by) ==
          Approx(std::pow(m, 0.25)).epsilon(0.01));
  }
}

TEST_CASE("correlated noise: strategies without a known sensitivity are refused") {
  CHECK_THROWS_AS(toeplitz_sensitivity({1, 0.5, 0.6}, {10, 2, 1}), std::invalid_argument);
  CHECK_THROWS_AS(toeplitz_sensitivity({1, -0.5}, {10, 2, 1}), std::invalid_argument);
  CHECK_THROWS_AS(factorise(Correlation::banded, {10, 2, 1}, 11), std::invalid_argument);
  CHECK_THROWS_AS(factorise(Correlation::blt, {10, 2, 1}, 9), std::invalid_argument);
  CHECK_THROWS_AS(factorise(Correlation::tree, {0, 1, 1}), std::invalid_argument);
}

}  // namespace correlated_noise_test
}  // namespace skald
