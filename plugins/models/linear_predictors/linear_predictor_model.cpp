#include "linear_predictors/linear_predictor_model.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "dense/row_projection.hpp"
#include "linear/matrices.hpp"
#include "skald/parts/data/bring.hpp"
#include "skald/parts/data/columns.hpp"
#include "skald/parts/data/sparse_features.hpp"

namespace skald {
namespace {

// Calls visit(first, count) for the rows, at most so many of the first of them: all at once where
// they follow each other, or else one by one.
template <class Visit>
void for_each_run(const Rows& rows, Index most, Visit&& visit) {
  const Index count = std::min(rows.count, most);
  if (count == 0) return;
  const Index first = rows.row(0, 0);
  if (rows.row(0, count - 1) - first == count - 1) return visit(first, count);
  for (Index r = 0; r < count; ++r) visit(rows.row(0, r), Index{1});
}

}  // namespace

void LinearPredictorModel::bind_predictors(const Table& table, Index outputs) {
  if (table.features.rows < 1) {
    throw std::invalid_argument(std::string("model ") + name_ +
                                ": the table has no features; expected at least 1");
  }
  adds_intercept_ = options_.intercept && !has_intercept(table);
  predictors_ = {table, adds_intercept_, outputs, options_.arithmetic, options_.row_bound};
  projected_ = rows_beyond(table, options_.row_bound);
  target_ = table.target;
}

void LinearPredictorModel::gradient(const Rows& rows, ConstBlock theta, Block out) const {
  clipped_gradient(rows, std::numeric_limits<double>::infinity(), theta, out);
}

CurvatureBounds::Bounds LinearPredictorModel::bounds(const Rows& rows, double prior_share) const {
  const double prior = prior_share * prior_precision();
  if (rows.count == 0) return {prior, prior};
  const Eigen::VectorXd gram = linear::eigenvalues(predictors_.gram(rows));
  return {prior, gram.maxCoeff() * score_curvature() + prior};
}

double LinearPredictorModel::largest_row_curvature() const {
  const double intercept = options_.intercept ? 1 : 0;
  return (options_.row_bound * options_.row_bound + intercept) * score_curvature();
}

LinearCoefficients::Coefficient LinearPredictorModel::coefficient(Index place) const {
  const Index width = predictors_.width(), output = place / width, feature = place % width;
  const bool is_intercept = adds_intercept_ && feature == width - 1;
  if (is_intercept) return {.part = Part::intercept, .output = output, .name = "intercept"};
  return {.part = Part::weight, .output = output, .feature = feature};
}

void LinearPredictorModel::clipped_curvature(const Rows& rows, double clip, ConstBlock theta,
                                             Block out) const {
  const Index outputs = predictors_.outputs(), width = predictors_.width();
  out.matrix().setZero();
  predictors_.for_each_tile(rows, theta, [&](const LinearPredictors::Tile& tile) {
    for (std::size_t r = 0; r < tile.rows.size(); ++r) {
      Eigen::VectorXd scores(outputs);
      for (Index o = 0; o < outputs; ++o)
        scores[o] = tile.scores[o * row_tile + static_cast<Index>(r)];
      const Eigen::MatrixXd of_scores = score_hessian(scores);
      const Eigen::VectorXd x = predictors_.row(tile.rows[r]);
      const double norm = of_scores.norm() * x.squaredNorm();
      const double scale = norm > clip ? clip / norm : 1.0;
      for (Index k = 0; k < outputs; ++k) {
        for (Index l = 0; l < outputs; ++l) {
          out.matrix().block(k * width, l * width, width, width) +=
              (scale * of_scores(k, l)) * x * x.transpose();
        }
      }
    }
  });
}

void LinearPredictorModel::expect(std::span<const Rows> clients) const {
  const Index most = predictors_.expectable();
  for (const auto bring : {bring_pages, bring_lines}) {
    for (const Rows& rows : clients) {
      for_each_run(rows, most, [&](Index first, Index count) {
        predictors_.for_each_part(first, count, bring);
        if (target_.empty()) return;
        bring(&target_[static_cast<std::size_t>(first)],
              static_cast<std::size_t>(count) * sizeof(double));
      });
    }
  }
}

const void* LinearPredictorModel::extension(const char* name) const {
  const std::string_view wanted = name;
  if (wanted == CurvatureBounds::id) return static_cast<const CurvatureBounds*>(this);
  if (wanted == PublicCurvature::id) return static_cast<const PublicCurvature*>(this);
  if (wanted == RowCurvatures::id) return static_cast<const RowCurvatures*>(this);
  if (wanted == UpcomingRows::id) return static_cast<const UpcomingRows*>(this);
  if (wanted == RowBound::id) return static_cast<const RowBound*>(this);
  if (wanted == LinearCoefficients::id) return static_cast<const LinearCoefficients*>(this);
  if (wanted == ReadsSparseFeatures::id) return this;
  return nullptr;
}

}  // namespace skald
