#include "oracles/scaffnew_law.hpp"

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "linear/symmetric.hpp"
#include "oracles/client_modes.hpp"
#include "oracles/fixed_point.hpp"

namespace skald::oracles {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index kMostCoordinates = 256;

// z = (e_1, ..., e_N, u_1, ..., u_{N-1}) on one block of coordinates, where u_c = (h / w_c) t_c and
// sum_c w_c u_c = 0 gives the last one. An iteration is z <- M z + G noise, with one M and G for
// each side of the coin:
//   e_c <- D_c e_c + u_c + noise; in a communication also u_c <- u_c + p_c (mean - e_c), e_c <-
//   mean.
class BlockMap {
 public:
  BlockMap(const GaussianProblem& problem, const LangevinStep& step, const CoordinateBlock& block,
           double p_c)
      : step_(step),
        block_(block),
        size_(static_cast<Index>(block.size())),
        clients_(static_cast<Index>(problem.size())),
        p_(p_c) {
    const Index n = coordinates(), all = clients_ * size_;
    // The states after the local steps, of which everything else is made.
    MatrixXd local = MatrixXd::Zero(all, n);
    for (Index c = 0; c < clients_; ++c) {
      const double rate = step.step / weight(c);
      const auto curvature = problem.client(static_cast<std::size_t>(c)).curvature(block, block);
      local.block(c * size_, c * size_, size_, size_) = identity() - rate * curvature;
      local.middleRows(c * size_, size_) += control(c);
    }
    apart_ = {stacked(local, false), stacked(MatrixXd::Identity(all, all), false)};
    together_ = {stacked(local, true), stacked(MatrixXd::Identity(all, all), true)};
    // What a control was stays, apart from what a communication adds to it.
    for (Index c = 0; c + 1 < clients_; ++c) {
      apart_.state.middleRows((clients_ + c) * size_, size_) += control(c);
      together_.state.middleRows((clients_ + c) * size_, size_) += control(c);
    }
  }

  Index coordinates() const { return (2 * clients_ - 1) * size_; }

  // E z z' after an iteration that begins at the second moment S, without noise.
  MatrixXd image(const MatrixXd& S) const {
    return mixed(apart_.state * S * apart_.state.transpose(),
                 together_.state * S * together_.state.transpose());
  }
  // What noise of that covariance over all clients adds.
  MatrixXd input(const MatrixXd& noise) const {
    return mixed(apart_.noise * noise * apart_.noise.transpose(),
                 together_.noise * noise * together_.noise.transpose());
  }
  // The noise of one step, over all clients.
  MatrixXd noise_of_step() const {
    MatrixXd noise(clients_ * size_, clients_ * size_);
    for (Index a = 0; a < clients_; ++a) {
      for (Index b = 0; b < clients_; ++b) {
        noise.block(a * size_, b * size_, size_, size_) =
            step_noise(step_, static_cast<std::size_t>(a), static_cast<std::size_t>(b), block_);
      }
    }
    return noise;
  }
  // The covariance of the average.
  MatrixXd average(const MatrixXd& S) const {
    MatrixXd sum = MatrixXd::Zero(size_, size_);
    for (Index a = 0; a < clients_; ++a) {
      for (Index b = 0; b < clients_; ++b)
        sum += weight(a) * weight(b) * S.block(a * size_, b * size_, size_, size_);
    }
    return sum;
  }

 private:
  // Of the state and of the noise.
  struct Side {
    MatrixXd state, noise;
  };

