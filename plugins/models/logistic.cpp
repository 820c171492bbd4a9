// Binary logistic regression with a Gaussian prior: row (x, y), y in {0, 1}, has
//   U(theta) = log(1 + exp((1 - 2 y) x' theta)),   gradient (s(x' theta) - y) x,
// and U_0(theta) = prior_precision / 2 |theta|^2, with s the logistic function.
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "dense/derived_array.hpp"
#include "dense/row_bound_option.hpp"
#include "dense/row_projection.hpp"
#include "skald/linear_coefficients.hpp"
#include "skald/model.hpp"
#include "skald/parts/simd/vector_math.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::Block;
using skald::ConstBlock;
using skald::Index;
using skald::Rows;

struct Options : skald::RowBoundOptions {
  double prior_precision = 1;
};

constexpr std::array options{
    skald::option("prior_precision", &Options::prior_precision,
                  "precision (inverse variance) of the Gaussian prior of every parameter")
        .at_least(0),
    skald::row_bound_option<Options>()};

constexpr Index tile = 32;    // rows (or pairs of chain and row) handled at a time
constexpr Index padding = 8;  // a stored row of features is zero-filled to a multiple of this

Index padded(Index d) { return (d + padding - 1) / padding * padding; }

std::size_t size(Index n) { return static_cast<std::size_t>(n); }

// The bound table, in the two layouts that the kernels stream through. Every dot product x' theta
// adds in the order of the features, and every gradient in the order of the rows, on each path.
class Data {
 public:
  Data() = default;
  Data(const skald::Table& table, double row_bound)
      : d(table.features.rows),
        rows(table.rows()),
        row_stride(padded(d)),
        target_(size(rows + tile)) {
    const Index numbers = rows * row_stride + (d + 1) * (rows + tile);
    features_ = {table, "logistic-1" + skald::projection_recipe(row_bound),
                 size(numbers) * sizeof(double),
                 [&](std::byte* out) { derive(table, row_bound, reinterpret_cast<double*>(out)); }};
    by_row_ = reinterpret_cast<const double*>(features_.data());
    std::copy(table.target.begin(), table.target.end(), target_.begin());
  }

  // Padded with zeros.
  const double* row(Index r) const { return by_row_ + r * row_stride; }
  // Feature k, the norm and the target (0 or 1) of row r and of the rows after it; zeros after the
  // last.
  const double* feature(Index k, Index r) const {
    return by_row_ + rows * row_stride + k * (rows + tile) + r;
  }
  const double* norm(Index r) const { return feature(d, r); }
  const double* target(Index r) const { return target_.data() + r; }

  Index d = 0, rows = 0, row_stride = 0;

 private:
  void derive(const skald::Table& table, double row_bound, double* out) const {
    double* by_feature = out + rows * row_stride;
    for (Index r = 0; r < rows; ++r) {
      const auto x = table.features.column(r);
      const double scale = skald::projection(x.norm(), row_bound);
      for (Index k = 0; k < d; ++k) {
        out[r * row_stride + k] = scale * x[k];
        by_feature[k * (rows + tile) + r] = scale * x[k];
      }
      by_feature[d * (rows + tile) + r] = scale * x.norm();
    }
  }

  skald::DerivedArray features_;  // row by row, then feature by feature, then norms
  const double* by_row_ = nullptr;
  std::vector<double> target_;
};

// coefficient[t] = s(z[t]) - y[t]; with Clip, scaled down to |coefficient[t]| norm[t] <= clip.
template <int W, bool Clip>
SKALD_INLINE void coefficients(const double* z, const double* y, const double* norm, double clip,
                               Index count, double* coefficient) {
  for (Index t = 0; t < count; t += W) {
    skald::simd::Reals<W> argument, label, residual;
    skald::simd::load<W>(z + t, argument);
    skald::simd::load<W>(y + t, label);
    skald::simd::sigmoid<W>(argument, residual);
    residual -= label;
    if constexpr (Clip) {
      skald::simd::Reals<W> length;
      skald::simd::load<W>(norm + t, length);
      length *= residual < 0.0 ? -residual : residual;
      const skald::simd::Reals<W> clipped = residual * (clip / length);
      residual = length > clip ? clipped : residual;
    }
    skald::simd::store<W>(residual, coefficient + t);
  }
}

