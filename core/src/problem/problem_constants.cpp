#include "problem/problem_constants.hpp"

#include <algorithm>
#include <limits>

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

}  // namespace skald::problem
