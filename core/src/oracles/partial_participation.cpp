#include "oracles/partial_participation.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

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
    spread += offset * offset.transpose() / clients;
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

GaussianKernel partial_round_kernel(const GaussianProblem& problem, const LangevinStep& step,
                                    std::int64_t K, LangevinLaw::Participation scheme,
                                    std::int64_t S) {
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
  const double inflation = step.rho * step.rho + own * noises;
  // A federation of one client has nothing to draw.
  const double kappa = !distinct ? 1 : (N > 1 ? (N - drawn) / (N - 1) : 0);

  GaussianKernel round = round_kernel(problem, step, K);
  round.shift.setZero();
  const Eigen::Index d = problem.dimension();
  const Eigen::MatrixXd left = Eigen::MatrixXd::Identity(d, d) - round.matrix;
  round.noise = inflation * round.noise +
                kappa / drawn * (left * minimiser_spread(problem) * left.transpose());
  return round;
}

}  // namespace skald::oracles
