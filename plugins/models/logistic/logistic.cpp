// Binary logistic regression with a Gaussian prior: row (x, y), y in {0, 1}, has
//   U(theta) = log(1 + exp((1 - 2 y) x' theta)),   gradient (s(x' theta) - y) x,
// and U_0(theta) = prior_precision / 2 |theta|^2, with s the logistic function.
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <variant>

#include "dense/class_scores.hpp"
#include "dense/gaussian_prior.hpp"
#include "dense/row_projection.hpp"
#include "linear/matrices.hpp"
#include "logistic/dense_rows.hpp"
#include "logistic/sparse_logistic_rows.hpp"
#include "skald/extensions/row_curvatures.hpp"
#include "skald/linear_coefficients.hpp"
#include "skald/parts/data/sparse_features.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::Block;
using skald::ConstBlock;
using skald::Index;
using skald::Rows;

struct Options : skald::GaussianPriorOptions, skald::RowBoundOptions {};

constexpr std::array options{skald::prior_precision_option<Options>(),
                             skald::row_bound_option<Options>()};

class Logistic final : public skald::GaussianPriorModel,
                       public skald::CurvatureBounds,
                       public skald::RowBound,
                       public skald::RowCurvatures,
                       public skald::LinearCoefficients {
 public:
  explicit Logistic(const Options& given)
      : GaussianPriorModel(given), row_bound_(given.row_bound) {}

  void bind(const skald::Table& table) override {
    if (table.classes != 2) {
      throw std::invalid_argument("model logistic: the target's number of classes is " +
                                  std::to_string(table.classes) + " (0: not a class); expected 2");
    }
    if (table.features.rows < 1)
      throw std::invalid_argument("model logistic: the table has no features; expected at least 1");
    if (skald::are_sparse(table)) {
      data_.emplace<skald::logistic::SparseLogisticRows>(table, row_bound_);
    } else {
      data_.emplace<skald::logistic::DenseRows>(table, row_bound_);
    }
    projected_ = skald::rows_beyond(table, row_bound_);
  }

  Index dimension() const override {
    return std::visit([](const auto& data) { return data.width(); }, data_);
  }

  void gradient(const Rows& rows, ConstBlock theta, Block out) const override {
    sum_gradients<false>(rows, 0, theta, out);
  }
  void clipped_gradient(const Rows& rows, double clip, ConstBlock theta, Block out) const override {
    sum_gradients<true>(rows, clip, theta, out);
  }

  void potential(const Rows& rows, ConstBlock theta, std::span<double> out) const override {
    std::visit(
        [&](const auto& data) {
          for (Index j = 0; j < theta.cols; ++j) {
            double sum = 0;
            for (Index r = 0; r < rows.count; ++r) {
              const Index row = rows.row(j, r);
              const double z = data.predictor(row, theta.data + j * theta.stride);
              sum += skald::softplus(*data.target(row) > 0 ? -z : z);
            }
            out[static_cast<std::size_t>(j)] = sum;
          }
        },
        data_);
  }

  Index classes() const override { return 2; }
  void predict(const Rows& rows, ConstBlock theta, Block probabilities) const override {
    for (Index r = 0; r < rows.count; ++r) {
      const Index row = rows.row(0, r);
      const double z =
          std::visit([&](const auto& data) { return data.predictor(row, theta.data); }, data_);
      double* column = probabilities.data + r * probabilities.stride;
      column[0] = 1 / (1 + std::exp(z));
      column[1] = 1 / (1 + std::exp(-z));
    }
  }

  bool is_thread_safe() const override { return true; }
  const void* extension(const char* name) const override {
    const std::string_view wanted = name;
    if (wanted == skald::CurvatureBounds::id)
      return static_cast<const skald::CurvatureBounds*>(this);
    if (wanted == skald::PublicCurvature::id)
      return static_cast<const skald::PublicCurvature*>(this);
    if (wanted == skald::RowCurvatures::id) return static_cast<const skald::RowCurvatures*>(this);
    if (wanted == skald::RowBound::id) return static_cast<const skald::RowBound*>(this);
    if (wanted == skald::LinearCoefficients::id)
      return static_cast<const skald::LinearCoefficients*>(this);
    if (wanted == skald::ReadsSparseFeatures::id) return this;
    return nullptr;
  }

  Index outputs() const override { return 1; }
  Coefficient coefficient(Index place) const override {
    return {.part = Part::weight, .feature = place};
  }

  // The Hessian is X' diag(s (1 - s)) X plus the prior's, and 0 < s (1 - s) <= 1/4.
  Bounds bounds(const Rows& rows, double prior_share) const override {
    const double prior = prior_share * prior_precision();
    if (rows.count == 0) return {prior, prior};
    const Index d = dimension();
    Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(d, d);
    Eigen::VectorXd x(d);
    for (Index r = 0; r < rows.count; ++r) {
      const Index row = rows.row(0, r);
      std::visit([&](const auto& data) { data.copy_row(row, x.data()); }, data_);
      gram.selfadjointView<Eigen::Lower>().rankUpdate(x);
    }
    const Eigen::VectorXd spectrum = skald::linear::eigenvalues(gram);
    return {prior, spectrum.maxCoeff() / 4 + prior};
  }
  void clipped_curvature(const Rows& rows, double clip, ConstBlock theta,
                         Block out) const override {
    out.matrix().setZero();
    Eigen::VectorXd x(dimension());
    for (Index r = 0; r < rows.count; ++r) {
      const Index row = rows.row(0, r);
      std::visit([&](const auto& data) { data.copy_row(row, x.data()); }, data_);
      const double p = 1 / (1 + std::exp(-x.dot(theta.column(0))));
      const double curvature = p * (1 - p), norm = curvature * x.squaredNorm();
      out.matrix() += (norm > clip ? clip / norm : 1.0) * curvature * x * x.transpose();
    }
  }
  bool convex_when_clipped() const override { return true; }
  double largest_row_curvature() const override { return row_bound_ * row_bound_ / 4; }
  double row_bound() const override { return row_bound_; }
  Index projected_rows() const override { return projected_; }

 private:
  template <bool Clip>
  void sum_gradients(const Rows& rows, double clip, const ConstBlock& theta,
                     const Block& out) const {
    out.matrix().setZero();
    std::visit([&](const auto& data) { data.template add_gradients<Clip>(rows, clip, theta, out); },
               data_);
  }

  double row_bound_;
  Index projected_ = 0;
  std::variant<skald::logistic::DenseRows, skald::logistic::SparseLogisticRows> data_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Logistic, Options, options>(
    {.name = "logistic",
     .numerics_revision = 1,
     .summary = "Binary logistic regression with a Gaussian prior",
     .reference = ""});
