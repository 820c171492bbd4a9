#include "oracles/averaging_law.hpp"

#include <cmath>
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

void check_local_steps(std::int64_t n, std::int64_t least) {
  if (n < least) {
    throw std::invalid_argument("local steps per round: " + std::to_string(n) +
                                ", expected at least " + std::to_string(least));
  }
}

// The coordinates of one block, ready for the law at a communication.
struct BlockLaw {
  CoordinateBlock block;
  std::vector<ClientModes> modes;
  Eigen::VectorXd mean;
};

using Matrix = Eigen::Map<const Eigen::MatrixXd>;

Eigen::VectorXd flat(const Eigen::MatrixXd& matrix) { return matrix.reshaped(); }

FixedPoint second_moment_equation(const BlockLaw& rows, const BlockLaw& columns,
                                  const AgeLaw& age) {
  const Eigen::Index r = rows.mean.size();
  const Eigen::Index c = columns.mean.size();
  return FixedPoint(
      [&rows, &columns, age, r, c](const Eigen::VectorXd& u) {
        return flat(second_moment_map(rows.modes, columns.modes, age, Matrix(u.data(), r, c)));
      },
      r * c);
}

// S -> E P S P' keeps positive semi-definite matrices, so it contracts iff S = E P S P' + I has a
// positive semi-definite solution.
bool contracts(const FixedPoint& equation, Eigen::Index size) {
  const auto u = equation.solve(flat(Eigen::MatrixXd::Identity(size, size)));
  if (!u) return false;
  const Eigen::MatrixXd response = Matrix(u->data(), size, size);
  return linear::eigenvalues(response).minCoeff() > 0;
}

BlockLaw block_law(const GaussianProblem& problem, const LangevinStep& step,
                   const CoordinateBlock& block, const AgeLaw& age) {
  BlockLaw law{block, client_modes(problem, step, block), {}};
  const auto size = static_cast<Eigen::Index>(block.size());
  const Eigen::MatrixXd rest =
      Eigen::MatrixXd::Identity(size, size) - mean_contraction(law.modes, age);
  law.mean = linear::solve(rest, mean_shift(law.modes, age));
  return law;
}

// Stationary covariance between two blocks, or within one; empty when it is not finite.
std::optional<Eigen::MatrixXd> block_covariance(const BlockLaw& rows, const BlockLaw& columns,
                                                bool same, const LangevinStep& step,
                                                const AgeLaw& age) {
  const FixedPoint equation = second_moment_equation(rows, columns, age);
  if (same && !contracts(equation, rows.mean.size())) return std::nullopt;
  Eigen::MatrixXd input =
      shift_second_moment(rows.modes, columns.modes, age, rows.mean, columns.mean);
  if (same) input += mean_noise(rows.modes, age, step, rows.block);
  const auto u = equation.solve(flat(input));
  if (!u) return std::nullopt;
  const Matrix second(u->data(), rows.mean.size(), columns.mean.size());
  return second - linear::outer(rows.mean, columns.mean);
}

// E P_N, E h_N and E W_N, block by block, for a checked step.
GaussianKernel mean_kernel(const GaussianProblem& problem, const LangevinStep& step,
                           const AgeLaw& age) {
  const Eigen::Index d = problem.dimension();
  GaussianKernel kernel{Eigen::MatrixXd::Zero(d, d), Eigen::VectorXd(d),
                        Eigen::MatrixXd::Zero(d, d)};
  for (const auto& block : separate_blocks(problem, step)) {
    const auto modes = client_modes(problem, step, block);
    kernel.matrix(block, block) = mean_contraction(modes, age);
    kernel.shift(block) = mean_shift(modes, age);
    kernel.noise(block, block) = mean_noise(modes, age, step, block);
  }
  return kernel;
}

}  // namespace

GaussianKernel round_kernel(const GaussianProblem& problem, const LangevinStep& step,
                            std::int64_t n) {
  check_local_steps(n, 0);
  return mean_kernel(problem, checked_step(problem, step), AgeLaw::fixed(n));
}

