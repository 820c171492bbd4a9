// Linear regression with Gaussian noise and a Gaussian prior. A row (x, y) has, with the residual
// e = w' x + b - y and the noise's standard deviation s,
//   U(theta) = e^2 / (2 s^2) + log(s) + log(2 pi) / 2,   gradient in (w, b): e / s^2 (x, 1),
// and U_0(theta) = prior_precision / 2 |theta|^2. theta holds w, then b. With fixed s = noise, U is
// quadratic. If the noise is estimated, s = noise exp(lambda) with lambda the last parameter, and
// the gradient in lambda is 1 - e^2 / s^2.
#include <Eigen/Cholesky>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

#include "linear/matrices.hpp"
#include "linear_predictors/linear_predictor_model.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::Block;
using skald::ConstBlock;
using skald::Index;
using skald::LinearPredictors;
using skald::Rows;

struct Options : skald::LinearPredictorOptions {
  double noise = 1;
  bool estimate_noise = false;
};

constexpr auto options = skald::append(
    std::array{skald::option("noise", &Options::noise, "standard deviation of the noise").above(0),
               skald::option("estimate_noise", &Options::estimate_noise,
                             "estimate the noise too: its standard deviation relative to `noise` "
                             "is a parameter, on the log scale, with a prior centred at 0")},
    skald::linear_predictor_options<Options>);

class Linear final : public skald::LinearPredictorModel, public skald::GaussianPosterior {
 public:
  explicit Linear(const Options& given) : LinearPredictorModel("linear", given), options_(given) {}

  void bind(const skald::Table& table) override {
    if (static_cast<Index>(table.target.size()) != table.rows() || table.classes > 0) {
      throw std::invalid_argument("model linear: the table's target is " +
                                  std::string(table.classes > 0 ? "a class" : "missing") +
                                  "; expected a number per row");
    }
    bind_predictors(table, 1);
    target_.assign(table.target.begin(), table.target.end());
  }

  Index dimension() const override {
    return predictors().weights() + (options_.estimate_noise ? 1 : 0);
  }

  void gradient(const Rows& rows, ConstBlock theta, Block out) const override {
    if (options_.estimate_noise) out.matrix().bottomRows(1).setZero();
    sum_gradients(rows, std::numeric_limits<double>::infinity(), theta, out);
  }
  void clipped_gradient(const Rows& rows, double clip, ConstBlock theta, Block out) const override {
    if (options_.estimate_noise) return Model::clipped_gradient(rows, clip, theta, out);
    sum_gradients(rows, clip, theta, out);
  }

  void potential(const Rows& rows, ConstBlock theta, std::span<double> out) const override {
    std::fill(out.begin(), out.end(), 0.0);
    predictors().for_each_tile(rows, weights(theta), [&](const LinearPredictors::Tile& tile) {
      const double s = noise(theta, tile.chain);
      const double constant = std::log(s) + 0.5 * std::log(2 * std::numbers::pi);
      for (std::size_t r = 0; r < tile.rows.size(); ++r) {
        const double e = (tile.scores[r] - target(tile.rows[r])) / s;
        out[static_cast<std::size_t>(tile.chain)] += 0.5 * e * e + constant;
      }
    });
  }

  bool predicts_target() const override { return true; }
  Coefficient coefficient(Index place) const override {
    if (place == predictors().weights()) return {.part = Part::log_scale, .name = "log noise"};
    return LinearPredictorModel::coefficient(place);
  }

  const void* extension(const char* name) const override {
    const std::string_view wanted = name;
    if (options_.estimate_noise &&
        (wanted == skald::CurvatureBounds::id || wanted == skald::RowCurvatures::id))
      return nullptr;
    if (!options_.estimate_noise && wanted == skald::GaussianPosterior::id)
      return static_cast<const skald::GaussianPosterior*>(this);
    return LinearPredictorModel::extension(name);
  }

  // Where the rows do not determine the minimiser (fewer rows than parameters and no prior), it is
  // one of them.
  void quadratic(const Rows& rows, double prior_share, Block curvature,
                 Block minimiser) const override {
    curvature.matrix() = hessian(rows, prior_share);
    const Eigen::MatrixXd at_zero = Eigen::MatrixXd::Zero(dimension(), 1);
    Eigen::MatrixXd slope(dimension(), 1);
    gradient(rows, skald::view(at_zero), skald::view(slope));
    minimiser.matrix() = curvature.matrix().ldlt().solve(-slope);
  }
  bool equal_curvatures() const override { return false; }

  Bounds bounds(const Rows& rows, double prior_share) const override {
    const Eigen::VectorXd spectrum = skald::linear::eigenvalues(hessian(rows, prior_share));
    return {std::max(spectrum.minCoeff(), prior_share * prior_precision()), spectrum.maxCoeff()};
  }
  // With estimated noise the potential is not convex, and nothing bounds its curvature.
  bool convex_when_clipped() const override { return !options_.estimate_noise; }
  bool convex_rows() const override { return !options_.estimate_noise; }
  double largest_row_curvature() const override {
    if (options_.estimate_noise) return std::numeric_limits<double>::infinity();
    return LinearPredictorModel::largest_row_curvature();
  }

 private:
  double score_curvature() const override { return 1 / (options_.noise * options_.noise); }
  Eigen::MatrixXd score_hessian(const Eigen::VectorXd&) const override {
    return Eigen::MatrixXd::Constant(1, 1, score_curvature());
  }
  double target(Index row) const { return target_[static_cast<std::size_t>(row)]; }
  ConstBlock weights(ConstBlock theta) const {
    return {theta.data, predictors().weights(), theta.cols, theta.stride};
  }
  double noise(ConstBlock theta, Index chain) const {
    if (!options_.estimate_noise) return options_.noise;
    return options_.noise * std::exp(theta.data[chain * theta.stride + theta.rows - 1]);
  }

  void sum_gradients(const Rows& rows, double clip, ConstBlock theta, Block out) const {
    const Block weight_part{out.data, predictors().weights(), out.cols, out.stride};
    predictors().gradient(rows, clip, weights(theta), weight_part,
                          [&](const LinearPredictors::Tile& tile) {
                            const double s = noise(theta, tile.chain);
                            double* last = out.data + tile.chain * out.stride + out.rows - 1;
                            for (std::size_t r = 0; r < tile.rows.size(); ++r) {
                              const double e = (tile.scores[r] - target(tile.rows[r])) / s;
                              tile.scores[r] = e / s;
                              if (options_.estimate_noise) *last += 1 - e * e;
                            }
                          });
  }

  Eigen::MatrixXd hessian(const Rows& rows, double prior_share) const {
    Eigen::MatrixXd sum = predictors().gram(rows) / (options_.noise * options_.noise);
    sum.diagonal().array() += prior_share * prior_precision();
    return sum;
  }

  Options options_;
  std::vector<double> target_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Linear, Options, options>(
    {.name = "linear",
     .numerics_revision = 3,
     .summary = "Linear regression with Gaussian noise, fixed or estimated, and a Gaussian prior",
     .reference = ""});
