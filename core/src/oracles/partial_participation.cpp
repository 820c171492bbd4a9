#include "oracles/partial_participation.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include "linear/matrices.hpp"
#include "oracles/averaging_law.hpp"

namespace skald::oracles {
namespace {

Eigen::MatrixXd minimiser_spread(const GaussianProblem& problem) {
  const Eigen::Index d = problem.dimension();
  const auto clients = static_cast<double>(problem.size());
  // With equal curvatures the mode is the plain mean of the minimisers.
  Eigen::MatrixXd spread = Eigen::MatrixXd::Zero(d, d);
  for (std::size_t c = 0; c < problem.size(); ++c) {
    const Eigen::VectorXd offset = problem.client(c).minimiser - problem.mode();
    spread += linear::outer(offset, offset) / clients;
  }
  return spread;
}

void check_participants(std::int64_t S, LangevinLaw::Participation scheme, std::size_t clients) {
  if (scheme == LangevinLaw::Participation::full)
    throw std::invalid_argument("full participation draws no clients; round_kernel() is its law");
  const bool too_many = scheme == LangevinLaw::Participation::without_replacement &&
                        S > static_cast<std::int64_t>(clients);
  if (S < 1 || too_many) {
    throw std::invalid_argument("S is " + std::to_string(S) + ", expected 1 to " +
                                std::to_string(clients) + " participants");
  }
}

}  // namespace

bool equal_clients(const GaussianProblem& problem, const LangevinStep& step) {
  const LangevinStep checked = checked_step(problem, step);
  const double share = 1 / static_cast<double>(problem.size());
  for (std::size_t c = 0; c < problem.size(); ++c) {
    if (std::abs(checked.weights[c] - share) > 1e-9 * share ||
        !problem.client(c).curvature.isApprox(problem.client(0).curvature, 1e-9))
      return false;
  }
  return checked.gradient_noise.empty();
}

namespace {

// What averaging over a cohort does: noise counts phi times, the minimisers' spread kappa / S.
struct CohortEffect {
  double phi = 1, spread = 0;
};

CohortEffect effect_of(const GaussianProblem& problem, const LangevinStep& step,
                       LangevinLaw::Participation scheme, std::int64_t S) {
  if (!equal_clients(problem, step)) {
    throw std::invalid_argument(
        "under partial participation, the law has a closed form only for equal curvatures, weights "
        "1/N and full gradients");
  }
  check_participants(S, scheme, problem.size());
  const auto N = static_cast<double>(problem.size());
  const auto drawn = static_cast<double>(S);
  const bool distinct = scheme == LangevinLaw::Participation::without_replacement;
  const double own = 1 - step.rho * step.rho;
  // A client that is drawn twice contributes one noise twice, so fewer noises are averaged.
  const double noises = distinct ? N / drawn : 1 + (N - 1) / drawn;
  // A federation of one client has nothing to draw.
  const double kappa = !distinct ? 1 : (N > 1 ? (N - drawn) / (N - 1) : 0);
  return {step.rho * step.rho + own * noises, kappa / drawn};
}

}  // namespace

GaussianKernel partial_round_kernel(const GaussianProblem& problem, const LangevinStep& step,
                                    std::int64_t K, LangevinLaw::Participation scheme,
                                    std::int64_t S) {
  const CohortEffect cohort = effect_of(problem, step, scheme, S);
  GaussianKernel round = round_kernel(problem, step, K);
  round.shift.setZero();
  const Eigen::Index d = problem.dimension();
  const Eigen::MatrixXd left = Eigen::MatrixXd::Identity(d, d) - round.matrix;
  round.noise =
      cohort.phi * round.noise + cohort.spread * linear::congruent(left, minimiser_spread(problem));
  return round;
}

StationaryLaw partial_random_law(const GaussianProblem& problem, const LangevinStep& step,
                                 double p_c, LangevinLaw::Participation scheme, std::int64_t S) {
  check_probability("p_c", p_c);
  const CohortEffect cohort = effect_of(problem, step, scheme, S);
  const linear::Spectrum spectrum = linear::spectrum(problem.precision());
  const Eigen::VectorXd l = 1 - step.step * spectrum.values.array();
  if (!(l.cwiseAbs().maxCoeff() < 1))
    return diverging_law("the chain is unstable: step * L must be below 2");
  const auto g = [p_c](double x) { return p_c * x / (1 - (1 - p_c) * x); };
  const Eigen::MatrixXd& basis = spectrum.vectors;
  Eigen::MatrixXd V = linear::congruent(linear::transposed(basis), minimiser_spread(problem));
  for (Eigen::Index i = 0; i < V.rows(); ++i) {
    for (Eigen::Index j = 0; j < V.cols(); ++j) {
      const double both = g(l(i) * l(j));
      V(i, j) *= cohort.spread * (1 - g(l(i)) - g(l(j)) + both) / (1 - both);
    }
    V(i, i) += 2 * step.step * step.temp * cohort.phi / (1 - l(i) * l(i));
  }
  const Eigen::VectorXd unbiased = Eigen::VectorXd::Zero(V.rows());
  return {Moments{unbiased, linear::congruent(basis, V)}};
}

}  // namespace skald::oracles
