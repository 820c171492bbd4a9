// The number N of local steps since the last communication ("age"), and the moments of powers of
// which every averaged law on quadratics is made.
#pragma once

#include <cstdint>
#include <numeric>

namespace skald::oracles {

// For a = 1 - decay_a, b = 1 - decay_b and s_n(x) = 1 + x + ... + x^{n-1} (s_0 = 0), expectations
// over N:
struct AgeMoments {
  double powers = 0;       // E a^N b^N
  double power_sum = 0;    // E a^N s_N(b)
  double sum_power = 0;    // E s_N(a) b^N
  double sums = 0;         // E s_N(a) s_N(b)
  double product_sum = 0;  // E s_N(a b)
};

class AgeLaw {
 public:
  // N = steps >= 0.
  static AgeLaw fixed(std::int64_t steps) { return {Kind::fixed, steps, 0}; }
  // Every `thin`-th iteration of rounds of K >= 1 local steps: N uniform on the multiples of the
  // greatest common divisor of K and thin >= 1 below K; with thin = 1 on 0 .. K-1.
  static AgeLaw uniform(std::int64_t K, std::int64_t thin = 1) {
    return {Kind::uniform, K, 0, std::gcd(K, thin)};
  }
  // P(N = n) = p_c (1 - p_c)^{n-1}, n >= 1: communication with probability p_c per iteration.
  static AgeLaw geometric(double p_c) { return {Kind::geometric, 0, p_c}; }

  // Finite for the geometric law only when (1 - p_c) a b, (1 - p_c) a and (1 - p_c) b are below one
  // in absolute value. Accurate also for decays near zero.
  AgeMoments at(double decay_a, double decay_b) const;

 private:
  enum class Kind { fixed, uniform, geometric };
  AgeLaw(Kind kind, std::int64_t steps, double p_c, std::int64_t spacing = 1)
      : kind_(kind), steps_(steps), p_c_(p_c), spacing_(spacing) {}

  Kind kind_;
  std::int64_t steps_;
  double p_c_;
  std::int64_t spacing_;  // of the ages of a uniform law; divides steps_
};

}  // namespace skald::oracles
