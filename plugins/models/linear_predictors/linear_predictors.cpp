#include "linear_predictors/linear_predictors.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "sparse/sparse_rows.hpp"

namespace skald {
namespace {

template <class T>
const T* row_in(const PaddedRows<T>& data, Index r, std::vector<T>& room, Index place) {
  if (room.empty()) room = data.room_for(row_tile);
  return data.row(r, room, place);
}
template <class T>
SparseRow<T> row_in(const SparseRows<T>& data, Index r, std::vector<T>&, Index) {
  return data.row(r);
}

// At most row_tile rows, the same for all chains.
template <class Data>
struct GatheredTile {
  std::array<Index, row_tile> index;
  std::array<decltype(std::declval<Data>().row(0)), row_tile> x;
  Index count = 0;
  Index width = 0;
  std::vector<typename Data::Number> room = {};

  void take(const Data& data, const Rows& rows, Index first) {
    take_some(data, rows.count - first, [&](Index r) { return rows.row(0, first + r); });
  }
  // Of rows that are numbered within others.
  void take(const Data& data, const Rows& all, const Rows& rows, Index first) {
    take_some(data, rows.count - first,
              [&](Index r) { return all.row(0, rows.row(0, first + r)); });
  }

 private:
  template <class RowOf>
  void take_some(const Data& data, Index most, RowOf&& row_of) {
    count = std::min(row_tile, most);
    width = data.width();
    for (Index r = 0; r < count; ++r) {
      const auto i = static_cast<std::size_t>(r);
      index[i] = row_of(r);
      x[i] = row_in(data, index[i], room, r);
    }
  }
};

// Products of rows with the weights of some chains, and of coefficients with rows.
template <class Data>
class Products;

template <class T>
class Products<PaddedRows<T>> {
 public:
  using Number = T;
  using Tile = GatheredTile<PaddedRows<T>>;

  Products(const PaddedRows<T>& data, Index outputs, const ConstBlock& theta)
      : outputs_(outputs),
        chain_size_(outputs * data.stride()),
        weights_(std::make_unique_for_overwrite<T[]>(
            static_cast<std::size_t>(chain_size_ * theta.cols))) {
    for (Index j = 0; j < theta.cols; ++j) {
      pad_weights(theta.data + j * theta.stride, outputs, data.width(),
                  weights_.get() + j * chain_size_);
    }
  }
  void score(const Tile& tile, Index chain, double* scores) const {
    score_rows<T>({tile.x.data(), tile.count, tile.width}, weights_.get() + chain * chain_size_,
                  outputs_, scores);
  }
  void add(const Tile& tile, const T* coefficients, bool accumulate, double* out) {
    add_outer_products<T>({tile.x.data(), tile.count, tile.width}, coefficients, outputs_,
                          accumulate, out);
  }
  // Of the only chain.
  void step(const Tile& tile, const T* coefficients, const double* before, WeightStep<T> step) {
    step.weights = weights_.get();
    step_by_outer_products<T>({tile.x.data(), tile.count, tile.width}, coefficients, outputs_,
                              before, step);
  }

 private:
  Index outputs_;
  Index chain_size_;
  std::unique_ptr<T[]> weights_;  // padded
};

template <class T>
class Products<SparseRows<T>> {
 public:
  using Number = T;
  using Tile = GatheredTile<SparseRows<T>>;

  Products(const SparseRows<T>& data, Index outputs, const ConstBlock& theta)
      : outputs_(outputs), theta_(theta), outer_(data.width()) {}
  void score(const Tile& tile, Index chain, double* scores) const {
    score_rows<T>({tile.x.data(), tile.count, tile.width}, theta_.data + chain * theta_.stride,
                  outputs_, scores);
  }
  void add(const Tile& tile, const T* coefficients, bool accumulate, double* out) {
    outer_.add({tile.x.data(), tile.count, tile.width}, coefficients, outputs_, accumulate, out);
  }

