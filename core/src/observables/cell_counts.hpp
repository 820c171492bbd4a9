// Counts draws in cells of equal probability under a Gaussian.
#pragma once

#include <span>
#include <vector>

#include "oracles/gaussian_problem.hpp"
#include "skald/block.hpp"

namespace skald::observables {

// There are 10 x 10 cells in the first two coordinates, or 10 if there is only one. They are equal
// cells in u_1 = Phi((x_1 - m_1) / s_1) and u_2 = Phi of the second coordinate, standardised given
// the first, which are uniform and independent under the Gaussian (Rosenblatt 1952).
class CellCounts {
 public:
  static constexpr Index per_coordinate = 10;

  // Throws std::invalid_argument if the covariance of the first two coordinates is not positive
  // definite.
  explicit CellCounts(const oracles::Moments& law);

  // Takes one draw of every chain, d x C. Draws that are not finite are not counted.
  void observe(ConstBlock theta);
  // Forgets all draws.
  void restart();

  // Number of draws in each cell.
  std::span<const double> counts() const { return counts_; }

  // The state that a checkpoint saves. An object constructed in the same way continues bit for bit
  // after the state has been copied into it.
  std::span<double> state() { return counts_; }

 private:
  Index cell_of(const double* x) const;

  Eigen::VectorXd mean_;
  Eigen::MatrixXd root_;  // lower triangular
  std::vector<double> counts_;
};

}  // namespace skald::observables
