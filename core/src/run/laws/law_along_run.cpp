#include "run/laws/law_along_run.hpp"

#include <utility>

#include "oracles/stationary_law.hpp"
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

LawAlongRun::LawAlongRun(oracles::GaussianKernel transition, std::int64_t stride,
                         oracles::Moments start)
    : transition_(std::move(transition)), stride_(stride), start_(std::move(start)) {}

oracles::Moments LawAlongRun::after(std::int64_t iterations) const {
  return oracles::apply(oracles::power(transition_, iterations / stride_), start_);
}

std::optional<LawAlongRun> law_along_run(Experiment& experiment) {
  const auto& gaussian = experiment.gaussian();
  if (!gaussian || experiment.has_start_run()) return std::nullopt;
  const std::optional<problem::StatedLaw> stated =
      problem::stated_law(experiment.sampler(), experiment.problem());
  if (!stated) return std::nullopt;
  auto kernel = transition(*gaussian, stated->law);
  if (!kernel) return std::nullopt;
  return LawAlongRun(std::move(*kernel), experiment.sampler().stride(),
                     start_law(experiment.run(), gaussian->mode()));
}

}  // namespace skald::run
