// What a sampler states about its chain on a Gaussian problem, and what follows exactly.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <variant>
#include <vector>

#include "oracles/affine_law.hpp"
#include "oracles/gaussian_problem.hpp"
#include "oracles/square_autocovariance.hpp"
#include "skald/problem.hpp"
#include "skald/sampler.hpp"

namespace skald::problem {

class StatedLaw {
 public:
  // `gaussian` is the problem as gaussian_view() shows it and outlives the law. Nothing if
  // the sampler, which must have started, states neither a family (Sampler::law()) nor affine maps
  // (AffineChain). Throws std::invalid_argument if the latter contradict themselves.
  static std::optional<StatedLaw> of(const Sampler& sampler, const Problem& problem,
                                     const oracles::GaussianProblem& gaussian);
  StatedLaw(StatedLaw&&) = default;

  // Of every `thin`-th iteration; see oracles::stationary_law().
  oracles::StationaryLaw stationary(std::int64_t thin = 1) const;
  // How ||X - x*||^2 correlates along the stationary chain, per iteration; nothing where that is
  // not known. `moments` are those of stationary().
  std::optional<oracles::SquareAutocovariance> square_autocovariance(
      const oracles::Moments& moments) const;
  // Iterations in which what is forgotten last falls to 1 / e; infinite if it does not.
  double relaxation() const;
  // The law after strides from a start of independent coordinates; empty where it is not known.
  using Path = std::function<oracles::Moments(std::int64_t strides)>;
  Path from(const oracles::Moments& start) const;
  // The same of the average of the estimates after each stride behind the first `skipped`; empty,
  // too, unless is_gaussian().
  Path average_from(const oracles::Moments& start, std::int64_t skipped) const;
  // Whether the law is Gaussian from every start: no coins, and no minibatches.
  bool is_gaussian() const;
  // The family, if it states one.
  const LangevinLaw* family() const { return std::get_if<LangevinLaw>(&chain_); }

 private:
  StatedLaw(const oracles::GaussianProblem& gaussian, std::int64_t stride)
      : gaussian_(&gaussian), stride_(stride) {}

  const oracles::GaussianProblem* gaussian_;
  std::int64_t stride_;
  std::variant<LangevinLaw, oracles::AffineLaw> chain_;
  bool has_batches_ = false;
  std::vector<double> gradient_noise_, weights_;  // into which the law's own point
};

// A federated problem as a federation of quadratic potentials, if it is one.

// For more parameters, the d x d matrices and their inverses would cost more than most runs.
inline constexpr Index kMostGaussianParameters = 2000;

// Returns the problem's clients as quadratics, each with its share of the prior; nothing unless the
// model has a closed form and at most kMostGaussianParameters parameters.
std::optional<oracles::GaussianProblem> gaussian_view(const Problem& problem);

// Returns the covariances of the minibatch estimates of grad U_c from `batch` rows drawn without
// replacement,
//   n_c^2 / batch (1 - batch / n_c) S_c,   S_c: sample covariance of the rows' gradients,
// one column-major d x d matrix after the other: one for each client in order, or a single one for
// all rows together if `centralised`. Empty if the rows' curvatures differ, since the noise then
// depends on theta.
std::vector<double> minibatch_noise(const Problem& problem, std::int64_t batch, bool centralised);

}  // namespace skald::problem