// z[t] = x_{first+t}' theta for a tile of neighbouring rows.
template <int W>
SKALD_INLINE void dot_rows(const Data& data, Index first, const double* theta, double* z) {
  constexpr int registers = static_cast<int>(tile) / W;
  skald::simd::Reals<W> sum[registers] = {};
  for (Index k = 0; k < data.d; ++k) {
    const double* x = data.feature(k, first);
    for (int i = 0; i < registers; ++i) {
      skald::simd::Reals<W> lanes;
      skald::simd::load<W>(x + i * W, lanes);
      sum[i] += lanes * theta[k];
    }
  }
  for (int i = 0; i < registers; ++i) skald::simd::store<W>(sum[i], z + i * W);
}

// out += sum over t of coefficient[t] x_{first+t}, in the order of t.
template <int W>
SKALD_INLINE void add_rows(const Data& data, Index first, Index count, const double* coefficient,
                           double* out) {
  for (Index k = 0; k < data.d; k += W) {
    const double* x = data.row(first) + k;
    skald::simd::Reals<W> sum;
    skald::simd::load_first<W>(out + k, data.d - k, sum);
    for (Index t = 0; t < count; ++t) {
      skald::simd::Reals<W> features;
      skald::simd::load<W>(x + t * data.row_stride, features);
      sum += features * coefficient[t];
    }
    skald::simd::store_first<W>(sum, data.d - k, out + k);
  }
}

// Neighbouring rows, the same for every chain; adds to `out`.
template <bool Clip>
struct RangeGradient {
  template <int W>
  SKALD_INLINE static void run(const Data& data, const Rows& rows, const double& clip,
                               const ConstBlock& theta, const Block& out) {
    double z[tile], coefficient[tile];
    for (Index r = 0; r < rows.count; r += tile) {
      const Index first = rows.first + r;
      const Index count = std::min(tile, rows.count - r);
      const double* y = data.target(first);
      const double* norm = data.norm(first);
      for (Index j = 0; j < theta.cols; ++j) {
        dot_rows<W>(data, first, theta.data + j * theta.stride, z);
        coefficients<W, Clip>(z, y, norm, clip, count, coefficient);
        add_rows<W>(data, first, count, coefficient, out.data + j * out.stride);
      }
    }
  }
};

// Up to `tile` pairs of a chain and one of its rows.
struct Pairs {
  Index count = 0;
  const double* x[tile];
  const double* theta[tile];
  double* out[tile];
  double y[tile], norm[tile];
};

// Pairs [first, first + tile) of the C x rows.count in all, chain by chain.
SKALD_INLINE void take_pairs(const Data& data, const Rows& rows, const ConstBlock& theta,
                             const Block& out, Index first, Pairs& pairs) {
  pairs.count = std::min(tile, theta.cols * rows.count - first);
  Index chain = first / rows.count;
  Index r = first - chain * rows.count;
  for (Index t = 0; t < pairs.count; ++t) {
    const Index row = rows.row(chain, r);
    pairs.x[t] = data.row(row);
    pairs.theta[t] = theta.data + chain * theta.stride;
    pairs.out[t] = out.data + chain * out.stride;
    pairs.y[t] = *data.target(row);
    pairs.norm[t] = *data.norm(row);
    if (++r == rows.count) {
      r = 0;
      ++chain;
    }
  }
}

// Arbitrary rows; adds to `out`.
template <bool Clip>
struct IndexedGradient {
  template <int W>
  SKALD_INLINE static void run(const Data& data, const Rows& rows, const double& clip,
                               const ConstBlock& theta, const Block& out) {
    Pairs pairs;
    double z[tile], coefficient[tile];
    for (Index first = 0; first < theta.cols * rows.count; first += tile) {
      take_pairs(data, rows, theta, out, first, pairs);
      for (Index t = 0; t < pairs.count; ++t) {
        double sum = 0;
        for (Index k = 0; k < data.d; ++k) sum += pairs.x[t][k] * pairs.theta[t][k];
        z[t] = sum;
      }
      coefficients<W, Clip>(z, pairs.y, pairs.norm, clip, pairs.count, coefficient);
      for (Index t = 0; t < pairs.count; ++t) {
        for (Index k = 0; k < data.d; ++k) pairs.out[t][k] += pairs.x[t][k] * coefficient[t];
      }
    }
  }
};

// log(1 + exp(z)) without overflow.
double softplus(double z) { return std::max(z, 0.0) + std::log1p(std::exp(-std::abs(z))); }

