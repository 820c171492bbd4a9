// What the tests of models share: rows and parameters without a pattern, and checks that every
// model must pass on any table.
#pragma once

#include <Eigen/Dense>
#include <span>

#include "load_plugin.hpp"
#include "skald/model.hpp"
#include "skald/parts/simd/simd.hpp"
#include "test.hpp"

namespace skald::test {

// Entries sin(phase + 12.9898 i), i = 1, 2, ...: in [-1, 1], without a pattern that a kernel could
// exploit.
Eigen::MatrixXd scattered(Index rows, Index cols, double phase = 0.4);
// d x chains parameters in [-size, size].
Eigen::MatrixXd scattered_parameters(Index d, Index chains, double size);
// The instruction sets of this machine that kernels are compiled for.
std::vector<simd::InstructionSet> sets_here();
// An index for Rows: `count` rows out of 0..most-1 for each chain, in no particular order.
std::vector<std::int32_t> scattered_rows(Index chains, Index count, Index most);

// A table of p scattered features and a class in each of n rows.
struct ClassRows {
  Eigen::MatrixXd x;
  std::vector<double> y;
  Table table;

  ClassRows(Index p, Index n, Index classes);
};

// model/<plugin> of this build with these options, bound to the table, which must outlive it.
std::shared_ptr<Model> bound_model(const std::string& plugin, const Table& table,
                                   const std::vector<Setting>& settings = {});

inline constexpr double no_clip = std::numeric_limits<double>::infinity();

// The results of a model's calls; entries that the model does not write stay 1e300.
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

// Checks that clipped_gradient() equals the sum of the gradients of single rows, each scaled down
// if it is longer than `clip`.
void check_clipped_gradient(const Model& model, const Rows& rows, double clip,
                            const Eigen::MatrixXd& theta, double tolerance);

// Checks that the prior is that of independent normals with that precision, and is added to what
// `out` holds.
void check_gaussian_prior(const Model& model, double precision, const Eigen::MatrixXd& theta);

// Checks that predictions of the rows [0, y.size()) sum to one, and that the logarithms of those of
// the classes y sum to the potential.
void check_predictions_are_likelihoods(const Model& model, std::span<const double> y,
                                       const Eigen::MatrixXd& theta);

// Checks that a NaN parameter of chain 1 makes that chain's gradient NaN, clipped or not, and
// leaves those of the other chains unchanged.
void check_no_number_is_passed_on(const Model& model, const Rows& rows, Eigen::MatrixXd theta);

// Checks that every column of a block, for blocks of 0 to theta.cols() columns and a padded stride,
// equals the same chain computed alone, to the last bit.
void check_block_equals_columns(const Model& model, const Rows& rows, const Eigen::MatrixXd& theta);

// Checks check_block_equals_columns() and check_clipped_gradient() for all of the n >= 120 rows,
// for rows of each chain's own, for a few rows, and for none. theta has three columns.
void check_row_forms(const Model& model, Index n, const Eigen::MatrixXd& theta, double tolerance);

// Checks that the results for contiguous parts of the rows [0, rows) sum to those for all of them.
void check_parts_sum_to_whole(const Model& model, Index rows, const Eigen::MatrixXd& theta);

}  // namespace skald::test
