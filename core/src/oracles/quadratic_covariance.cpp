#include "oracles/quadratic_covariance.hpp"

#include <cmath>
#include <utility>

namespace skald::oracles {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::RowVectorXd;
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
    return (f.square * A).reshaped();
  });
  const MatrixXd second = columns(functions, A.size(), [&](const Quadratic& f) -> VectorXd {
    return (B * f.square).eval().reshaped();
  });
  return first.transpose() * second;
}

// Half the gradients at a point.
MatrixXd slopes(const Functions& functions, const VectorXd& at) {
  return columns(functions, at.size(),
                 [&](const Quadratic& f) -> VectorXd { return f.square * at + f.slope; });
}

// The covariances of functions of a normal state.
MatrixXd of_normal(const Functions& functions, const Moments& state) {
  const MatrixXd s = slopes(functions, state.mean);
  return 2 * traces(functions, state.covariance, state.covariance) +
         4 * s.transpose() * state.covariance * s;
}

RowVectorXd means(const Functions& functions, const Moments& state) {
  const MatrixXd second = state.covariance + state.mean * state.mean.transpose();
  return columns(functions, 1, [&](const Quadratic& f) {
    return VectorXd::Constant(1, f.square.cwiseProduct(second).sum() + 2 * f.slope.dot(state.mean));
  });
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
  const MatrixXd moved = branch.matrix * state.covariance * branch.matrix.transpose();
  const MatrixXd C = next.covariance - moved, s = slopes(functions, next.mean);
  MatrixXd sum = 2 * traces(functions, C, C) + 4 * traces(functions, branch.noise, moved) +
                 4 * s.transpose() * branch.noise * s;
  for (const AffineScatter& scatter : branch.scatters) {
    // With x = 2 (Q y + r)' out of each function, y the state behind without noise: E[x x' l^2].
    const MatrixXd along =
        columns(functions, next.mean.size(),
                [&](const Quadratic& f) -> VectorXd { return 2 * (f.square * scatter.out); });
    const VectorXd x = 2 * s.transpose() * scatter.out;
    const VectorXd with_l = along.transpose() * (branch.matrix * (state.covariance * scatter.in));
    const double l = scatter.in.dot(state.mean) + scatter.offset;
    const double square = scatter.in.dot(state.covariance * scatter.in) + l * l;
    const MatrixXd cross = x * with_l.transpose();
    sum +=
        scatter.variance * (square * (along.transpose() * moved * along + x * x.transpose()) +
                            2 * with_l * with_l.transpose() + 2 * l * (cross + cross.transpose()));
  }
  return sum;
}

MatrixXd added_by(const AffineStage& stage, const Moments& state, const Functions& functions,
                  const Functions& earlier) {
  MatrixXd sum = -of_normal(earlier, state);
  RowVectorXd mean = RowVectorXd::Zero(sum.cols());
  for (const AffineBranch& branch : stage) {
    AffineStage alone{branch};
    alone.front().probability = 1;
    const Moments next = after(alone, state);
    const RowVectorXd there = means(functions, next);
    const bool is_normal = branch.scatters.empty();
    const MatrixXd within = is_normal ? of_normal(functions, next)
                                      : of_normal(before_all(alone, functions), state) +
                                            scattered(branch, functions, state, next);
    sum += branch.probability * (within + there.transpose() * there);
    mean += branch.probability * there;
  }
  return sum - mean.transpose() * mean;
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
  return (sum + sum.transpose()) / 2;
}

}  // namespace skald::oracles
