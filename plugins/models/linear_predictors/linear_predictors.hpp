// Models of linear predictors s_o = w_o' (x, 1), o = 0.., in which a row's loss is a function of
// its scores: what such models share. theta holds w_0, then w_1, ...
#pragma once

#include <Eigen/Core>
#include <functional>
#include <span>
#include <string_view>
#include <variant>

#include "dense/padded_rows.hpp"
#include "skald/extensions/gradient_steps.hpp"
#include "sparse/sparse_rows.hpp"

namespace skald {

class LinearPredictors {
 public:
  // Some rows of a chain with their scores.
  struct Tile {
    Index chain;                  // among the columns of theta
    Index first;                  // number of the chain's rows before this tile
    std::span<const Index> rows;  // of the table; at most row_tile
    double* scores;               // scores[o * row_tile + r]
  };
  using Visit = std::function<void(const Tile&)>;

  // Option values of `arithmetic`: the type in which features are held and multiplied by weights
  // and coefficients; everything else is double.
  static constexpr const char* arithmetics = "double|float";

  LinearPredictors() = default;
  // Rows are scaled down to `row_bound` as in PaddedRows.
  LinearPredictors(const Table& table, bool intercept, Index outputs, std::string_view arithmetic,
                   double row_bound);

  Index outputs() const { return outputs_; }
  Index width() const;  // numbers of a row: its features, and 1 for an intercept
  Index weights() const { return outputs_ * width(); }

  // out = sum over the rows of the gradients in the weights, for every chain, where each gradient
  // is first scaled down to norm `clip` if it is longer. differentiate() turns scores into
  // derivatives of the row's loss in its scores, in place.
  void gradient(const Rows& rows, double clip, ConstBlock theta, Block out,
                const Visit& differentiate) const;
  // Whether descend() may be called: not where few numbers of a row are not 0.
  bool can_descend() const;
  // As GradientSteps, for a Gaussian prior of all weights.
  void descend(const Rows& client, GradientSteps::Source& source, double prior_precision,
               Block theta, const Visit& differentiate) const;
  // Visits all rows of every chain with their scores, tile by tile.
  void for_each_tile(const Rows& rows, ConstBlock theta, const Visit& visit) const;
  // Calls visit(begin, bytes) for the memory of some rows of the table that follow each other.
  void for_each_part(Index first, Index count, void (*visit)(const void*, std::size_t)) const;
  // For how many rows of a client it pays to have them brought to the processor: none where the
  // processor's caches hold the whole table anyway, or not even a row until it is used.
  Index expectable() const;
  // (x, 1) of a row of the table.
  Eigen::VectorXd row(Index row) const;
  // Sum of (x, 1) (x, 1)' over the rows.
  Eigen::MatrixXd gram(const Rows& rows) const;

 private:
  template <class T>
  void hold(const Table& table, bool intercept, double row_bound, bool sparse);

  Index outputs_ = 0;
  std::variant<PaddedRows<double>, PaddedRows<float>, SparseRows<double>, SparseRows<float>> rows_;
};

}  // namespace skald
