#include "observables/reference_comparison.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "skald/parts/metrics/effective_sample_size.hpp"
#include "text/number_text.hpp"

namespace skald::observables {
namespace {

ReferencePosterior checked(ReferencePosterior reference) {
  const Index draws = reference.draws.cols();
  if (reference.chains < 1 || draws % reference.chains != 0 || draws / reference.chains < 4 ||
      !reference.draws.allFinite()) {
    throw std::invalid_argument(
        "reference draws: found " + std::to_string(draws) + " of " +
        text::counted(reference.chains, "chain") +
        "; expected finite draws, the same number of at least 4 from each chain");
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
    throw std::invalid_argument("reference draws: a parameter has the same value in all draws");
  x.array().colwise() /= deviation_.array();
  correlation_ = x * x.transpose() / draws;
  errors_.resize(mean_.size(), 1);
  for (Index k = 0; k < mean_.size(); ++k) {
    const Eigen::VectorXd row = x.row(k);
    errors_(k, 0) =
        monte_carlo_error(row.reshaped(x.cols() / reference_.chains, reference_.chains));
  }
  const Index points = std::min(x.cols(), transport_points);
  points_ = x(Eigen::all, Eigen::seqN(0, points, x.cols() / points));
  x.resize(0, 0);
}

void ReferenceComparison::observe(ConstBlock theta) {
  reference_.recorded(theta, skald::view(current_));
  current_.colwise() -= mean_;
  current_.array().colwise() /= deviation_.array();
  batches_.observe(skald::view(std::as_const(current_)));
  moments_.observe(skald::view(std::as_const(current_)));
  kept_.observe(skald::view(std::as_const(current_)));
}

void ReferenceComparison::restart() {
  batches_.restart();
  moments_.restart();
  kept_.restart();
}

PosteriorComparison ReferenceComparison::view() {
  run_mean_ = moments_.mean();
  run_covariance_ = moments_.covariance();
  const auto shown = [](const Eigen::MatrixXd& m) { return skald::view(m); };
  return {.batches = batches_.batches(),
          .moments = {shown(run_mean_), shown(run_covariance_)},
          .draws = kept_.all(),
          .correlation = shown(correlation_),
          .mean_errors = shown(errors_),
          .points = shown(points_)};
}

std::vector<std::span<double>> ReferenceComparison::state() {
  return {batches_.state(), moments_.state(), kept_.state()};
}

}  // namespace skald::observables
