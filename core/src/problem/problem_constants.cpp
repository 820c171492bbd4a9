#include "problem/problem_constants.hpp"

#include <algorithm>

namespace skald {

std::span<const std::string> problem_constant_names() {
  static const std::vector<std::string> names = {"N", "n", "d", "m", "L", "step_bound", "L_max"};
  return names;
}

std::vector<std::pair<std::string, double>> problem_constants(const Problem& problem) {
  const auto clients = static_cast<double>(problem.clients());
  std::vector<std::pair<std::string, double>> constants = {
      {"N", clients},
      {"n", static_cast<double>(problem.examples(Problem::everyone))},
      {"d", static_cast<double>(problem.dimension())}};
  const auto* curvature =
      static_cast<const CurvatureBounds*>(problem.model_extension(CurvatureBounds::id));
  if (curvature == nullptr) return constants;
  const auto [m, L] = curvature->bounds(problem.rows(Problem::everyone), 1);
  double largest = 0;
  for (Index c = 0; c < problem.clients(); ++c) {
    largest =
        std::max(largest, clients * curvature->bounds(problem.rows(c), problem.prior_share(c)).L);
  }
  constants.insert(constants.end(),
                   {{"m", m}, {"L", L}, {"step_bound", 2 / (m + L)}, {"L_max", largest}});
  return constants;
}

}  // namespace skald