class Logistic final : public skald::Model,
                       public skald::CurvatureBounds,
                       public skald::PublicCurvature,
                       public skald::RowBound,
                       public skald::LinearCoefficients {
 public:
  explicit Logistic(const Options& given)
      : prior_precision_(given.prior_precision), row_bound_(given.row_bound) {}

  void bind(const skald::Table& table) override {
    if (table.classes != 2) {
      throw std::invalid_argument("model logistic: the target's number of classes is " +
                                  std::to_string(table.classes) + " (0: not a class); expected 2");
    }
    if (table.features.rows < 1)
      throw std::invalid_argument("model logistic: the table has no features; expected at least 1");
    data_ = Data(table, row_bound_);
    projected_ = skald::rows_beyond(table, row_bound_);
  }

  Index dimension() const override { return data_.d; }

  void gradient(const Rows& rows, ConstBlock theta, Block out) const override {
    sum_gradients<false>(rows, 0, theta, out);
  }
  void clipped_gradient(const Rows& rows, double clip, ConstBlock theta, Block out) const override {
    sum_gradients<true>(rows, clip, theta, out);
  }

  void potential(const Rows& rows, ConstBlock theta, std::span<double> out) const override {
    for (Index j = 0; j < theta.cols; ++j) {
      double sum = 0;
      for (Index r = 0; r < rows.count; ++r) {
        const Index row = rows.row(j, r);
        const double z = predictor(row, theta.data + j * theta.stride);
        sum += softplus(*data_.target(row) > 0 ? -z : z);
      }
      out[size(j)] = sum;
    }
  }

  void add_prior_gradient(double share, ConstBlock theta, Block out) const override {
    const double factor = share * prior_precision_;
    for (Index j = 0; j < theta.cols; ++j) {
      for (Index k = 0; k < data_.d; ++k)
        out.data[j * out.stride + k] += factor * theta.data[j * theta.stride + k];
    }
  }
  void add_prior_potential(double share, ConstBlock theta, std::span<double> out) const override {
    for (Index j = 0; j < theta.cols; ++j)
      out[size(j)] += 0.5 * share * prior_precision_ * theta.column(j).squaredNorm();
  }

  Index classes() const override { return 2; }
  void predict(const Rows& rows, ConstBlock theta, Block probabilities) const override {
    for (Index r = 0; r < rows.count; ++r) {
      const double z = predictor(rows.row(0, r), theta.data);
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
    if (wanted == skald::RowBound::id) return static_cast<const skald::RowBound*>(this);
    if (wanted == skald::LinearCoefficients::id)
      return static_cast<const skald::LinearCoefficients*>(this);
    return nullptr;
  }

  Index outputs() const override { return 1; }
  Coefficient coefficient(Index place) const override {
    return {.part = Part::weight, .feature = place};
  }

  // The Hessian is X' diag(s (1 - s)) X plus the prior's, and 0 < s (1 - s) <= 1/4.
  Bounds bounds(const Rows& rows, double prior_share) const override {
    const double prior = prior_share * prior_precision_;
    if (rows.count == 0) return {prior, prior};
    Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(data_.d, data_.d);
    for (Index r = 0; r < rows.count; ++r) {
      const Eigen::Map<const Eigen::VectorXd> x(data_.row(rows.row(0, r)), data_.d);
      gram.selfadjointView<Eigen::Lower>().rankUpdate(x);
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(gram, Eigen::EigenvaluesOnly);
    return {prior, solver.eigenvalues().maxCoeff() / 4 + prior};
  }
  Bounds prior() const override { return {prior_precision_, prior_precision_}; }
  bool convex_when_clipped() const override { return true; }
  double largest_row_curvature() const override { return row_bound_ * row_bound_ / 4; }
  double row_bound() const override { return row_bound_; }
  Index projected_rows() const override { return projected_; }

 private:
  double predictor(Index row, const double* theta) const {
    double z = 0;
    for (Index k = 0; k < data_.d; ++k) z += data_.row(row)[k] * theta[k];
    return z;
  }

  template <bool Clip>
  void sum_gradients(const Rows& rows, double clip, const ConstBlock& theta,
                     const Block& out) const {
    out.matrix().setZero();
    if (rows.index == nullptr) {
      skald::simd::run<RangeGradient<Clip>>(data_, rows, clip, theta, out);
    } else {
      skald::simd::run<IndexedGradient<Clip>>(data_, rows, clip, theta, out);
    }
  }

  double prior_precision_;
  double row_bound_;
  Index projected_ = 0;
  Data data_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Logistic, Options, options>(
    {.name = "logistic",
     .version = "1",
     .numerics_revision = 1,
     .summary = "Binary logistic regression with a Gaussian prior",
     .reference = ""});
