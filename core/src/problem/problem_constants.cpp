#include "problem/problem_constants.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace skald::problem {

std::span<const std::string> problem_constant_names() {
  static const std::vector<std::string> names = {
      "N", "n", "d", "m", "L", "step_bound", "L_max", "L_local", "m_min", "m_local"};
  return names;
}

std::vector<std::pair<std::string, double>> problem_sizes(const Problem& problem) {
  return {{"N", static_cast<double>(problem.clients())},
          {"n", static_cast<double>(problem.examples(Problem::everyone))},
          {"d", static_cast<double>(problem.dimension())}};
}

std::vector<std::pair<std::string, double>> problem_constants(const Problem& problem) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto clients = static_cast<double>(problem.clients());
  std::vector<std::pair<std::string, double>> constants = problem_sizes(problem);
  const auto* curvature =
      static_cast<const CurvatureBounds*>(problem.model_extension(CurvatureBounds::id));
  if (curvature == nullptr) return constants;
  const auto [m, L] = curvature->bounds(problem.rows(Problem::everyone), 1);
  CurvatureBounds::Bounds uniform{infinity, 0}, proportional{infinity, 0};  // of U_c / w_c
  for (Index c = 0; c < problem.clients(); ++c) {
    const auto [m_c, L_c] = curvature->bounds(problem.rows(c), problem.prior_share(c));
    const double weight = problem.weight(c);
    uniform = {std::min(uniform.m, clients * m_c), std::max(uniform.L, clients * L_c)};
    proportional = {std::min(proportional.m, m_c / weight), std::max(proportional.L, L_c / weight)};
  }
  constants.insert(constants.end(), {{"m", m},
                                     {"L", L},
                                     {"step_bound", 2 / (m + L)},
                                     {"L_max", uniform.L},
                                     {"L_local", proportional.L},
                                     {"m_min", uniform.m},
                                     {"m_local", proportional.m}});
  return constants;
}

Eigen::VectorXd mode(Problem& problem) {
  const auto* curvature =
      static_cast<const CurvatureBounds*>(problem.model_extension(CurvatureBounds::id));
  if (curvature == nullptr) {
    throw std::invalid_argument(
        "run.start is \"mode\", but the model states no curvature bounds, which the search for the "
        "mode needs: set run.start to \"zero\"");
  }
  const auto [m, L] = curvature->bounds(problem.rows(Problem::everyone), 1);
  if (!(m > 0)) {
    throw std::invalid_argument(
        "run.start is \"mode\", but the potential is not strongly convex: set run.start to "
        "\"zero\", or give the model a prior");
  }
  const double momentum = (std::sqrt(L) - std::sqrt(m)) / (std::sqrt(L) + std::sqrt(m));
  Eigen::MatrixXd theta = Eigen::MatrixXd::Zero(problem.dimension(), 1);
  Eigen::MatrixXd point = theta, previous = theta, gradient = theta;
  for (int step = 0; step < 1'000'000; ++step) {
    problem.gradient(Problem::everyone, view(point), view(gradient));
    // |point - mode| <= |grad U| / m.
    const double rounding = 1e-14 * L * point.norm();
    if (gradient.norm() <= std::max(1e-8 * m / std::sqrt(L), rounding)) return point;
    previous = theta;
    theta = point - gradient / L;
    point = theta + momentum * (theta - previous);
  }
  throw std::runtime_error(
      "run.start is \"mode\", but a million gradient steps did not reach the mode: set run.start "
      "to \"zero\"");
}

}  // namespace skald::problem
