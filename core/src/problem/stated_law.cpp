#include "problem/stated_law.hpp"

#include <utility>

#include "oracles/stationary_law.hpp"
#include "problem/gaussian_view.hpp"

namespace skald::problem {
namespace {

// The covariances of a chain's minibatch estimates; nothing where they are not known.
std::optional<std::vector<Eigen::MatrixXd>> noises_of(const AffineChain& chain,
                                                      const Problem& problem) {
  std::vector<Eigen::MatrixXd> noises;
  if (chain.batch() == 0) return noises;
  const std::vector<double> all = minibatch_noise(problem, chain.batch(), chain.is_centralised());
  if (all.empty()) return std::nullopt;
  const Index d = problem.dimension(), entries = d * d;
  for (Index at = 0; at < static_cast<Index>(all.size()); at += entries)
    noises.emplace_back(Eigen::Map<const Eigen::MatrixXd>(all.data() + at, d, d));
  return noises;
}

std::optional<oracles::AffineLaw> affine_law(const AffineChain& chain, const Problem& problem,
                                             const oracles::GaussianProblem& gaussian) {
  const auto noises = noises_of(chain, problem);
  if (!noises) return std::nullopt;
  return oracles::AffineLaw::of(chain, gaussian, *noises);
}

}  // namespace

std::optional<StatedLaw> StatedLaw::of(const Sampler& sampler, const Problem& problem,
                                       const oracles::GaussianProblem& gaussian) {
  StatedLaw stated(gaussian, sampler.stride());
  if (const auto* chain = dynamic_cast<const AffineChain*>(&sampler)) {
    auto affine = affine_law(*chain, problem, gaussian);
    if (!affine) return std::nullopt;
    stated.chain_ = *std::move(affine);
    stated.has_batches_ = chain->batch() > 0;
    return stated;
  }
  LangevinLaw law;
  if (!sampler.law(law)) return std::nullopt;
  stated.has_batches_ = !law.full_batch;
  stated.weights_.assign(law.weights.begin(), law.weights.end());
  law.weights = stated.weights_;
  if (!law.full_batch) {
    const bool centralised = law.kind == LangevinLaw::Kind::single_chain;
    stated.gradient_noise_ = minibatch_noise(problem, law.batch, centralised);
    law.gradient_noise = stated.gradient_noise_;
  }
  stated.chain_ = law;
  return stated;
}

oracles::StationaryLaw StatedLaw::stationary(std::int64_t thin) const {
  if (const LangevinLaw* law = family()) return oracles::stationary_law(*gaussian_, *law, thin);
  return std::get<oracles::AffineLaw>(chain_).stationary();
}

std::optional<oracles::SquareAutocovariance> StatedLaw::square_autocovariance(
    const oracles::Moments& moments) const {
  if (const LangevinLaw* law = family()) {
    return oracles::square_autocovariance(*gaussian_, *law, moments);
  }
  return std::get<oracles::AffineLaw>(chain_).square_autocovariance(stride_);
}

double StatedLaw::relaxation() const {
  if (const LangevinLaw* law = family()) return 1 / (law->step * gaussian_->smallest_curvature());
  return static_cast<double>(stride_) * std::get<oracles::AffineLaw>(chain_).relaxation();
}

bool StatedLaw::is_gaussian() const {
  if (has_batches_) return false;
  if (const LangevinLaw* law = family())
    return law->participation == LangevinLaw::Participation::full;
  return std::get<oracles::AffineLaw>(chain_).stays_gaussian();
}

StatedLaw::Path StatedLaw::from(const oracles::Moments& start) const {
  if (const LangevinLaw* law = family()) {
    auto kernel = oracles::transition(*gaussian_, *law);
    if (!kernel) return {};
    return [kernel = *std::move(kernel), start](std::int64_t strides) {
      return oracles::apply(oracles::power(kernel, strides), start);
    };
  }
  auto path = std::get<oracles::AffineLaw>(chain_).from(start);
  if (!path) return {};
  return [path = *std::move(path)](std::int64_t strides) mutable { return path.after(strides); };
}

StatedLaw::Path StatedLaw::average_from(const oracles::Moments& start, std::int64_t skipped) const {
  if (!is_gaussian()) return {};
  if (const LangevinLaw* law = family()) {
    auto kernel = oracles::transition(*gaussian_, *law);
    if (!kernel) return {};
    const Eigen::Index d = gaussian_->dimension();
    return [kernel = *std::move(kernel), E = Eigen::MatrixXd::Identity(d, d).eval(), start,
            skipped](std::int64_t strides) {
      const oracles::Moments then = oracles::apply(oracles::power(kernel, skipped), start);
      return oracles::average(kernel, E, then, strides - skipped);
    };
  }
  auto path = std::get<oracles::AffineLaw>(chain_).from(start);
  if (!path) return {};
  return [path = *std::move(path), skipped](std::int64_t strides) {
    return path.average(skipped, strides - skipped);
  };
}

}  // namespace skald::problem
