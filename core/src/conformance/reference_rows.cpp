#include "conformance/reference_rows.hpp"

#include <Eigen/Cholesky>
#include <cmath>
#include <cstring>
#include <span>
#include <type_traits>

#include "linear/symmetric.hpp"

namespace skald::conformance {
namespace {

constexpr Index kParameters = 2;

struct QuadraticShape {
  static double value(double s) { return s / 2; }
  static double weight(double /*s*/) { return 1; }
};
struct CurvedShape {
  static double value(double s) { return s / (1 + std::sqrt(1 + s)); }
  static double weight(double s) { return 1 / std::sqrt(1 + s); }
};

// The potential of a row is Shape::value(s), of which the gradient is Shape::weight(s) P_r times
// the distance, and the curvature is nowhere above P_r.
template <class Shape>
class ReferenceRows : public Model, public CurvatureBounds, public PublicCurvature {
 public:
  explicit ReferenceRows(double prior) : prior_(prior) {}

  void bind(const Table& table) override {
    table_ = table;
    precisions_ = find_array(table, kPrecision)->values;
  }
  Index dimension() const override { return kParameters; }
  void gradient(const Rows& rows, ConstBlock theta, Block out) const override {
    out.matrix().setZero();
    if (rows.columns == 1) return add_of_same_rows(rows, theta, out);
    for (Index j = 0; j < theta.cols; ++j) {
      for (Index r = 0; r < rows.count; ++r) add(potential_of(rows.row(j, r)), theta, j, out);
    }
  }
  void potential(const Rows& rows, ConstBlock theta, std::span<double> out) const override {
    for (Index j = 0; j < theta.cols; ++j) {
      double sum = 0;
      for (Index r = 0; r < rows.count; ++r) {
        const Potential row = potential_of(rows.row(j, r));
        sum += Shape::value(row.square(row.from(theta, j)));
      }
      out[static_cast<std::size_t>(j)] = sum;
    }
  }
  void add_prior_gradient(double share, ConstBlock theta, Block out) const override {
    out.matrix() += share * prior_ * theta.matrix();
  }
  void add_prior_potential(double share, ConstBlock theta, std::span<double> out) const override {
    for (Index j = 0; j < theta.cols; ++j) {
      out[static_cast<std::size_t>(j)] += share * prior_ / 2 * theta.column(j).squaredNorm();
    }
  }
  bool is_thread_safe() const override { return true; }
  const void* extension(const char* wanted) const override {
    if (std::strcmp(wanted, CurvatureBounds::id) == 0) {
      return static_cast<const CurvatureBounds*>(this);
    }
    if (std::strcmp(wanted, PublicCurvature::id) == 0) {
      return static_cast<const PublicCurvature*>(this);
    }
    return nullptr;
  }
  Bounds bounds(const Rows& rows, double prior_share) const override {
    const Eigen::VectorXd eigenvalues = linear::eigenvalues(largest_curvature(rows, prior_share));
    return {smallest(eigenvalues.minCoeff(), prior_share), eigenvalues.maxCoeff()};
  }
  Bounds prior() const override { return {prior_, prior_}; }

 protected:
  struct Potential {
    Eigen::Vector2d point;
    Eigen::Matrix2d precision;

    Eigen::Vector2d from(ConstBlock theta, Index j) const { return theta.column(j) - point; }
    double square(const Eigen::Vector2d& e) const { return e.dot(precision * e); }
  };
  Potential potential_of(Index row) const {
    return {table_.features.column(row),
            Eigen::Map<const Eigen::Matrix2d>(
                precisions_.column(precisions_.cols == 1 ? 0 : row).data())};
  }
  // At the points of the rows.
  Eigen::MatrixXd largest_curvature(const Rows& rows, double prior_share) const {
    Eigen::MatrixXd A = prior_share * prior_ * Eigen::MatrixXd::Identity(kParameters, kParameters);
    for (Index r = 0; r < rows.count; ++r) A += potential_of(rows.row(0, r)).precision;
    return A;
  }
  bool has_one_precision() const { return precisions_.cols == 1; }

 private:
  // Far away, only the prior curves what is not quadratic.
  double smallest(double at_the_points, double prior_share) const {
    return std::is_same_v<Shape, QuadraticShape> ? at_the_points : prior_share * prior_;
  }
  void add_of_same_rows(const Rows& rows, ConstBlock theta, Block out) const {
    for (Index r = 0; r < rows.count; ++r) {
      const Potential row = potential_of(rows.row(0, r));
      for (Index j = 0; j < theta.cols; ++j) add(row, theta, j, out);
    }
  }
  // Computed coordinate by coordinate, for the same bits in every column.
  static void add(const Potential& row, ConstBlock theta, Index j, Block out) {
    const Eigen::Matrix2d& P = row.precision;
    const Eigen::Vector2d e = row.from(theta, j);
    double* sum = out.column(j).data();
    const double weight = Shape::weight(row.square(e));
    for (Index k = 0; k < kParameters; ++k) {
      for (Index i = 0; i < kParameters; ++i) sum[i] += weight * (P(i, k) * e[k]);
    }
  }

  double prior_;
  Table table_;
  ConstBlock precisions_;
};

class QuadraticRows final : public ReferenceRows<QuadraticShape>, public GaussianPosterior {
 public:
  using ReferenceRows::ReferenceRows;

  const void* extension(const char* wanted) const override {
    if (std::strcmp(wanted, GaussianPosterior::id) == 0) {
      return static_cast<const GaussianPosterior*>(this);
    }
    return ReferenceRows::extension(wanted);
  }
  void quadratic(const Rows& rows, double prior_share, Block curvature,
                 Block minimiser) const override {
    const Eigen::Matrix2d A = largest_curvature(rows, prior_share);
    Eigen::Vector2d b = Eigen::Vector2d::Zero();
    for (Index r = 0; r < rows.count; ++r) {
      const Potential row = potential_of(rows.row(0, r));
      b += row.precision * row.point;
    }
    curvature.matrix() = A;
    minimiser.matrix() = A.ldlt().solve(b);
  }
  bool equal_curvatures() const override { return has_one_precision(); }
};

}  // namespace

std::unique_ptr<Model> reference_rows(RowShape shape, double prior) {
  if (shape == RowShape::quadratic) return std::make_unique<QuadraticRows>(prior);
  return std::make_unique<ReferenceRows<CurvedShape>>(prior);
}

}  // namespace skald::conformance
