#include "run/checks/start_region.hpp"

#include <algorithm>
#include <cmath>

#include "record/records.hpp"
#include "text/counted.hpp"
#include "text/number_text.hpp"

namespace skald::run {
namespace {

bool is_strongly_convex(const Problem& problem) {
  const auto* curvature =
      static_cast<const CurvatureBounds*>(problem.model_extension(CurvatureBounds::id));
  return curvature != nullptr && curvature->bounds(problem.rows(Problem::everyone), 1).m > 0;
}

}  // namespace

double reach_of_draws(Index dimension, Index chains, double temperature) {
  const auto d = static_cast<double>(dimension);
  const double s = std::log(static_cast<double>(chains) / kFalseAlarm);
  return temperature * (d + std::sqrt(2 * d * s) + s);
}

StartRegion::StartRegion(const Problem& problem, double temperature, ConstBlock theta)
    : problem_(problem), temperature_(temperature > 0 ? temperature : 1) {
  if (is_strongly_convex(problem)) at_start_ = potentials(theta);
}

std::optional<std::string> StartRegion::why_left(std::int64_t iteration, ConstBlock theta) const {
  if (at_start_.empty()) return std::nullopt;
  const std::vector<double> now = potentials(theta);
  double rise = 0;
  for (std::size_t chain = 0; chain < now.size(); ++chain)
    rise = std::max(rise, now[chain] - at_start_[chain]);
  const double reach = reach_of_draws(theta.rows, theta.cols, temperature_);
  if (rise <= kReaches * reach) return std::nullopt;
  return "after iteration " + std::to_string(iteration) + " the potential of a chain is " +
         text::number_text(rise, 3) + " above that of its start; all but one in 1e12 draws of a " +
         "convex potential in " + text::counted(theta.rows, "dimension") + " are within " +
         text::number_text(reach, 3) +
         " of its minimum, and twice that allows for the bias of long steps: the chain "
         "has left the region of its start for a plateau; shorten the step that the event '" +
         std::string(record::kLongStepEvent) + "' names";
}

std::vector<double> StartRegion::potentials(ConstBlock theta) const {
  std::vector<double> potential(static_cast<std::size_t>(theta.cols));
  problem_.potential(Problem::everyone, theta, potential);
  return potential;
}

}  // namespace skald::run
