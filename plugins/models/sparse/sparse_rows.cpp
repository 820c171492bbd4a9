#include "sparse/sparse_rows.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>

#include "dense/row_projection.hpp"
#include "skald/parts/data/sparse_features.hpp"

namespace skald {
namespace {

// Name and revision of a file in the cache.
std::string recipe(const std::string& what, bool intercept, double row_bound) {
  return what + (intercept ? "-1" : "") + projection_recipe(row_bound);
}

std::size_t size(Index n) { return static_cast<std::size_t>(n); }

// The numbers other than 0 of a row, in the order of their places.
class Nonzeros {
 public:
  explicit Nonzeros(const Table& table)
      : features_(table.features), sparse_(SparseFeatures::of(table)) {}

  bool are_stored() const { return sparse_.has_value(); }
  Index count(Index r) const {
    return sparse_ ? sparse_->row(r).count : (features_.column(r).array() != 0).count();
  }
  double norm(Index r) const {
    return sparse_ ? std::sqrt(sparse_->row(r).square_norm()) : features_.column(r).norm();
  }
  double square_norm(Index r) const {
    return sparse_ ? sparse_->row(r).square_norm() : features_.column(r).squaredNorm();
  }
  // Calls visit(place, value) for each.
  template <class Visit>
  void visit(Index r, const Visit& visit) const {
    if (sparse_) {
      const SparseFeatures::Row row = sparse_->row(r);
      for (Index i = 0; i < row.count; ++i)
        visit(static_cast<std::int32_t>(row.places[i]), row.values[i]);
      return;
    }
    const auto x = features_.column(r);
    for (Index k = 0; k < features_.rows; ++k)
      if (x[k] != 0) visit(static_cast<std::int32_t>(k), x[k]);
  }
  bool are_ones(Index r) const {
    bool all = true;
    visit(r, [&](std::int32_t, double value) { all = all && value == 1; });
    return all;
  }

