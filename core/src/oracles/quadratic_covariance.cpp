#include "oracles/quadratic_covariance.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linear/products.hpp"

namespace skald::oracles {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

using Functions = std::vector<Quadratic>;

// A column for every function.
template <class ColumnOf>
MatrixXd columns(const Functions& functions, Index rows, const ColumnOf& of) {
  MatrixXd all(rows, static_cast<Index>(functions.size()));
  for (Index j = 0; j < all.cols(); ++j) all.col(j) = of(functions[static_cast<std::size_t>(j)]);
  return all;
}

// tr(Q A Q' B) of all pairs.
MatrixXd traces(const Functions& functions, const MatrixXd& A, const MatrixXd& B) {
  const MatrixXd first = columns(functions, A.size(), [&](const Quadratic& f) -> VectorXd {
    return linear::product(f.square, A).reshaped();
  });
  const MatrixXd second = columns(functions, A.size(), [&](const Quadratic& f) -> VectorXd {
    return linear::product(B, f.square).reshaped();
  });
  return linear::product(linear::transposed(first), second);
}

// Half the gradients at a point.
MatrixXd slopes(const Functions& functions, const VectorXd& at) {
  return columns(functions, at.size(), [&](const Quadratic& f) -> VectorXd {
    return linear::times(f.square, at) + f.slope;
  });
}

// The covariances of functions of a normal state.
MatrixXd of_normal(const Functions& functions, const Moments& state) {
  const MatrixXd s = slopes(functions, state.mean);
  return 2 * traces(functions, state.covariance, state.covariance) +
         4 * linear::congruent(linear::transposed(s), state.covariance);
}

VectorXd means(const Functions& functions, const Moments& state) {
  const MatrixXd second = state.covariance + linear::outer(state.mean, state.mean);
  VectorXd all(functions.size());
  std::transform(functions.begin(), functions.end(), all.begin(), [&](const Quadratic& f) {
    return f.square.cwiseProduct(second).sum() + 2 * f.slope.dot(state.mean);
  });
  return all;
}

Functions before_all(const AffineStage& stage, const Functions& functions) {
  Functions all;
  for (const Quadratic& f : functions) all.push_back(before(stage, f));
  return all;
}

// The means of the covariances behind a branch, given the state before it; `state` is that before,
// `next` that behind. Given the state the scattered numbers add up to noise of the covariance
// C = noise + sum_s variance_s l_s^2 out_s out_s', l_s = in_s' z + offset_s.
MatrixXd scattered(const AffineBranch& branch, const Functions& functions, const Moments& state,
                   const Moments& next) {
  const MatrixXd moved = linear::congruent(branch.matrix, state.covariance);
  const MatrixXd C = next.covariance - moved, s = slopes(functions, next.mean);
  MatrixXd sum = 2 * traces(functions, C, C) + 4 * traces(functions, branch.noise, moved) +
                 4 * linear::congruent(linear::transposed(s), branch.noise);
  for (const AffineScatter& scatter : branch.scatters) {
    // With x = 2 (Q y + r)' out of each function, y the state behind without noise: E[x x' l^2].
    const MatrixXd along = columns(
        functions, next.mean.size(),
        [&](const Quadratic& f) -> VectorXd { return 2 * linear::times(f.square, scatter.out); });
    const VectorXd x = 2 * linear::transposed_times(s, scatter.out);
    const VectorXd with_l = linear::transposed_times(
        along, linear::times(branch.matrix, linear::times(state.covariance, scatter.in)));
    const double l = scatter.in.dot(state.mean) + scatter.offset;
    const double square = scatter.in.dot(linear::times(state.covariance, scatter.in)) + l * l;
    const MatrixXd within = linear::congruent(linear::transposed(along), moved);
    const MatrixXd cross = linear::symmetric_part(linear::outer(x, with_l));
    sum += scatter.variance * square * (within + linear::outer(x, x));
    sum += 2 * scatter.variance * (linear::outer(with_l, with_l) + 2 * l * cross);
  }
  return sum;
}

MatrixXd added_by(const AffineStage& stage, const Moments& state, const Functions& functions,
                  const Functions& earlier) {
  MatrixXd sum = -of_normal(earlier, state);
  VectorXd mean = VectorXd::Zero(sum.cols());
  for (const AffineBranch& branch : stage) {
    AffineStage alone{branch};
    alone.front().probability = 1;
    const Moments next = after(alone, state);
    const VectorXd there = means(functions, next);
    const bool is_normal = branch.scatters.empty();
    const MatrixXd within = is_normal ? of_normal(functions, next)
                                      : of_normal(before_all(alone, functions), state) +
                                            scattered(branch, functions, state, next);
    sum += branch.probability * (within + linear::outer(there, there));
    mean += branch.probability * there;
  }
  return sum - linear::outer(mean, mean);
}

}  // namespace

MatrixXd added_covariances(const AffineStride& stride, const Moments& state,
                           const Functions& functions) {
  std::vector<Moments> states{state};
  for (const AffineStage& stage : stride.stages) states.push_back(after(stage, states.back()));
  const auto count = static_cast<Index>(functions.size());
  MatrixXd sum = MatrixXd::Zero(count, count);
  Functions now = functions;
  for (std::size_t i = stride.stages.size(); i-- > 0;) {
    const AffineStage& stage = stride.stages[i];
    Functions earlier = before_all(stage, now);
    sum += added_by(stage, states[i], now, earlier);
    now = std::move(earlier);
  }
  return linear::symmetric_part(sum);
}

}  // namespace skald::oracles