StationaryLaw fixed_schedule_law(const GaussianProblem& problem, const LangevinStep& step,
                                 std::int64_t K) {
  check_local_steps(K, 1);
  auto moments = stationary(round_kernel(problem, step, K));
  if (moments) return {*std::move(moments)};
  return diverging_law("the chain is unstable: the average of K local steps does not contract");
}

Moments iteration_law(const GaussianProblem& problem, const LangevinStep& step, std::int64_t K,
                      const Moments& synchronised, std::int64_t thin) {
  check_local_steps(K, 1);
  if (thin < 1) {
    throw std::invalid_argument("thin is " + std::to_string(thin) + ", expected at least 1");
  }
  const LangevinStep checked = checked_step(problem, step);
  const AgeLaw age = AgeLaw::uniform(K, thin);
  const GaussianKernel kernel = mean_kernel(problem, checked, age);
  const auto modes = client_modes(problem, checked, all_coordinates(problem.dimension()));
  const Eigen::VectorXd& start = synchronised.mean;
  const Eigen::VectorXd mean = linear::times(kernel.matrix, start) + kernel.shift;
  const Eigen::MatrixXd start_second = synchronised.covariance + linear::outer(start, start);
  const Eigen::MatrixXd second = second_moment_map(modes, modes, age, start_second) +
                                 shift_second_moment(modes, modes, age, start, start) +
                                 kernel.noise;
  return {mean, second - linear::outer(mean, mean)};
}

StationaryLaw bernoulli_schedule_law(const GaussianProblem& problem, const LangevinStep& step,
                                     double p_c) {
  check_probability("p_c", p_c);
  const LangevinStep checked = checked_step(problem, step);
  const AgeLaw age = AgeLaw::geometric(p_c);
  std::vector<BlockLaw> laws;
  for (const auto& block : separate_blocks(problem, checked)) {
    laws.push_back(block_law(problem, checked, block, age));
    if (auto unstable = unstable_local_steps(laws.back().modes, p_c)) return *unstable;
  }
  const Eigen::Index d = problem.dimension();
  Moments moments{Eigen::VectorXd(d), Eigen::MatrixXd(d, d)};
  for (std::size_t a = 0; a < laws.size(); ++a) {
    moments.mean(laws[a].block) = laws[a].mean;
    for (std::size_t b = 0; b <= a; ++b) {
      const auto covariance = block_covariance(laws[a], laws[b], a == b, checked, age);
      if (!covariance) {
        return diverging_law(
            "no finite second moment: the map from one communication to the next does not contract "
            "in mean square, or too weakly to tell");
      }
      moments.covariance(laws[a].block, laws[b].block) = *covariance;
      moments.covariance(laws[b].block, laws[a].block) = covariance->transpose();
    }
  }
  return {std::move(moments)};
}

namespace {

Eigen::MatrixXd minimiser_spread(const GaussianProblem& problem) {
  const Eigen::Index d = problem.dimension();
  const auto clients = static_cast<double>(problem.size());
  // With equal curvatures the mode is the plain mean of the minimisers.
  Eigen::MatrixXd spread = Eigen::MatrixXd::Zero(d, d);
  for (std::size_t c = 0; c < problem.size(); ++c) {
    const Eigen::VectorXd offset = problem.client(c).minimiser - problem.mode();
    spread += linear::outer(offset, offset) / clients;
  }
  return spread;
}

void check_participants(std::int64_t S, LangevinLaw::Participation scheme, std::size_t clients) {
  if (scheme == LangevinLaw::Participation::full)
    throw std::invalid_argument("full participation draws no clients; round_kernel() is its law");
  const bool too_many = scheme == LangevinLaw::Participation::without_replacement &&
                        S > static_cast<std::int64_t>(clients);
  if (S < 1 || too_many) {
    throw std::invalid_argument("S is " + std::to_string(S) + ", expected 1 to " +
                                std::to_string(clients) + " participants");
  }
}

}  // namespace