  double weight(Index c) const { return step_.weights[static_cast<std::size_t>(c)]; }
  MatrixXd identity() const { return MatrixXd::Identity(size_, size_); }
  MatrixXd mixed(const MatrixXd& apart, const MatrixXd& together) const {
    return (1 - p_) * apart + p_ * together;
  }
  // u_c in terms of z.
  MatrixXd control(Index c) const {
    MatrixXd of_state = MatrixXd::Zero(size_, coordinates());
    const bool is_last = c + 1 == clients_;
    for (Index k = 0; k + 1 < clients_; ++k) {
      if (k == c) of_state.middleCols((clients_ + k) * size_, size_) = identity();
      if (is_last)
        of_state.middleCols((clients_ + k) * size_, size_) = -weight(k) / weight(c) * identity();
    }
    return of_state;
  }
  // The next z, but for what controls were, in terms of what `local` is in terms of.
  MatrixXd stacked(const MatrixXd& local, bool communicates) const {
    MatrixXd next = MatrixXd::Zero(coordinates(), local.cols());
    next.topRows(local.rows()) = local;
    if (!communicates) return next;
    MatrixXd mean = MatrixXd::Zero(size_, local.cols());
    for (Index c = 0; c < clients_; ++c) mean += weight(c) * local.middleRows(c * size_, size_);
    for (Index c = 0; c < clients_; ++c) {
      next.middleRows(c * size_, size_) = mean;
      if (c + 1 == clients_) continue;
      next.middleRows((clients_ + c) * size_, size_) =
          p_ * (mean - local.middleRows(c * size_, size_));
    }
    return next;
  }

  LangevinStep step_;
  CoordinateBlock block_;
  Index size_, clients_;
  double p_;
  Side apart_, together_;
};

MatrixXd as_matrix(const VectorXd& u, Index n) {
  const MatrixXd matrix = u.reshaped(n, n);
  return (matrix + matrix.transpose()) / 2;
}

// The stationary second moment under that noise; empty if there is none.
std::optional<MatrixXd> second_moment_of(const BlockMap& map, const FixedPoint& solver,
                                         const MatrixXd& noise) {
  const auto u = solver.solve(map.input(noise).reshaped());
  if (!u) return std::nullopt;
  return as_matrix(*u, map.coordinates());
}

// Second moments stay positive semi-definite, and noise of all clients reaches every direction, so
// the chain is stable iff its response to unit noise is positive semi-definite.
bool contracts(const BlockMap& map, const FixedPoint& solver, Index noises) {
  const auto response = second_moment_of(map, solver, MatrixXd::Identity(noises, noises));
  if (!response) return false;
  const VectorXd spectrum = linear::eigenvalues(*response);
  return spectrum.minCoeff() > -1e-9 * spectrum.cwiseAbs().maxCoeff();
}

std::optional<MatrixXd> block_covariance(const BlockMap& map) {
  const Index n = map.coordinates();
  const FixedPoint solver(
      [&map, n](const VectorXd& u) -> VectorXd { return map.image(as_matrix(u, n)).reshaped(); },
      n* n);
  const MatrixXd noise = map.noise_of_step();
  if (!contracts(map, solver, noise.rows())) return std::nullopt;
  const auto moment = second_moment_of(map, solver, noise);
  if (!moment) return std::nullopt;
  return map.average(*moment);
}

}  // namespace

StationaryLaw scaffnew_law(const GaussianProblem& problem, const LangevinStep& step, double p_c) {
  if (!(p_c > 0 && p_c <= 1))
    throw std::invalid_argument("p_c is " + std::to_string(p_c) + ", expected in (0, 1]");
  const LangevinStep checked = checked_step(problem, step);
  const Index d = problem.dimension();
  Moments moments{VectorXd::Zero(d), MatrixXd::Zero(d, d)};
  for (const CoordinateBlock& block : separate_blocks(problem, checked)) {
    const BlockMap map(problem, checked, block, p_c);
    if (map.coordinates() > kMostCoordinates) {
      return {
          text::no_value("clients times coordinates that depend on each other are too many for "
                         "the exact law of Scaffnew-Langevin")};
    }
    const auto covariance = block_covariance(map);
    if (!covariance) {
      return diverging_law(
          "no finite second moment: one iteration does not contract in mean square, or too weakly "
          "to tell");
    }
    moments.covariance(block, block) = *covariance;
  }
  return {std::move(moments)};
}

}  // namespace skald::oracles
