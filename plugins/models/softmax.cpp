// Softmax (multinomial logistic) regression with a Gaussian prior. A row (x, y), y in {0..C-1}, has
// the scores s_c = w_c' x + b_c and
//   U(theta) = log(sum_c exp(s_c)) - s_y,   gradient in (w_c, b_c): (p_c - 1{y = c}) (x, 1),
// with p = softmax(s), and U_0(theta) = prior_precision / 2 |theta|^2. theta holds w_0, b_0, w_1,
// b_1, ...; without intercept w_0, w_1, ...
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "dense/class_scores.hpp"
#include "linear_predictors/linear_predictor_model.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::Block;
using skald::ConstBlock;
using skald::Index;
using skald::LinearPredictors;
using skald::row_tile;
using skald::Rows;

using Options = skald::LinearPredictorOptions;

constexpr auto options = skald::linear_predictor_options<Options>;

class Softmax final : public skald::LinearPredictorModel, public skald::GradientSteps {
 public:
  explicit Softmax(const Options& given) : LinearPredictorModel("softmax", given) {}

  void bind(const skald::Table& table) override {
    if (table.classes < 2) {
      throw std::invalid_argument("model softmax: the target's number of classes is " +
                                  std::to_string(table.classes) +
                                  " (0: not a class); expected at least 2");
    }
    bind_predictors(table, table.classes);
    labels_ = table.target;
  }

  void clipped_gradient(const Rows& rows, double clip, ConstBlock theta, Block out) const override {
    predictors().gradient(rows, clip, theta, out, differentiate());
  }
  void descend(const Rows& client, Source& source, Block theta) const override {
    predictors().descend(client, source, prior_precision(), theta, differentiate());
  }

  void potential(const Rows& rows, ConstBlock theta, std::span<double> out) const override {
    std::fill(out.begin(), out.end(), 0.0);
    predictors().for_each_tile(rows, theta, [&](const LinearPredictors::Tile& tile) {
      for (std::size_t r = 0; r < tile.rows.size(); ++r) {
        out[static_cast<std::size_t>(tile.chain)] += skald::cross_entropy(
            tile.scores, classes(), static_cast<Index>(r), label(tile.rows[r]));
      }
    });
  }

  Index classes() const override { return predictors().outputs(); }
  void predict(const Rows& rows, ConstBlock theta, Block probabilities) const override {
    predictors().for_each_tile(rows, theta, [&](const LinearPredictors::Tile& tile) {
      const auto count = static_cast<Index>(tile.rows.size());
      skald::softmax_rows(tile.scores, classes(), count);
      skald::copy_scores(tile.scores, count, probabilities.columns(tile.first, count));
    });
  }

  // With two classes the loss is a function of one linear predictor; with more, a residual that is
  // scaled by its norm is not the gradient of any function.
  bool convex_when_clipped() const override { return classes() == 2; }

  const void* extension(const char* name) const override {
    if (std::string_view(name) == skald::GradientSteps::id) {
      return predictors().can_descend() ? static_cast<const skald::GradientSteps*>(this) : nullptr;
    }
    return LinearPredictorModel::extension(name);
  }

 private:
  // The Hessian in the scores, diag(p) - p p', is at most 1/2 (I - 1 1' / C) (Boehning 1992), whose
  // largest eigenvalue is 1/2.
  double score_curvature() const override { return 0.5; }
  // diag(p) - p p'.
  Eigen::MatrixXd score_hessian(const Eigen::VectorXd& scores) const override {
    const Eigen::ArrayXd weights = (scores.array() - scores.maxCoeff()).exp();
    const Eigen::VectorXd p = weights / weights.sum();
    Eigen::MatrixXd hessian = -p * p.transpose();
    hessian.diagonal() += p;
    return hessian;
  }
  // Scores become p_c - 1{y = c}.
  LinearPredictors::Visit differentiate() const {
    return [this](const LinearPredictors::Tile& tile) {
      skald::softmax_rows(tile.scores, classes(), static_cast<Index>(tile.rows.size()));
      for (std::size_t r = 0; r < tile.rows.size(); ++r)
        tile.scores[label(tile.rows[r]) * row_tile + static_cast<Index>(r)] -= 1;
    };
  }
  Index label(Index row) const {
    return static_cast<Index>(labels_[static_cast<std::size_t>(row)]);
  }

  std::span<const double> labels_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Softmax, Options, options>(
    {.name = "softmax",
     .numerics_revision = 2,
     .summary = "Softmax (multinomial logistic) regression with a Gaussian prior",
     .reference = ""});
