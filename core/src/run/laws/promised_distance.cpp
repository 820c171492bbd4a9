#include "run/laws/promised_distance.hpp"

#include <limits>
#include <string>

#include "linear/gaussian_w2.hpp"
#include "problem/stated_law.hpp"
#include "run/experiment.hpp"

namespace skald::run {
namespace {

PromisedDistance none(const std::string& why) { return {text::no_value(why), text::no_value(why)}; }

text::Result<double> exact_distance(const oracles::GaussianProblem& problem,
                                    const problem::StatedLaw& stated, double temp,
                                    std::int64_t thin) {
  const oracles::StationaryLaw found = stated.stationary(thin);
  if (found.diverges) return std::numeric_limits<double>::infinity();
  if (!found.moments) return text::no_value(found.moments.reason());
  const Eigen::MatrixXd mean = found.moments->mean;
  const Eigen::MatrixXd zero = Eigen::MatrixXd::Zero(problem.dimension(), 1);
  const Eigen::MatrixXd covariance = problem.covariance(temp);
  return linear::gaussian_w2({view(mean), view(found.moments->covariance)},
                             {view(zero), view(covariance)});
}

}  // namespace

PromisedDistance promised_distance(const grid::Cell& cell, std::uint64_t replicate,
                                   plugin_host::PluginHost& host) {
  Experiment experiment(cell, replicate, host);
  if (!experiment.gaussian()) return none("the posterior is not Gaussian in closed form");
  experiment.rehearse_start();
  const oracles::GaussianProblem& problem = *experiment.gaussian();
  const auto stated = problem::StatedLaw::of(experiment.sampler(), experiment.problem(), problem);
  if (!stated) return none("the sampler states no family of chains");
  const LangevinLaw* family = stated->family();
  return {exact_distance(problem, *stated, experiment.temperature(), experiment.plan().thin),
          family == nullptr ? text::no_value("no theorem: a family of its own")
                            : bounds::chain_bound(problem, *family)};
}

}  // namespace skald::run
