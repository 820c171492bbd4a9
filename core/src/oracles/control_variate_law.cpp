#include "oracles/control_variate_law.hpp"

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "linear/matrices.hpp"
#include "oracles/client_modes.hpp"
#include "oracles/fixed_point.hpp"

namespace skald::oracles {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Covariance of the noises of clients a and b in one step.
using Noise = std::function<MatrixXd(std::size_t a, std::size_t b)>;

// The unknowns that determine the stationary second moment of (e_1, ..., e_N, y). The reference is
// an old average, so E y y' = E x x' with x the average.
struct Unknowns {
  MatrixXd average;                 // E x x'
  std::vector<MatrixXd> reference;  // E e_c y'
};

class BlockEquation {
 public:
  BlockEquation(const GaussianProblem& problem, const LangevinStep& step,
                const CoordinateBlock& block, double p_c, double q_cv)
      : modes_(client_modes(problem, step, block)),
        size_(static_cast<Index>(block.size())),
        p_(p_c),
        r_(q_cv) {
    const MatrixXd precision = problem.precision()(block, block);
    for (const auto& client : modes_) {
      const MatrixXd pull = linear::from_spectrum(client.basis, client.decay);
      local_.push_back(MatrixXd::Identity(size_, size_) - pull);
      correction_.push_back(pull - step.step * precision);
    }
  }

  std::size_t clients() const { return modes_.size(); }
  Index unknowns() const { return size_ * size_ * static_cast<Index>(clients() + 1); }
  const std::vector<ClientModes>& modes() const { return modes_; }

  // One pass of the equations: noise in, right-hand sides out.
  VectorXd image(const VectorXd& u, const Noise& noise) const {
    const Unknowns now = unpack(u);
    Unknowns next{MatrixXd::Zero(size_, size_), {}};
    std::vector<MatrixXd> with_average(clients(), MatrixXd::Zero(size_, size_));  // E e_c x'
    for (std::size_t a = 0; a < clients(); ++a) {
      for (std::size_t b = 0; b <= a; ++b) {
        const MatrixXd input = step_input(now, a, b, noise(a, b));
        const MatrixXd pair = communicated(now, a, b, input);
        const MatrixXd stepped = linear::product(local_[a], pair, local_[b]) + input;
        const double weight = modes_[a].weight * modes_[b].weight;
        next.average += weight * stepped;
        with_average[a] += modes_[b].weight * pair;
        if (a == b) continue;
        next.average += weight * stepped.transpose();
        with_average[b] += modes_[a].weight * pair.transpose();
      }
    }
    next.reference = next_reference(now, with_average);
    return pack(next);
  }

  // The full stationary second moment of (e_1, ..., e_N, y).
  MatrixXd assemble(const VectorXd& u, const Noise& noise) const {
    const Unknowns now = unpack(u);
    const Index all = size_ * static_cast<Index>(clients() + 1);
    const Index y = all - size_;
    MatrixXd full(all, all);
    full.block(y, y, size_, size_) = now.average;
    for (std::size_t a = 0; a < clients(); ++a) {
      const Index row = size_ * static_cast<Index>(a);
      full.block(row, y, size_, size_) = now.reference[a];
      full.block(y, row, size_, size_) = now.reference[a].transpose();
      for (std::size_t b = 0; b <= a; ++b) {
        const Index column = size_ * static_cast<Index>(b);
        const MatrixXd pair = communicated(now, a, b, step_input(now, a, b, noise(a, b)));
        full.block(row, column, size_, size_) = pair;
        full.block(column, row, size_, size_) = pair.transpose();
      }
    }
    return full;
  }

  MatrixXd average(const VectorXd& u) const { return unpack(u).average; }

 private:
  // The average enters through its symmetric part only.
  Unknowns unpack(const VectorXd& u) const {
    const auto matrix = [&](std::size_t k) {
      return Eigen::Map<const MatrixXd>(u.data() + size_ * size_ * static_cast<Index>(k), size_,
                                        size_);
    };
    Unknowns now{linear::symmetric_part(matrix(0)), {}};
    for (std::size_t c = 0; c < clients(); ++c) now.reference.push_back(matrix(c + 1));
    return now;
  }

  VectorXd pack(const Unknowns& now) const {
    VectorXd u(unknowns());
    u.head(size_ * size_) = now.average.reshaped();
    for (std::size_t c = 0; c < clients(); ++c) {
      u.segment(size_ * size_ * static_cast<Index>(c + 1), size_ * size_) =
          now.reference[c].reshaped();
    }
    return u;
  }

  // E e_a' e_b'' of one local step, without the term in E e_a e_b'.
  MatrixXd step_input(const Unknowns& now, std::size_t a, std::size_t b,
                      const MatrixXd& noise) const {
    return linear::product(local_[a], now.reference[a], correction_[b]) +
           linear::product(correction_[a], linear::transposed(now.reference[b]), local_[b]) +
           linear::product(correction_[a], now.average, correction_[b]) + noise;
  }

