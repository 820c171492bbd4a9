// IVON against its recurrence in the paper's variables, and on quadratic potentials.
#include "skald/parts/variational/local_steps.hpp"

#include <Eigen/LU>

#include "test.hpp"

namespace ivon_test {

using Eigen::Vector3d;

constexpr double kMomentum = .8, kBeta2 = .7, kLr = .3;

// -log likelihood = sum_i (x_i^4 / 4 + x_i^2) + x_0 x_1 - 3 x_2.
MatrixXd quartic(const MatrixXd& x) {
  MatrixXd slopes = x.array().cube() + 2 * x.array();
  slopes.row(0) += x.row(1);
  slopes.row(1) += x.row(0);
  slopes.row(2).array() -= 3;
  return slopes;
}

// The problem of a client in Bayesian ADMM, in the variables of the papers: the loss is the mean
// over n rows, `server` has these precisions and means, the dual variable is (v, V).
struct AdmmProblem {
  static constexpr double n = 7, weight = .4;
  Vector3d server_precision{2, 3, 1.5}, server_mean{.3, -.2, 1};
  Vector3d v{.4, -.3, .2}, V{.5, -.2, .3};
};
struct PaperState {
  Vector3d h, m, gbar;
};

// A step with pairs of standard normals, coordinate by coordinate.
void paper_step(const AdmmProblem& at, PaperState& state, int k, const MatrixXd& normals) {
  const double ess = at.n / at.weight;
  const Vector3d decay = at.server_precision / ess;
  Vector3d g = Vector3d::Zero(), hhat = Vector3d::Zero();
  for (Index pair = 0; pair < normals.cols(); ++pair) {
    for (const double sign : {1., -1.}) {
      Vector3d theta;
      for (Index i = 0; i < 3; ++i) {
        theta[i] = state.m[i] + sign * normals(i, pair) / std::sqrt(ess * (state.h[i] + decay[i]));
      }
      const Vector3d slope = quartic(theta) / at.n;
      for (Index i = 0; i < 3; ++i) {
        const double share = 1 / (2 * static_cast<double>(normals.cols()));
        const double variance = 1 / (ess * (state.h[i] + decay[i]));
        g[i] += share * slope[i];
        hhat[i] += share * slope[i] * (theta[i] - state.m[i]) / variance;
      }
    }
  }
  for (Index i = 0; i < 3; ++i) {
    const double target = hhat[i] - at.V[i] / at.n;
    const double apart = state.h[i] - target, rate = 1 - kBeta2;
    state.gbar[i] = kMomentum * state.gbar[i] + (1 - kMomentum) * g[i];
    state.h[i] = kBeta2 * state.h[i] + rate * target +
                 rate * rate * apart * apart / (2 * (state.h[i] + decay[i]));
    const double slope = state.gbar[i] / (1 - std::pow(kMomentum, k)) +
                         (at.v[i] - at.V[i] * state.m[i]) / at.n +
                         decay[i] * (state.m[i] - at.server_mean[i]);
    state.m[i] -= kLr * slope / (state.h[i] + decay[i]);
  }
}

TEST_CASE("IVON's steps are those of the paper's recurrence") {
  const AdmmProblem problem;
  const double ess = problem.n / problem.weight;
  const NaturalGaussian server = gaussian(problem.server_precision, problem.server_mean);
  const NaturalGaussian dual{problem.V, problem.v};
  const NaturalGaussian cavity = server / pow(dual, 1 / problem.weight);
  PaperState paper{Vector3d::Zero(), problem.server_mean, Vector3d::Zero()};
  Ivon ivon(server, kMomentum, kBeta2);
  std::mt19937_64 engine(4);
  std::normal_distribution<double> normal;
  for (int k = 1; k <= 8; ++k) {
    const MatrixXd normals = MatrixXd::NullaryExpr(3, 2, [&] { return normal(engine); });
    paper_step(problem, paper, k, normals);
    ivon.step(cavity, kLr, normals,
              [&](const MatrixXd& points) -> MatrixXd { return quartic(points) / problem.weight; });
    const NaturalGaussian q = ivon.q();
    const VectorXd precision = ess * paper.h + problem.server_precision;
    CHECK((q.precision.col(0) - precision).norm() < 1e-10 * precision.norm());
    CHECK((mean_of(q) - paper.m).norm() < 1e-10);
  }
}

// The likelihood exp(-x' H x / 2 + s' x) and the cavity of an indefinite precision.
struct QuadraticProblem {
  const Eigen::Matrix3d H = (Eigen::Matrix3d() << 5, 1, -2, 1, 4, .5, -2, .5, 6).finished();
  const Vector3d s{1, -2, 3};
  const NaturalGaussian cavity{Vector3d(2, .5, -1), Vector3d(-1, 2, .5)};