bool equal_clients(const GaussianProblem& problem, const LangevinStep& step) {
  const LangevinStep checked = checked_step(problem, step);
  const double share = 1 / static_cast<double>(problem.size());
  for (std::size_t c = 0; c < problem.size(); ++c) {
    if (std::abs(checked.weights[c] - share) > 1e-9 * share ||
        !problem.client(c).curvature.isApprox(problem.client(0).curvature, 1e-9))
      return false;
  }
  return checked.gradient_noise.empty();
}

namespace {

// What averaging over a cohort does: noise counts phi times, the minimisers' spread kappa / S.
struct CohortEffect {
  double phi = 1, spread = 0;
};

CohortEffect effect_of(const GaussianProblem& problem, const LangevinStep& step,
                       LangevinLaw::Participation scheme, std::int64_t S) {
  if (!equal_clients(problem, step)) {
    throw std::invalid_argument(
        "under partial participation, the law has a closed form only for equal curvatures, weights "
        "1/N and full gradients");
  }
  check_participants(S, scheme, problem.size());
  const auto N = static_cast<double>(problem.size());
  const auto drawn = static_cast<double>(S);
  const bool distinct = scheme == LangevinLaw::Participation::without_replacement;
  const double own = 1 - step.rho * step.rho;
  // A client that is drawn twice contributes one noise twice, so fewer noises are averaged.
  const double noises = distinct ? N / drawn : 1 + (N - 1) / drawn;
  // A federation of one client has nothing to draw.
  const double kappa = !distinct ? 1 : (N > 1 ? (N - drawn) / (N - 1) : 0);
  return {step.rho * step.rho + own * noises, kappa / drawn};
}

}  // namespace

GaussianKernel partial_round_kernel(const GaussianProblem& problem, const LangevinStep& step,
                                    std::int64_t K, LangevinLaw::Participation scheme,
                                    std::int64_t S) {
  const CohortEffect cohort = effect_of(problem, step, scheme, S);
  GaussianKernel round = round_kernel(problem, step, K);
  round.shift.setZero();
  const Eigen::Index d = problem.dimension();
  const Eigen::MatrixXd left = Eigen::MatrixXd::Identity(d, d) - round.matrix;
  round.noise =
      cohort.phi * round.noise + cohort.spread * linear::congruent(left, minimiser_spread(problem));
  return round;
}

StationaryLaw partial_random_law(const GaussianProblem& problem, const LangevinStep& step,
                                 double p_c, LangevinLaw::Participation scheme, std::int64_t S) {
  check_probability("p_c", p_c);
  const CohortEffect cohort = effect_of(problem, step, scheme, S);
  const linear::Spectrum spectrum = linear::spectrum(problem.precision());
  const Eigen::VectorXd l = 1 - step.step * spectrum.values.array();
  if (!(l.cwiseAbs().maxCoeff() < 1))
    return diverging_law("the chain is unstable: step * L must be below 2");
  const auto g = [p_c](double x) { return p_c * x / (1 - (1 - p_c) * x); };
  const Eigen::MatrixXd& basis = spectrum.vectors;
  Eigen::MatrixXd V = linear::congruent(linear::transposed(basis), minimiser_spread(problem));
  for (Eigen::Index i = 0; i < V.rows(); ++i) {
    for (Eigen::Index j = 0; j < V.cols(); ++j) {
      const double both = g(l(i) * l(j));
      V(i, j) *= cohort.spread * (1 - g(l(i)) - g(l(j)) + both) / (1 - both);
    }
    V(i, i) += 2 * step.step * step.temp * cohort.phi / (1 - l(i) * l(i));
  }
  const Eigen::VectorXd unbiased = Eigen::VectorXd::Zero(V.rows());
  return {Moments{unbiased, linear::congruent(basis, V)}};
}

}  // namespace skald::oracles
