// Independent logistic regressions of many labels on the same features, with a Gaussian prior. A
// row (x, y), y_l in {0, 1}, has the scores s_l = w_l' x + b_l and
//   U(theta) = sum_l log(1 + exp(s_l)) - y_l s_l,   gradient in (w_l, b_l): (p_l - y_l) (x, 1),
// with p_l = 1 / (1 + exp(-s_l)), and U_0(theta) = prior_precision / 2 |theta|^2. theta holds w_0,
// b_0, w_1, b_1, ... The labels are the table's array "labels" (labels x rows).
#include <algorithm>
#include <stdexcept>
#include <string>

#include "dense/class_scores.hpp"
#include "linear_predictors/linear_predictor_model.hpp"
#include "skald/label_prediction.hpp"
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

class MultilabelLogistic final : public skald::LinearPredictorModel, public skald::LabelPrediction {
 public:
  explicit MultilabelLogistic(const Options& given)
      : LinearPredictorModel("multilabel_logistic", given) {}

  void bind(const skald::Table& table) override {
    const skald::NamedArray* array = skald::find_array(table, "labels");
    if (array == nullptr || array->values.rows < 1 || array->values.cols != table.rows()) {
      throw std::invalid_argument(
          "model multilabel_logistic: the table has no array 'labels' of one column per row; "
          "expected a data set with several labels per row");
    }
    labels_ = array->values;
    for (Index r = 0; r < labels_.cols; ++r) {
      if ((labels_.column(r).array() == 0 || labels_.column(r).array() == 1).all()) continue;
      throw std::invalid_argument("model multilabel_logistic: column " + std::to_string(r) +
                                  " of array 'labels' holds a number other than 0 and 1");
    }
    bind_predictors(table, labels_.rows);
  }

  void clipped_gradient(const Rows& rows, double clip, ConstBlock theta, Block out) const override {
    predictors().gradient(rows, clip, theta, out, [&](const LinearPredictors::Tile& tile) {
      skald::sigmoid_rows(tile.scores, labels(), static_cast<Index>(tile.rows.size()));
      for (std::size_t r = 0; r < tile.rows.size(); ++r) {
        for (Index l = 0; l < labels(); ++l)
          tile.scores[l * row_tile + static_cast<Index>(r)] -= label(l, tile.rows[r]);
      }
    });
  }

  void potential(const Rows& rows, ConstBlock theta, std::span<double> out) const override {
    std::fill(out.begin(), out.end(), 0.0);
    predictors().for_each_tile(rows, theta, [&](const LinearPredictors::Tile& tile) {
      for (std::size_t r = 0; r < tile.rows.size(); ++r) {
        for (Index l = 0; l < labels(); ++l) {
          const double score = tile.scores[l * row_tile + static_cast<Index>(r)];
          out[static_cast<std::size_t>(tile.chain)] +=
              skald::softplus(label(l, tile.rows[r]) > 0 ? -score : score);
        }
      }
    });
  }

  const void* extension(const char* name) const override {
    if (std::string_view(name) == skald::LabelPrediction::id)
      return static_cast<const skald::LabelPrediction*>(this);
    return LinearPredictorModel::extension(name);
  }

  Index labels() const override { return predictors().outputs(); }
  void predict_labels(const Rows& rows, ConstBlock theta, Block probabilities) const override {
    predictors().for_each_tile(rows, theta, [&](const LinearPredictors::Tile& tile) {
      const auto count = static_cast<Index>(tile.rows.size());
      skald::sigmoid_rows(tile.scores, labels(), count);
      skald::copy_scores(tile.scores, count, probabilities.columns(tile.first, count));
    });
  }

  bool convex_when_clipped() const override { return labels() == 1; }

 private:
  // The Hessian in the scores is diagonal, p (1 - p) <= 1/4.
  double score_curvature() const override { return 0.25; }
  Eigen::MatrixXd score_hessian(const Eigen::VectorXd& scores) const override {
    const Eigen::ArrayXd p = 1 / (1 + (-scores.array()).exp());
    return (p * (1 - p)).matrix().asDiagonal();
  }
  double label(Index l, Index row) const { return labels_.data[row * labels_.stride + l]; }

  ConstBlock labels_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<MultilabelLogistic, Options, options>(
    {.name = "multilabel_logistic",
     .numerics_revision = 2,
     .summary = "Independent logistic regressions, one per label, with a Gaussian prior",
     .reference = "Al-Shedivat et al. (2021), Federated learning via posterior averaging, tag "
                  "prediction"});
