#include "problem/stated_law.hpp"

#include <utility>

#include "oracles/stationary_law.hpp"

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

namespace {

const GaussianPosterior* closed_form(const Problem& problem) {
  return static_cast<const GaussianPosterior*>(problem.model_extension(GaussianPosterior::id));
}

// Uses theta = 0: moving theta adds the same vector to the gradients of all rows, so their sample
// covariance is the same everywhere.
Eigen::MatrixXd sample_covariance(const GaussianPosterior& model, const Rows& rows, Index d) {
  Eigen::MatrixXd curvature(d, d), minimiser(d, 1), gradients(d, rows.count);
  for (Index r = 0; r < rows.count; ++r) {
    model.quadratic(Rows::range(rows.row(0, r), 1), 0, view(curvature), view(minimiser));
    gradients.col(r) = -curvature * minimiser;
  }
  gradients.colwise() -= gradients.rowwise().mean().eval();
  return gradients * gradients.transpose() / static_cast<double>(rows.count - 1);
}

}  // namespace

std::optional<oracles::GaussianProblem> gaussian_view(const Problem& problem) {
  const GaussianPosterior* model = closed_form(problem);
  const Index d = problem.dimension();
  if (model == nullptr || d > kMostGaussianParameters) return std::nullopt;
  std::vector<oracles::QuadraticClient> clients;
  Eigen::MatrixXd curvature(d, d), minimiser(d, 1);
  for (Index c = 0; c < problem.clients(); ++c) {
    model->quadratic(problem.rows(c), problem.prior_share(c), view(curvature), view(minimiser));
    clients.push_back({curvature, minimiser.col(0)});
  }
  return oracles::GaussianProblem(std::move(clients));
}

std::vector<double> minibatch_noise(const Problem& problem, std::int64_t batch, bool centralised) {
  const GaussianPosterior* model = closed_form(problem);
  if (model == nullptr || !model->equal_curvatures()) return {};
  const Index d = problem.dimension();
  const Index first = centralised ? Problem::everyone : 0;
  const Index last = centralised ? Problem::everyone : problem.clients() - 1;
  std::vector<double> noise;
  for (Index c = first; c <= last; ++c) {
    const auto n = static_cast<double>(problem.examples(c));
    const auto b = static_cast<double>(batch);
    Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(d, d);
    if (b < n) covariance = n * n / b * (1 - b / n) * sample_covariance(*model, problem.rows(c), d);
    noise.insert(noise.end(), covariance.data(), covariance.data() + covariance.size());
  }
  return noise;
}

}  // namespace skald::problem