 private:
  Index outputs_;
  ConstBlock theta_;
  SparseOuterProducts<T> outer_;
};

// Some chains, with the working memory of one call.
template <class Data>
class Predictor {
 public:
  using Tile = GatheredTile<Data>;
  using Number = typename Products<Data>::Number;

  Predictor(const Data& data, Index outputs, const ConstBlock& theta)
      : data_(data),
        outputs_(outputs),
        products_(data, outputs, theta),
        scores_(static_cast<std::size_t>(outputs * row_tile)),
        coefficients_(scores_.size()) {}

  void visit(const Tile& tile, Index chain, Index first, Index chains_before,
             const LinearPredictors::Visit& visit) {
    products_.score(tile, chain, scores_.data());
    visit({chains_before + chain, first,
           std::span(tile.index).first(static_cast<std::size_t>(tile.count)), scores_.data()});
  }

  // To be called after visit(), when the scores have become derivatives.
  void add_gradients(const Tile& tile, double clip, bool accumulate, double* out) {
    if (clip < std::numeric_limits<double>::infinity()) scale_down(tile, clip);
    round_derivatives();
    products_.add(tile, coefficients_.data(), accumulate, out);
  }
  // Likewise; the gradients are those of the step's last tile, and `before` is the sum of the
  // others, if there are any.
  void step(const Tile& tile, const double* before, const WeightStep<Number>& step) {
    round_derivatives();
    products_.step(tile, coefficients_.data(), before, step);
  }

 private:
  void round_derivatives() {
    std::ranges::transform(scores_, coefficients_.begin(),
                           [](double derivative) { return static_cast<Number>(derivative); });
  }
  // A row's gradient has the norm |derivatives| |(x, 1)|.
  void scale_down(const Tile& tile, double clip) {
    double scale[row_tile] = {};
    for (Index o = 0; o < outputs_; ++o) {
      const double* derivative = scores_.data() + o * row_tile;
      for (Index r = 0; r < tile.count; ++r) scale[r] += derivative[r] * derivative[r];
    }
    for (Index r = 0; r < tile.count; ++r) {
      const double length =
          std::sqrt(scale[r]) * data_.norm(tile.index[static_cast<std::size_t>(r)]);
      scale[r] = length > clip ? clip / length : 1;
    }
    for (Index o = 0; o < outputs_; ++o) {
      double* derivative = scores_.data() + o * row_tile;
      for (Index r = 0; r < tile.count; ++r) derivative[r] *= scale[r];
    }
  }

