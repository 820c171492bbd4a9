#include "oracles/fourth_moments.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "linear/products.hpp"
#include "linear/symmetric.hpp"
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

}  // namespace skald::oracles
