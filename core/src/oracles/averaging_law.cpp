#include "oracles/averaging_law.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "oracles/client_modes.hpp"
#include "oracles/fixed_point.hpp"

namespace skald {
namespace {

void check_local_steps(std::int64_t n, std::int64_t least) {
  if (n < least)
    throw std::invalid_argument("local steps per round: " + std::to_string(n) +
                                ", expected at least " + std::to_string(least));
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
  const Eigen::VectorXd u = equation.solve(flat(Eigen::MatrixXd::Identity(size, size)));
  const Matrix response(u.data(), size, size);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> spectrum(response, Eigen::EigenvaluesOnly);
  return response.allFinite() && spectrum.eigenvalues().minCoeff() > 0;
}

BlockLaw block_law(const GaussianProblem& problem, const LangevinStep& step,
                   const CoordinateBlock& block, const AgeLaw& age) {
  BlockLaw law{block, client_modes(problem, step, block), {}};
  const auto size = static_cast<Eigen::Index>(block.size());
  const Eigen::MatrixXd rest =
      Eigen::MatrixXd::Identity(size, size) - mean_contraction(law.modes, age);
  law.mean = rest.partialPivLu().solve(mean_shift(law.modes, age));
  return law;
}

StationaryLaw unstable_local_steps(double p_c, double radius) {
  return {{},
          "no finite second moment: (1 - p_c) max_c radius(D_c)^2 = " +
              std::to_string((1 - p_c) * radius * radius) +
              ", must be below 1; local steps grow faster than communication ends them"};
}

}  // namespace

GaussianKernel round_kernel(const GaussianProblem& problem, const LangevinStep& step,
                            std::int64_t n) {
  check_local_steps(n, 0);
  const LangevinStep checked = checked_step(problem, step);
  const CoordinateBlock all = all_coordinates(problem.dimension());
  const auto modes = client_modes(problem, checked, all);
  const AgeLaw age = AgeLaw::fixed(n);
  return {mean_contraction(modes, age), mean_shift(modes, age),
          mean_noise(modes, age, checked, all)};
}

StationaryLaw fixed_schedule_law(const GaussianProblem& problem, const LangevinStep& step,
                                 std::int64_t K) {
  check_local_steps(K, 1);
  auto moments = stationary(round_kernel(problem, step, K));
  if (moments) return {std::move(moments), {}};
  return {{}, "the chain is unstable: the average of K local steps does not contract"};
}

Moments iteration_law(const GaussianProblem& problem, const LangevinStep& step, std::int64_t K,
                      const Moments& synchronised) {
  check_local_steps(K, 1);
  const LangevinStep checked = checked_step(problem, step);
  const CoordinateBlock all = all_coordinates(problem.dimension());
  const auto modes = client_modes(problem, checked, all);
  const AgeLaw age = AgeLaw::uniform(K);
  const Eigen::VectorXd& start = synchronised.mean;
  const Eigen::VectorXd mean = mean_contraction(modes, age) * start + mean_shift(modes, age);
  const Eigen::MatrixXd start_second = synchronised.covariance + start * start.transpose();
  const Eigen::MatrixXd second = second_moment_map(modes, modes, age, start_second) +
                                 shift_second_moment(modes, modes, age, start, start) +
                                 mean_noise(modes, age, checked, all);
  return {mean, second - mean * mean.transpose()};
}

StationaryLaw bernoulli_schedule_law(const GaussianProblem& problem, const LangevinStep& step,
                                     double p_c) {
  if (!(p_c > 0 && p_c <= 1))
    throw std::invalid_argument("p_c is " + std::to_string(p_c) + ", expected in (0, 1]");
  const LangevinStep checked = checked_step(problem, step);
  const AgeLaw age = AgeLaw::geometric(p_c);
  std::vector<BlockLaw> laws;
  for (const auto& block : separate_blocks(problem, checked)) {
    laws.push_back(block_law(problem, checked, block, age));
    const double radius = local_spectral_radius(laws.back().modes);
    if (!((1 - p_c) * radius * radius < 1)) return unstable_local_steps(p_c, radius);
  }
  const Eigen::Index d = problem.dimension();
  Moments moments{Eigen::VectorXd(d), Eigen::MatrixXd(d, d)};
  for (std::size_t a = 0; a < laws.size(); ++a) {
    moments.mean(laws[a].block) = laws[a].mean;
    for (std::size_t b = 0; b <= a; ++b) {
      const BlockLaw& rows = laws[a];
      const BlockLaw& columns = laws[b];
      const FixedPoint equation = second_moment_equation(rows, columns, age);
      if (a == b && !contracts(equation, rows.mean.size()))
        return {{},
                "no finite second moment: the step from one communication to the next does not "
                "contract in mean square"};
      Eigen::MatrixXd input =
          shift_second_moment(rows.modes, columns.modes, age, rows.mean, columns.mean);
      if (a == b) input += mean_noise(rows.modes, age, checked, rows.block);
      const Eigen::VectorXd u = equation.solve(flat(input));
      const Eigen::MatrixXd covariance = Matrix(u.data(), rows.mean.size(), columns.mean.size()) -
                                         rows.mean * columns.mean.transpose();
      moments.covariance(rows.block, columns.block) = covariance;
      moments.covariance(columns.block, rows.block) = covariance.transpose();
    }
  }
  return {std::move(moments), {}};
}

}  // namespace skald
