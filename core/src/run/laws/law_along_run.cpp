#include "run/laws/law_along_run.hpp"

#include <limits>
#include <optional>
#include <string>

#include "linear/matrices.hpp"
#include "problem/stated_law.hpp"
#include "run/experiment.hpp"

namespace skald::run {
namespace {

// The law that starting_point() draws from.
oracles::Moments start_law(const RunOptions& run, const Eigen::VectorXd& mode) {
  const Eigen::Index d = mode.size();
  oracles::Moments law{-mode, Eigen::MatrixXd::Zero(d, d)};
  if (run.start == "mode") law.mean.setZero();
  if (run.start == "normal") {
    law.covariance.diagonal().setConstant(run.start_deviation * run.start_deviation);
  }
  return law;
}

}  // namespace

LawAlongRun law_along_run(Experiment& experiment) {
  const auto& gaussian = experiment.gaussian();
  if (!gaussian || experiment.has_start_run()) return nullptr;
  const auto stated = problem::StatedLaw::of(experiment.sampler(), experiment.problem(), *gaussian);
  if (!stated) return nullptr;
  const std::int64_t stride = experiment.sampler().stride();
  const oracles::Moments start = start_law(experiment.run(), gaussian->mode());
  const std::optional<std::int64_t> after = shown_end(experiment.plan()).averaged_after;
  auto path = after ? stated->average_from(start, *after / stride) : stated->from(start);
  if (!path) return nullptr;
  return [path, stride](std::int64_t iterations) { return path(iterations / stride); };
}

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
