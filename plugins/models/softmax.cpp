// Softmax (multinomial logistic) regression with a Gaussian prior. A row (x, y), y in {0..C-1}, has
// the scores s_c = w_c' x + b_c and
//   U(theta) = log(sum_c exp(s_c)) - s_y,   gradient in (w_c, b_c): (p_c - 1{y = c}) (x, 1),
// with p = softmax(s), and U_0(theta) = prior_precision / 2 |theta|^2. theta holds w_0, b_0, w_1,
// b_1, ...; without intercept w_0, w_1, ...
#include <Eigen/Eigenvalues>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "dense/class_scores.hpp"
#include "dense/gaussian_prior.hpp"
#include "dense/linear_predictors.hpp"
#include "skald/model.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::Block;
using skald::ConstBlock;
using skald::Index;
using skald::LinearPredictors;
using skald::row_tile;
using skald::Rows;

struct Options {
  double prior_precision = 1;
  bool intercept = true;
  std::string_view arithmetic = "double";
};

constexpr std::array options{
    skald::option("prior_precision", &Options::prior_precision,
                  "precision of the Gaussian prior of every parameter (inverse variance)")
        .at_least(0),
    skald::option("intercept", &Options::intercept, "whether every class has an intercept"),
    skald::option("arithmetic", &Options::arithmetic,
                  "numbers in which features are held and multiplied; all else is double")
        .one_of(LinearPredictors::arithmetics)};

class Softmax final : public skald::Model, public skald::CurvatureBounds {
 public:
  explicit Softmax(const Options& given) : options_(given) {}

  void bind(const skald::Table& table) override {
    if (table.classes < 2)
      throw std::invalid_argument("model softmax: the target has " + std::to_string(table.classes) +
                                  " classes (0: it is not a class); expected at least 2");
    if (table.features.rows < 1)
      throw std::invalid_argument("model softmax: the table has no features; expected at least 1");
    predictors_ = {table, options_.intercept, table.classes, options_.arithmetic};
    labels_.assign(table.target.begin(), table.target.end());
  }

  Index dimension() const override { return predictors_.weights(); }

  void gradient(const Rows& rows, ConstBlock theta, Block out) const override {
    clipped_gradient(rows, std::numeric_limits<double>::infinity(), theta, out);
  }
  void clipped_gradient(const Rows& rows, double clip, ConstBlock theta, Block out) const override {
    predictors_.gradient(rows, clip, theta, out, [&](const LinearPredictors::Tile& tile) {
      skald::softmax_rows(tile.scores, classes(), static_cast<Index>(tile.rows.size()));
      for (std::size_t r = 0; r < tile.rows.size(); ++r)
        tile.scores[label(tile.rows[r]) * row_tile + static_cast<Index>(r)] -= 1;
    });
  }

  void potential(const Rows& rows, ConstBlock theta, std::span<double> out) const override {
    std::fill(out.begin(), out.end(), 0.0);
    predictors_.for_each_tile(rows, theta, [&](const LinearPredictors::Tile& tile) {
      for (std::size_t r = 0; r < tile.rows.size(); ++r)
        out[static_cast<std::size_t>(tile.chain)] += skald::cross_entropy(
            tile.scores, classes(), static_cast<Index>(r), label(tile.rows[r]));
    });
  }

  void add_prior_gradient(double share, ConstBlock theta, Block out) const override {
    skald::add_gaussian_prior_gradient(share * options_.prior_precision, theta, out);
  }
  void add_prior_potential(double share, ConstBlock theta, std::span<double> out) const override {
    skald::add_gaussian_prior_potential(share * options_.prior_precision, theta, out);
  }

  Index classes() const override { return predictors_.outputs(); }
  void predict(const Rows& rows, ConstBlock theta, Block probabilities) const override {
    predictors_.for_each_tile(rows, theta, [&](const LinearPredictors::Tile& tile) {
      const auto count = static_cast<Index>(tile.rows.size());
      skald::softmax_rows(tile.scores, classes(), count);
      skald::copy_scores(tile.scores, count, probabilities.columns(tile.first, count));
    });
  }

  const void* extension(const char* name) const override {
    if (std::string_view(name) == skald::CurvatureBounds::id)
      return static_cast<const skald::CurvatureBounds*>(this);
    return nullptr;
  }

  // The Hessian of a row is (diag(p) - p p') x (x, 1)(x, 1)', and diag(p) - p p' is at most
  // 1/2 (I - 1 1' / C) (Boehning 1992), whose largest eigenvalue is 1/2.
  Bounds bounds(const Rows& rows, double prior_share) const override {
    const double prior = prior_share * options_.prior_precision;
    if (rows.count == 0) return {prior, prior};
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> gram(predictors_.gram(rows),
                                                              Eigen::EigenvaluesOnly);
    return {prior, gram.eigenvalues().maxCoeff() / 2 + prior};
  }
  // With two classes the loss is a function of one linear predictor; with more, a residual that is
  // scaled by its norm is no gradient.
  bool convex_when_clipped() const override { return classes() == 2; }
  bool convex_rows() const override { return true; }
  double largest_row_curvature() const override {
    const double longest = predictors_.largest_norm();
    return longest * longest / 2;
  }

 private:
  Index label(Index row) const { return labels_[static_cast<std::size_t>(row)]; }

  Options options_;
  LinearPredictors predictors_;
  std::vector<Index> labels_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Softmax, Options, options>(
    {.name = "softmax",
     .version = "1",
     .numerics_revision = 1,
     .summary = "Softmax (multinomial logistic) regression with a Gaussian prior.",
     .reference = ""});
