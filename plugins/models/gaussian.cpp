// The Gaussian location model: row x_r has U_r(theta) = 1/2 (theta - x_r)' P_r (theta - x_r) +
// d/2 log(2 pi) - 1/2 log det P_r, with known precision P_r.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dense/gaussian_prior.hpp"
#include "dense/row_projection.hpp"
#include "linear/matrices.hpp"
#include "skald/extensions/gradient_distance.hpp"
#include "skald/extensions/row_curvatures.hpp"
#include "skald/model.hpp"
#include "skald/parts/simd/simd.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::Block;
using skald::ConstBlock;
using skald::Index;
using skald::Rows;

struct Options : skald::RowBoundOptions {};

constexpr std::array options{skald::row_bound_option<Options>()};

constexpr Index chunk = 64;    // coordinates of theta - x that are held on the stack at a time
constexpr Index padding = 8;   // stored columns of P are zero-filled to a multiple of this
constexpr int chain_tile = 4;  // chains that share one pass over P

Index padded(Index d) { return (d + padding - 1) / padding * padding; }

// What a gradient call reads: out_j = sum over terms of scale * P (theta_j - point). A term is one
// row or, where all rows share P, all rows at their mean.
struct Term {
  const double* precision;  // d columns of padded(d)
  const double* diagonal;   // of P, where it has no other entries; null elsewhere
  const double* point;      // d
  double scale;
  bool accumulate;  // add to `out` rather than overwrite it
};

// out += P(:, k0 : k0+kn) difference for `Chains` chains and V registers of coordinates from
// `row` on. Every coordinate adds its products in the order of k.
template <int W, int Chains, int V>
SKALD_INLINE void multiply_tile(const double* precision, Index ld, Index kn,
                                const double* difference, Index row, bool accumulate, Block out) {
  skald::simd::Reals<W> sum[Chains][V] = {};
  if (accumulate) {
    for (int c = 0; c < Chains; ++c) {
      for (int v = 0; v < V; ++v) {
        skald::simd::load_first<W>(out.data + c * out.stride + row + v * W, out.rows - row - v * W,
                                   sum[c][v]);
      }
    }
  }
  for (Index k = 0; k < kn; ++k) {
    skald::simd::Reals<W> p[V];
    for (int v = 0; v < V; ++v) skald::simd::load<W>(precision + k * ld + row + v * W, p[v]);
    for (int c = 0; c < Chains; ++c) {
      for (int v = 0; v < V; ++v) sum[c][v] += p[v] * difference[c * chunk + k];
    }
  }
  for (int c = 0; c < Chains; ++c) {
    for (int v = 0; v < V; ++v) {
      skald::simd::store_first<W>(sum[c][v], out.rows - row - v * W,
                                  out.data + c * out.stride + row + v * W);
    }
  }
}

template <int W, int Chains>
SKALD_INLINE void multiply(const Term& term, ConstBlock theta, Block out) {
  const Index d = theta.rows;
  const Index ld = padded(d);
  double difference[chunk * Chains];
  for (Index k0 = 0; k0 < d; k0 += chunk) {
    const Index kn = std::min(chunk, d - k0);
    for (int c = 0; c < Chains; ++c) {
      const double* from = theta.data + c * theta.stride + k0;
      for (Index k = 0; k < kn; ++k)
        difference[c * chunk + k] = term.scale * (from[k] - term.point[k0 + k]);
    }
    const bool accumulate = term.accumulate || k0 > 0;
    const double* columns = term.precision + k0 * ld;
    Index row = 0;
    for (; row + W < d; row += 2 * W)
      multiply_tile<W, Chains, 2>(columns, ld, kn, difference, row, accumulate, out);
    if (W > 4 && row < d && row + 4 >= d) {  // NOLINT(bugprone-branch-clone): alike where W is 4
      multiply_tile<4, Chains, 1>(columns, ld, kn, difference, row, accumulate, out);
    } else if (row < d) {
      multiply_tile<W, Chains, 1>(columns, ld, kn, difference, row, accumulate, out);
    }
  }
}

struct MultiplyBlock {
  template <int W>
  SKALD_INLINE static void run(const Term& term, const ConstBlock& theta, const Block& out) {
    Index j = 0;
    for (; j + chain_tile <= theta.cols; j += chain_tile)
      multiply<W, chain_tile>(term, theta.columns(j, chain_tile), out.columns(j, chain_tile));
    for (; j < theta.cols; ++j) multiply<W, 1>(term, theta.columns(j, 1), out.columns(j, 1));
  }
};

