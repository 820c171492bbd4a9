// What the tests of models share: rows and parameters without a pattern, and checks that every
// model must pass on any table.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "catch.hpp"
#include "skald/model.hpp"

namespace skald::test {

// Entries sin(phase + 12.9898 i), i = 1, 2, ...: in [-1, 1], with no pattern that a kernel could
// respect.
Eigen::MatrixXd scattered(Index rows, Index cols, double phase = 0.4);
// d x chains parameters in [-size, size].
Eigen::MatrixXd scattered_parameters(Index d, Index chains, double size);
// Rows out of 0..most-1 in no particular order, `count` for each of the chains: an index of Rows.
std::vector<std::int32_t> scattered_rows(Index chains, Index count, Index most);

// A table of p scattered features and a class in each of n rows.
struct ClassRows {
  Eigen::MatrixXd x;
  std::vector<double> y;
  Table table;

  ClassRows(Index p, Index n, Index classes);
};

inline constexpr double no_clip = std::numeric_limits<double>::infinity();

// The results of a model's calls; what it does not write stays 1e300.
Eigen::MatrixXd gradient(const Model& model, const Rows& rows, const Eigen::MatrixXd& theta);
Eigen::MatrixXd clipped_gradient(const Model& model, const Rows& rows, double clip,
                                 const Eigen::MatrixXd& theta);
Eigen::VectorXd potential(const Model& model, const Rows& rows, const Eigen::MatrixXd& theta);

// Whether two matrices hold the same bits.
bool same_bits(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);

// The gradient by central differences of the potential; truncation and rounding stay below 1e-6 of
// the potential's scale for theta of order one.
Eigen::MatrixXd difference_gradient(const Model& model, const Rows& rows,
                                    const Eigen::MatrixXd& theta);
void check_gradient_is_slope(const Model& model, const Rows& rows, const Eigen::MatrixXd& theta);

// clipped_gradient() agrees with the sum of the gradients of single rows, each scaled down where it
// is longer than `clip`.
void check_clipped_gradient(const Model& model, const Rows& rows, double clip,
                            const Eigen::MatrixXd& theta, double tolerance);

// The prior is that of independent normals with that precision, and is added to what `out` holds.
void check_gaussian_prior(const Model& model, double precision, const Eigen::MatrixXd& theta);

// Predictions of the rows [0, y.size()) sum to one, and the logarithms of those of the classes y
// sum to the potential.
void check_predictions_are_likelihoods(const Model& model, std::span<const double> y,
                                       const Eigen::MatrixXd& theta);

// A parameter of chain 1 that is not a number spoils that chain's gradient, clipped or not, and no
// other's.
void check_no_number_is_passed_on(const Model& model, const Rows& rows, Eigen::MatrixXd theta);

// Every column of a block, for blocks of 0 to theta.cols() columns and a padded stride, must equal
// the same chain asked about alone, to the last bit.
void check_block_equals_columns(const Model& model, const Rows& rows, const Eigen::MatrixXd& theta);

// A partition of the rows [0, rows) into contiguous parts must sum to the whole.
void check_parts_sum_to_whole(const Model& model, Index rows, const Eigen::MatrixXd& theta);

}  // namespace skald::test
