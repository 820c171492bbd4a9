#include "run/laws/law_along_run.hpp"

#include <optional>

#include "problem/stated_law.hpp"

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

}  // namespace skald::run
