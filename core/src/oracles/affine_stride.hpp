// One stride of a chain as affine maps of its state, drawn at random: what it does to the mean and
// the covariance of the state.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "oracles/gaussian_kernel.hpp"
#include "oracles/gaussian_problem.hpp"
#include "skald/extensions/affine_chain.hpp"

namespace skald::oracles {

// What AffineStages was told; see there.
struct AffineScatter {
  double variance = 0;
  Eigen::VectorXd out, in;
  double offset = 0;
};
struct AffineBranch {
  double probability = 1;
  Eigen::MatrixXd matrix;
  Eigen::VectorXd shift;
  Eigen::MatrixXd noise;
  std::vector<AffineScatter> scatters;
};
using AffineStage = std::vector<AffineBranch>;
struct AffineStride {
  Eigen::MatrixXd lift;
  Eigen::VectorXd shift;
  std::vector<AffineStage> stages;
  Eigen::MatrixXd estimate;

  Eigen::Index size() const { return lift.rows(); }  // of the state
};

// Nothing if the chain is not affine. Throws std::invalid_argument if what it says contradicts
// itself.
std::optional<AffineStride> describe(const AffineChain& chain, const QuadraticClients& clients);

// The moments of the state after a stage or a stride.
Moments after(const AffineStage& stage, const Moments& state);
Moments after(const AffineStride& stride, const Moments& state);

// What a stride does to the covariance, but for what it adds to it.
Eigen::MatrixXd spread(const AffineStride& stride, const Eigen::MatrixXd& covariance);

// z' square z + 2 slope' z, up to a constant.
struct Quadratic {
  Eigen::MatrixXd square;
  Eigen::VectorXd slope;
};
// Its mean after a stage or a stride, given the state before, up to a constant.
Quadratic before(const AffineStage& stage, const Quadratic& after);
Quadratic before(const AffineStride& stride, const Quadratic& after);

// The whole stride, its coins replaced by their means: what it does to the mean.
GaussianKernel mean_kernel(const AffineStride& stride);

// The same chain with every number of the state in units of its scale, which are positive.
AffineStride in_units(const AffineStride& stride, const Eigen::VectorXd& scales);

// Whether some stage has several branches.
bool has_coins(const AffineStride& stride);
// Whether it draws nothing but normals: then it is its mean_kernel().
bool is_gaussian(const AffineStride& stride);
// Whether the coins of a stride that begins with that mean move the mean, in some stage by more
// than rounding.
bool coins_move(const AffineStride& stride, const Eigen::VectorXd& mean);

}  // namespace skald::oracles
