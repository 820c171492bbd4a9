#include "metrics/reference_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "metrics/effective_sample_size.hpp"
#include "metrics/empirical_w2.hpp"
#include "metrics/undefined.hpp"
#include "oracles/gaussian_w2.hpp"

namespace skald {
namespace {

ReferencePosterior checked(ReferencePosterior reference) {
  const Index draws = reference.draws.cols();
  if (reference.chains < 1 || draws % reference.chains != 0 || draws / reference.chains < 4 ||
      !reference.draws.allFinite()) {
    throw std::invalid_argument("reference draws: found " + std::to_string(draws) + " of " +
                                std::to_string(reference.chains) +
                                " chains; expected finite ones, equally many and at least 4 of "
                                "each chain");
  }
  return reference;
}

Index per_chain(Index chains) {
  return std::max<Index>(ReferenceComparison::transport_points / chains / 2 * 2, 2);
}

}  // namespace

ReferenceComparison::ReferenceComparison(ReferencePosterior reference, Index chains)
    : reference_(checked(std::move(reference))),
      mean_(reference_.draws.rowwise().mean()),
      current_(mean_.size(), chains),
      batches_(mean_.size(), chains),
      moments_(mean_.size(), chains, std::nullopt, true),
      kept_(mean_.size(), chains, per_chain(chains)) {
  const auto draws = static_cast<double>(reference_.draws.cols());
  Eigen::MatrixXd& x = reference_.draws;
  x.colwise() -= mean_;
  deviation_ = (x.rowwise().squaredNorm() / draws).cwiseSqrt();
  if (!(deviation_.minCoeff() > 0))
    throw std::invalid_argument("reference draws: a parameter is the same in all of them");
  x.array().colwise() /= deviation_.array();
  correlation_ = x * x.transpose() / draws;
  errors_.resize(mean_.size());
  for (Index k = 0; k < mean_.size(); ++k) {
    const Eigen::VectorXd row = x.row(k);
    errors_[k] = monte_carlo_error(row.reshaped(x.cols() / reference_.chains, reference_.chains));
  }
  const Index points = std::min(x.cols(), transport_points);
  points_ = x(Eigen::all, Eigen::seqN(0, points, x.cols() / points));
  x.resize(0, 0);
}

void ReferenceComparison::observe(ConstBlock theta) {
  reference_.recorded(theta, view(current_));
  current_.colwise() -= mean_;
  current_.array().colwise() /= deviation_.array();
  batches_.observe(view(std::as_const(current_)));
  moments_.observe(view(std::as_const(current_)));
  kept_.observe(view(std::as_const(current_)));
}

void ReferenceComparison::restart() {
  batches_.restart();
  moments_.restart();
  kept_.restart();
}

double ReferenceComparison::largest_z() const {
  const Eigen::ArrayXd error =
      (batches_.standard_errors().array().square() + errors_.array().square()).sqrt();
  return (moments_.mean().array().abs() / error).maxCoeff<Eigen::PropagateNaN>();
}

double ReferenceComparison::largest_shift() const {
  return moments_.mean().cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
}

Eigen::VectorXd ReferenceComparison::sd_ratios() const {
  return moments_.covariance().diagonal().cwiseSqrt();
}
double ReferenceComparison::smallest_sd_ratio() const {
  return sd_ratios().minCoeff<Eigen::PropagateNaN>();
}
double ReferenceComparison::largest_sd_ratio() const {
  return sd_ratios().maxCoeff<Eigen::PropagateNaN>();
}

double ReferenceComparison::gaussian_distance() const {
  const Moments draws{moments_.mean(), moments_.covariance()};
  if (!draws.mean.allFinite() || !draws.covariance.allFinite()) return undefined;
  return gaussian_w2(draws, {Eigen::VectorXd::Zero(mean_.size()), correlation_});
}

double ReferenceComparison::empirical_distance() const {
  return kept_.draws() == 0 ? undefined : empirical_w2(kept_.all(), view(points_));
}

std::vector<std::span<double>> ReferenceComparison::state() {
  return {batches_.state(), moments_.state(), kept_.state()};
}

}  // namespace skald