  MatrixXd gradients(const MatrixXd& points) const { return (H * points).colwise() - s; }
  // Of cavity times likelihood.
  Eigen::Matrix3d precision() const {
    return H + Eigen::Matrix3d(cavity.precision.col(0).asDiagonal());
  }
  Vector3d mean() const { return precision().lu().solve(s + cavity.shift); }
};

// Three pairs of draws with E z z' = I: no estimate has noise.
const MatrixXd kNoiseless = std::sqrt(3.) * MatrixXd::Identity(3, 3);

TEST_CASE("IVON rests at the Gaussian of least free energy of a quadratic") {
  const QuadraticProblem at;
  const NaturalGaussian exact = gaussian(at.precision().diagonal(), at.mean());
  const auto gradients = [&](const MatrixXd& points) { return at.gradients(points); };
  const auto after = [&](const NaturalGaussian& start, int steps) {
    Ivon ivon(start, .9, .8);
    for (int k = 0; k < steps; ++k) ivon.step(at.cavity, .1, kNoiseless, gradients);
    return ivon.q();
  };
  const auto distance = [&](const NaturalGaussian& q) {
    return (q.precision - exact.precision).norm() + (mean_of(q) - at.mean()).norm();
  };
  CHECK(distance(after(exact, 1)) < 1e-13);
  const NaturalGaussian start = gaussian(Vector3d(1, 20, 3), Vector3d(4, -1, 2));
  CHECK(distance(after(start, 5)) > .1);
  CHECK(distance(after(start, 600)) < 1e-10);
}

TEST_CASE("IVON's precision keeps at least half of itself, whatever the gradients") {
  std::mt19937_64 engine(5);
  std::normal_distribution<double> normal;
  const NaturalGaussian flat{Vector3d::Zero(), Vector3d::Zero()};
  for (const double scale : {1e-3, 1., 1e3, 1e8}) {
    Ivon ivon(gaussian(Vector3d(1, 2, 3), Vector3d::Zero()), .5, .9);
    for (int k = 0; k < 50; ++k) {
      const MatrixXd before = ivon.q().precision;
      const MatrixXd normals = MatrixXd::NullaryExpr(3, 1, [&] { return normal(engine); });
      ivon.step(flat, 1e-3, normals, [&](const MatrixXd& points) -> MatrixXd {
        return points.unaryExpr([&](double) { return scale * normal(engine); });
      });
      CHECK((ivon.q().precision.array() >= before.array() * (.5 - 1e-12)).all());
    }
  }
  // Half of it where 1 - beta2 = 1/2 and the Hessian plus the cavity's precision is -P.
  Ivon ivon(gaussian(Vector3d(1, 2, 3), Vector3d::Zero()), .5, .5);
  const NaturalGaussian cavity{Vector3d(-1, -2, -3), Vector3d::Zero()};
  ivon.step(cavity, .1, kNoiseless, [](const MatrixXd& x) -> MatrixXd { return 0 * x; });
  CHECK((ivon.q().precision - Vector3d(.5, 1, 1.5)).norm() < 1e-14);
}

// One pair of draws leaves a variance of 2 h^2 in the estimate of a curvature h, 200 independent
// ones here: the mean over 20000 steps has a relative error of sqrt(2 / 4e6) = 0.07 %.
TEST_CASE("noise makes IVON's precision too large, as its comment says") {
  constexpr Index d = 200, burn_in = 400, steps = 20000;
  constexpr double rate = .05;
  std::mt19937_64 engine(6);
  std::normal_distribution<double> normal;
  const NaturalGaussian flat{VectorXd::Zero(d), VectorXd::Zero(d)};
  Ivon ivon(gaussian(VectorXd::Ones(d), VectorXd::Zero(d)), .9, 1 - rate);
  double sum = 0;
  for (Index k = 0; k < burn_in + steps; ++k) {
    const MatrixXd normals = MatrixXd::NullaryExpr(d, 1, [&] { return normal(engine); });
    ivon.step(flat, .1, normals, [](const MatrixXd& points) { return points; });
    if (k >= burn_in) sum += ivon.q().precision.mean() / steps;
  }
  // Up to terms of second order in the rate.
  CHECK(std::abs(sum - (1 + rate)) < rate * rate + 5 * .0007);
}

// With lr = .1 and beta1 = .9, the bound on -L / P is 10/9.
TEST_CASE("IVON is stable while lr |L| / P is below (1 - beta1) / beta1") {
  const auto distance = [](double ratio) {
    const VectorXd one = VectorXd::Ones(1);
    const NaturalGaussian cavity{-ratio * one, 0 * one};
    Ivon ivon(gaussian(one, one), .9, .9);
    for (int k = 0; k < 3000; ++k) {
      ivon.step(cavity, .1, one, [&](const MatrixXd& x) -> MatrixXd { return (1 + ratio) * x; });
    }
    return std::abs(mean_of(ivon.q())[0]);
  };
  CHECK(distance(1.05) < 1e-3);
  CHECK(distance(1.17) > 100);
}

}  // namespace ivon_test
