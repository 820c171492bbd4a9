#include "oracles/client_modes.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "linear/matrices.hpp"

namespace skald::oracles {
namespace {

// s_n(1 - decay), without cancellation near decay = 0.
double geometric_sum(double decay, double n) {
  if (decay == 0 || n <= 1) return n;
  const double minus_change =
      decay < 1 ? -std::expm1(n * std::log1p(-decay)) : 1 - std::pow(1 - decay, n);
  return minus_change / decay;
}

double product_decay(double decay_a, double decay_b) {
  return decay_a + decay_b - decay_a * decay_b;
}

AgeMoments fixed_age(double n, double decay_a, double decay_b) {
  const double power_a = std::pow(1 - decay_a, n);
  const double power_b = std::pow(1 - decay_b, n);
  const double sum_a = geometric_sum(decay_a, n);
  const double sum_b = geometric_sum(decay_b, n);
  return {power_a * power_b, power_a * sum_b, sum_a * power_b, sum_a * sum_b,
          geometric_sum(product_decay(decay_a, decay_b), n)};
}

// u_n = (a^n, s_n(a)) of one mode, carried from n to 2 n or n + 1.
struct PowerAndSum {
  double power = 1;
  double sum = 0;

  void double_age() {
    sum += power * sum;
    power *= power;
  }
  void next_age(double base) {
    sum = 1 + base * sum;
    power *= base;
  }
  // The matrix that takes u_m to u_{m + n} for every m.
  Eigen::Matrix2d advance() const { return (Eigen::Matrix2d() << power, 0, sum, 1).finished(); }
};

// sum_{n < count} u_n(a) u_n(b)', over the binary digits of count. Relative error count * 1e-16.
Eigen::Matrix2d power_table(double a, double b, std::uint64_t count) {
  PowerAndSum of_a;
  PowerAndSum of_b;
  Eigen::Matrix2d table = Eigen::Matrix2d::Zero();
  for (int bit = static_cast<int>(std::bit_width(count)) - 1; bit >= 0; --bit) {
    table += (of_a.advance() * table * of_b.advance().transpose()).eval();
    of_a.double_age();
    of_b.double_age();
    if (((count >> bit) & 1) == 0) continue;
    table(0, 0) += of_a.power * of_b.power;
    table(0, 1) += of_a.power * of_b.sum;
    table(1, 0) += of_a.sum * of_b.power;
    table(1, 1) += of_a.sum * of_b.sum;
    of_a.next_age(a);
    of_b.next_age(b);
  }
  return table;
}

// Ages m g, m < count: a^{m g} = (a^g)^m and s_{m g}(a) = s_g(a) s_m(a^g).
AgeMoments uniform_age(std::int64_t count, std::int64_t spacing, double decay_a, double decay_b) {
  const auto ages = static_cast<std::uint64_t>(count);
  const double n = static_cast<double>(count);
  const double g = static_cast<double>(spacing);
  const double a = std::pow(1 - decay_a, g);
  const double b = std::pow(1 - decay_b, g);
  const double sum_a = geometric_sum(decay_a, g);
  const double sum_b = geometric_sum(decay_b, g);
  const Eigen::Matrix2d table = power_table(a, b, ages) / n;
  const double product_sum =
      geometric_sum(product_decay(decay_a, decay_b), g) * power_table(a * b, 1, ages)(1, 0) / n;
  return {table(0, 0), sum_b * table(0, 1), sum_a * table(1, 0), sum_a * sum_b * table(1, 1),
          product_sum};
}

AgeMoments geometric_age(double p, double decay_a, double decay_b) {
  const double q = 1 - p;
  const double a = 1 - decay_a;
  const double b = 1 - decay_b;
  const double rest_a = p + q * decay_a;  // 1 - q a
  const double rest_b = p + q * decay_b;
  const double rest_ab = p + q * product_decay(decay_a, decay_b);
  return {p * a * b / rest_ab, p * a / (rest_a * rest_ab), p * b / (rest_b * rest_ab),
          (1 + q * a / rest_a + q * b / rest_b) / rest_ab, 1 / rest_ab};
}

}  // namespace

AgeMoments AgeLaw::at(double decay_a, double decay_b) const {
  switch (kind_) {
    case Kind::fixed:
      return fixed_age(static_cast<double>(steps_), decay_a, decay_b);
    case Kind::uniform:
      return uniform_age(steps_ / spacing_, spacing_, decay_a, decay_b);
    case Kind::geometric:
      break;
  }
  return geometric_age(p_c_, decay_a, decay_b);
}

namespace {

// Decay of a mode that never moves.
constexpr double no_decay = 0;

// sum_{a,b} w_a w_b V_a term(a, b) V_b'.
template <class Term>
Eigen::MatrixXd average_over_pairs(const std::vector<ClientModes>& rows,
                                   const std::vector<ClientModes>& columns, const Term& term) {
  Eigen::MatrixXd average =
      Eigen::MatrixXd::Zero(rows.front().basis.rows(), columns.front().basis.rows());
  for (std::size_t a = 0; a < rows.size(); ++a) {
    Eigen::MatrixXd row = Eigen::MatrixXd::Zero(average.rows(), average.cols());
    for (std::size_t b = 0; b < columns.size(); ++b)
      row.noalias() += columns[b].weight * (term(a, b) * columns[b].basis.transpose());
    average.noalias() += rows[a].weight * (rows[a].basis * row);
  }
  return average;
}

// matrix(i, j) = entry(moments of modes i and j).
template <class Entry>
Eigen::MatrixXd mode_table(const ClientModes& a, const ClientModes& b, const AgeLaw& age,
                           const Entry& entry) {
  Eigen::MatrixXd table(a.decay.size(), b.decay.size());
  for (Eigen::Index j = 0; j < b.decay.size(); ++j) {
    for (Eigen::Index i = 0; i < a.decay.size(); ++i)
      table(i, j) = entry(age.at(a.decay(i), b.decay(j)), i, j);
  }
  return table;
}

}  // namespace

std::vector<ClientModes> client_modes(const GaussianProblem& problem, const LangevinStep& step,
                                      const CoordinateBlock& block) {
  std::vector<ClientModes> modes(problem.size());
  for (std::size_t c = 0; c < problem.size(); ++c) {
    const Eigen::MatrixXd curvature = problem.client(c).curvature(block, block);
    const linear::Spectrum spectrum = linear::spectrum(curvature);
    const double local_step = step.step / step.weights[c];
    modes[c].basis = spectrum.vectors;
    modes[c].decay = local_step * spectrum.values;
    modes[c].drift = -local_step *
                     (linear::transposed_times(modes[c].basis, problem.gradient_at_mode(c)(block)));
    modes[c].weight = step.weights[c];
  }
  return modes;
}

std::vector<CoordinateBlock> separate_blocks(const GaussianProblem& problem,
                                             const LangevinStep& step) {
  std::vector<Eigen::MatrixXd> matrices = step.gradient_noise;
  for (std::size_t c = 0; c < problem.size(); ++c) matrices.push_back(problem.client(c).curvature);
  return coordinate_blocks(matrices);
}

std::optional<StationaryLaw> unstable_local_steps(const std::vector<ClientModes>& modes,
                                                  double p_c) {
  double radius = 0;
  for (const auto& client : modes)
    radius = std::max(radius, (1 - client.decay.array()).abs().maxCoeff());
  const double growth = (1 - p_c) * radius * radius;
  if (growth < 1) return std::nullopt;
  return diverging_law(
      "no finite second moment: (1 - p_c) max_c radius(D_c)^2 = " + std::to_string(growth) +
      ", must be below 1; local steps diverge faster than communication brings clients together");
}

Eigen::MatrixXd mean_contraction(const std::vector<ClientModes>& modes, const AgeLaw& age) {
  const Eigen::Index size = modes.front().decay.size();
  Eigen::MatrixXd mean = Eigen::MatrixXd::Zero(size, size);
  for (const auto& client : modes) {
    const Eigen::VectorXd powers =
        client.decay.unaryExpr([&](double decay) { return age.at(decay, no_decay).powers; });
    mean += client.weight * linear::from_spectrum(client.basis, powers);
  }
  return mean;
}

Eigen::VectorXd mean_shift(const std::vector<ClientModes>& modes, const AgeLaw& age) {
  Eigen::VectorXd mean = Eigen::VectorXd::Zero(modes.front().decay.size());
  for (const auto& client : modes) {
    const Eigen::VectorXd sums =
        client.decay.unaryExpr([&](double decay) { return age.at(decay, no_decay).sum_power; });
    mean += client.weight * linear::times(client.basis, sums.cwiseProduct(client.drift));
  }
  return mean;
}

Eigen::MatrixXd second_moment_map(const std::vector<ClientModes>& rows,
                                  const std::vector<ClientModes>& columns, const AgeLaw& age,
                                  const Eigen::MatrixXd& second_moment) {
  return average_over_pairs(rows, columns, [&](std::size_t a, std::size_t b) -> Eigen::MatrixXd {
    const Eigen::MatrixXd start =
        linear::product(linear::transposed(rows[a].basis), second_moment, columns[b].basis);
    return mode_table(rows[a], columns[b], age,
                      [&](const AgeMoments& moments, Eigen::Index i, Eigen::Index j) {
                        return moments.powers * start(i, j);
                      });
  });
}

Eigen::MatrixXd shift_second_moment(const std::vector<ClientModes>& rows,
                                    const std::vector<ClientModes>& columns, const AgeLaw& age,
                                    const Eigen::VectorXd& mean_rows,
                                    const Eigen::VectorXd& mean_columns) {
  return average_over_pairs(rows, columns, [&](std::size_t a, std::size_t b) -> Eigen::MatrixXd {
    const Eigen::VectorXd start_a = linear::transposed_times(rows[a].basis, mean_rows);
    const Eigen::VectorXd start_b = linear::transposed_times(columns[b].basis, mean_columns);
    const Eigen::VectorXd& drift_a = rows[a].drift;
    const Eigen::VectorXd& drift_b = columns[b].drift;
    return mode_table(rows[a], columns[b], age,
                      [&](const AgeMoments& moments, Eigen::Index i, Eigen::Index j) {
                        return moments.power_sum * start_a(i) * drift_b(j) +
                               moments.sum_power * drift_a(i) * start_b(j) +
                               moments.sums * drift_a(i) * drift_b(j);
                      });
  });
}

Eigen::MatrixXd mean_noise(const std::vector<ClientModes>& modes, const AgeLaw& age,
                           const LangevinStep& step, const CoordinateBlock& block) {
  const Eigen::Index size = modes.front().decay.size();
  Eigen::MatrixXd average = Eigen::MatrixXd::Zero(size, size);
  for (std::size_t a = 0; a < modes.size(); ++a) {
    for (std::size_t b = 0; b < modes.size(); ++b) {
      if (a != b && step.rho == 0) continue;
      const Eigen::MatrixXd noise = linear::product(linear::transposed(modes[a].basis),
                                                    step_noise(step, a, b, block), modes[b].basis);
      const Eigen::MatrixXd kept = mode_table(
          modes[a], modes[b], age, [&](const AgeMoments& moments, Eigen::Index i, Eigen::Index j) {
            return moments.product_sum * noise(i, j);
          });
      average.noalias() +=
          modes[a].weight * modes[b].weight *
          linear::product(modes[a].basis, kept, linear::transposed(modes[b].basis));
    }
  }
  return average;
}

}  // namespace skald::oracles
