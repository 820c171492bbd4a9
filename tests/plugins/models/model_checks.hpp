// Checks that every model must pass, on any table.
#pragma once

#include <Eigen/Dense>
#include <bit>
#include <vector>

#include "catch.hpp"
#include "skald/model.hpp"

namespace skald::test {

// Whether two matrices hold the same bits.
inline bool same_bits(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) return false;
  return std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(double)) == 0;
}

inline Eigen::MatrixXd gradient(const Model& model, const Rows& rows,
                                const Eigen::MatrixXd& theta) {
  Eigen::MatrixXd out = Eigen::MatrixXd::Constant(theta.rows(), theta.cols(), 1e300);
  model.gradient(rows, view(theta), view(out));
  return out;
}

inline Eigen::MatrixXd clipped_gradient(const Model& model, const Rows& rows, double clip,
                                        const Eigen::MatrixXd& theta) {
  Eigen::MatrixXd out = Eigen::MatrixXd::Constant(theta.rows(), theta.cols(), 1e300);
  model.clipped_gradient(rows, clip, view(theta), view(out));
  return out;
}

inline Eigen::VectorXd potential(const Model& model, const Rows& rows,
                                 const Eigen::MatrixXd& theta) {
  Eigen::VectorXd out = Eigen::VectorXd::Constant(theta.cols(), 1e300);
  model.potential(rows, view(theta), {out.data(), static_cast<std::size_t>(out.size())});
  return out;
}

// The gradient by central differences of the potential; truncation and rounding stay below 1e-6 of
// the potential's scale for theta of order one.
inline Eigen::MatrixXd difference_gradient(const Model& model, const Rows& rows,
                                           const Eigen::MatrixXd& theta) {
  constexpr double step = 1e-5;
  Eigen::MatrixXd out(theta.rows(), theta.cols());
  for (Index k = 0; k < theta.rows(); ++k) {
    Eigen::MatrixXd up = theta, down = theta;
    up.row(k).array() += step;
    down.row(k).array() -= step;
    out.row(k) =
        (potential(model, rows, up) - potential(model, rows, down)).transpose() / (2 * step);
  }
  return out;
}

// Every column of a block, for blocks of 1 to theta.cols() columns and a padded stride, must equal
// the same chain asked about alone, to the last bit.
inline void check_block_equals_columns(const Model& model, const Rows& rows,
                                       const Eigen::MatrixXd& theta) {
  const Index d = theta.rows();
  for (Index chains = 0; chains <= theta.cols(); ++chains) {
    const Index stride = d + 3;
    std::vector<double> in(static_cast<std::size_t>(stride * chains + 1), -7.0);
    std::vector<double> out(in.size(), -7.0);
    for (Index j = 0; j < chains; ++j)
      for (Index k = 0; k < d; ++k) in[static_cast<std::size_t>(j * stride + k)] = theta(k, j);
    const std::vector<double> before = in;
    model.gradient(rows, {in.data(), d, chains, stride}, {out.data(), d, chains, stride});
    REQUIRE(in == before);
    for (Index j = 0; j < chains; ++j) {
      const Eigen::MatrixXd alone = gradient(model, rows.of_chain(j), theta.col(j));
      const Eigen::Map<const Eigen::VectorXd> column(out.data() + j * stride, d);
      REQUIRE(same_bits(column, alone));
      for (Index k = d; k < stride; ++k)
        REQUIRE(out[static_cast<std::size_t>(j * stride + k)] == -7.0);
    }
  }
}

// A partition of the rows into contiguous parts must sum to the whole.
inline void check_parts_sum_to_whole(const Model& model, Index rows, const Eigen::MatrixXd& theta) {
  const Eigen::MatrixXd whole = gradient(model, Rows::range(0, rows), theta);
  const Eigen::VectorXd potential_whole = potential(model, Rows::range(0, rows), theta);
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(theta.rows(), theta.cols());
  Eigen::VectorXd potential_sum = Eigen::VectorXd::Zero(theta.cols());
  Index first = 0;
  for (Index size = 1; first < rows; size = 2 * size + 1) {
    const Rows part = Rows::range(first, std::min(size, rows - first));
    sum += gradient(model, part, theta);
    potential_sum += potential(model, part, theta);
    first += part.count;
  }
  CHECK((sum - whole).norm() <= 1e-11 * (1 + whole.norm()));
  CHECK((potential_sum - potential_whole).norm() <= 1e-11 * (1 + potential_whole.norm()));
}

}  // namespace skald::test
