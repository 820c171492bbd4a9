#include "dense/linear_predictors.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

namespace skald {
namespace {

// At most row_tile rows, the same for all chains.
template <class T>
struct GatheredTile {
  std::array<Index, row_tile> index;
  std::array<const T*, row_tile> x;
  std::array<double, row_tile> norm;
  Index count = 0;
  Index width = 0;

  void take(const PaddedRows<T>& data, const Rows& rows, Index first) {
    count = std::min(row_tile, rows.count - first);
    width = data.width();
    for (Index r = 0; r < count; ++r) {
      const auto i = static_cast<std::size_t>(r);
      index[i] = rows.row(0, first + r);
      x[i] = data.row(index[i]);
      norm[i] = data.norm(index[i]);
    }
  }
  RowTile<T> rows() const { return {x.data(), count, width}; }
};

// The padded weights of some chains, with the working memory of one call.
template <class T>
class Predictor {
 public:
  Predictor(const PaddedRows<T>& data, Index outputs, const ConstBlock& theta)
      : outputs_(outputs),
        chain_size_(outputs * data.stride()),
        weights_(std::make_unique_for_overwrite<T[]>(
            static_cast<std::size_t>(chain_size_ * theta.cols))),
        scores_(static_cast<std::size_t>(outputs * row_tile)),
        coefficients_(scores_.size()) {
    for (Index j = 0; j < theta.cols; ++j) {
      pad_weights(theta.data + j * theta.stride, outputs, data.width(),
                  weights_.get() + j * chain_size_);
    }
  }

  void visit(const GatheredTile<T>& tile, Index chain, Index first, Index chains_before,
             const LinearPredictors::Visit& visit) {
    score_rows(tile.rows(), weights_.get() + chain * chain_size_, outputs_, scores_.data());
    visit({chains_before + chain, first,
           std::span(tile.index).first(static_cast<std::size_t>(tile.count)), scores_.data()});
  }

  // To be called after visit(), when the scores have become derivatives.
  void add_gradients(const GatheredTile<T>& tile, double clip, bool accumulate, double* out) {
    double scale[row_tile];
    clipping(tile, clip, scale);
    for (Index o = 0; o < outputs_; ++o) {
      const double* derivative = scores_.data() + o * row_tile;
      T* coefficient = coefficients_.data() + o * row_tile;
      for (Index r = 0; r < tile.count; ++r)
        coefficient[r] = static_cast<T>(derivative[r] * scale[r]);
    }
    add_outer_products(tile.rows(), coefficients_.data(), outputs_, accumulate, out);
  }

 private:
  // A row's gradient has the norm |derivatives| |(x, 1)|.
  void clipping(const GatheredTile<T>& tile, double clip, double* scale) const {
    std::fill_n(scale, tile.count, 0.0);
    for (Index o = 0; o < outputs_; ++o) {
      const double* derivative = scores_.data() + o * row_tile;
      for (Index r = 0; r < tile.count; ++r) scale[r] += derivative[r] * derivative[r];
    }
    for (Index r = 0; r < tile.count; ++r) {
      const double length = std::sqrt(scale[r]) * tile.norm[static_cast<std::size_t>(r)];
      scale[r] = length > clip ? clip / length : 1;
    }
  }

  Index outputs_;
  Index chain_size_;
  std::unique_ptr<T[]> weights_;
  std::vector<double> scores_;
  std::vector<T> coefficients_;
};

// Calls work(predictor, tile, chain, first tile row, chains before) for every tile and chain.
template <class T, class Work>
void for_each(const PaddedRows<T>& data, Index outputs, const Rows& rows, ConstBlock theta,
              Work&& work) {
  const bool alike = rows.index == nullptr || rows.columns == 1;
  const Index chains = alike ? theta.cols : 1;
  GatheredTile<T> tile;
  for (Index j = 0; j < theta.cols; j += chains) {
    Predictor<T> predictor(data, outputs, theta.columns(j, chains));
    for (Index first = 0; first < rows.count; first += row_tile) {
      tile.take(data, rows.of_chain(j), first);
      for (Index c = 0; c < chains; ++c) work(predictor, tile, c, first, j);
    }
  }
}

template <class T>
Eigen::MatrixXd gram_of(const PaddedRows<T>& data, const Rows& rows) {
  constexpr Index block = 256;
  const Index width = data.width();
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(width, width);
  Eigen::MatrixXd x(width, std::min(block, rows.count));
  for (Index first = 0; first < rows.count; first += block) {
    const Index count = std::min(block, rows.count - first);
    for (Index r = 0; r < count; ++r)
      std::copy_n(data.row(rows.row(0, first + r)), width, x.col(r).data());
    sum.selfadjointView<Eigen::Lower>().rankUpdate(x.leftCols(count));
  }
  return sum.selfadjointView<Eigen::Lower>();
}

}  // namespace

LinearPredictors::LinearPredictors(const Table& table, bool intercept, Index outputs,
                                   std::string_view arithmetic, double row_bound)
    : outputs_(outputs) {
  if (arithmetic == "float") {
    rows_ = PaddedRows<float>(table, intercept, row_bound);
  } else {
    rows_ = PaddedRows<double>(table, intercept, row_bound);
  }
}

Index LinearPredictors::width() const {
  return std::visit([](const auto& data) { return data.width(); }, rows_);
}

void LinearPredictors::gradient(const Rows& rows, double clip, ConstBlock theta, Block out,
                                const Visit& differentiate) const {
  if (rows.count == 0) out.matrix().setZero();
  std::visit(
      [&](const auto& data) {
        for_each(data, outputs_, rows, theta,
                 [&](auto& predictor, const auto& tile, Index c, Index first, Index before) {
                   predictor.visit(tile, c, first, before, differentiate);
                   predictor.add_gradients(tile, clip, first > 0,
                                           out.data + (before + c) * out.stride);
                 });
      },
      rows_);
}

void LinearPredictors::for_each_tile(const Rows& rows, ConstBlock theta, const Visit& visit) const {
  std::visit(
      [&](const auto& data) {
        for_each(data, outputs_, rows, theta,
                 [&](auto& predictor, const auto& tile, Index c, Index first, Index before) {
                   predictor.visit(tile, c, first, before, visit);
                 });
      },
      rows_);
}

Eigen::MatrixXd LinearPredictors::gram(const Rows& rows) const {
  return std::visit([&](const auto& data) { return gram_of(data, rows); }, rows_);
}

}  // namespace skald
