#include "run/laws/law_along_run.hpp"

#include <utility>

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

LawAlongRun::LawAlongRun(problem::StatedLaw::Path path, std::int64_t stride)
    : path_(std::move(path)), stride_(stride) {}

oracles::Moments LawAlongRun::after(std::int64_t iterations) const {
  return path_(iterations / stride_);
}

std::optional<LawAlongRun> law_along_run(Experiment& experiment) {
  const auto& gaussian = experiment.gaussian();
  if (!gaussian || experiment.has_start_run()) return std::nullopt;
  const auto stated = problem::StatedLaw::of(experiment.sampler(), experiment.problem(), *gaussian);
  if (!stated) return std::nullopt;
  const std::int64_t stride = experiment.sampler().stride();
  const oracles::Moments start = start_law(experiment.run(), gaussian->mode());
  const std::optional<std::int64_t> after = shown_end(experiment.plan()).averaged_after;
  auto path = after ? stated->average_from(start, *after / stride) : stated->from(start);
  if (!path) return std::nullopt;
  return LawAlongRun(std::move(path), stride);
}

}  // namespace skald::run