 private:
  ConstBlock features_;
  std::optional<SparseFeatures> sparse_;
};

}  // namespace

bool are_sparse(const Table& table) {
  constexpr Index least_width = 32, looked_at = 256, share = 8;
  const Index width = table.features.rows, rows = table.rows();
  const Nonzeros nonzeros(table);
  if (nonzeros.are_stored()) return true;
  if (width < least_width || rows == 0) return false;
  const Index step = (rows + looked_at - 1) / looked_at, seen = (rows + step - 1) / step;
  Index numbers = 0;
  for (Index r = 0; r < rows && numbers * share <= seen * width; r += step) {
    numbers += nonzeros.count(r);
  }
  return numbers * share <= seen * width;
}

template <class T>
SparseRows<T>::SparseRows(const Table& table, bool intercept, double row_bound)
    : count_(table.rows()), width_(table.features.rows + (intercept ? 1 : 0)) {
  const Index features = table.features.rows;
  const Nonzeros nonzeros(table);
  const auto make_frame = [&](std::byte* out) {
    auto* starts = reinterpret_cast<std::int64_t*>(out);
    auto* norms = reinterpret_cast<double*>(starts + count_ + 2);
    bool all_ones = true;
    for (Index r = 0; r < count_; ++r) {
      const double norm = nonzeros.norm(r), scale = projection(norm, row_bound);
      starts[r + 1] = starts[r] + nonzeros.count(r) + (intercept ? 1 : 0);
      norms[r] = std::sqrt(scale * scale * nonzeros.square_norm(r) + (intercept ? 1.0 : 0.0));
      norms[count_ + r] = scale * norm;
      all_ones = all_ones && scale == 1 && nonzeros.are_ones(r);
    }
    starts[count_ + 1] = all_ones ? 1 : 0;
  };
  frame_ = {table, recipe("sparse-frame-1", intercept, row_bound),
            size(3 * count_ + 2) * sizeof(double), make_frame};
  starts_ = reinterpret_cast<const std::int64_t*>(frame_.data());
  norms_ = reinterpret_cast<const double*>(starts_ + count_ + 2);

  const Index numbers = starts_[count_];
  const auto make_content = [&](std::byte* out) {
    auto* value = reinterpret_cast<T*>(out);
    auto* place = reinterpret_cast<std::int32_t*>(value + numbers);
    for (Index r = 0; r < count_; ++r) {
      const double scale = projection(nonzeros.norm(r), row_bound);
      nonzeros.visit(r, [&](std::int32_t k, double x) {
        *value++ = static_cast<T>(scale * x);
        *place++ = k;
      });
      if (!intercept) continue;
      *value++ = 1;
      *place++ = static_cast<std::int32_t>(features);
    }
  };
  content_ = {table,
              recipe(std::string("sparse-1-") + (std::is_same_v<T, float> ? "float" : "double"),
                     intercept, row_bound),
              size(numbers) * (sizeof(T) + sizeof(std::int32_t)), make_content};
  values_ = reinterpret_cast<const T*>(content_.data());
  places_ = reinterpret_cast<const std::int32_t*>(values_ + numbers);
}

template class SparseRows<double>;
template class SparseRows<float>;

namespace {

// As in row_products.cpp: partial sum l takes the numbers at l, l + lanes, ..., and halves of them
// are then added until one is left.
template <class T>
T dot(const SparseRow<T>& row, const double* weights) {
  constexpr Index lanes = row_padding<T>;
  T sums[lanes] = {};
  for (Index i = 0; i < row.count; ++i) {
    const std::int32_t k = row.places[i];
    sums[k % lanes] += static_cast<T>(weights[k]) * row.values[i];
  }
  for (Index half = lanes / 2; half > 0; half /= 2) {
    for (Index l = 0; l < half; ++l) sums[l] += sums[l + half];
  }
  return sums[0];
}

}  // namespace

template <class T>
void score_rows(const SparseTile<T>& tile, const double* weights, Index outputs, double* scores) {
  for (Index r = 0; r < tile.count; ++r) {
    for (Index o = 0; o < outputs; ++o) {
      scores[o * row_tile + r] = static_cast<double>(dot(tile.rows[r], weights + o * tile.width));
    }
  }
}

template <class T>
SparseOuterProducts<T>::SparseOuterProducts(Index width)
    : sum_(static_cast<std::size_t>(width)), is_used_(sum_.size()) {}

template <class T>
void SparseOuterProducts<T>::add(const SparseTile<T>& tile, const T* coefficients, Index outputs,
                                 bool accumulate, double* out) {
  find_places(tile);
  if (!accumulate) std::fill_n(out, outputs * tile.width, 0.0);
  for (Index o = 0; o < outputs; ++o) {
    const T* coefficient = coefficients + o * row_tile;
    T* sum = sum_.data();
    for (Index r = 0; r < tile.count; ++r) {
      const SparseRow<T>& row = tile.rows[r];
      for (Index i = 0; i < row.count; ++i) sum[row.places[i]] += row.values[i] * coefficient[r];
    }
    double* to = out + o * tile.width;
    for (const std::int32_t k : places_) {
      to[k] += static_cast<double>(sum[k]);
      sum[k] = 0;
    }
  }
}

template <class T>
void SparseOuterProducts<T>::find_places(const SparseTile<T>& tile) {
  places_.clear();
  for (Index r = 0; r < tile.count; ++r) {
    const SparseRow<T>& row = tile.rows[r];
    for (Index i = 0; i < row.count; ++i) {
      const auto k = static_cast<std::size_t>(row.places[i]);
      if (is_used_[k]) continue;
      is_used_[k] = true;
      places_.push_back(row.places[i]);
    }
  }
  for (const std::int32_t k : places_) is_used_[static_cast<std::size_t>(k)] = false;
}

template void score_rows(const SparseTile<double>&, const double*, Index, double*);
template void score_rows(const SparseTile<float>&, const double*, Index, double*);
template class SparseOuterProducts<double>;
template class SparseOuterProducts<float>;

namespace {

// The length of padded rows, or 0 where padding adds more than half of the ones that there are.
Index padded_length(const SparseRows<double>& rows) {
  Index ones = 0, longest = 0;
  for (Index r = 0; r < rows.count(); ++r) {
    const Index count = rows.row(r).count;
    ones += count;
    longest = std::max(longest, count);
  }
  constexpr Index step = IndicatorPlaces::step;
  const Index length = (longest + step - 1) / step * step;
  return 2 * length * rows.count() <= 3 * ones ? length : 0;
}

}  // namespace

IndicatorPlaces::IndicatorPlaces(const Table& table, const SparseRows<double>& rows) {
  if (!rows.are_indicators() || rows.width() > most_features) return;
  length_ = padded_length(rows);
  if (length_ == 0) return;
  content_ = {table, "indicator-places-1", static_cast<std::size_t>(rows.count() * length_),
              [&](std::byte* out) {
                auto* place = reinterpret_cast<std::uint8_t*>(out);
                for (Index r = 0; r < rows.count(); ++r, place += length_) {
                  const SparseRow<double> row = rows.row(r);
                  std::copy_n(row.places, row.count, place);
                  std::fill(place + row.count, place + length_,
                            static_cast<std::uint8_t>(rows.width()));
                }
              }};
  places_ = reinterpret_cast<const std::uint8_t*>(content_.data());
}

}  // namespace skald
