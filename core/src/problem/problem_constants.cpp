#include "problem/problem_constants.hpp"

#include <algorithm>

namespace skald {

std::span<const std::string> problem_constant_names() {
  static const std::vector<std::string> names = {"N", "n",          "d",     "m",
                                                 "L", "step_bound", "L_max", "L_local"};
  return names;
}

std::vector<std::pair<std::string, double>> problem_sizes(const Problem& problem) {
  return {{"N", static_cast<double>(problem.clients())},
          {"n", static_cast<double>(problem.examples(Problem::everyone))},
          {"d", static_cast<double>(problem.dimension())}};
}

std::vector<std::pair<std::string, double>> problem_constants(const Problem& problem) {
  const auto clients = static_cast<double>(problem.clients());
  std::vector<std::pair<std::string, double>> constants = problem_sizes(problem);
  const auto* curvature =
      static_cast<const CurvatureBounds*>(problem.model_extension(CurvatureBounds::id));
  if (curvature == nullptr) return constants;
  const auto [m, L] = curvature->bounds(problem.rows(Problem::everyone), 1);
  double uniform = 0, proportional = 0;
  for (Index c = 0; c < problem.clients(); ++c) {
    const double L_c = curvature->bounds(problem.rows(c), problem.prior_share(c)).L;
    uniform = std::max(uniform, clients * L_c);
    proportional = std::max(proportional, L_c / problem.weight(c));
  }
  constants.insert(constants.end(), {{"m", m},
                                     {"L", L},
                                     {"step_bound", 2 / (m + L)},
                                     {"L_max", uniform},
                                     {"L_local", proportional}});
  return constants;
}

}  // namespace skald