// The same for a small dimension that the compiler knows.
template <int D>
struct MultiplySmallBlock {
  template <int W>
  SKALD_INLINE static void run(const Term& term, const ConstBlock& theta, const Block& out) {
    const double scale = term.scale;
    double precision[D][D];
    double point[D];
    for (int k = 0; k < D; ++k) {
      point[k] = term.point[k];
      for (int i = 0; i < D; ++i) precision[k][i] = term.precision[k * padding + i];
    }
    for (Index j = 0; j < theta.cols; ++j) {
      const double* from = theta.data + j * theta.stride;
      double* to = out.data + j * out.stride;
      double sum[D];
      for (int i = 0; i < D; ++i) sum[i] = term.accumulate ? to[i] : 0.0;
      for (int k = 0; k < D; ++k) {
        const double difference = scale * (from[k] - point[k]);
        for (int i = 0; i < D; ++i) sum[i] += precision[k][i] * difference;
      }
      for (int i = 0; i < D; ++i) to[i] = sum[i];
    }
  }
};

// The same, to the last bit, where P is diagonal.
void multiply_diagonal(const Term& term, const ConstBlock& theta, const Block& out) {
  for (Index j = 0; j < theta.cols; ++j) {
    const double* from = theta.data + j * theta.stride;
    double* to = out.data + j * out.stride;
    for (Index k = 0; k < theta.rows; ++k) {
      const double difference = term.scale * (from[k] - term.point[k]);
      to[k] = (term.accumulate ? to[k] : 0.0) + term.diagonal[k] * difference;
    }
  }
}

void multiply_block(const Term& term, const ConstBlock& theta, const Block& out) {
  switch (theta.rows) {
    case 1:
      return skald::simd::run<MultiplySmallBlock<1>>(term, theta, out);
    case 2:
      return skald::simd::run<MultiplySmallBlock<2>>(term, theta, out);
    case 3:
      return skald::simd::run<MultiplySmallBlock<3>>(term, theta, out);
    case 4:
      return skald::simd::run<MultiplySmallBlock<4>>(term, theta, out);
    default:
      if (term.diagonal != nullptr) return multiply_diagonal(term, theta, out);
      return skald::simd::run<MultiplyBlock>(term, theta, out);
  }
}