  // E e_a e_b' = M in M = (1 - p_c)(D_a M D_b + input) + p_c E x x', mode by mode.
  MatrixXd communicated(const Unknowns& now, std::size_t a, std::size_t b,
                        const MatrixXd& input) const {
    const ClientModes& rows = modes_[a];
    const ClientModes& columns = modes_[b];
    MatrixXd modal = linear::product(linear::transposed(rows.basis),
                                     (1 - p_) * input + p_ * now.average, columns.basis);
    for (Index j = 0; j < size_; ++j) {
      for (Index i = 0; i < size_; ++i)
        modal(i, j) /= 1 - (1 - p_) * (1 - rows.decay(i)) * (1 - columns.decay(j));
    }
    return linear::product(rows.basis, modal, linear::transposed(columns.basis));
  }

  std::vector<MatrixXd> next_reference(const Unknowns& now,
                                       const std::vector<MatrixXd>& with_average) const {
    MatrixXd average_now = MatrixXd::Zero(size_, size_);  // E x y'
    for (std::size_t c = 0; c < clients(); ++c) average_now += modes_[c].weight * now.reference[c];
    std::vector<MatrixXd> next;
    MatrixXd average_next = MatrixXd::Zero(size_, size_);
    for (std::size_t c = 0; c < clients(); ++c) {
      next.push_back((1 - r_) * (linear::product(local_[c], now.reference[c]) +
                                 linear::product(correction_[c], now.average)) +
                     r_ * (linear::product(local_[c], with_average[c]) +
                           linear::product(correction_[c], linear::transposed(average_now))));
      average_next += modes_[c].weight * next.back();
    }
    for (auto& reference : next) reference = (1 - p_) * reference + p_ * average_next;
    return next;
  }

  std::vector<ClientModes> modes_;
  Index size_;
  double p_;
  double r_;
  std::vector<MatrixXd> local_;       // D_c
  std::vector<MatrixXd> correction_;  // h (A_c / w_c - A)
};

// The step of second moments keeps positive semi-definite matrices and unit noise reaches every
// direction that communication leaves, so the chain is stable iff its response to unit noise is
// positive semi-definite.
bool contracts(const BlockEquation& equation, const FixedPoint& solver, Index size) {
  const Noise unit = [size](std::size_t a, std::size_t b) -> MatrixXd {
    return MatrixXd::Identity(size, size) * (a == b ? 1.0 : 0.0);
  };
  const auto u = solver.solve(equation.image(VectorXd::Zero(equation.unknowns()), unit));
  if (!u) return false;
  const MatrixXd response = equation.assemble(*u, unit);
  const VectorXd spectrum = linear::eigenvalues(response);
  const double largest = spectrum.cwiseAbs().maxCoeff();
  return spectrum.minCoeff() > -1e-9 * largest;
}

// Stationary covariance of the average; empty when it is not finite.
std::optional<MatrixXd> block_covariance(const BlockEquation& equation, const LangevinStep& step,
                                         const CoordinateBlock& block) {
  const auto size = static_cast<Index>(block.size());
  const Noise none = [size](std::size_t, std::size_t) -> MatrixXd {
    return MatrixXd::Zero(size, size);
  };
  const Noise noise = [&](std::size_t a, std::size_t b) { return step_noise(step, a, b, block); };
  const FixedPoint solver([&](const VectorXd& u) { return equation.image(u, none); },
                          equation.unknowns());
  if (!contracts(equation, solver, size)) return std::nullopt;
  const auto u = solver.solve(equation.image(VectorXd::Zero(equation.unknowns()), noise));
  if (!u) return std::nullopt;
  return equation.average(*u);
}

}  // namespace

StationaryLaw control_variate_law(const GaussianProblem& problem, const LangevinStep& step,
                                  double p_c, double q_cv) {
  check_probability("p_c", p_c);
  check_probability("q_cv", q_cv);
  LangevinStep checked = checked_step(problem, step);
  checked.gradient_noise.clear();
  const Index d = problem.dimension();
  Moments moments{VectorXd::Zero(d), MatrixXd::Zero(d, d)};
  for (const auto& block : separate_blocks(problem, checked)) {
    const BlockEquation equation(problem, checked, block, p_c, q_cv);
    if (auto unstable = unstable_local_steps(equation.modes(), p_c)) return *unstable;
    const auto covariance = block_covariance(equation, checked, block);
    if (!covariance) {
      return diverging_law(
          "no finite second moment: one iteration does not contract in mean square, or too weakly "
          "to tell");
    }
    moments.covariance(block, block) = *covariance;
  }
  return {std::move(moments)};
}

}  // namespace skald::oracles
