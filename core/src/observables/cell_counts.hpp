// Draws counted in cells of equal probability under a Gaussian.
#pragma once

#include <span>
#include <vector>

#include "oracles/moments.hpp"
#include "skald/block.hpp"

namespace skald::observables {

// The cells are 10 x 10 by the first two coordinates, 10 by the only one: u_1 = Phi((x_1 - m_1) /
// s_1), and u_2 = Phi of the second standardised given the first, are uniform and independent
// (Rosenblatt 1952).
class CellCounts {
 public:
  static constexpr Index per_coordinate = 10;

  // Throws std::invalid_argument where the covariance of the first two coordinates is not positive
  // definite.
  explicit CellCounts(const oracles::Moments& law);

  // One draw of every chain, d x C; those that are not finite count in no cell.
  void observe(ConstBlock theta);
  // Forgets all draws.
  void restart();

  // Draws in every cell.
  std::span<const double> counts() const { return counts_; }

  // Everything a checkpoint must keep: copied out, and into an object constructed alike, it
  // continues bit for bit.
  std::span<double> state() { return counts_; }

 private:
  Index cell_of(const double* x) const;

  Eigen::VectorXd mean_;
  Eigen::MatrixXd root_;  // lower triangular
  std::vector<double> counts_;
};

}  // namespace skald::observables