class Gaussian final : public skald::Model,
                       public skald::GaussianPosterior,
                       public skald::CurvatureBounds,
                       public skald::PublicCurvature,
                       public skald::RowBound,
                       public skald::RowCurvatures,
                       public skald::GradientDistance {
 public:
  explicit Gaussian(const Options& o) : options_(o) {}

  void bind(const skald::Table& table) override {
    points_ = table.features;
    if (std::isfinite(options_.row_bound)) scale_points(table);
    d_ = points_.rows;
    if (d_ < 1 || points_.cols < 1) {
      throw std::invalid_argument(
          "model gaussian: the table has no features or no rows; it needs one mean per row");
    }
    take_precisions(table);
    if (shared()) take_prefix_sums();
  }

  Index dimension() const override { return d_; }

  void gradient(const Rows& rows, ConstBlock theta, Block out) const override {
    if (rows.count == 0) {
      out.matrix().setZero();
      return;
    }
    if (shared()) return shared_gradient(rows, theta, out);
    if (rows.index == nullptr || rows.columns == 1) return sum_rows(rows, theta, out);
    for (Index j = 0; j < theta.cols; ++j)
      sum_rows(rows.of_chain(j), theta.columns(j, 1), out.columns(j, 1));
  }

  void potential(const Rows& rows, ConstBlock theta, std::span<double> out) const override {
    Eigen::VectorXd difference(d_);
    for (Index j = 0; j < theta.cols; ++j) {
      double sum = 0;
      for (Index r = 0; r < rows.count; ++r) {
        const Index row = rows.row(j, r);
        difference = theta.column(j) - points_.column(row);
        sum += 0.5 * difference.dot(precision(row) * difference) + log_normaliser_[which(row)];
      }
      out[static_cast<std::size_t>(j)] = sum;
    }
  }

  const void* extension(const char* name) const override {
    const std::string_view wanted = name;
    if (wanted == skald::GaussianPosterior::id)
      return static_cast<const skald::GaussianPosterior*>(this);
    if (wanted == skald::CurvatureBounds::id)
      return static_cast<const skald::CurvatureBounds*>(this);
    if (wanted == skald::PublicCurvature::id)
      return static_cast<const skald::PublicCurvature*>(this);
    if (wanted == skald::RowBound::id) return static_cast<const skald::RowBound*>(this);
    if (wanted == skald::RowCurvatures::id) return static_cast<const skald::RowCurvatures*>(this);
    if (wanted == skald::GradientDistance::id)
      return static_cast<const skald::GradientDistance*>(this);
    return nullptr;
  }

  bool is_thread_safe() const override { return true; }

  // The model has no prior, so its share has no effect, here or below.
  void quadratic(const Rows& rows, double /*prior_share*/, Block curvature,
                 Block minimiser) const override {
    Eigen::VectorXd pull = Eigen::VectorXd::Zero(d_);
    curvature.matrix().setZero();
    for (Index r = 0; r < rows.count; ++r) {
      const Index row = rows.row(0, r);
      curvature.matrix() += precision(row);
      pull += precision(row) * points_.column(row);
    }
    minimiser.matrix() = skald::linear::solve_positive(curvature.matrix(), pull)
                             .value_or(Eigen::VectorXd::Constant(d_, std::nan("")));
  }
  bool equal_curvatures() const override { return shared(); }

  Bounds bounds(const Rows& rows, double /*prior_share*/) const override {
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(d_, d_);
    for (Index r = 0; r < rows.count; ++r) sum += precision(rows.row(0, r));
    const Eigen::VectorXd spectrum = skald::linear::eigenvalues(sum);
    return {spectrum.minCoeff(), spectrum.maxCoeff()};
  }
  void clipped_curvature(const Rows& rows, double clip, ConstBlock /*theta*/,
                         Block out) const override {
    out.matrix().setZero();
    for (Index r = 0; r < rows.count; ++r) {
      const Precision curvature = precision(rows.row(0, r));
      out.matrix() += curvature * std::min(1.0, clip / curvature.norm());
    }
  }
  Bounds prior() const override { return {0, 0}; }
  // A precision that all rows share belongs to the model; a row's own precision is a private part
  // of the row, and may be any.
  double largest_row_curvature() const override {
    return shared() ? shared_curvature_ : std::numeric_limits<double>::infinity();
  }
  bool convex_rows() const override { return true; }
  // Unless P_r is a multiple of I, a clipped P_r (theta - x_r) is not the gradient of any function.
  bool convex_when_clipped() const override { return shared() && isotropic_; }

  double row_bound() const override { return options_.row_bound; }
  Index projected_rows() const override { return projected_; }
  // |P (x - x')|, whatever theta is.
  double largest_gradient_distance() const override {
    return 2 * options_.row_bound * largest_row_curvature();
  }

 private:
  using Precision = Eigen::Map<const Eigen::MatrixXd, 0, Eigen::OuterStride<>>;

  bool shared() const { return log_normaliser_.size() == 1; }
  std::size_t which(Index row) const { return shared() ? 0 : static_cast<std::size_t>(row); }
  const double* precision_data(Index row) const {
    return precisions_.data() + static_cast<Index>(which(row)) * d_ * padded(d_);
  }
  const double* diagonal_data(Index row) const {
    return diagonals_.empty() ? nullptr : diagonals_.data() + static_cast<Index>(which(row)) * d_;
  }
  Precision precision(Index row) const {
    return {precision_data(row), d_, d_, Eigen::OuterStride<>(padded(d_))};
  }

  void scale_points(const skald::Table& table) {
    projected_ = skald::rows_beyond(table, options_.row_bound);
    scaled_ = points_.matrix();
    for (Index r = 0; r < scaled_.cols(); ++r)
      scaled_.col(r) *= skald::projection(scaled_.col(r).norm(), options_.row_bound);
    points_ = skald::view(std::as_const(scaled_));
  }

  void take_precisions(const skald::Table& table) {
    const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(d_, d_);
    const skald::NamedArray* array = skald::find_array(table, "precision");
    const ConstBlock given =
        array != nullptr ? array->values : ConstBlock{identity.data(), d_ * d_, 1, d_ * d_};
    const bool one_per_row = given.cols == table.rows();
    if (given.rows != d_ * d_ || (given.cols != 1 && !one_per_row)) {
      throw std::invalid_argument(
          "model gaussian: array 'precision' is " + std::to_string(given.rows) + " x " +
          std::to_string(given.cols) + "; expected " + std::to_string(d_ * d_) +
          " rows (d x d, column by column) and 1 or " + std::to_string(table.rows()) + " columns");
    }
    precisions_.assign(static_cast<std::size_t>(given.cols * d_ * padded(d_)), 0.0);
    log_normaliser_.resize(static_cast<std::size_t>(given.cols));
    isotropic_ = true;
    diagonals_.clear();
    for (Index column = 0; column < given.cols; ++column)
      take_precision(column, given.data + column * given.stride);
    if (std::ssize(diagonals_) < given.cols * d_) diagonals_.clear();
  }

  void take_precision(Index column, const double* values) {
    const Eigen::MatrixXd p = Eigen::Map<const Eigen::MatrixXd>(values, d_, d_);
    const std::optional<Eigen::MatrixXd> root = skald::linear::cholesky(p);
    if (!p.isApprox(p.transpose(), 1e-12) || !root) {
      throw std::invalid_argument("model gaussian: column " + std::to_string(column) +
                                  " of array 'precision' is not a symmetric positive definite "
                                  "matrix; expected the inverse of a covariance");
    }
    double* to = precisions_.data() + column * d_ * padded(d_);
    for (Index k = 0; k < d_; ++k) std::copy_n(values + k * d_, d_, to + k * padded(d_));
    if (p.isDiagonal(0))
      diagonals_.insert(diagonals_.end(), p.diagonal().begin(), p.diagonal().end());
    const double half_log_det = root->diagonal().array().log().sum();
    log_normaliser_[static_cast<std::size_t>(column)] =
        0.5 * static_cast<double>(d_) * std::log(2 * std::numbers::pi) - half_log_det;
    const double largest = skald::linear::eigenvalues(p).maxCoeff();
    shared_curvature_ = largest;
    isotropic_ &= p.isApprox(largest * Eigen::MatrixXd::Identity(d_, d_), 1e-14);
  }

  // Sums of x_r - centre over rows [0, r), from which the mean of any range follows in O(d).
  void take_prefix_sums() {
    centre_ = points_.matrix().rowwise().mean();
    prefix_sums_.setZero(d_, points_.cols + 1);
    for (Index r = 0; r < points_.cols; ++r)
      prefix_sums_.col(r + 1) = prefix_sums_.col(r) + (points_.column(r) - centre_);
  }

  void shared_gradient(const Rows& rows, ConstBlock theta, Block out) const {
    const bool alike = rows.index == nullptr || rows.columns == 1;
    const Index chains = alike ? theta.cols : 1;
    for (Index j = 0; j < theta.cols; j += chains) {
      const Eigen::VectorXd mean = row_mean(rows.of_chain(j));
      multiply_block({precisions_.data(), diagonal_data(0), mean.data(),
                      static_cast<double>(rows.count), false},
                     theta.columns(j, chains), out.columns(j, chains));
    }
  }

  // The mean of the points of the rows, which are the same for every chain.
  Eigen::VectorXd row_mean(const Rows& rows) const {
    const double count = static_cast<double>(rows.count);
    if (rows.index == nullptr && rows.count > 1) {
      const Index last = rows.first + rows.count;
      return centre_ + (prefix_sums_.col(last) - prefix_sums_.col(rows.first)) / count;
    }
    Eigen::VectorXd sum = points_.column(rows.row(0, 0));
    for (Index r = 1; r < rows.count; ++r) sum += points_.column(rows.row(0, r));
    return sum / count;
  }

  // The rows of all chains are those of chain 0.
  void sum_rows(const Rows& rows, ConstBlock theta, Block out) const {
    for (Index r = 0; r < rows.count; ++r) {
      const Index row = rows.row(0, r);
      multiply_block({precision_data(row), diagonal_data(row), points_.data + row * points_.stride,
                      1.0, r > 0},
                     theta, out);
    }
  }

  Options options_;
  ConstBlock points_;
  Eigen::MatrixXd scaled_;  // the points, where rows are bounded
  Index projected_ = 0;     // training rows that were longer
  Index d_ = 0;
  std::vector<double> precisions_;      // d x d each, columns padded; one, or one per row
  std::vector<double> diagonals_;       // of d each, where no P has other entries; empty elsewhere
  std::vector<double> log_normaliser_;  // d/2 log(2 pi) - 1/2 log det P, one per precision
  double shared_curvature_ = 0;         // where shared: the largest eigenvalue of P
  bool isotropic_ = true;               // every P_r is a multiple of I
  Eigen::VectorXd centre_;
  Eigen::MatrixXd prefix_sums_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Gaussian, Options, options>(
    {.name = "gaussian",
     .numerics_revision = 1,
     .summary = "Gaussian location model with known precisions, whose posterior is Gaussian",
     .reference = ""});
