#include "oracles/age_law.hpp"

#include <Eigen/Core>
#include <bit>
#include <cmath>

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

}  // namespace skald::oracles
