#include "reference_models.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cstring>
#include <limits>

namespace skald::test {

void RowModel::gradient(const Rows& rows, ConstBlock theta, Block out) const {
  for (Index j = 0; j < theta.cols; ++j) {
    out.column(j).setZero();
    for (Index r = 0; r < rows.count; ++r) {
      add_row_gradient(rows.row(j, r), theta.column(j).data(), out.column(j).data());
    }
  }
}

void RowModel::potential(const Rows&, ConstBlock theta, std::span<double> out) const {
  std::fill_n(out.begin(), theta.cols, std::numeric_limits<double>::quiet_NaN());
}

void RowModel::add_prior_gradient(double share, ConstBlock theta, Block out) const {
  out.matrix() += share * prior_ * theta.matrix();
}

void QuadraticModel::bind(const Table& given) {
  RowModel::bind(given);
  precisions_ = find_array(given, "precision")->values;
}

void QuadraticModel::potential(const Rows& rows, ConstBlock theta, std::span<double> out) const {
  for (Index j = 0; j < theta.cols; ++j) {
    double sum = 0;
    for (Index r = 0; r < rows.count; ++r) {
      const Index row = rows.row(j, r);
      const Eigen::VectorXd difference = theta.column(j) - table().features.column(row);
      sum += 0.5 * difference.dot(precision(row) * difference);
    }
    out[static_cast<std::size_t>(j)] = sum;
  }
}

void QuadraticModel::add_prior_potential(double share, ConstBlock theta,
                                         std::span<double> out) const {
  for (Index j = 0; j < theta.cols; ++j) {
    out[static_cast<std::size_t>(j)] +=
        0.5 * share * prior_precision() * theta.column(j).squaredNorm();
  }
}

const void* QuadraticModel::extension(const char* wanted) const {
  if (std::strcmp(wanted, GaussianPosterior::id) == 0) {
    return static_cast<const GaussianPosterior*>(this);
  }
  if (std::strcmp(wanted, CurvatureBounds::id) == 0) {
    return static_cast<const CurvatureBounds*>(this);
  }
  if (std::strcmp(wanted, PublicCurvature::id) == 0) {
    return static_cast<const PublicCurvature*>(this);
  }
  return nullptr;
}

void QuadraticModel::quadratic(const Rows& rows, double prior_share, Block curvature,
                               Block minimiser) const {
  const Index d = dimension();
  Eigen::MatrixXd A = prior_share * prior_precision() * Eigen::MatrixXd::Identity(d, d);
  Eigen::VectorXd b = Eigen::VectorXd::Zero(d);
  for (Index r = 0; r < rows.count; ++r) {
    A += precision(rows.row(0, r));
    b += precision(rows.row(0, r)) * table().features.column(rows.row(0, r));
  }
  curvature.matrix() = A;
  minimiser.matrix() = A.ldlt().solve(b);
}

CurvatureBounds::Bounds QuadraticModel::bounds(const Rows& rows, double prior_share) const {
  Eigen::MatrixXd A(dimension(), dimension()), unused(dimension(), 1);
  quadratic(rows, prior_share, view(A), view(unused));
  const Eigen::VectorXd eigenvalues = A.selfadjointView<Eigen::Lower>().eigenvalues();
  return {eigenvalues.minCoeff(), eigenvalues.maxCoeff()};
}

double QuadraticModel::largest_row_curvature() const {
  if (precisions_.cols > 1) return std::numeric_limits<double>::infinity();
  return bounds(Rows::range(0, 1), 0).L;
}

const double* QuadraticModel::precision_data(Index row) const {
  return precisions_.column(precisions_.cols == 1 ? 0 : row).data();
}

Eigen::MatrixXd QuadraticModel::precision(Index row) const {
  return Eigen::Map<const Eigen::MatrixXd>(precision_data(row), dimension(), dimension());
}

void QuadraticModel::add_row_gradient(Index row, const double* theta, double* out) const {
  const Index d = dimension();
  const double* x = table().features.column(row).data();
  const double* P = precision_data(row);
  for (Index k = 0; k < d; ++k) {
    for (Index i = 0; i < d; ++i) out[i] += P[k * d + i] * (theta[k] - x[k]);
  }
}

const void* LinearPredictorModel::extension(const char* wanted) const {
  if (std::strcmp(wanted, CurvatureBounds::id) == 0) {
    return static_cast<const CurvatureBounds*>(this);
  }
  if (std::strcmp(wanted, PublicCurvature::id) == 0) {
    return static_cast<const PublicCurvature*>(this);
  }
  return nullptr;
}

CurvatureBounds::Bounds LinearPredictorModel::bounds(const Rows& rows, double prior_share) const {
  const double prior = prior_share * prior_precision();
  double reach = 0;
  for (Index r = 0; r < rows.count; ++r) reach += row_curvature(rows.row(0, r));
  return {prior - (convex_ ? 0 : reach), prior + reach};
}

double LinearPredictorModel::row_curvature(Index row) const {
  return change_ * table().features.column(row).squaredNorm();
}

void LinearPredictorModel::add_row_gradient(Index row, const double* theta, double* out) const {
  const double* x = table().features.column(row).data();
  double predictor = 0;
  for (Index k = 0; k < dimension(); ++k) predictor += x[k] * theta[k];
  const double slope = slope_(predictor);
  for (Index k = 0; k < dimension(); ++k) out[k] += slope * x[k];
}

}  // namespace skald::test
