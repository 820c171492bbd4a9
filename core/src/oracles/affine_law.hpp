// The exact law of a chain that a sampler describes as random affine maps of its state.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "oracles/affine_stride.hpp"
#include "oracles/gaussian_problem.hpp"
#include "oracles/square_autocovariance.hpp"

namespace skald::oracles {

// Moments are those of the sampler's estimate after whole strides, in deviations from the mode.
class AffineLaw {
 public:
  // Nothing if the chain is not affine on this problem. `noises` are the covariances of its
  // minibatch estimates, of each client or, centralised, of all; empty: all zero. Throws
  // std::invalid_argument if the description contradicts itself, saying how.
  static std::optional<AffineLaw> of(const AffineChain& chain, const GaussianProblem& problem,
                                     const std::vector<Eigen::MatrixXd>& noises = {});

  StationaryLaw stationary() const;
  // How the estimate's squared distance from the mode correlates along the stationary chain, per
  // iteration, of which a stride has so many; nothing where there is no such law, or where it is
  // not found. Of coins see fourth_moments.hpp; where they are common to more coordinates
  // than are taken together, the parts count as independent.
  std::optional<SquareAutocovariance> square_autocovariance(std::int64_t stride) const;
  // Strides in which the mean of what is forgotten last falls to 1 / e; infinite if it does not.
  double relaxation() const;
  // Whether strides draw nothing but normals, so that the law is Gaussian from every start.
  bool stays_gaussian() const;

  class Path;
  // The law along strides from a start whose coordinates are independent; nothing where coins
  // couple too many of them.
  std::optional<Path> from(const Moments& start) const;

 private:
  struct Part {
    CoordinateBlock block;
    std::shared_ptr<const AffineStride> stride;  // one for all blocks that are alike
  };

  Eigen::Index dimension_ = 0;
  std::vector<Part> parts_;
  std::optional<Part> whole_;  // all coordinates as one, where coins are common to several parts
};

class AffineLaw::Path {
 public:
  Moments after(std::int64_t strides);
  // Of the average of the estimates after each of so many strides behind the first `skipped`, of a
  // chain that stays Gaussian.
  Moments average(std::int64_t skipped, std::int64_t strides) const;
  // Every estimate that so many strides from the mean of the start can lead to, a column each, of a
  // chain that draws coins alone; nothing for others, and where their states are too many numbers.
  std::optional<Eigen::MatrixXd> ends(std::int64_t strides) const;

 private:
  friend class AffineLaw;
  explicit Path(std::vector<Part> parts) : parts_(std::move(parts)) {}

  Eigen::Index dimension_ = 0;
  std::vector<Part> parts_;
  std::vector<Moments> start_, reached_;  // of the state of each part
  std::int64_t strides_ = 0;
};

}  // namespace skald::oracles
