#include "problem/mode.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace skald::problem {

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