  const Data& data_;
  Index outputs_;
  Products<Data> products_;
  std::vector<double> scores_;
  std::vector<Number> coefficients_;
};

// Calls work(predictor, tile, chain, first tile row, chains before) for every tile and chain.
template <class Data, class Work>
void for_each(const Data& data, Index outputs, const Rows& rows, ConstBlock theta, Work&& work) {
  const bool alike = rows.index == nullptr || rows.columns == 1;
  const Index chains = alike ? theta.cols : 1;
  GatheredTile<Data> tile;
  for (Index j = 0; j < theta.cols; j += chains) {
    Predictor<Data> predictor(data, outputs, theta.columns(j, chains));
    for (Index first = 0; first < rows.count; first += row_tile) {
      tile.take(data, rows.of_chain(j), first);
      for (Index c = 0; c < chains; ++c) work(predictor, tile, c, first, j);
    }
  }
}

// LinearPredictors::descend().
template <class T>
void descend_on(const PaddedRows<T>& data, Index outputs, const Rows& client,
                GradientSteps::Source& source, double prior_precision, Block theta,
                const LinearPredictors::Visit& differentiate) {
  constexpr double no_clip = std::numeric_limits<double>::infinity();
  Predictor<PaddedRows<T>> predictor(data, outputs, theta);
  GatheredTile<PaddedRows<T>> tile;
  Eigen::VectorXd sum;  // over the tiles before the last
  GradientSteps::Step step;
  while (source.next(step)) {
    Index first = 0;
    tile.take(data, client, step.rows, first);
    predictor.visit(tile, 0, first, 0, differentiate);
    for (; first + tile.count < step.rows.count; first += row_tile) {
      sum.resize(theta.rows);
      predictor.add_gradients(tile, no_clip, first > 0, sum.data());
      tile.take(data, client, step.rows, first + row_tile);
      predictor.visit(tile, 0, first + row_tile, 0, differentiate);
    }
    predictor.step(tile, first > 0 ? sum.data() : nullptr,
                   {step.factor, step.prior_share * prior_precision, step.lr, theta.data, nullptr});
  }
}

template <class T, class Out>
void copy_row(const PaddedRows<T>& data, Index r, Out&& to) {
  std::vector<T> room = data.room_for(1);
  std::copy_n(data.row(r, room, 0), data.width(), to.data());
}
template <class T, class Out>
void copy_row(const SparseRows<T>& data, Index r, Out&& to) {
  to.setZero();
  const SparseRow<T> row = data.row(r);
  for (Index i = 0; i < row.count; ++i) to[row.places[i]] = row.values[i];
}

template <class Data>
Eigen::MatrixXd gram_of(const Data& data, const Rows& rows) {
  constexpr Index block = 256;
  const Index width = data.width();
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(width, width);
  Eigen::MatrixXd x(width, std::min(block, rows.count));
  for (Index first = 0; first < rows.count; first += block) {
    const Index count = std::min(block, rows.count - first);
    for (Index r = 0; r < count; ++r) copy_row(data, rows.row(0, first + r), x.col(r));
    sum.selfadjointView<Eigen::Lower>().rankUpdate(x.leftCols(count));
  }
  return sum.selfadjointView<Eigen::Lower>();
}

}  // namespace

LinearPredictors::LinearPredictors(const Table& table, bool intercept, Index outputs,
                                   std::string_view arithmetic, double row_bound)
    : outputs_(outputs) {
  const bool sparse = are_sparse(table);
  if (arithmetic == "float") {
    hold<float>(table, intercept, row_bound, sparse);
  } else {
    hold<double>(table, intercept, row_bound, sparse);
  }
}

template <class T>
void LinearPredictors::hold(const Table& table, bool intercept, double row_bound, bool sparse) {
  if (sparse) {
    rows_ = SparseRows<T>(table, intercept, row_bound);
  } else {
    rows_ = PaddedRows<T>(table, intercept, row_bound);
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

bool LinearPredictors::can_descend() const {
  return std::holds_alternative<PaddedRows<double>>(rows_) ||
         std::holds_alternative<PaddedRows<float>>(rows_);
}

void LinearPredictors::descend(const Rows& client, GradientSteps::Source& source,
                               double prior_precision, Block theta,
                               const Visit& differentiate) const {
  const auto descend_with = [&](const auto& data) {
    descend_on(data, outputs_, client, source, prior_precision, theta, differentiate);
  };
  if (const auto* floats = std::get_if<PaddedRows<float>>(&rows_)) {
    descend_with(*floats);
  } else {
    descend_with(std::get<PaddedRows<double>>(rows_));
  }
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

void LinearPredictors::for_each_part(Index first, Index count,
                                     void (*visit)(const void*, std::size_t)) const {
  std::visit([&](const auto& data) { data.for_each_part(first, count, visit); }, rows_);
}

Index LinearPredictors::expectable() const {
  constexpr Index of_client = 4096, of_cache = 1 << 20;  // bytes
  const Index row = width() * Index{sizeof(double)};
  const Index rows = std::visit([](const auto& data) { return data.count(); }, rows_);
  return rows * row < of_cache ? 0 : of_client / row;
}

Eigen::VectorXd LinearPredictors::row(Index row) const {
  Eigen::VectorXd x(width());
  std::visit([&](const auto& data) { copy_row(data, row, x); }, rows_);
  return x;
}

Eigen::MatrixXd LinearPredictors::gram(const Rows& rows) const {
  return std::visit([&](const auto& data) { return gram_of(data, rows); }, rows_);
}

}  // namespace skald
