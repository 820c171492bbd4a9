#include "oracles/fourth_moments.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "linear/matrices.hpp"
#include "oracles/fixed_point.hpp"

namespace skald::oracles {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index kMostOfState = 10;

// Symmetric tensors of order four over m numbers: as all m^4 entries, or as one of each monomial.
class Monomials {
 public:
  explicit Monomials(Index m) : m_(m), place_(static_cast<std::size_t>(m * m * m * m)) {
    for (Index i = 0; i < m; ++i)
      for (Index j = i; j < m; ++j)
        for (Index k = j; k < m; ++k)
          for (Index l = k; l < m; ++l) add({i, j, k, l});
  }
  Index count() const { return static_cast<Index>(all_.size()); }
  const std::vector<std::array<Index, 4>>& all() const { return all_; }
  // As a matrix whose rows are pairs of numbers, and whose columns are, too.
  MatrixXd entries(const VectorXd& of_monomials) const {
    MatrixXd all(m_ * m_, m_ * m_);
    for (Index e = 0; e < all.size(); ++e)
      all.data()[e] = of_monomials(place_[static_cast<std::size_t>(e)]);
    return all;
  }
  Index pair(Index i, Index j) const { return i * m_ + j; }

 private:
  void add(std::array<Index, 4> of) {
    std::array<Index, 4> order{0, 1, 2, 3};
    do {
      Index entry = 0;
      for (const Index at : order) entry = entry * m_ + of[static_cast<std::size_t>(at)];
      place_[static_cast<std::size_t>(entry)] = count();
    } while (std::next_permutation(order.begin(), order.end()));
    all_.push_back(of);
  }

  Index m_;
  std::vector<Index> place_;  // of an entry, among the monomials
  std::vector<std::array<Index, 4>> all_;
};

// A branch as a linear map of z = (1, S), and the covariance of its noise.
struct BranchOfOne {
  double probability;
  MatrixXd matrix, noise;

  explicit BranchOfOne(const AffineBranch& branch)
      : probability(branch.probability),
        matrix(MatrixXd::Zero(branch.shift.size() + 1, branch.shift.size() + 1)),
        noise(matrix) {
    const Index n = branch.shift.size();
    matrix(0, 0) = 1;
    matrix.bottomLeftCorner(n, 1) = branch.shift;
    matrix.bottomRightCorner(n, n) = branch.matrix;
    noise.bottomRightCorner(n, n) = branch.noise;
  }
};

// M applied to all four indices.
MatrixXd moved(const MatrixXd& M, const MatrixXd& entries) {
  const Index m = M.rows();
  MatrixXd now = entries;
  for (int index = 0; index < 4; ++index) {
    const MatrixXd first = now.reshaped(m, m * m * m);
    now = linear::transposed(linear::product(M, first)).reshaped(m * m, m * m);
  }
  return now;
}

// What a branch makes of the moments, per monomial: those of M z, of the products of two numbers of
// M z and two of the noise, and of four of the noise.
VectorXd after(const BranchOfOne& branch, const Monomials& monomials, const MatrixXd& entries) {
  const Index m = branch.matrix.rows();
  const MatrixXd next = moved(branch.matrix, entries), &C = branch.noise;
  const MatrixXd second = entries.col(0).reshaped(m, m);
  const double one = entries(0, 0);
  // Four of the noise are C_ij C_kl and two others, each of which stands in two of the products.
  const MatrixXd rest = linear::congruent(branch.matrix, second) + one / 2 * C;
  VectorXd all(monomials.count());
  for (Index s = 0; s < all.size(); ++s) {
    const auto [i, j, k, l] = monomials.all()[static_cast<std::size_t>(s)];
    all(s) = next(monomials.pair(i, j), monomials.pair(k, l)) + C(i, j) * rest(k, l) +
             C(k, l) * rest(i, j) + C(i, k) * rest(j, l) + C(j, l) * rest(i, k) +
             C(i, l) * rest(j, k) + C(j, k) * rest(i, l);
  }
  return all;
}

// What a stride does to the moments, which is linear in them.
class FourthMomentMap {
 public:
  explicit FourthMomentMap(const AffineStride& stride) : monomials(stride.size() + 1) {
    for (const AffineStage& stage : stride.stages) stages_.emplace_back(stage.begin(), stage.end());
  }
  VectorXd operator()(VectorXd of_monomials) const {
    for (const auto& stage : stages_) {
      const MatrixXd entries = monomials.entries(of_monomials);
      of_monomials.setZero();
      for (const BranchOfOne& branch : stage)
        of_monomials += branch.probability * after(branch, monomials, entries);
    }
    return of_monomials;
  }

  const Monomials monomials;

 private:
  std::vector<std::vector<BranchOfOne>> stages_;
};

// The fourth moments of S alone that unit normals in all directions have.
VectorXd of_unit_normals(const Monomials& monomials) {
  VectorXd all = VectorXd::Zero(monomials.count());
  for (Index s = 0; s < all.size(); ++s) {
    const auto [i, j, k, l] = monomials.all()[static_cast<std::size_t>(s)];
    if (i == 0) continue;
    all(s) = (i == j && k == l) + (i == k && j == l) + (i == l && j == k);
  }
  return all;
}

}  // namespace

bool tells_fourth_moments(const AffineStride& stride) {
  const auto is_normal = [](const AffineBranch& branch) { return branch.scatters.empty(); };
  return stride.size() <= kMostOfState &&
         std::all_of(stride.stages.begin(), stride.stages.end(), [&](const AffineStage& stage) {
           return std::all_of(stage.begin(), stage.end(), is_normal);
         });
}

// As matrices of pairs, moments stay positive semi-definite: they are finite iff the response to
// those of unit normals is.
std::optional<MatrixXd> fourth_moments(const AffineStride& stride) {
  const FourthMomentMap map(stride);
  const Monomials& monomials = map.monomials;
  const Index count = monomials.count();
  // The first monomial is that of 1, which stays.
  const FixedPoint solver(
      [&](const VectorXd& others) -> VectorXd {
        VectorXd all(count);
        all << 0, others;
        return map(std::move(all)).tail(count - 1);
      },
      count - 1);
  const auto response = solver.solve(of_unit_normals(monomials).tail(count - 1));
  if (!response) return std::nullopt;
  VectorXd all(count);
  all << 0, *response;
  const VectorXd spectrum = linear::eigenvalues(monomials.entries(all));
  if (spectrum.minCoeff() < -1e-9 * spectrum.cwiseAbs().maxCoeff()) return std::nullopt;
  const auto others = solver.solve(map(VectorXd::Unit(count, 0)).tail(count - 1));
  if (!others) return std::nullopt;
  all << 1, *others;
  return monomials.entries(all);
}

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
